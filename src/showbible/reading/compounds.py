"""Where a sentence tells two matters of its speaker, each in a clause of its own, so that one may end by itself."""

from __future__ import annotations

import re
from typing import Final

from showbible.reading.matters import SINGLE
from showbible.reading.model import Claim, Cue, SentenceReading, Stance

JOINS: Final = re.compile(r"(?:[,;]|\s(?:and|but))\s+(?:(?:and|but)\s+)?(?=(?:i|we|my|our)\b)", re.IGNORECASE)
"""What may stand between two such clauses in English."""

_POINTS: Final = re.compile(
    r"\b(?:it|its|there|here|that|this|these|those|them|they|their|he|him|his|she|her|one|ones|so|such|same|then)\b",
    re.IGNORECASE,
)
_WHOLE: Final = frozenset(
    {Cue.CORRECTION, Cue.CONTRAST, Cue.ENDING, Cue.NEGATION, Cue.QUESTION, Cue.UNREAL, Cue.QUOTED, Cue.JOKE, Cue.DENIAL}
    | {Cue.SECOND_LOOK}
)
"""What a sentence does as a whole."""


def matters(reading: SentenceReading) -> list[tuple[int, int]]:
    """Where each matter of a plain sentence starts and ends; what only joins two of them is of neither.

    A clause that leans on what was said before it stays with that.
    """
    starts, ends = [0], []
    for join in _cuts(reading):
        ends.append(join.start())
        starts.append(join.end())
    return list(zip(starts, [*ends, len(reading.text)], strict=True))


def _cuts(reading: SentenceReading) -> list[re.Match[str]]:
    if reading.stance is not Stance.ASSERTED or reading.cues & _WHOLE or reading.contrast:
        return []
    found: list[re.Match[str]] = []
    begun = 0
    for join in JOINS.finditer(reading.text):
        before = [claim for claim in reading.claims if begun <= _start(claim, reading) < join.start()]
        after = [claim for claim in reading.claims if _start(claim, reading) >= join.start()]
        if before and after and _are_apart(before, after[0], reading.text[join.end() :]):
            found.append(join)
            begun = join.start()
    return found


def _start(claim: Claim, reading: SentenceReading) -> int:
    return reading.text.find(claim.words)


def _are_apart(before: list[Claim], after: Claim, rest: str) -> bool:
    """Whether one side fills a slot that the other has nothing to do with, and the later says whose it is itself."""
    if not after.verb or not before[-1].verb or not after.subject.is_user or _POINTS.search(rest):
        return False
    ours, theirs = {claim.slot for claim in before} - {None}, after.slot
    single = {slot for slot in ours if slot in SINGLE}
    return theirs not in ours and bool(single or theirs in SINGLE)
