"""How orders at providers ended: the evidence that providers are judged and chosen by."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from datetime import UTC, date, datetime, time
from enum import StrEnum
from itertools import islice
from statistics import median
from typing import Any, Final

from showbible.lessons.model import worth
from showbible.providers.model import Medium, Refusal
from showbible.storage.database import Database
from showbible.storage.rows import required, value_of
from showbible.values import frozen
from showbible.vocabulary import stamp

MOST_ORDERS: Final = 1000
"""How many orders are listened to, the newest: what a provider was like long ago says little of it."""
MOST_CHARGES: Final = 20
FEWEST_CHARGES: Final = 3
_NOT_IN_A_NAME: Final = re.compile(r"[^a-z0-9._-]+")


class GenerationOutcome(StrEnum):
    """How an order ended."""

    SUCCEEDED = "succeeded"
    REFUSED = "refused"
    """The provider said no before any work was done."""
    FAILED = "failed"
    UNDELIVERED = "undelivered"
    """It was charged, and what was made cannot be had."""
    BROKEN = "broken"
    """What was made is not what was ordered."""


OUR_TROUBLE: Final = (Refusal.BALANCE, Refusal.KEY, Refusal.RATE)
"""Refusals that tell nothing of what a provider can do: it was not paid, or asked too often."""


@frozen
class GenerationRecord:
    """One order at a provider that ended: what was asked for, what came of it, what it cost and how long it took."""

    generation_id: str
    """The id of its line in the ledger, where it has one."""
    provider: str
    medium: Medium
    outcome: GenerationOutcome
    at: datetime
    model: str = ""
    run_id: str | None = None
    pilot_id: str | None = None
    shot_id: str | None = None
    tier: str | None = None
    refusal: Refusal | None = None
    estimated: int = 0
    """Millionths of a dollar, like what was charged."""
    charged: int = 0
    simulated: bool = False
    """Whether nobody was paid."""
    seconds: float = 0.0
    """How long the thing is that was made or was to be made."""
    took: float = 0.0
    """How long it was waited for, in seconds."""
    size: str | None = None
    angle: str | None = None
    movement: str | None = None
    traits: Mapping[str, bool] = field(default_factory=dict)
    """What its prompt was like, by `PromptTrait`; what nobody knows is left out."""
    prompt: str | None = None
    why: str | None = None
    """Why this provider was chosen."""
    score: float | None = None
    rating: int | None = None
    """What a person said of the film it went into."""

    @property
    def is_usable(self) -> bool:
        """Whether it brought what was ordered."""
        return self.outcome is GenerationOutcome.SUCCEEDED

    @property
    def counts(self) -> bool:
        """Whether it tells how reliable its provider is."""
        return self.refusal not in OUR_TROUBLE

    @property
    def worth(self) -> tuple[float | None, float]:
        """The score it teaches, and how many evaluator's scores that is worth; a person's word outweighs those."""
        return worth(self.score, self.rating) if self.is_usable else (None, 1.0)


@frozen
class PriceEvidence:
    """How what was charged compares with what had been estimated."""

    charges: int
    median: float
    highest: float


def provider_name(value: object) -> str | None:
    """A provider's name as an id: lower case, dashes for what an id cannot hold."""
    if not isinstance(value, str):
        return None
    return _NOT_IN_A_NAME.sub("-", value.lower()).replace("..", "-").strip("-._")[:64] or None


def generation(db: Database, generation_id: str) -> GenerationRecord:
    """One order, as it was noted."""
    row = db.first(f"{_ORDERS} WHERE generation_id = :generation_id", generation_id=generation_id)
    return _record(required(row, "generation", generation_id))


def newest(db: Database, *, medium: Medium | None = None, provider: str | None = None) -> list[GenerationRecord]:
    """The newest orders that teach, newest first; without those that a person paused or forgot."""
    wanted = {"medium": medium, "provider": provider_name(provider)}
    conditions = " AND ".join(_WANTED[name] for name, value in wanted.items() if value is not None)
    sql = f"{_ORDERS} WHERE {conditions or '1 = 1'} {_THAT_TEACH}"
    return [_record(row) for row in db.all(sql, **wanted, most=MOST_ORDERS)]


# A person rates the film, which only the winner's work went into.
_ORDERS: Final = """
    SELECT generations.*,
           CASE WHEN runs.winning_pilot IS NULL OR generations.pilot_id IS NULL
                  OR generations.pilot_id = runs.winning_pilot THEN productions.rating END AS rating
      FROM generations
      LEFT JOIN runs ON runs.run_id = generations.run_id
      LEFT JOIN productions ON productions.run_id = generations.run_id
"""
_WANTED: Final = {"medium": "generations.medium = :medium", "provider": "generations.provider = :provider"}
_THAT_TEACH: Final = """
       AND generations.teaches = 1
       AND NOT EXISTS (SELECT 1 FROM forgotten_productions WHERE run_id = generations.run_id)
       AND NOT EXISTS (
           SELECT 1
             FROM provider_learnings
            WHERE run_id = generations.run_id AND provider = generations.provider AND paused_at IS NOT NULL)
     ORDER BY generations.at DESC, generations.generation_id DESC
     LIMIT :most
"""


def price_evidence(db: Database, provider: str, model: str, since: date | None = None) -> PriceEvidence | None:
    """What the newest orders since a day were really charged against their estimates; None where they are too few."""
    rows = db.all(
        _CHARGES,
        provider=provider_name(provider),
        model=model,
        since=0 if since is None else stamp(datetime.combine(since, time(), UTC)),
        most=MOST_CHARGES,
    )
    return _evidence([row.charged / row.estimated for row in rows])


def price_of(orders: Iterable[GenerationRecord]) -> PriceEvidence | None:
    """The same of orders in hand, which come newest first."""
    paid = (each for each in orders if not each.simulated and each.estimated and each.charged)
    return _evidence([each.charged / each.estimated for each in islice(paid, MOST_CHARGES)])


def _evidence(ratios: Sequence[float]) -> PriceEvidence | None:
    if len(ratios) < FEWEST_CHARGES:
        return None
    return PriceEvidence(charges=len(ratios), median=median(ratios), highest=max(ratios))


_CHARGES: Final = """
    SELECT estimated, charged
      FROM generations
     WHERE provider = :provider AND model = :model AND at >= :since
       AND simulated = 0 AND estimated > 0 AND charged > 0
     ORDER BY at DESC, generation_id DESC
     LIMIT :most
"""


def _record(row: Any) -> GenerationRecord:
    return value_of(GenerationRecord, row, simulated=bool(row.simulated))
