"""What a sentence says, as far as grammar tells: its key, and the one thing it gives a value to."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Final

from showbible.quoting import MARK_BEGIN, MARK_END
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
_CODE: Final = re.compile(r"(```.*?(?:```|\Z))", re.DOTALL)
_APOSTROPHES: Final = str.maketrans("’‘ʼ`´", "'''''")
_LONGEST_CLAIM: Final = 160
MOST_LINES: Final = 100
"""Lines that are kept of one message."""

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
_NUMBER_WORDS: Final = """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred
"""
_NUMBERS: Final = frozenset(_NUMBER_WORDS.split())

_OPTIONAL_SUBJECT: Final = r"^(?:(?:i|the user|user)\s+)?"
_ADVERB: Final = r"(?:(?:just|now|actually|recently|currently|still|also|really|finally|have|has|am|are|is|was)\s+)*"
_NAME: Final = (
    r"(?P<value>[\w'’&.-]+(?:\s+(?!(?:from|since|for|last|this|next|with|and|but|because|where|now|in|at|as|on|to|after"
    r"|before|when|so)\b)[\w'’&.-]+){0,3})"
)

_SLOTS: Final = tuple(
    (slot, re.compile(pattern, re.IGNORECASE))
    for slot, pattern in (
        (
            "home",
            rf"{_OPTIONAL_SUBJECT}{_ADVERB}(?:moved|relocated|moving)\s+(?:back\s+)?(?:from\s+.{{2,40}}?\s+)?to\s+{_NAME}",
        ),
        ("home", rf"{_OPTIONAL_SUBJECT}{_ADVERB}(?:live|lives|living|based|reside|resides)\s+in\s+{_NAME}"),
        ("employer", rf"{_OPTIONAL_SUBJECT}{_ADVERB}(?:work|works|working)\s+(?:at|for)\s+{_NAME}"),
        ("occupation", rf"{_OPTIONAL_SUBJECT}{_ADVERB}(?:work|works|working)\s+as\s+(?:an?\s+)?{_NAME}"),
        ("name", r"^(?:my|the user's|user's)\s+name\s+is\s+(?P<value>\w+)"),
        ("name", r"^(?:you can\s+|please\s+|just\s+)?call\s+me\s+(?P<value>\w+)"),
        (
            "favourite {0}",
            r"^(?:my|the user's|user's)\s+favou?rite\s+(?P<about>[\w ]{2,30}?)\s+(?:is|are)\s+(?P<value>.+)",
        ),
        ("partner", rf"{_OPTIONAL_SUBJECT}{_ADVERB}(?P<value>single|married|engaged|divorced|widowed)\b"),
        (
            "my {0}",
            r"^(?:my|the user's|user's)\s+(?P<about>boss|manager|husband|wife|boyfriend|girlfriend|partner|fianc[eé]e?)"
            r"(?:'s\s+name)?\s+is\s+(?:now\s+)?(?:called\s+|named\s+)?(?-i:(?P<value>[A-Z]\w+))",
        ),
    )
)
_TASTE: Final = re.compile(
    rf"{_OPTIONAL_SUBJECT}{_ADVERB}(?P<value>(?:do not|does not|cannot stand|no longer|never|used to)\s+)?"
    r"(?P<verb>love|loves|like|likes|enjoy|enjoys|adore|adores|prefer|prefers|hate|hates|dislike|dislikes|detest|detests|stand)"
    r"\s+(?P<about>[\w' -]{2,40})$",
    re.IGNORECASE,
)
_DISLIKES: Final = frozenset({"hate", "hates", "dislike", "dislikes", "detest", "detests", "stand"})


@dataclass(frozen=True, kw_only=True)
class Claim:
    """The one thing a sentence gives a value to: where I live, what I like, how many."""

    slot: str
    value: str


def own_words(text: str) -> str:
    """A message without what we ourselves recalled into it."""
    return _RECALLED.sub(" ", text)


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return [found.strip() for found in _SENTENCE.findall(text) if found.strip(" .!?")]


def lines(text: str) -> list[str]:
    """A message as the lines that are kept of it, word for word: its sentences, and each block of code in one piece.

    A message that goes on for very long ends in one long line, so that nothing of it is lost.
    """
    said = own_words(text)
    found = [line for block in _CODE.split(said) for line in _block(block)] or [said.strip()]
    places = _starts(said, found)
    if len(found) > MOST_LINES:
        found = [*found[: MOST_LINES - 1], said[places[MOST_LINES - 1] :].strip()]
    return [line for line in found if line]


def _block(text: str) -> list[str]:
    return [text.strip()] if text.startswith("```") else sentences(text)


def _starts(text: str, parts: list[str]) -> list[int]:
    starts, end = [], 0
    for part in parts:
        starts.append(text.index(part, end))
        end = starts[-1] + len(part)
    return starts


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


def claim(text: str) -> Claim | None:
    """What a short sentence gives a value to, if it clearly does."""
    if len(text) > _LONGEST_CLAIM or len(sentences(text)) != 1:
        return None
    sentence = plain(text).strip().rstrip(".!")
    for slot, pattern in _SLOTS:
        if found := pattern.search(sentence):
            return Claim(slot=slot.format(_about(found)), value=_bare(found["value"]))
    return _taste(sentence) or _number(sentence)


def _about(found: re.Match[str]) -> str:
    return " ".join(map(stem, found.groupdict().get("about", "").casefold().split()))


def _bare(value: str) -> str:
    return " ".join(_WORD.findall(value.casefold()))


def _taste(sentence: str) -> Claim | None:
    found = _TASTE.search(sentence)
    if found is None:
        return None
    about = " ".join(stem(each) for each in _WORD.findall(found["about"].casefold()) if each not in _FILLER)
    against = (found["value"] is not None) != (found["verb"].casefold() in _DISLIKES)
    if found["verb"].casefold() == "stand":
        against = True
    return Claim(slot=f"taste {about}", value="dislikes" if against else "likes") if about else None


def _number(sentence: str) -> Claim | None:
    """A sentence with one number in it claims that number for the rest of what it says."""
    words = _WORD.findall(sentence.casefold())
    numbers = [each for each in words if each.isdigit() or each in _NUMBERS]
    rest = [stem(each) for each in words if each not in _FILLER and each not in numbers]
    if len(numbers) != 1 or len(rest) < 2:
        return None
    return Claim(slot=f"number {' '.join(rest)}"[:200], value=numbers[0])
