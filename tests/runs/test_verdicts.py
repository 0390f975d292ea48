"""What a person decides about a pilot, and taking it back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from showbible.errors import Conflict, NotFound
from showbible.runs.model import PilotStatus, Run
from showbible.runs.recall import one
from showbible.runs.recall import verdicts as run_verdicts
from showbible.runs.record import life, pilots, verdicts
from showbible.storage import changes
from showbible.storage.database import Database
from showbible.vocabulary import utcnow
from tests.builders import a_run


@pytest.fixture
def run_id(db: Database) -> str:
    """A run with two scored pilots."""
    found = a_run(db, total_scenes=2)
    for name, score in (("a", 80), ("b", 70)):
        pilots.add_pilot(db, found, name, tier="animated", budget="2")
        pilots.judge_pilot(db, found, name, score=score)
    return found


def standing(run: Run) -> list[tuple[PilotStatus, str | None]]:
    return [(pilot.status, pilot.rejection_reason) for pilot in run.pilots]


def test_a_rejection_that_is_taken_back_leaves_no_reason(db: Database, run_id: str) -> None:
    seq = verdicts.reject(db, run_id, "b", "The stripes distract.")

    run = verdicts.undo(db, run_id, "b", seq)

    assert standing(run) == [(PilotStatus.RUNNING, None), (PilotStatus.RUNNING, None)]


def test_an_approval_names_the_winner_until_it_is_taken_back(db: Database, run_id: str) -> None:
    seq = verdicts.approve(db, run_id, "b")
    chosen = one.run(db, run_id)

    back = verdicts.undo(db, run_id, "b", seq)

    assert (chosen.winning_pilot, chosen.score) == ("b", 70)
    assert (back.winning_pilot, back.score, standing(back)[1]) == (None, 80, (PilotStatus.RUNNING, None))


def test_taking_back_a_second_choice_brings_the_first_back(db: Database, run_id: str) -> None:
    verdicts.approve(db, run_id, "a")
    second = verdicts.approve(db, run_id, "b")

    assert verdicts.undo(db, run_id, "b", second).winning_pilot == "a"


def test_what_the_run_has_gone_on_with_stays(db: Database, run_id: str) -> None:
    seq = verdicts.approve(db, run_id, "a")
    life.enter(db, run_id, "editing", at=utcnow() + timedelta(seconds=1))

    with pytest.raises(Conflict, match=r"gone on with it \(editing\)"):
        verdicts.undo(db, run_id, "a", seq)

    assert one.run(db, run_id).winning_pilot == "a"


def test_an_older_decision_is_not_taken_back_over_a_newer_one(db: Database, run_id: str) -> None:
    seq = verdicts.approve(db, run_id, "a")
    verdicts.approve(db, run_id, "b")

    with pytest.raises(Conflict, match="decided again"):
        verdicts.undo(db, run_id, "a", seq)


def test_a_decision_belongs_to_its_run_and_its_pilot(db: Database, run_id: str) -> None:
    seq = verdicts.approve(db, run_id, "a")
    other = a_run(db)
    pilots.add_pilot(db, other, "a", tier="animated", budget="2")

    for run, pilot in ((run_id, "b"), (other, "a")):
        with pytest.raises(NotFound):
            verdicts.undo(db, run, pilot, seq)


def test_deciding_the_same_again_is_no_decision(db: Database, run_id: str) -> None:
    verdicts.approve(db, run_id, "a")

    assert verdicts.approve(db, run_id, "a") == 0


def test_only_what_still_stands_is_offered_to_be_taken_back(db: Database, run_id: str) -> None:
    verdicts.reject(db, run_id, "a", "Too dark.")
    seq = verdicts.reject(db, run_id, "b", "The stripes distract.")
    pilots.judge_pilot(db, run_id, "a", status="running")

    offered = run_verdicts.decisions(db, one.run(db, run_id))

    assert {pilot: change.seq for pilot, change in offered.items()} == {"b": seq}


def test_a_pilot_put_back_in_the_race_has_no_reason_and_has_not_won(db: Database, run_id: str) -> None:
    pilots.judge_pilot(db, run_id, "a", status="rejected", rejection_reason="Too dark.")
    pilots.name_winner(db, run_id, "a")

    run = pilots.judge_pilot(db, run_id, "a", status="running")

    assert (standing(run)[0], run.winning_pilot) == ((PilotStatus.RUNNING, None), None)


def test_a_pilot_approved_after_all_has_no_reason(db: Database, run_id: str) -> None:
    pilots.judge_pilot(db, run_id, "a", status="rejected", rejection_reason="Too dark.")

    run = pilots.judge_pilot(db, run_id, "a", status="approved")

    assert standing(run)[0] == (PilotStatus.APPROVED, None)


def test_decisions_go_with_their_run(db: Database, run_id: str) -> None:
    verdicts.reject(db, run_id, "b", "The stripes distract.")

    life.delete(db, run_id)

    assert changes.of(db, owner=f"run/{run_id}", kind="pilot", item_id="b") == []
