"""Which words of a sentence deny something, and which say that it has come to an end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from showbible.reading.forms import Line
from showbible.reading.grammar import Grammar
from showbible.reading.languages import language as verbs
from showbible.reading.model import Cue
from showbible.reading.tokens import Token, is_verb

_DONE: Final = frozenset({"have", "decid", "manag", "forc", "choos", "get"})
"""Stems of verbs after which an infinitive was done."""
_SUPPOSED: Final = frozenset({"would", "'d", "could", "might"})
"""Words before a verb that make it no fact."""
_PHRASE: Final = 6
"""Words within which it is said with whom something was left."""

_ON_THE_WAY: Final = "going"
"""What is going is not gone, though both are forms of one word."""

_FROM: Final = frozenset({"resign", "withdraw", "retir", "unsubscrib"})
"""Stems of verbs that end what follows them after "from"; who leaves from a place goes on."""


def is_answer(words: Sequence[Token], place: int, using: Grammar) -> bool:
    """Whether an English no answers or puts right by itself, and denies nothing that follows: "no it's the 3rd"."""
    following = words[place + 1].lower if place + 1 < len(words) else ""
    subjects = using.nominative | {"he", "she", "it", "its", "they", "that's", "thats"}
    return using.code == "en" and words[place].lower == "no" and following in subjects


def negates(words: Sequence[Token], place: int, using: Grammar) -> bool:
    """Whether a word denies its clause; who does not stop goes on."""
    word = words[place].lower
    if word not in using.negators and not (word in using.half_negators and _is_completed(words, place, using)):
        return False
    if is_answer(words, place, using):
        return False
    return all(using.verbs.get(word.stem) != verbs.STOPPING for word in words[place + 1 : place + 3])


def _is_completed(words: Sequence[Token], place: int, using: Grammar) -> bool:
    """Whether half of a negation has its other half before it, or ends its clause as in talk: "je dors plus"."""
    opened = any(word.lower in using.negation_openers for word in words[max(0, place - 5) : place])
    is_last = place + 1 == len(words) or not words[place + 1].is_word
    before = words[place - 1] if place else None
    is_of_verb = before is not None and before.is_word and before.lower not in using.determiners
    return opened or (is_last and is_of_verb and before is not None and before.lower not in using.function_words)


def ends_something(words: Sequence[Token], place: int, using: Grammar) -> bool:
    """Whether a verb of stopping or losing acts on something, or says that its subject is no more."""
    if using.verbs.get(words[place].stem) not in {verbs.STOPPING, verbs.LOSING} or not is_verb(words, place, using):
        return False
    following = words[place + 1] if place + 1 < len(words) else None
    before = words[place - 1] if place else None
    if any(word.lower in using.negators for word in words[max(0, place - 2) : place]) or _is_intended(
        words, place, using
    ):
        return False
    if _leaves_behind(words, place):
        return False
    if before and before.stem in using.copulas:
        return True
    if _is_habit(words[place].lower, using):
        return False
    if following is None or not following.is_word:
        return words[place].lower != words[place].stem
    if following.lower == "from" and words[place].stem in _FROM:
        return True
    return following.lower not in using.place_words and following.lower not in {
        "on",
        "for",
        "by",
        "with",
        "early",
        "late",
        "out",
        "off",
        "up",
    }


def told_ending(seen: Line, words: Sequence[Token], using: Grammar) -> re.Match[str] | None:
    """Where a turn of phrase says that something has ended: "is gone", and not "is going for a run"."""
    pattern = using.cues.get(Cue.ENDING)
    for match in pattern.finditer(seen.text) if pattern else ():
        first, after = seen.words_of(match.start(), match.end())
        if all(word.lower != _ON_THE_WAY for word in words[first:after]):
            return match
    return None


def _is_intended(words: Sequence[Token], place: int, using: Grammar) -> bool:
    """Whether a verb is only wished, planned or supposed: "wants to sell", "I'd sooner sell".

    What one had to do, one did.
    """
    word = words[place].lower
    is_done = word.endswith("ed") or using.lemmas.is_irregular(word)
    if not is_done and any(each.lower in _SUPPOSED for each in words[max(0, place - 2) : place]):
        return True
    return place > 1 and words[place - 1].lower == "to" and words[place - 2].stem not in _DONE


def _is_habit(word: str, using: Grammar) -> bool:
    """Whether a verb stands in the present of the third person, which tells what somebody always does."""
    return using.code == "en" and word.endswith("s") and not word.endswith("ss")


def _leaves_behind(words: Sequence[Token], place: int) -> bool:
    """Whether something is only left with somebody, or behind: it goes on there."""
    following = [word.lower for word in words[place + 1 : place + _PHRASE]]
    return words[place].stem == "leav" and not {"with", "behind"}.isdisjoint(following)
