"""What a person decides about a pilot, and taking it back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from showbible.errors import Conflict, NotFound
from showbible.runs import recall, record
from showbible.runs.model import PilotStatus, Run
from showbible.storage import changes
from showbible.storage.changes import Book
from showbible.storage.database import Database
from showbible.vocabulary import utcnow
from tests.builders import a_run


@pytest.fixture
def run_id(db: Database) -> str:
    """A run with two scored pilots."""
    found = a_run(db, total_scenes=2)
    for name, score in (("a", 80), ("b", 70)):
        record.add_pilot(db, found, name, tier="animated", budget="2")
        record.judge_pilot(db, found, name, score=score)
    return found


def standing(run: Run) -> list[tuple[PilotStatus, str | None]]:
    return [(pilot.status, pilot.rejection_reason) for pilot in run.pilots]


def test_a_rejection_that_is_taken_back_leaves_no_reason(db: Database, run_id: str) -> None:
    seq = record.reject(db, run_id, "b", "The stripes distract.")

    run = record.take_back(db, run_id, "b", seq)

    assert standing(run) == [(PilotStatus.RUNNING, None), (PilotStatus.RUNNING, None)]


def test_an_approval_names_the_winner_until_it_is_taken_back(db: Database, run_id: str) -> None:
    seq = record.approve(db, run_id, "b")
    chosen = recall.run(db, run_id)

    back = record.take_back(db, run_id, "b", seq)

    assert (chosen.winning_pilot, chosen.score) == ("b", 70)
    assert (back.winning_pilot, back.score, standing(back)[1]) == (None, 80, (PilotStatus.RUNNING, None))


def test_taking_back_a_second_choice_brings_the_first_back(db: Database, run_id: str) -> None:
    record.approve(db, run_id, "a")
    second = record.approve(db, run_id, "b")

    assert record.take_back(db, run_id, "b", second).winning_pilot == "a"


def test_what_the_run_has_gone_on_with_stays(db: Database, run_id: str) -> None:
    seq = record.approve(db, run_id, "a")
    record.enter(db, run_id, "editing", at=utcnow() + timedelta(seconds=1))

    with pytest.raises(Conflict, match=r"gone on with it \(editing\)"):
        record.take_back(db, run_id, "a", seq)

    assert recall.run(db, run_id).winning_pilot == "a"


def test_an_older_decision_is_not_taken_back_over_a_newer_one(db: Database, run_id: str) -> None:
    seq = record.approve(db, run_id, "a")
    record.approve(db, run_id, "b")

    with pytest.raises(Conflict, match="decided again"):
        record.take_back(db, run_id, "a", seq)


def test_a_decision_belongs_to_its_run_and_its_pilot(db: Database, run_id: str) -> None:
    seq = record.approve(db, run_id, "a")
    other = a_run(db)
    record.add_pilot(db, other, "a", tier="animated", budget="2")

    for run, pilot in ((run_id, "b"), (other, "a")):
        with pytest.raises(NotFound):
            record.take_back(db, run, pilot, seq)


def test_deciding_the_same_again_is_no_decision(db: Database, run_id: str) -> None:
    record.approve(db, run_id, "a")

    assert record.approve(db, run_id, "a") == 0


def test_only_what_still_stands_is_offered_to_be_taken_back(db: Database, run_id: str) -> None:
    record.reject(db, run_id, "a", "Too dark.")
    seq = record.reject(db, run_id, "b", "The stripes distract.")
    record.judge_pilot(db, run_id, "a", status="running")

    offered = recall.decisions(db, recall.run(db, run_id))

    assert {pilot: change.seq for pilot, change in offered.items()} == {"b": seq}


def test_a_pilot_put_back_in_the_race_has_no_reason_and_has_not_won(db: Database, run_id: str) -> None:
    record.judge_pilot(db, run_id, "a", status="rejected", rejection_reason="Too dark.")
    record.name_winner(db, run_id, "a")

    run = record.judge_pilot(db, run_id, "a", status="running")

    assert (standing(run)[0], run.winning_pilot) == ((PilotStatus.RUNNING, None), None)


def test_decisions_go_with_their_run(db: Database, run_id: str) -> None:
    record.reject(db, run_id, "b", "The stripes distract.")

    record.delete(db, run_id)

    assert changes.of(db, Book.STUDIO, scope=f"run/{run_id}", kind="pilot", item_id="b") == []
