"""Good and bad, where nothing else fits: of the speaker's own life it is a trouble, of the listener a reproach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from showbible.reading.affect.clauses import FeltSentence
from showbible.reading.affect.lexicon import lexicon
from showbible.reading.affect.model import Affect, Party, Signal
from showbible.reading.affect.parties import FeltClause

_BAD: Final = {Party.LISTENER: Affect.SUSPICION, Party.SPEAKER: Affect.TROUBLE, Party.NEAR: Affect.TROUBLE}
_GOOD: Final = {Party.LISTENER: Affect.PRAISE, Party.SPEAKER: Affect.WARMTH, Party.NEAR: Affect.WARMTH}
_WEAK: Final = 0.8


def good_or_bad(sentence: FeltSentence) -> Iterator[Signal]:
    """The feelings that good and bad words give away by whom they are said of."""
    if sentence.is_unreal or sentence.is_reported or sentence.is_question:
        return
    known = lexicon(sentence.using)
    for clause in sentence.clauses:
        for place, word in enumerate(clause.words):
            if clause.denies(place):
                continue
            if word.stem in known.stems("bad"):
                yield from _signal(_bad(clause, place), word.lower)
            elif word.stem in known.stems("good"):
                yield from _signal(_GOOD.get(_whose(clause, place)), word.lower)


def _bad(clause: FeltClause, place: int) -> Affect | None:
    whose = _whose(clause, place)
    return None if whose is Party.LISTENER and not clause.follows_link(place) else _BAD.get(whose)


def _whose(clause: FeltClause, place: int) -> Party:
    """Whose doing or fate it is: the subject's, or else somebody's who is near."""
    subject = clause.subject(place)
    if subject in {Party.THING, Party.NOBODY} and clause.concerns_somebody_near:
        return Party.NEAR
    return subject


def _signal(affect: Affect | None, words: str) -> Iterator[Signal]:
    if affect is not None:
        yield Signal(affect=affect, words=words, strength=_WEAK)
