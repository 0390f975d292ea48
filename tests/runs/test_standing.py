"""How far a run is, and how long it will still take."""

from __future__ import annotations

from datetime import timedelta

import pytest

from showbible.runs.model import NewDelivery, Run
from showbible.runs.recall import one
from showbible.runs.recall.standing import LEFT, pace, seconds_left, standing
from showbible.runs.record import delivery, life, notes, pilots
from showbible.storage.database import Database
from showbible.vocabulary import utcnow
from tests.builders import a_run

NOW = utcnow()


def race(db: Database, *, made: tuple[int, int] = (2, 3)) -> str:
    """A run of four scenes whose pilots began their video a minute ago."""
    run_id = a_run(db, total_scenes=4)
    life.enter(db, run_id, "generating_video", at=NOW - timedelta(seconds=60))
    for name, number in zip("ab", made, strict=True):
        pilots.add_pilot(db, run_id, name, tier="animated", budget="2")
        for scene in range(number):
            delivery.deliver(db, run_id, "video", "videos/x.mp4", NewDelivery(pilot_id=name, scene_id=f"s{scene}"))
    return run_id


def counted(run: Run) -> list[tuple[str | None, int]]:
    return [(each.pilot_id, each.made) for each in standing(run).takes]


def test_each_pilot_has_its_own_takes(db: Database) -> None:
    run = one.run(db, race(db))

    assert (counted(run), standing(run).made, standing(run).planned) == ([("a", 2), ("b", 3)], 5, 8)


def test_who_was_rejected_makes_nothing_more(db: Database) -> None:
    run_id = race(db)
    pilots.judge_pilot(db, run_id, "b", status="rejected")

    assert counted(one.run(db, run_id)) == [("a", 2)]


def test_once_there_is_a_winner_its_takes_alone_count(db: Database) -> None:
    run_id = race(db)

    assert counted(pilots.name_winner(db, run_id, "b")) == [("b", 3)]


def test_a_run_without_pilots_counts_its_scenes(db: Database) -> None:
    run_id = a_run(db, total_scenes=4)
    delivery.deliver(db, run_id, "video", "videos/x.mp4", NewDelivery(scene_id="s1"))

    assert counted(one.run(db, run_id)) == [(None, 1)]


def test_the_percentage_is_the_one_that_lists_and_the_api_tell(db: Database) -> None:
    run = one.run(db, race(db))

    assert standing(run).percent == one.summary(db, run.run_id).progress == 50


@pytest.mark.parametrize(
    ("done", "total", "left"), [(0, 8, None), (4, 0, None), (2, 8, 180.0), (8, 8, 0.0), (9, 8, 0.0)]
)
def test_the_rest_goes_as_what_is_done_went(done: float, total: float, left: float | None) -> None:
    assert pace(elapsed=60, done=done, total=total) == left


def test_the_time_left_is_what_the_producer_said_last(db: Database) -> None:
    run_id = race(db)
    for told in (400, 90):
        notes.report(db, run_id, "video", "running", data={LEFT: told}, at=NOW - timedelta(seconds=10))
    notes.report(db, run_id, "video", "running", message="a word", at=NOW)

    reports, _ = one.reports(db, run_id)

    assert seconds_left(one.run(db, run_id), reports, at=NOW) == 80


def test_without_a_word_from_the_producer_the_takes_tell_the_time_left(db: Database) -> None:
    run = one.run(db, race(db, made=(2, 4)))

    assert seconds_left(run, (), at=NOW) == pytest.approx(20)


def test_nothing_is_left_of_a_run_that_is_over(db: Database) -> None:
    run = life.finish(db, race(db), "cancelled")

    assert seconds_left(run, (), at=NOW) is None
