"""What tests of the lessons may ask for: a studio, productions made in one line, and a caller."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.runs.model import Run
from showbible.settings import Settings
from showbible.web.app import create_app
from tests.web.conftest import Caller

Produce = Callable[..., Run]


@pytest.fixture
def bible(settings: Settings) -> Iterator[Bible]:
    """An empty studio, on each database in turn."""
    with Bible(settings) as opened:
        yield opened


@pytest.fixture
def call(bible: Bible) -> Iterator[Caller]:
    """A caller of the studio's API."""
    caller = Caller(create_app(bible))
    yield caller
    caller.close()


def work_off(bible: Bible) -> None:
    """Do every job that waits."""
    worker = bible.worker()
    while worker.run_one():
        pass


@pytest.fixture
def produce(bible: Bible) -> Produce:
    """Make a production from start to end and close its books."""

    def made(
        concept: str = "Podcast intro about whales",
        *,
        tier: str | None = "animated",
        score: float | None = 80,
        cost: str = "2.00",
        seconds: float = 20.0,
        scenes: int = 4,
        edit_style: str | None = "safe",
        end: str = "completed",
        rating: object = None,
        metadata: dict[str, Any] | None = None,
        **facts: Any,
    ) -> Run:
        run = bible.runs.start(concept, budget="100", total_scenes=scenes)
        if tier is not None:
            bible.runs.add_pilot(run.id, "p1", tier=tier, budget=cost)
            bible.runs.judge_pilot(run.id, "p1", score=score, status="approved")
        bible.runs.deliver(
            run.id, "video", f"videos/{run.id}.mp4", cost=cost, duration=seconds, metadata=metadata or {}
        )
        told = {name: value for name, value in {"edit_style": edit_style, **facts}.items() if value is not None}
        bible.runs.describe(run.id, **told)
        run = bible.runs.finish(run.id, end)
        work_off(bible)
        if rating is not None:
            bible.lessons.rate(run.id, rating)
        return run

    return made
