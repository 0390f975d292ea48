"""What a step of a run cost is booked with its name: once when it succeeded, and each time it failed."""

from __future__ import annotations

import pytest

from showbible.bible import Bible
from showbible.errors import Invalid, NotFound
from showbible.runs.model import Run
from showbible.studio.ledger import paid


@pytest.fixture
def run(bible: Bible) -> Run:
    return bible.runs.start("Owls at night", budget="5")


def _lines(bible: Bible, run: Run) -> list[tuple[str, str, int, int]]:
    return [(each.step, each.state.value, each.cost, each.try_number) for each in paid.entries(bible.db, run.run_id)]


def test_a_step_that_succeeded_is_booked_once(bible: Bible, run: Run) -> None:
    first = bible.runs.pay(run.run_id, "writer#1", cost=600, provider="scripted")
    second = bible.runs.pay(run.run_id, "writer#1", cost=900, provider="scripted")

    assert (first, second, bible.runs.get(run.run_id).spent) == (True, False, 600)
    assert _lines(bible, run) == [("writer#1", "succeeded", 600, 1)]


def test_every_try_of_a_step_that_failed_is_booked(bible: Bible, run: Run) -> None:
    bible.runs.pay(run.run_id, "writer#1", cost=100, provider="scripted", error="no answer")
    bible.runs.pay(run.run_id, "writer#1", cost=600, provider="scripted")

    assert _lines(bible, run) == [("writer#1", "failed", 100, 1), ("writer#1", "succeeded", 600, 2)]
    assert bible.runs.get(run.run_id).spent == 700


def test_what_cannot_be_booked_changes_nothing(bible: Bible, run: Run) -> None:
    with pytest.raises(Invalid, match="cost must be 0 or more"):
        bible.runs.pay(run.run_id, "writer#1", cost=-1, provider="scripted")
    with pytest.raises(Invalid, match="step is empty"):
        bible.runs.pay(run.run_id, " ", cost=1, provider="scripted")
    with pytest.raises(NotFound):
        bible.runs.pay("nobody", "writer#1", cost=1, provider="scripted")

    assert (_lines(bible, run), bible.runs.get(run.run_id).spent) == ([], 0)
