"""The words of a message that are its speaker's own, line by line, and what two texts share that say the same."""

from __future__ import annotations

import hashlib
import re
from typing import Final

from showbible.quoting import MARK_BEGIN, MARK_END
from showbible.reading import tokens
from showbible.reading.reader import MOST_SENTENCES
from showbible.storage.stems import stem

_RECALLED: Final = re.compile(rf"{re.escape(MARK_BEGIN)}.*?(?:{re.escape(MARK_END)}|\Z)", re.DOTALL)
_SENTENCE: Final = re.compile(r"[^.!?\n]+(?:\.(?=\S)[^.!?\n]+)*[.!?]*")
_WORD: Final = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_OPENING: Final = re.compile(
    r"^(?:(?:hi|hey|hello|well|oh|so|yes|yeah|yep|no|nope|honestly|actually|anyway|also|and|but|ok|okay|sure|thanks"
    r"|thank you|hmm|um|haha|lol|you know|to be honest|by the way|btw|guess what|(?:as|like) i (?:said|told you)"
    r"|i told you(?: that)?)\b[,:;!. ]*)+",
    re.IGNORECASE,
)
_APOSTROPHES: Final = str.maketrans("’‘ʼ`´", "'''''")

_CONTRACTIONS: Final = (
    (re.compile(r"\b(i)'m\b", re.I), r"\1 am"),
    (re.compile(r"\b(i|we|they|you)'ve\b", re.I), r"\1 have"),
    (re.compile(r"\b(i|we|they|you|he|she)'ll\b", re.I), r"\1 will"),
    (re.compile(r"\b(we|they|you)'re\b", re.I), r"\1 are"),
    (re.compile(r"\b(it|that|he|she|what|who|there|here)'s\b", re.I), r"\1 is"),
    (re.compile(r"\bwon't\b", re.I), "will not"),
    (re.compile(r"\bcan't\b", re.I), "cannot"),
    (re.compile(r"\b(\w+)n't\b", re.I), r"\1 not"),
)

# Who speaks and how a sentence is held together says nothing about what it claims.
_FILLER_WORDS: Final = """
    a an and also am are as at be been but by do does did for from had has have he her hers him his i in is it its
    just me mine my now of on or our ours really she so still that the their theirs them then there they this to
    too us user very was we were will with you your yours well oh
"""
_FILLER: Final = frozenset(_FILLER_WORDS.split())


def own_words(text: str) -> str:
    """A message without what we ourselves recalled into it."""
    return _RECALLED.sub(" ", text)


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return [found.strip() for found in _SENTENCE.findall(text) if found.strip(" .!?")]


def lines(text: str) -> list[str]:
    """A message as the lines that are kept of it, word for word: its sentences.

    A message that goes on for very long ends in one long line, so that nothing of it is lost.
    """
    said = own_words(text)
    spans = tokens.sentences(said)
    found = [said[start:end] for start, end in spans[: MOST_SENTENCES - 1]]
    if len(spans) >= MOST_SENTENCES:
        found.append(said[spans[MOST_SENTENCES - 1][0] :].strip())
    return found


def without_opening(sentence: str) -> str:
    """A sentence without the words that only lead up to it."""
    return _OPENING.sub("", sentence)


def plain(text: str) -> str:
    """A text with its contractions written out."""
    text = text.translate(_APOSTROPHES)
    for pattern, written_out in _CONTRACTIONS:
        text = pattern.sub(written_out, text)
    return text


def text_key(text: str) -> str:
    """What two texts share that say the same in almost the same words; nobody can read the text out of it."""
    return hashlib.blake2b(_gist(text).encode(), digest_size=16).hexdigest()


def _gist(text: str) -> str:
    words = _WORD.findall(plain(text).casefold())
    told = [stem(each) for each in words if each not in _FILLER]
    # A text in another script has no such words: it is its own key.
    return " ".join(told) or " ".join(text.casefold().split())
