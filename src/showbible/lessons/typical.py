"""What the runs of a kind were like: the film that most of the good ones were, not one that was never made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from showbible.lessons.model import Confidence
from showbible.lessons.trials import Trial
from showbible.runs.model import Tier

MANY: Final = 8
"""So many runs that agree, and most of all, make sure."""
SOME: Final = 3


@dataclass(frozen=True, kw_only=True)
class Typical:
    """The length and the scenes that are usual among runs; None where none says."""

    duration: int | None
    scenes: int | None


def typical(own: Sequence[Trial], tier: Tier) -> Typical:
    """The usual length among the better half of the runs of a tier, and the usual scenes of films that long."""
    good = _better([each for each in own if each.tier == tier] or own)
    duration = _usual(round(each.duration) for each in good)
    scenes = _usual(each.planned_scenes for each in good if duration in (None, round(each.duration)))
    return Typical(duration=duration, scenes=scenes or _usual(each.planned_scenes for each in good))


def confidence(own: Sequence[Trial], tier: Tier, usual: Typical) -> Confidence:
    """How sure a pattern is: by how many judged runs were as it says, and whether most were."""
    judged = [each for each in own if each.worth[0] is not None]
    agreeing = len({each.run_id for each in judged if _agrees(each, tier, usual)})
    if agreeing >= MANY and 2 * agreeing >= len(judged):
        return Confidence.HIGH
    return Confidence.MEDIUM if agreeing >= SOME else Confidence.LOW


def _agrees(found: Trial, tier: Tier, usual: Typical) -> bool:
    near = (None, 0, usual.duration), (None, 0, usual.scenes)
    return found.tier == tier and round(found.duration) in near[0] and found.planned_scenes in near[1]


def _better(runs: Sequence[Trial]) -> Sequence[Trial]:
    """The runs that did at least as well as the middle one; all of them where none was judged."""
    worths = {each.run_id: each.worth[0] for each in runs}
    known = [worth for worth in worths.values() if worth is not None]
    if not known:
        return runs
    middle = median(known)
    return [each for each in runs if (worth := worths[each.run_id]) is not None and worth >= middle]


def _usual(values: Iterable[int]) -> int | None:
    """The most frequent of some numbers, zeros aside; of several the one nearest to their middle."""
    told = [value for value in values if value]
    if not told:
        return None
    often, middle = Counter(told), median(told)
    return min(often, key=lambda value: (-often[value], abs(value - middle), value))
