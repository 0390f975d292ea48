"""What a finished run says of its plan: few plain values, as many runs are weighed at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from showbible.lessons.model import Production, worth
from showbible.lessons.recall.concepts import GENERAL
from showbible.lessons.recall.estimate.regression import MOST_CELLS, OWN, Plan, Sample
from showbible.runs.model import EditStyle, Tier
from showbible.vocabulary import dollars


# A plain tuple: thousands are read, compared and remembered for one list.
class Trial(NamedTuple):
    """A record without what a plan is not weighed by."""

    run_id: str
    pattern: str | None
    tier: str | None
    edit_style: str | None
    planned_scenes: int
    duration: float
    score: float | None
    rating: int | None
    cost: int

    @property
    def worth(self) -> tuple[float | None, float]:
        """The score it teaches, and how many evaluator's scores that is worth."""
        return worth(self.score, self.rating)


def sample(found: Production | Trial, *, own: bool) -> Sample:
    """What a run says of its plan; `own` when it is of the kind asked about."""
    score, weight = worth(found.score, found.rating)
    return Sample(
        OWN if own else found.pattern or GENERAL,
        _plan(found.tier, found.edit_style, found.planned_scenes, round(found.duration)),
        score,
        weight,
        dollars(found.cost) if found.cost else None,
    )


def known_worth(runs: Iterable[Production | Trial]) -> int:
    """How many runs were scored or rated."""
    return sum(1 for each in runs if _is_judged(each))


def suffice(own: Sequence[Trial]) -> bool:
    """Whether these runs tried so many plans that no other run has a say beside them."""
    judged = {_tried(each) for each in own if _is_judged(each)}
    paid = {_tried(each) for each in own if each.cost}
    return min(len(judged), len(paid)) >= MOST_CELLS


def _is_judged(found: Production | Trial) -> bool:
    return found.score is not None or found.rating is not None


def _tried(found: Trial) -> tuple[object, ...]:
    return found.tier, found.edit_style, found.planned_scenes, round(found.duration)


@lru_cache(maxsize=4096)
def _plan(tier: str | None, edit_style: str | None, scenes: int, duration: int) -> Plan:
    return Plan(
        tier=Tier(tier) if tier else None,
        edit_style=EditStyle(edit_style) if edit_style else None,
        scenes=scenes or None,
        duration=duration or None,
    )
