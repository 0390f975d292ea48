"""Lists of runs, what agents report, and the log behind live views."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from showbible.errors import Invalid
from showbible.runs.model import NewDelivery, RunSort, RunStart, Stage, Status, Summary
from showbible.runs.recall import lists, one
from showbible.runs.recall import log as run_log
from showbible.runs.recall.lists import WantedRuns
from showbible.runs.recall.one import MOST_REPORTS
from showbible.runs.record import delivery, life, notes, pilots
from showbible.runs.record import log as record_log
from showbible.storage.database import Database
from showbible.storage.paging import Page
from tests.builders import MINUTE, MONDAY, a_finished_run, a_run


def _list(db: Database, wanted: WantedRuns | None = None, **how: Any) -> Page[Summary]:
    return lists.runs(db, wanted or WantedRuns(), stalled_after=10**9, **how)


def _concepts(page: Page[Summary]) -> list[str]:
    return [run.concept for run in page.items]


def _three(db: Database) -> None:
    for number, (concept, cost, score) in enumerate([("old", 3, 50), ("middle", 1, None), ("new", 2, 90)]):
        run_id = life.start(db, concept, 5, at=MONDAY + number * MINUTE).run_id
        pilots.add_pilot(db, run_id, "a", tier="animated", budget=5)
        delivery.deliver(db, run_id, "video", "a.mp4", NewDelivery(cost=cost))
        if score is not None:
            pilots.judge_pilot(db, run_id, "a", score=score)


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        (RunSort.NEWEST, ["new", "middle", "old"]),
        (RunSort.OLDEST, ["old", "middle", "new"]),
        (RunSort.COST, ["old", "new", "middle"]),
        (RunSort.SCORE, ["new", "old", "middle"]),
    ],
)
def test_runs_come_in_the_order_asked_for(db: Database, sort: RunSort, order: list[str]) -> None:
    _three(db)

    assert _concepts(_list(db, sort=sort)) == order


@pytest.mark.parametrize("sort", list(RunSort))
def test_paging_shows_every_run_once_in_any_order(db: Database, sort: RunSort) -> None:
    for number in range(7):
        life.start(db, f"run {number}", 1, at=MONDAY)
    seen: list[str] = []
    cursor = None

    while True:
        page = _list(db, sort=sort, limit=3, cursor=cursor)
        seen += _concepts(page)
        cursor = page.next_cursor
        if cursor is None:
            break

    assert sorted(seen) == [f"run {number}" for number in range(7)]


def test_the_filter_comes_before_the_limit(db: Database) -> None:
    a_finished_run(db, "done first")
    for _ in range(5):
        a_run(db, "still running")

    page = _list(db, WantedRuns(status=Status.COMPLETED), limit=2)

    assert (_concepts(page), page.total, page.next_cursor) == (["done first"], 1, None)


def test_runs_can_be_asked_for_by_stage_and_project(db: Database) -> None:
    from showbible.projects import record as projects

    projects.create(db, "whales")
    life.enter(db, a_run(db, "one", project_id="whales"), "editing")
    life.enter(db, a_run(db, "two"), "editing")
    a_run(db, "three", project_id="whales")

    page = _list(db, WantedRuns(stage=Stage.EDITING, project_id="whales"))

    assert (_concepts(page), page.total) == (["one"], 1)


def test_silent_runs_are_listed_as_stalled_and_not_as_running(db: Database) -> None:
    life.start(db, "silent", 1, at=MONDAY)
    life.start(db, "talking", 1, at=MONDAY + timedelta(hours=1))
    at = MONDAY + timedelta(hours=1)

    stalled = lists.runs(db, WantedRuns(status=Status.STALLED), stalled_after=60, at=at)
    running = lists.runs(db, WantedRuns(status=Status.RUNNING), stalled_after=60, at=at)

    assert (_concepts(stalled), stalled.total) == (["silent"], 1)
    assert (_concepts(running), running.total) == (["talking"], 1)


def test_totals_follow_every_change(db: Database) -> None:
    ids = [a_run(db) for _ in range(4)]
    life.enter(db, ids[0], "editing")
    life.finish(db, ids[1])
    life.delete(db, ids[2])

    assert _list(db).total == 3
    assert lists.count(db) == {
        Status.RUNNING: 2,
        Status.STALLED: 0,
        Status.COMPLETED: 1,
        Status.FAILED: 0,
        Status.CANCELLED: 0,
    }


def test_runs_are_found_by_the_words_of_their_concept(db: Database) -> None:
    a_run(db, "A lighthouse keeper decides")
    whales = a_run(db, "Whales breaching at dusk")

    assert lists.matching(db, "the whale's breach?") == (whales,)


@pytest.mark.parametrize("query", ['"', "NEAR(", "*", "don't", "a AND", "%", "-x", "()", "🎬"])
def test_no_query_is_an_error(db: Database, query: str) -> None:
    a_run(db)

    assert isinstance(lists.matching(db, query), tuple)


def test_a_run_is_found_by_its_id(db: Database) -> None:
    a_run(db, run_id="r-42")

    assert lists.matching(db, " r-42 ")[0] == "r-42"


@pytest.mark.parametrize("cursor", ["x", "WzEsImEiXQ"])
def test_a_cursor_of_another_order_is_refused(db: Database, cursor: str) -> None:
    with pytest.raises(Invalid, match="cursor"):
        _list(db, sort=RunSort.SCORE, cursor=cursor)


def test_reports_come_back_in_order_with_their_numbers(db: Database) -> None:
    run_id = a_run(db)
    first = notes.report(db, run_id, "writer", "started")
    second = notes.report(db, run_id, "writer", "completed", message="6 scenes", progress=100, data={"scenes": 6})

    reports, dropped = one.reports(db, run_id, since=first)

    assert ([report.seq for report in reports], dropped) == ([second], 0)
    assert (reports[0].message, reports[0].data) == ("6 scenes", {"scenes": 6})


def test_the_first_report_and_the_newest_survive_the_cap(db: Database) -> None:
    run_id = a_run(db)
    seqs = [notes.report(db, run_id, "renderer", "running", progress=n % 101) for n in range(MOST_REPORTS + 5)]

    reports, dropped = one.reports(db, run_id)

    assert [report.seq for report in reports] == [seqs[0], *seqs[6:]]
    assert dropped == 5


@pytest.mark.parametrize(
    ("agent", "status", "progress"),
    [
        ("", "running", None),
        ("x", "sleeping", None),
        ("x", "running", 101),
        ("x", "running", -1),
    ],
)
def test_a_report_that_makes_no_sense_is_refused(db: Database, agent: str, status: str, progress: int | None) -> None:
    run_id = a_run(db)

    with pytest.raises(Invalid):
        notes.report(db, run_id, agent, status, progress=progress)

    assert one.reports(db, run_id) == ([], 0)


def test_errors_and_warnings_are_kept_apart(db: Database) -> None:
    run_id = a_run(db)
    notes.note(db, run_id, "error", "The provider timed out.")
    notes.note(db, run_id, "warning", "Scene 2 is short.")

    run = one.run(db, run_id)

    assert (run.errors, run.warnings) == (("The provider timed out.",), ("Scene 2 is short.",))


def test_every_verb_leaves_one_line_in_the_log(db: Database) -> None:
    run_id = a_run(db)
    life.enter(db, run_id, "generating_video")
    pilots.add_pilot(db, run_id, "a", tier="animated", budget=1)
    delivery.deliver(db, run_id, "video", "a.mp4", NewDelivery(cost="0.25", scene_id="s1"))
    notes.note(db, run_id, "error", "no")
    notes.note(db, run_id, "warning", "hm")
    notes.report(db, run_id, "writer", "started")
    life.finish(db, run_id)

    log = run_log.happenings(db, after=0, run_id=run_id)

    assert [line.kind for line in log] == [
        "stage",
        "stage",
        "pilot",
        "asset",
        "error",
        "warning",
        "progress",
        "complete",
    ]
    assert [line.seq for line in log] == sorted(line.seq for line in log)


def test_a_line_tells_how_the_run_stood_after_it(db: Database) -> None:
    run_id = a_run(db)
    delivery.deliver(db, run_id, "video", "a.mp4", NewDelivery(cost="0.25", scene_id="s1"))

    body = run_log.happenings(db, after=0, run_id=run_id)[-1].body

    assert (body["budget_spent"], body["scenes_completed"], body["stage"]) == (0.25, 1, "initialized")


def test_a_refused_verb_leaves_no_line(db: Database) -> None:
    run_id = a_run(db)
    before = run_log.last_seq(db)

    with pytest.raises(Invalid):
        delivery.deliver(db, run_id, "video", "../x", NewDelivery(cost=1))

    assert run_log.last_seq(db) == before


def test_old_lines_of_finished_runs_are_forgotten_and_running_ones_kept(db: Database) -> None:
    running = life.start(db, "running", 1, at=MONDAY).run_id
    done = life.start(db, "done", 1, RunStart(run_id="done"), at=MONDAY).run_id
    life.finish(db, done, at=MONDAY)

    record_log.forget_log(db, before=MONDAY + timedelta(days=30))

    assert {line.run_id for line in run_log.happenings(db, after=0)} == {running}
