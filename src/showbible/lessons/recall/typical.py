"""What the runs of a kind were like: the film that most of the good ones were, not one that was never made."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import median
from typing import Final

from showbible.lessons.model import BAD, PlanConfidence
from showbible.lessons.recall.estimate.plan import Trial
from showbible.runs.model import Tier
from showbible.values import frozen

MANY: Final = 8
"""So many runs that agree, and at least half of all, make sure."""
SOME: Final = 3
NEAR: Final = 0.1
"""Amounts that differ by no more than this share are the same to whoever looks at a film."""
NOTHING: Final = 20.0 * BAD
"""What a run must be worth more than to have a say: a bad rating in points of score."""
UNJUDGED: Final = 20.0
"""The say of a run that nobody judged: that of one with three stars."""
SECONDS_A_SCENE: Final = 8
SHORTEST_SCENE: Final = 2.0
"""Seconds that whoever watches needs to see a scene at all."""


@frozen
class Typical:
    """The length and the scenes that are usual among runs; None where none says."""

    duration: int | None
    scenes: int | None

    def scenes_in(self, seconds: int) -> int:
        """The scenes of a film that long, each as long as is usual and none too short to see."""
        pace = self.duration / self.scenes if self.duration and self.scenes else SECONDS_A_SCENE
        return max(1, min(round(seconds / pace), int(seconds / SHORTEST_SCENE)))


def typical(own: Sequence[Trial]) -> Typical:
    """The usual length among runs, and the usual scenes of films that long; better runs count more."""
    runs = [each for each in own if not each.is_pilot]
    duration = _usual((round(each.duration), _say(each)) for each in runs)
    as_long = [each for each in runs if duration is not None and _is_near(round(each.duration), duration)]
    return Typical(duration=duration, scenes=_usual((each.planned_scenes, _say(each)) for each in as_long or runs))


def confidence(own: Sequence[Trial], tier: Tier, usual: Typical) -> PlanConfidence:
    """How sure a pattern is: by how many judged runs were as it says, and whether most were."""
    judged = [each for each in own if each.is_judged]
    agreeing = len({each.run_id for each in judged if _agrees(each, tier, usual)})
    if agreeing >= MANY and 2 * agreeing >= len(judged):
        return PlanConfidence.HIGH
    return PlanConfidence.MEDIUM if agreeing >= SOME else PlanConfidence.LOW


def _agrees(found: Trial, tier: Tier, usual: Typical) -> bool:
    told = ((round(found.duration), usual.duration), (found.planned_scenes, usual.scenes))
    return found.tier == tier and all(
        not value or (known is not None and _is_near(value, known)) for value, known in told
    )


def _say(found: Trial) -> float:
    worth, _weight = found.worth
    return UNJUDGED if worth is None else max(worth - NOTHING, 0.0)


def _usual(told: Iterable[tuple[int, float]]) -> int | None:
    """The number with the most say among and around it, zeros aside; of several the one nearest to the middle."""
    given = [(value, say) for value, say in told if value]
    if not given:
        return None
    equal = not any(say for _, say in given)
    says: dict[int, float] = defaultdict(float)
    for value, say in given:
        says[value] += 1.0 if equal else say
    middle = median(value for value, _ in given)
    votes = {value: sum(say for other, say in says.items() if _is_near(other, value)) for value in says}
    return min(votes, key=lambda value: (-round(votes[value], 6), abs(value - middle), value))


def _is_near(value: int, known: int) -> bool:
    return abs(value - known) <= NEAR * known
