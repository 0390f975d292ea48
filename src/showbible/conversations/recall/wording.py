"""The words of a message that are its speaker's own, line by line, and what two texts share that say the same."""

from __future__ import annotations

import hashlib
import re
from typing import Final

from showbible.quoting import MARK_BEGIN, MARK_END
from showbible.reading import reader, tokens
from showbible.reading.grammar import grammar
from showbible.reading.reader import MOST_SENTENCES
from showbible.storage.stems import stem

_RECALLED: Final = re.compile(rf"{re.escape(MARK_BEGIN)}.*?(?:{re.escape(MARK_END)}|\Z)", re.DOTALL)
_WORD: Final = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_OPENING: Final = re.compile(
    r"^(?:(?:hi|hey|hello|well|oh|so|yes|yeah|yep|no|nope|honestly|actually|anyway|also|and|but|ok|okay|sure|thanks"
    r"|thank you|hmm|um|haha|lol|you know|to be honest|by the way|btw|guess what|(?:as|like) i (?:said|told you)"
    r"|i told you(?: that)?)\b[,:;!. ]*)+",
    re.IGNORECASE,
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
    return [text[start:end] for start, end in tokens.sentences(text) if text[start:end].strip(" .!?")]


def lines(text: str) -> list[str]:
    """A message as the lines that are kept of it, word for word: its sentences, each of one matter.

    A message that goes on for very long ends in one long line, so that nothing of it is lost.
    """
    said = own_words(text)
    spans = reader.lines(said)
    found = [said[start:end] for start, end in spans[: MOST_SENTENCES - 1]]
    if len(spans) >= MOST_SENTENCES:
        found.append(said[spans[MOST_SENTENCES - 1][0] :].strip())
    return found


def without_opening(sentence: str) -> str:
    """A sentence without the words that only lead up to it."""
    return _OPENING.sub("", sentence)


def plain(text: str) -> str:
    """A text with its English contractions written out."""
    english = grammar("en")
    return tokens.written_out(text, english) if english else text


def text_key(text: str) -> str:
    """What two texts share that say the same in almost the same words; nobody can read the text out of it."""
    return hashlib.blake2b(_gist(text).encode(), digest_size=16).hexdigest()


def _gist(text: str) -> str:
    words = _WORD.findall(plain(text).casefold())
    told = [stem(each) for each in words if each not in _FILLER]
    # A text in another script has no such words: it is its own key.
    return " ".join(told) or " ".join(text.casefold().split())
