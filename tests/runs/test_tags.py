"""Tags: put on one run or many, taken off, found by, told in the log, and gone with their run."""

from __future__ import annotations

import pytest

from showbible.errors import Invalid, NotFound
from showbible.runs.api import Runs
from showbible.runs.recall import documents, lists, log
from showbible.runs.recall import one as run_one
from showbible.runs.recall import tags as run_tags
from showbible.runs.recall.lists import WantedRuns
from showbible.runs.recall.tag_words import LONGEST, MOST, folded
from showbible.runs.recall.tags import KnownTag
from showbible.runs.record import archiving, life, tagging
from showbible.storage.database import Database
from tests.builders import MONDAY, a_finished_run, a_run


def _tags(db: Database, *run_ids: str) -> list[tuple[str, ...]]:
    return [run_one.summary(db, run_id).tags for run_id in run_ids]


def _listed(db: Database, wanted: WantedRuns) -> tuple[list[str], int]:
    page = lists.runs(db, wanted, stalled_after=60)
    return [run.run_id for run in page.items], page.total


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("  Night   Shoot ", "night shoot"), ("FESTIVAL", "festival"), ("Cafe\u0301", "caf\u00e9"), ("a/b", "a/b")],
)
def test_a_tag_is_kept_in_small_letters_and_single_spaces(typed: str, kept: str) -> None:
    assert folded(typed) == kept


@pytest.mark.parametrize("typed", ["", "   ", "x" * (LONGEST + 1), "a, b", "a\u202eb", "a\x00b"])
def test_what_is_no_tag_is_refused_and_changes_nothing(db: Database, typed: str) -> None:
    run_id = a_run(db)

    with pytest.raises(Invalid):
        tagging.tag(db, run_id, ["fine", typed])

    assert _tags(db, run_id) == [()]


def test_a_tag_is_put_on_once_and_told_in_the_log(db: Database) -> None:
    run_id = a_run(db)

    new = [tagging.tag(db, run_id, ["Teaser", "festival", "teaser"]) for _ in range(2)]

    happened = [each.body["data"] for each in log.happenings(db, after=0, run_id=run_id) if each.kind == "tag"]
    assert (new, _tags(db, run_id)) == ([("teaser", "festival"), ()], [("festival", "teaser")])
    assert happened == [{"tags": ["teaser", "festival"], "tagged": True}]


def test_a_run_that_is_over_is_tagged_too(db: Database) -> None:
    run = a_finished_run(db)

    tagging.tag(db, run.run_id, ["keep"])

    after = run_one.run(db, run.run_id)
    assert (after.tags, after.heard_at) == (("keep",), run.heard_at)


def test_untagging_takes_off_one_tag_of_one_run(db: Database) -> None:
    one, two = a_run(db), a_run(db)
    for run_id in (one, two):
        tagging.tag(db, run_id, ["a", "b"])

    gone = [tagging.untag(db, one, ["A"]) for _ in range(2)]

    assert (gone, _tags(db, one, two)) == ([("a",), ()], [("b",), ("a", "b")])


def test_a_run_has_room_for_so_many_tags_and_no_more(db: Database) -> None:
    run_id = a_run(db)
    tagging.tag(db, run_id, [f"t{n}" for n in range(MOST)])

    with pytest.raises(Invalid, match="at most 20 tags"):
        tagging.tag(db, run_id, ["one more"])

    assert len(run_one.run(db, run_id).tags) == MOST


def test_an_unknown_run_takes_no_tag(db: Database) -> None:
    with pytest.raises(NotFound):
        tagging.tag(db, "nobody", ["a"])


def test_a_list_is_narrowed_to_a_tag(db: Database) -> None:
    one, _two = a_run(db, run_id="one"), a_run(db, run_id="two")
    tagging.tag(db, one, ["festival"])

    assert _listed(db, WantedRuns(tag="festival", archived=False)) == (["one"], 1)
    assert lists.every_id(db, WantedRuns(tag="nobody has it"), stalled_after=60) == ()


def test_tags_are_counted_for_the_list_and_for_the_archive(db: Database) -> None:
    kept, away = a_run(db), a_finished_run(db).run_id
    tagging.tag(db, kept, ["b", "a"])
    tagging.tag(db, away, ["b"])
    archiving.archive(db, [away])

    assert run_tags.known_tags(db) == (KnownTag(tag="a", runs=1), KnownTag(tag="b", runs=1))
    assert run_tags.known_tags(db, archived=True) == (KnownTag(tag="b", runs=1),)


def test_tags_go_with_their_run(db: Database) -> None:
    run_id = a_run(db)
    tagging.tag(db, run_id, ["a"])

    life.delete(db, run_id)

    assert run_tags.tags(db, [run_id]) == {}


def test_the_state_file_of_a_run_holds_its_tags(db: Database) -> None:
    run_id = a_run(db)
    tagging.tag(db, run_id, ["b", "a"])

    assert documents.state(run_one.run(db, run_id))["tags"] == ["a", "b"]


def test_a_caller_tags_lists_and_counts(db: Database) -> None:
    runs, run_id, _other = Runs(db, 60), a_run(db), a_run(db)

    runs.tag(run_id, ["Festival"])

    assert [(run.run_id, run.tags) for run in runs.list(tag=" FESTIVAL").items] == [(run_id, ("festival",))]
    assert runs.tags() == (KnownTag(tag="festival", runs=1),)


def test_many_get_a_tag_and_each_log_tells_it(db: Database) -> None:
    had, one, two = a_run(db), a_run(db), a_finished_run(db).run_id
    tagging.tag(db, had, ["x"])
    before = log.last_seq(db)

    done = tagging.tag_all(db, [had, one, two, "nobody"], " X ")

    told = [(each.run_id, each.kind) for each in log.happenings(db, after=before)]
    assert (done.tag, done.runs, sorted(told)) == ("x", 2, sorted([(one, "tag"), (two, "tag")]))


def test_undoing_takes_the_tag_off_those_that_got_it_together(db: Database) -> None:
    had, first, second = a_run(db), a_run(db), a_run(db)
    tagging.tag(db, had, ["x"], at=MONDAY)
    tagging.tag_all(db, [first], "x", at=MONDAY)
    done = tagging.tag_all(db, [had, second], "x", at=MONDAY)

    number = tagging.undo_tagging(db, "x", done.number)

    assert (number, _tags(db, had, first, second)) == (1, [("x",), ("x",), ()])


def test_one_full_run_stops_the_tag_for_all(db: Database) -> None:
    full, free = a_run(db), a_run(db)
    tagging.tag(db, full, [f"t{n}" for n in range(MOST)])

    with pytest.raises(Invalid, match=full):
        tagging.tag_all(db, [free, full], "x")

    assert _tags(db, free) == [()]


def test_more_than_fit_into_one_statement_are_tagged_and_untagged(db: Database) -> None:
    ends = [a_run(db), a_run(db)]
    run_ids = [ends[0], *(f"nobody-{n}" for n in range(tagging.AT_ONCE)), ends[1]]

    done = tagging.tag_all(db, run_ids, "x")
    gone = tagging.untag_all(db, run_ids, "x")

    assert (done.runs, sorted(gone), _tags(db, *ends)) == (2, sorted(ends), [(), ()])


def test_too_many_at_once_are_refused(db: Database) -> None:
    with pytest.raises(Invalid, match="narrow the list"):
        tagging.tag_all(db, ["r"] * (tagging.MOST_RUNS + 1), "x")
