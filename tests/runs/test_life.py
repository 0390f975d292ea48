"""A run starts, moves through its stages, ends, and may be removed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from showbible.errors import Conflict, Invalid, NotFound, TooLarge
from showbible.jobs import queue
from showbible.runs.model import ENDS, PROGRESS, NewDelivery, RunStart, Stage, Status
from showbible.runs.recall import lists, one
from showbible.runs.record import delivery, life, notes, pilots
from showbible.storage.database import Database
from showbible.vocabulary import moment
from tests.builders import MINUTE, MONDAY, a_finished_run, a_run


def test_a_new_run_is_running_with_nothing_spent(db: Database) -> None:
    run = life.start(db, "Podcast intro about whales", "12.50", at=MONDAY)

    assert (run.recorded_status, run.stage, run.progress, run.spent, run.budget, run.started_at) == (
        Status.RUNNING,
        Stage.INITIALIZED,
        0,
        0,
        12_500_000,
        MONDAY,
    )


def test_a_run_belongs_to_the_default_project_when_nobody_says_otherwise(db: Database) -> None:
    assert one.run(db, a_run(db)).project_id == "default"


def test_a_run_for_an_unknown_project_is_refused(db: Database) -> None:
    with pytest.raises(NotFound, match="no project 'nowhere'"):
        a_run(db, project_id="nowhere")

    assert lists.count(db)[Status.RUNNING] == 0


def test_a_run_id_is_never_used_twice(db: Database) -> None:
    a_run(db, run_id="r1")

    with pytest.raises(Conflict, match="'r1' already"):
        a_run(db, "Another", run_id="r1")

    assert one.run(db, "r1").concept == "A lighthouse keeper"


@pytest.mark.parametrize("run_id", ["../../x", "..", "a..b", "", "a/b", "-x", "a" * 129, "a\x00", "naïve"])
def test_a_run_id_that_could_be_a_path_is_refused(db: Database, run_id: str) -> None:
    with pytest.raises(Invalid, match="run id"):
        a_run(db, run_id=run_id)


@pytest.mark.parametrize(
    "budget", [-1, float("nan"), float("inf"), "NaN", "1e400", "0.0000001", True, None, "ten", 1e10]
)
def test_a_budget_that_money_cannot_be_is_refused(db: Database, budget: Any) -> None:
    with pytest.raises(Invalid, match="budget"):
        a_run(db, budget=budget)


@pytest.mark.parametrize(
    ("concept", "error"), [("", Invalid), (" \n", Invalid), ("a\x00b", Invalid), ("x" * 8193, TooLarge)]
)
def test_a_concept_that_cannot_be_kept_is_refused(db: Database, concept: str, error: type[Exception]) -> None:
    with pytest.raises(error, match="concept"):
        a_run(db, concept)


def test_entering_a_stage_closes_the_one_before_with_the_time_it_took(db: Database) -> None:
    run_id = life.start(db, "Whales", 1, at=MONDAY).run_id
    life.enter(db, run_id, "generating_scripts", at=MONDAY + MINUTE)
    life.enter(db, run_id, "generating_video", at=MONDAY + 3 * MINUTE)

    timeline = one.timeline(db, run_id)

    assert [(event.stage, event.duration_ms) for event in timeline] == [
        (Stage.INITIALIZED, 60_000),
        (Stage.GENERATING_SCRIPTS, 120_000),
        (Stage.GENERATING_VIDEO, None),
    ]


def test_each_stage_has_its_progress(db: Database) -> None:
    run_id = a_run(db)
    stages = [stage for stage in Stage if stage not in ENDS.values()]

    reached = [life.enter(db, run_id, stage).progress for stage in stages]

    assert reached == [PROGRESS[stage] for stage in stages] == [0, 10, 20, 30, 50, 70, 80, 90, 95]


def test_going_back_to_an_earlier_stage_keeps_the_progress(db: Database) -> None:
    run_id = a_run(db)
    life.enter(db, run_id, "evaluating")

    again = life.enter(db, run_id, "generating_video")

    assert (again.stage, again.progress) == (Stage.GENERATING_VIDEO, 80)


def test_an_unknown_stage_is_refused_and_changes_nothing(db: Database) -> None:
    run_id = a_run(db)

    with pytest.raises(Invalid, match="stage must be one of"):
        life.enter(db, run_id, "daydreaming")

    assert len(one.timeline(db, run_id)) == 1


def test_details_of_a_stage_are_kept(db: Database) -> None:
    run_id = a_run(db)
    life.enter(db, run_id, "editing", details={"cuts": 7, "note": "überall"})

    assert one.timeline(db, run_id)[-1].details == {"cuts": 7, "note": "überall"}


def test_a_completed_run_is_at_100_percent_and_announces_itself(db: Database) -> None:
    run = a_finished_run(db)

    assert (run.recorded_status, run.stage, run.progress) == (Status.COMPLETED, Stage.COMPLETED, 100)
    (told,) = [job.payload for job in queue.listed(db).items]
    assert (told["run_id"], moment(told["at"])) == (run.run_id, run.timeline[-1].at)


def test_a_failed_run_keeps_its_progress_and_shows_the_error_in_its_timeline(db: Database) -> None:
    run_id = a_run(db)
    life.enter(db, run_id, "generating_video")

    run = life.finish(db, run_id, "failed", error="The provider gave up.")

    assert (run.recorded_status, run.progress, run.timeline[-1].error) == (Status.FAILED, 50, "The provider gave up.")
    assert run.errors == ("The provider gave up.",)


def test_failing_through_the_stage_is_the_same_as_finishing(db: Database) -> None:
    run_id = a_run(db)
    life.enter(db, run_id, "editing")

    run = life.enter(db, run_id, "failed", details={"error": "No oil."})

    assert (run.recorded_status, run.progress, run.errors) == (Status.FAILED, 90, ("No oil.",))


def test_a_cancelled_run_is_not_a_failed_one(db: Database) -> None:
    run = a_finished_run(db, status="canceled")

    assert (run.recorded_status, run.stage) == (Status.CANCELLED, Stage.CANCELLED)


def test_completing_twice_changes_nothing(db: Database) -> None:
    first = a_finished_run(db)

    second = life.finish(db, first.run_id, "done")

    assert second == first
    assert queue.listed(db).total == 1


def test_a_run_ends_only_once(db: Database) -> None:
    run = a_finished_run(db)

    with pytest.raises(Conflict, match="ended as completed"):
        life.finish(db, run.run_id, "failed")


@pytest.mark.parametrize("status", ["running", "stalled", "asleep", ""])
def test_a_run_cannot_end_as_something_else(db: Database, status: str) -> None:
    run_id = a_run(db)

    with pytest.raises(Invalid):
        life.finish(db, run_id, status)

    assert one.run(db, run_id).recorded_status is Status.RUNNING


def test_a_run_that_is_over_takes_no_more_facts(db: Database) -> None:
    run_id = a_finished_run(db).run_id
    before = one.run(db, run_id)

    for verb in (
        lambda: life.enter(db, run_id, "editing"),
        lambda: pilots.add_pilot(db, run_id, "a", tier="animated", budget=1),
        lambda: delivery.deliver(db, run_id, "video", "a.mp4", NewDelivery(cost=1)),
        lambda: notes.note(db, run_id, "error", "late"),
        lambda: notes.report(db, run_id, "editor", "running"),
        lambda: life.describe(db, run_id, mood="tense"),
        lambda: life.beat(db, run_id),
    ):
        with pytest.raises(Conflict, match="is over"):
            verb()

    assert one.run(db, run_id) == before


def test_what_is_unknown_is_an_error_not_a_silence(db: Database) -> None:
    for verb in (
        lambda: one.run(db, "nope"),
        lambda: life.enter(db, "nope", "editing"),
        lambda: life.finish(db, "nope"),
        lambda: life.delete(db, "nope"),
        lambda: delivery.deliver(db, "nope", "video", "a.mp4"),
    ):
        with pytest.raises(NotFound, match="no run 'nope'"):
            verb()


def test_more_can_be_said_about_a_run(db: Database) -> None:
    run_id = a_run(db)

    run = life.describe(
        db,
        run_id,
        total_scenes=6,
        extracted_themes=["sea", "duty"],
        edit_style="dynamic",
        mood="tense",
        edl_path="cut.edl",
    )

    assert (run.total_scenes, run.extracted_themes, run.edit_style, run.mood, run.edl_path) == (
        6,
        ("sea", "duty"),
        "creative",
        "tense",
        "cut.edl",
    )


def test_a_field_that_a_run_does_not_have_is_refused(db: Database) -> None:
    run_id = a_run(db)

    with pytest.raises(Invalid, match="no field 'budget'"):
        life.describe(db, run_id, budget=100)  # type: ignore[call-arg]


def test_a_deleted_run_leaves_no_trace(db: Database) -> None:
    run_id = a_run(db, "Whales at dusk")
    delivery.deliver(db, run_id, "video", "a.mp4", NewDelivery(cost=1))

    life.delete(db, run_id)

    left = {table: db.value(f"SELECT COUNT(*) FROM {table}") for table in ("runs", "run_assets", "run_stages")}
    assert left == {"runs": 0, "run_assets": 0, "run_stages": 0}
    assert (lists.matching(db, "whales"), lists.count(db)[Status.RUNNING]) == ((), 0)


def test_a_run_without_news_is_stalled_until_it_speaks_again(db: Database) -> None:
    run_id = life.start(db, "Whales", 1, at=MONDAY).run_id
    later = MONDAY + timedelta(seconds=61)

    assert one.run(db, run_id).status(at=later, stalled_after=60) is Status.STALLED

    life.beat(db, run_id, at=later)
    assert one.run(db, run_id).status(at=later, stalled_after=60) is Status.RUNNING


def test_a_stalled_run_can_be_closed(db: Database) -> None:
    run_id = life.start(db, "Whales", 1, at=MONDAY).run_id

    run = life.finish(db, run_id, "failed", error="Its process died.")

    assert run.status(at=MONDAY + timedelta(days=9), stalled_after=60) is Status.FAILED


def test_scenes_out_of_range_are_refused(db: Database) -> None:
    with pytest.raises(Invalid, match="total_scenes"):
        life.start(db, "Whales", 1, RunStart(total_scenes=-1))
