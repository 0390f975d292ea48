"""What the orders at a provider came to: how many were usable, how good, at what price, after which wait."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from statistics import median
from typing import Final

from showbible.lessons.recall.casting import wording
from showbible.lessons.recall.casting.differences import JudgedFilm, OrderDifference, differences, judged
from showbible.lessons.recall.generations import GenerationRecord, PriceEvidence, price_of
from showbible.providers.model import Medium
from showbible.values import frozen

MOST_CHOICES: Final = 3

OfProvider = tuple[str, str, Medium]
"""A provider, its model and the medium."""


@frozen
class ChoiceNote:
    """Why a provider was chosen, once."""

    at: datetime
    why: str
    run_id: str | None


@frozen
class TrackRecord:
    """What is known of one model of a provider, from its newest orders."""

    provider: str
    model: str
    medium: Medium
    orders: int
    usable: int
    counted: int
    """Orders that tell how reliable it is: not those that were refused for our own trouble."""
    films: int
    """Films with a score that it worked on."""
    score: float | None
    second_cost: int | None
    """Millionths of a dollar for a usable second, with what failed orders cost; None where nothing has a length."""
    simulated: bool
    """Whether nobody was paid for any of it."""
    price: PriceEvidence | None
    wait: float | None
    """The usual seconds until a result was there."""
    differences: tuple[OrderDifference, ...]
    sentences: tuple[str, ...]
    choices: tuple[ChoiceNote, ...]

    @property
    def failures(self) -> int:
        """Orders that it took and that came to nothing."""
        return self.counted - self.usable

    @property
    def failing(self) -> float | None:
        """The share of those."""
        return self.failures / self.counted if self.counted else None


def track_records(orders: Iterable[GenerationRecord]) -> list[TrackRecord]:
    """A record for each model of each provider, from orders that come newest first."""
    theirs: defaultdict[OfProvider, list[GenerationRecord]] = defaultdict(list)
    for each in orders:
        theirs[each.provider, each.model, each.medium].append(each)
    return [_record(*theirs[name], name=name) for name in sorted(theirs)]


def _record(*orders: GenerationRecord, name: OfProvider) -> TrackRecord:
    provider, model, medium = name
    works, found = judged(orders), differences(orders)
    usable, counted = sum(each.is_usable for each in orders), sum(each.counts for each in orders)
    paid = [each for each in orders if not each.simulated]
    return TrackRecord(
        provider=provider,
        model=model,
        medium=medium,
        orders=len(orders),
        usable=usable,
        counted=counted,
        films=len(works),
        score=_average(works),
        second_cost=_second_cost(paid or orders),
        simulated=not paid,
        price=price_of(paid),
        wait=_wait(orders),
        differences=found,
        sentences=wording.sentences(counted, counted - usable, found),
        choices=_choices(orders),
    )


def _average(works: Sequence[JudgedFilm]) -> float | None:
    weight = sum(work.weight for work in works)
    return round(sum(work.weight * work.score for work in works) / weight, 1) if weight else None


def _second_cost(orders: Sequence[GenerationRecord]) -> int | None:
    seconds = sum(each.seconds for each in orders if each.is_usable)
    return round(sum(each.charged for each in orders) / seconds) if seconds else None


def _wait(orders: Sequence[GenerationRecord]) -> float | None:
    waits = [each.took for each in orders if each.is_usable and each.took]
    return median(waits) if waits else None


def _choices(orders: Sequence[GenerationRecord]) -> tuple[ChoiceNote, ...]:
    newest = {each.why: each for each in reversed(orders) if each.why}
    noted = sorted(newest.values(), key=lambda each: each.at, reverse=True)
    return tuple(ChoiceNote(at=each.at, why=each.why or "", run_id=each.run_id) for each in noted[:MOST_CHOICES])
