"""A clock that jumps removes nothing; it is believed again by a person's word or by running on evenly."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from showbible.jobs import timekeeping
from showbible.jobs.timekeeping import Mark, Reading, advanced
from showbible.storage.database import Database
from showbible.vocabulary import stamp
from tests.clocks import Wall

NOON = stamp(datetime(2026, 3, 2, 12, tzinfo=UTC))


def _micros(**span: float) -> int:
    return timedelta(**span) // timedelta(microseconds=1)


def _read(*, wall: timedelta, steady: timedelta, boot: str = "first") -> Reading:
    micro = timedelta(microseconds=1)
    return Reading(wall=NOON + wall // micro, steady=steady // micro, boot=boot)


def _looked(*readings: Reading) -> Mark:
    mark = None
    for reading in readings:
        mark = advanced(mark, reading)
    assert mark is not None
    return mark


HOUR, DAY = timedelta(hours=1), timedelta(days=1)
START = _read(wall=timedelta(0), steady=HOUR)


@pytest.mark.parametrize(
    ("wall", "steady", "boot", "doubted"),
    [
        (HOUR, HOUR, "first", False),
        (400 * DAY, 400 * DAY, "first", False),
        (HOUR + DAY, HOUR, "first", False),
        (HOUR + 25 * HOUR, HOUR, "first", True),
        (400 * DAY, HOUR, "first", True),
        (timedelta(minutes=56), HOUR, "first", False),
        (timedelta(minutes=50), HOUR, "first", True),
        (-DAY, HOUR, "first", True),
        (20 * HOUR, timedelta(0), "after a restart", False),
        (90 * DAY, timedelta(0), "after months off", True),
        (-DAY, timedelta(0), "after a restart", True),
    ],
)
def test_a_clock_is_doubted_when_it_is_far_from_the_time_that_passed(
    wall: timedelta, steady: timedelta, boot: str, doubted: bool
) -> None:
    mark = _looked(START, _read(wall=wall, steady=HOUR + steady, boot=boot))

    assert (mark.doubt is not None) == doubted


def test_a_doubt_says_what_is_wrong() -> None:
    mark = _looked(START, _read(wall=400 * DAY, steady=HOUR))

    assert mark.doubt is not None
    assert mark.doubt.reason == "The clock says 6 Apr 2027, 12:00 UTC, 400 days ahead of the time expected."


@pytest.mark.parametrize("jump", [400 * DAY, -10 * DAY])
def test_a_clock_that_comes_back_is_believed_at_once(jump: timedelta) -> None:
    mark = _looked(START, _read(wall=jump, steady=HOUR), _read(wall=2 * HOUR, steady=3 * HOUR))

    assert mark.doubt is None


def _run_on(jump: timedelta, *, days: float) -> Mark:
    hours = [HOUR * number for number in range(int(days * 24) + 1)]
    return _looked(START, *(_read(wall=jump + passed, steady=HOUR + passed) for passed in hours))


@pytest.mark.parametrize("jump", [400 * DAY, -10 * DAY])
def test_a_clock_proves_itself_by_running_on_evenly_for_three_days(jump: timedelta) -> None:
    doubted = [_run_on(jump, days=days).doubt is not None for days in (0, 2.9, 3)]

    assert doubted == [True, True, False]


def test_a_clock_that_jumps_again_has_to_prove_itself_anew() -> None:
    mark = _run_on(400 * DAY, days=2.9)

    again = advanced(mark, _read(wall=800 * DAY, steady=HOUR + 3 * DAY))

    assert again.doubt is not None and again.doubt.proven == 0


def test_a_restart_does_not_take_the_proof_away() -> None:
    mark = _run_on(400 * DAY, days=2)

    after = advanced(mark, _read(wall=402 * DAY + HOUR, steady=timedelta(0), boot="second"))

    assert after.doubt is not None and after.doubt.proven == _micros(days=2)


def test_the_least_time_that_any_clock_admits_to_counts() -> None:
    both = replace(START, server=NOON)
    jumped = replace(_read(wall=400 * DAY, steady=2 * HOUR), server=NOON + _micros(days=400))

    assert _looked(both, jumped).doubt is not None


def test_the_servers_clock_tells_what_passed_while_a_machine_was_off() -> None:
    before = replace(START, server=NOON)
    after = replace(_read(wall=90 * DAY, steady=HOUR, boot="second"), server=NOON + _micros(days=90))

    assert _looked(before, after).doubt is None


def test_a_steady_day_is_known_only_after_it_passed() -> None:
    hours = [_read(wall=HOUR * number, steady=HOUR * (number + 1)) for number in range(49)]

    known = [timekeeping.a_steady_day_ago(_looked(*hours[:number])) for number in (1, 24, 25, 49)]

    slack = timedelta(microseconds=timekeeping.SLACK)
    noon = datetime(2026, 3, 2, 12, tzinfo=UTC)
    assert known == [None, None, noon - slack, noon + DAY - slack]


def test_a_clock_set_ahead_by_less_than_a_day_shortens_no_steady_day() -> None:
    hours = [_read(wall=HOUR * number, steady=HOUR * (number + 1)) for number in range(30)]

    mark = _looked(*hours, _read(wall=52 * HOUR, steady=31 * HOUR))

    slack = timedelta(microseconds=timekeeping.SLACK)
    assert mark.doubt is None
    assert timekeeping.a_steady_day_ago(mark) == datetime(2026, 3, 2, 18, tzinfo=UTC) - slack


def test_what_was_stamped_while_the_clock_was_behind_is_not_a_day_old() -> None:
    behind = [_read(wall=HOUR * number - 3 * DAY, steady=HOUR * (number + 30)) for number in range(2)]
    hours = [_read(wall=HOUR * number, steady=HOUR * number) for number in range(30)]

    mark = _looked(*hours, *behind, _read(wall=32 * HOUR, steady=32 * HOUR))

    known = timekeeping.a_steady_day_ago(mark)
    assert mark.doubt is None
    assert known is not None and stamp(known) < NOON - _micros(days=2)


def test_the_notes_of_a_clock_that_never_rests_stay_few() -> None:
    wild = [_read(wall=DAY * (number % 2), steady=timedelta(minutes=number)) for number in range(500)]

    assert len(_looked(*wild).notes) == timekeeping.MOST_NOTES


def test_a_persons_word_ends_a_doubt(db: Database) -> None:
    wall = Wall()
    timekeeping.observe(db, wall)
    wall.jump(days=400)
    doubted = timekeeping.observe(db, wall).doubt

    timekeeping.trust(db, wall)

    assert doubted is not None
    assert timekeeping.doubt(db, wall) is None
    assert timekeeping.observe(db, wall).doubt is None


def test_looking_at_every_beat_writes_once_a_minute(db: Database) -> None:
    wall, kept = Wall(), set[str]()
    for _ in range(240):
        timekeeping.observe_sometimes(db, wall)
        kept.add(db.value("SELECT value FROM facts WHERE name = 'clock'"))
        wall.pass_by(seconds=1)

    assert len(kept) == 4


def test_a_jump_is_noticed_at_the_next_beat(db: Database) -> None:
    wall = Wall()
    timekeeping.observe_sometimes(db, wall)
    wall.jump(days=-2)

    timekeeping.observe_sometimes(db, wall)

    kept = db.value("SELECT value FROM facts WHERE name = 'clock'")
    assert '"doubt": {' in kept


def test_the_real_clocks_agree_with_one_another(db: Database) -> None:
    timekeeping.observe(db)

    assert timekeeping.observe(db).doubt is None
