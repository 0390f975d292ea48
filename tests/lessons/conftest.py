"""What tests of the lessons may ask for: a studio, productions made in one line, and a caller."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.lessons.learn import finished_runs
from showbible.lessons.model import Production
from showbible.lessons.record import productions
from showbible.runs.model import EditStyle, Run, Status, Tier
from showbible.vocabulary import DEFAULT_PROJECT, LOCAL_USER, RunId, word
from tests.web.conftest import Caller, calling

Film = Callable[..., Run]
Produce = Callable[..., Production]

MONDAY = datetime(2026, 11, 9, tzinfo=UTC)


@pytest.fixture
def call(bible: Bible) -> Iterator[Caller]:
    """A caller of the studio's API."""
    with calling(bible) as caller:
        yield caller


def work_off(bible: Bible) -> None:
    """Do every job that waits."""
    worker = bible.worker()
    while worker.run_one():
        pass


@pytest.fixture
def film(bible: Bible) -> Film:
    """Make a production from start to end; its books are closed by a worker, if anybody runs one."""

    def made(
        concept: str = "Podcast intro about whales",
        *,
        tier: str | None = "animated",
        score: float | None = 80,
        cost: str = "2.00",
        end: str = "completed",
        metadata: dict[str, Any] | None = None,
        **facts: Any,
    ) -> Run:
        run = bible.runs.start(concept, budget="100", total_scenes=4)
        if tier is not None:
            bible.runs.add_pilot(run.id, "p1", tier=tier, budget=cost)
            bible.runs.judge_pilot(run.id, "p1", score=score, status="approved")
        path = f"videos/{run.id}.mp4"
        bible.runs.deliver(run.id, "video", path, cost=cost, duration=20.0, metadata=metadata or {})
        bible.runs.describe(run.id, **{"edit_style": "safe", **facts})
        return bible.runs.finish(run.id, end)

    return made


@pytest.fixture
def produce(bible: Bible) -> Produce:
    """Keep the record of a production that nobody has to make first."""
    hours = count()

    def made(
        concept: str = "Podcast intro about whales",
        *,
        tier: str | None = "animated",
        score: float | None = 80.0,
        cost: float = 2.0,
        seconds: float = 20.0,
        scenes: int = 4,
        edit_style: str = "safe",
        status: str = "completed",
        at: datetime | None = None,
        **facts: Any,
    ) -> Production:
        hour = next(hours)
        production = Production(
            run_id=RunId(f"run-{hour:03}"),
            project_id=DEFAULT_PROJECT,
            user_id=LOCAL_USER,
            concept=concept,
            status=Status(status),
            at=at or MONDAY + timedelta(hours=hour),
            tier=word(Tier, "tier", tier) if tier else None,
            score=score,
            cost=round(cost * 1_000_000),
            duration=seconds,
            scenes=scenes,
            planned_scenes=scenes,
            edit_style=EditStyle(edit_style),
            pattern=finished_runs.kind_of(bible.db, concept),
            **facts,
        )
        productions.keep(bible.db, production)
        return production

    return made
