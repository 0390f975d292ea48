"""Builders: orders at providers, and films of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, Final

from showbible.lessons.recall.generations import GenerationOutcome, GenerationRecord
from showbible.providers.model import Medium

MONDAY: Final = datetime(2026, 11, 9, tzinfo=UTC)
_numbers: Final = count()


def an_order(provider: str = "runway", *, outcome: str = "succeeded", **facts: Any) -> GenerationRecord:
    """An order that ended, a minute after the last one."""
    number = next(_numbers)
    told = {"generation_id": f"order-{number}", "medium": Medium.VIDEO, "at": MONDAY + timedelta(minutes=number)}
    return GenerationRecord(provider=provider, outcome=GenerationOutcome(outcome), **{**told, **facts})


def a_film(provider: str, score: float, *, shots: int = 1, failed: int = 0, **facts: Any) -> list[GenerationRecord]:
    """The orders of a film: so many shots, which got a score together, and so many that failed."""
    run_id = f"run-{next(_numbers)}"
    made = [an_order(provider, run_id=run_id, score=score, **facts) for _ in range(shots)]
    return made + [an_order(provider, outcome="failed", run_id=run_id, **facts) for _ in range(failed)]
