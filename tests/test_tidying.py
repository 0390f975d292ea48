"""What is forgotten for its age, and what a clock that jumped may not take."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from showbible import flow, tidying
from showbible.bible import Bible
from showbible.jobs import queue
from showbible.jobs.queue import JobState
from showbible.llm.client import AnswerOutcome, Call
from showbible.llm.record import record_call
from showbible.settings import Settings
from showbible.storage import idempotency
from showbible.storage.database import Database
from showbible.storage.idempotency import Answer
from showbible.vocabulary import utcnow
from tests.clocks import Wall

KINDS = {
    "answers": "SELECT COUNT(*) FROM answers",
    "jobs": "SELECT COUNT(*) FROM jobs WHERE state = 'done'",
    "failed jobs": "SELECT COUNT(*) FROM jobs WHERE state = 'failed'",
    "events": "SELECT COUNT(*) FROM events",
    "receipts": "SELECT COUNT(*) FROM receipts",
    "model calls": "SELECT COUNT(*) FROM model_calls",
}


@pytest.fixture
def wall() -> Wall:
    """The clock that tidying reads."""
    return Wall()


@pytest.fixture
def studio(settings: Settings, wall: Wall) -> Iterator[Bible]:
    """A studio that has something of everything that is ever forgotten, tidied once today."""
    with Bible(settings, clock=wall) as opened:
        run = opened.runs.start("Whales", budget=1)
        opened.runs.finish(run.id)
        opened.worker().run_all()
        _fail_a_job(opened.db)
        opened.recall("whales")
        record_call(opened.db, _call())
        with opened.db.transaction():
            idempotency.keep(opened.db, "local", "key-1", Answer(request="x", status=201, body="{}"))
        _tidy(opened)
        yield opened


def _call() -> Call:
    return Call(
        prompt="caption",
        model="lamp",
        outcome=AnswerOutcome.ANSWERED,
        at=utcnow(),
        milliseconds=1,
        tokens_in=1,
        tokens_out=1,
    )


def _fail_a_job(db: Database) -> None:
    with db.transaction():
        queue.announce(db, "run.deleted", run_id="x", project_id="default")
    job = queue.claim(db, owner="server:1:x", lease_ms=60_000)
    assert job is not None
    queue.give_up(db, job, "no room")


def _tidy(bible: Bible) -> None:
    flow.tidy_up(bible.resources, {})


def _left(bible: Bible) -> set[str]:
    return {kind for kind, sql in KINDS.items() if bible.db.value(sql)}


def _days_pass(bible: Bible, wall: Wall, days: int) -> None:
    """Let days pass with a worker that looks at the clock and tidies."""
    for _ in range(days * 4):
        wall.pass_by(hours=6)
        _tidy(bible)


@pytest.mark.parametrize("days", [400, -2])
def test_a_clock_that_jumps_removes_nothing(studio: Bible, wall: Wall, days: int) -> None:
    wall.jump(days=days)

    _tidy(studio)

    assert (_left(studio), studio.clock_doubt() is not None) == (set(KINDS), True)


def test_a_clock_that_jumps_keeps_files_too(studio: Bible, wall: Wall) -> None:
    partial = studio.workspace.home / "stores" / "partial" / "x"
    partial.parent.mkdir(parents=True, exist_ok=True)
    partial.touch()
    wall.jump(days=400)

    flow.tidy_files(studio.resources, {})

    assert partial.exists()


def test_a_persons_word_lets_tidying_go_on_and_keeps_answers_for_a_day_that_passed(studio: Bible, wall: Wall) -> None:
    wall.jump(days=400)
    _tidy(studio)

    studio.trust_clock()
    _tidy(studio)
    at_once = _left(studio)
    _days_pass(studio, wall, 2)

    assert (at_once, _left(studio)) == ({"answers"}, set())


def test_three_days_of_steady_time_let_tidying_go_on(studio: Bible, wall: Wall) -> None:
    wall.jump(days=400)
    _tidy(studio)

    _days_pass(studio, wall, 2)
    after_two = _left(studio)
    _days_pass(studio, wall, 2)

    assert (after_two, _left(studio)) == (set(KINDS), set())


def test_a_clock_set_ahead_a_little_does_not_shorten_the_day_of_an_answer(studio: Bible, wall: Wall) -> None:
    wall.jump(hours=23)
    _tidy(studio)
    wall.pass_by(hours=2)

    _tidy(studio)

    assert "answers" in _left(studio) and studio.clock_doubt() is None


@pytest.mark.parametrize(
    ("days", "gone"),
    [
        (2, {"answers"}),
        (8, {"answers", "jobs"}),
        (31, {"answers", "jobs", "events"}),
        (91, set(KINDS)),
    ],
)
def test_everything_goes_in_its_time(studio: Bible, wall: Wall, days: int, gone: set[str]) -> None:
    wall.pass_by(hours=1)
    _tidy(studio)
    wall.pass_by(days=days)

    _tidy(studio)

    assert set(KINDS) - _left(studio) == gone


def test_more_than_one_batch_goes_in_one_pass(small: Bible) -> None:
    with small.db.transaction():
        for number in range(tidying.BATCH + 1):
            queue.announce(small.db, "lamp.lit", number=number)
        small.db.run("UPDATE jobs SET state = 'done', announced_at = :then", then=0)

    flow.tidy_up(small.resources, {})

    assert queue.counts(small.db)[JobState.DONE] == 0


def test_answers_that_a_projects_own_file_keeps_go_too(folder: Settings, wall: Wall) -> None:
    with Bible(folder, clock=wall) as bible:
        project_id = bible.projects.create("whales").project_id
        _tidy(bible)
        wall.pass_by(days=2)
        _tidy(bible)
        project = bible.workspace.project(project_id)
        with project.transaction():
            idempotency.keep(project, "local", "key-1", Answer(request="x", status=201, body="{}"))

        wall.pass_by(days=3)
        _tidy(bible)

        assert project.value("SELECT COUNT(*) FROM answers") == 0
