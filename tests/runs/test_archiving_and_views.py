"""Runs that are put away, views that are kept, and what a list asks of many runs at once."""

from __future__ import annotations

import pytest

from showbible.errors import Conflict, Invalid, NotFound, TooLarge
from showbible.runs.model import Stage, Status, Tier
from showbible.runs.recall import endings, lists, log, one
from showbible.runs.recall import views as run_views
from showbible.runs.recall.endings import RunEnding
from showbible.runs.recall.lists import WantedRuns
from showbible.runs.recall.views import SavedView
from showbible.runs.record import archiving, life, pilots, views
from showbible.runs.record import archiving as run_archiving
from showbible.runs.record.views import LONGEST_NAME, MOST_VIEWS
from showbible.storage.database import Database
from tests.builders import MONDAY, a_finished_run, a_run, a_run_with_pilot


def _totals(db: Database, status: Status | None = None) -> tuple[int, int, int]:
    """How many runs are in the list, in the archive, and in both."""
    shown, away, both = (
        lists.runs(db, WantedRuns(status=status, archived=archived), stalled_after=60).total
        for archived in (False, True, None)
    )
    return shown, away, both


def test_an_archived_run_leaves_the_list_and_its_counts(db: Database) -> None:
    kept, gone = a_finished_run(db), a_finished_run(db)

    run_archiving.archive(db, [gone.run_id])

    assert (_totals(db), lists.count(db)[Status.COMPLETED]) == ((1, 1, 2), 1)
    assert [run.run_id for run in lists.runs(db, WantedRuns(archived=False), stalled_after=60).items] == [kept.run_id]


def test_an_archived_run_can_still_be_read(db: Database) -> None:
    run = a_finished_run(db, "Whales")

    run_archiving.archive(db, [run.run_id], at=MONDAY)

    assert (one.run(db, run.run_id).concept, one.summary(db, run.run_id).archived_at) == ("Whales", MONDAY)


def test_what_still_runs_is_not_put_away(db: Database) -> None:
    batch = run_archiving.archive(db, [a_run(db)])

    assert (batch.runs, _totals(db)) == (0, (1, 0, 1))


def test_archiving_twice_takes_nothing_off_the_counts_twice(db: Database) -> None:
    run_id = a_finished_run(db).run_id
    run_archiving.archive(db, [run_id])

    again = run_archiving.archive(db, [run_id])

    assert (again.runs, _totals(db, Status.COMPLETED)) == (0, (0, 1, 1))


def test_two_batches_of_one_moment_are_undone_apart(db: Database) -> None:
    first, second = a_finished_run(db).run_id, a_finished_run(db).run_id
    run_archiving.archive(db, [first], at=MONDAY)
    batch = run_archiving.archive(db, [second], at=MONDAY)

    assert (archiving.undo(db, batch.number), _totals(db)) == (1, (1, 1, 2))
    assert one.summary(db, first).archived_at is not None


def test_more_than_fit_into_one_statement_are_put_away_and_brought_back(db: Database) -> None:
    run_ids = [a_finished_run(db).run_id, *(f"nobody-{n}" for n in range(archiving.AT_ONCE)), a_finished_run(db).run_id]

    away = run_archiving.archive(db, run_ids).runs
    back = run_archiving.restore(db, run_ids)

    assert (away, back, _totals(db)) == (2, 2, (2, 0, 2))


def test_deleting_an_archived_run_leaves_the_counts_right(db: Database) -> None:
    a_finished_run(db)
    gone = a_finished_run(db).run_id
    run_archiving.archive(db, [gone])

    life.delete(db, gone)

    assert (_totals(db), lists.count(db)[Status.COMPLETED]) == ((1, 0, 1), 1)


def test_every_id_that_passes_a_filter_is_found(db: Database) -> None:
    wanted, _other = a_run_with_pilot(db), a_run(db)

    assert lists.every_id(db, WantedRuns(tier=Tier.ANIMATED), stalled_after=60) == (wanted,)


def test_a_run_with_two_pilots_of_a_tier_is_listed_once(db: Database) -> None:
    run_id = a_run_with_pilot(db)
    pilots.add_pilot(db, run_id, "b", tier="animated", budget="1")

    page = lists.runs(db, WantedRuns(tier=Tier.ANIMATED), stalled_after=60)

    assert ([run.run_id for run in page.items], page.total) == ([run_id], 1)


def test_many_runs_tell_at_once_where_and_why_they_ended(db: Database) -> None:
    failed, running, fine = a_run(db), a_run(db), a_run(db)
    life.enter(db, failed, "editing")
    life.finish(db, failed, "failed", error="no power")
    life.enter(db, running, "rendering")
    life.finish(db, fine)

    assert endings.endings(db, [failed, running, fine, "nobody"]) == {
        failed: RunEnding(stage=Stage.EDITING, error="no power"),
        running: RunEnding(stage=Stage.RENDERING),
        fine: RunEnding(stage=Stage.INITIALIZED),
    }


def test_the_newest_lines_of_a_log_come_oldest_first(db: Database) -> None:
    run_id = a_run(db)
    for stage in ("planning_pilots", "generating_video", "editing"):
        life.enter(db, run_id, stage)

    newest = log.newest(db, run_id, limit=2)

    assert newest == log.happenings(db, after=0, run_id=run_id)[-2:]


def test_a_kept_view_is_found_by_its_name(db: Database) -> None:
    views.keep_view(db, "  Trouble ", "?status=failed")

    assert run_views.view(db, "Trouble") == SavedView(name="Trouble", query="?status=failed", is_default=False)


def test_only_one_view_opens_the_list(db: Database) -> None:
    views.keep_view(db, "One", "?a", is_default=True)
    views.keep_view(db, "Two", "?b", is_default=True)

    assert [(view.name, view.is_default) for view in run_views.views(db)] == [("One", False), ("Two", True)]


def test_no_view_need_open_the_list(db: Database) -> None:
    views.keep_view(db, "One", "?a", is_default=True)

    views.open_with(db, None)

    assert run_views.default_view(db) is None


def test_a_view_kept_again_changes_and_stays_what_it_was_else(db: Database) -> None:
    views.keep_view(db, "One", "?a", is_default=True)

    views.keep_view(db, "One", "?b")

    assert run_views.views(db) == (SavedView(name="One", query="?b", is_default=True),)


@pytest.mark.parametrize("name", ["", "   ", "x" * (LONGEST_NAME + 1)])
def test_a_view_needs_a_name_of_some_length(db: Database, name: str) -> None:
    with pytest.raises((Invalid, TooLarge)):
        views.keep_view(db, name, "?a")


def test_an_unknown_view_opens_nothing(db: Database) -> None:
    with pytest.raises(NotFound):
        views.open_with(db, "nobody")


def test_views_do_not_pile_up_without_end(db: Database) -> None:
    for n in range(MOST_VIEWS):
        views.keep_view(db, f"View {n}", "?a")

    with pytest.raises(Conflict, match="Delete one"):
        views.keep_view(db, "One more", "?a")
