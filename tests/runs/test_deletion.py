"""A deleted run leaves nothing behind, and takes nothing along that is not its own."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import inspect

from showbible import flow
from showbible.bible import Bible
from showbible.briefing.model import DELETED, MemoryName, Receipt
from showbible.jobs import queue
from showbible.lessons.learn import finished_runs
from showbible.lessons.model import Shelf
from showbible.runs.learn import handover
from showbible.runs.model import Gone
from showbible.runs.record import life
from showbible.storage.database import Database, ProjectDatabase
from showbible.vocabulary import stamp, utcnow

CONCEPT = "Trailer about Zebulon the walrus"
PROMPT = "Zebulon wears a crimson scarf on the ice while pale morning light falls"
OTTER = "an otter dives after silver fish beneath slow green waves"


@pytest.fixture
def studio(bible: Bible) -> Bible:
    """A studio with one project."""
    bible.projects.create("reef")
    return bible


def _started(studio: Bible, run_id: str = "r1", **wish: Any) -> str:
    """A run that has made and said something."""
    studio.runs.start(CONCEPT, budget="5", project_id="reef", run_id=run_id, **wish)
    path = f"projects/reef/runs/{run_id}/a.mp4"
    studio.blobs.put("videos", path, [b"film"])
    facts = {"provider": "embedded", "prompt_tips": ["Name Zebulon first"], "fps": 24}
    studio.runs.deliver(run_id, "video", f"videos/{path}", asset_id=f"{run_id}.a", prompt=PROMPT, metadata=facts)
    studio.runs.error(run_id, "Zebulon sneezed")
    studio.runs.tag(run_id, ["zebulon"])
    return run_id


def _produced(studio: Bible, run_id: str = "r1", **wish: Any) -> str:
    """A run that has made, said and taught something."""
    studio.runs.finish(_started(studio, run_id, **wish))
    studio.worker().run_all()
    studio.lessons.rate(run_id, 5, notes="Zebulon is a star")
    return run_id


def _deleted(studio: Bible, run_id: str = "r1") -> Gone:
    """A run whose process died as soon as it was deleted: everything else is left to the event."""
    return life.delete(studio.db, run_id)


def _holding(studio: Bible, word: str) -> list[str]:
    """The tables that hold a word anywhere."""
    of_project = studio.workspace.project(studio.projects.get("reef").project_id)
    found = {table for db in (studio.db, of_project) for table in _tables(db) if _holds(db, table, word)}
    return sorted(found)


def _tables(db: Database) -> list[str]:
    return [name for name in inspect(db.engine).get_table_names() if "_fts" not in name]


def _holds(db: Database, table: str, word: str) -> bool:
    rows = db.all(f'SELECT * FROM "{table}"')
    return any(word in str(value).lower() for row in rows for value in row)


def _files(studio: Bible) -> list[str]:
    stores = ("runs", "videos", "audio", "media", "evals")
    return [f"{store}/{each.key}" for store in stores for each in studio.blobs.listed(store)]


def _whys(receipt: Receipt, memory: MemoryName) -> dict[str, str]:
    told = (item for account in receipt.accounts if account.memory is memory for item in account.items)
    return {item.id: item.why for item in told}


def test_a_deleted_run_leaves_no_word_and_no_file(studio: Bible) -> None:
    _produced(studio)
    before = set(_holding(studio, "zebulon"))

    studio.runs.delete("r1")
    studio.worker().run_all()

    assert {"runs", "artifacts", "asset_index", "entity_states", "productions", "provider_learnings"} <= before
    assert (_holding(studio, "zebulon"), _files(studio)) == ([], [])


def test_what_a_deleted_run_made_is_found_no_more_as_soon_as_it_is_deleted(studio: Bible) -> None:
    _produced(studio)

    studio.runs.delete("r1")

    assert studio.assets("reef").search("Zebulon").total == 0
    assert studio.recall("Zebulon", project="reef").text == ""


def test_the_event_does_what_a_process_that_died_has_not_done(studio: Bible) -> None:
    _produced(studio)
    _deleted(studio)
    left = _holding(studio, "zebulon")

    studio.worker().run_all()

    assert left != []
    assert (_holding(studio, "zebulon"), _files(studio)) == ([], [])


@pytest.mark.parametrize("done", range(5))
def test_a_deletion_that_stopped_in_the_middle_is_taken_up_again(studio: Bible, done: int) -> None:
    _produced(studio)
    gone = _deleted(studio)
    fact = {"run_id": "r1", "project_id": "reef", "at": stamp(gone.at)}
    for follower in flow.FOLLOWS["run.deleted"][:done]:
        follower(studio.resources, fact)

    studio.worker().run_all()

    assert (_holding(studio, "zebulon"), _files(studio)) == ([], [])


def test_a_receipt_that_quotes_a_deleted_run_keeps_its_shape_and_loses_the_words(studio: Bible) -> None:
    _produced(studio)
    kept = studio.recall("the walrus with a scarf", project="reef").receipt

    studio.runs.delete("r1")

    left = studio.recall.receipt(kept.receipt_id)
    assert (_whys(left, MemoryName.RUNS), _whys(left, MemoryName.ASSETS)) == (
        {"r1": DELETED},
        {"r1.a": DELETED, "deleted": DELETED},
    )
    assert [len(each.items) for each in left.accounts] == [len(each.items) for each in kept.accounts]


def test_a_receipt_keeps_the_words_of_what_is_still_there(studio: Bible) -> None:
    _produced(studio, "r1")
    _produced(studio, "r2")
    kept = studio.recall("the walrus with a scarf", project="reef").receipt

    studio.runs.delete("r1")

    left = studio.recall.receipt(kept.receipt_id)
    for memory, gone in ((MemoryName.RUNS, "r1"), (MemoryName.ASSETS, "r1.a")):
        assert _whys(left, memory) == {**_whys(kept, memory), gone: DELETED}


def test_a_new_run_of_the_same_name_keeps_what_it_has_when_the_old_one_is_cleared_away_late(studio: Bible) -> None:
    _produced(studio)
    _deleted(studio)
    studio.runs.start("Trailer about an otter", budget="5", project_id="reef", run_id="r1")
    studio.blobs.put("videos", "projects/reef/runs/r1/b.mp4", [b"another film"])
    for name in ("r1.a", "r1.b"):
        path = "videos/projects/reef/runs/r1/b.mp4"
        studio.runs.deliver("r1", "video", path, asset_id=name, prompt=OTTER, metadata={"fps": 24})
    studio.runs.finish("r1")
    studio.lessons.wrap("r1")

    studio.worker().run_all()

    assert sorted(hit.asset.asset_id for hit in studio.assets("reef").search(OTTER).items) == [
        "r1.a",
        "r1.b",
    ]
    assert _files(studio) == ["runs/projects/reef/runs/r1/state.json", "videos/projects/reef/runs/r1/b.mp4"]
    assert [each.concept for each in studio.lessons.history().items] == ["Trailer about an otter"]
    assert studio.lessons.suggested("r1") is not None
    assert _holding(studio, "zebulon") == []


def test_a_clock_that_was_set_back_costs_a_new_run_of_the_same_name_nothing(studio: Bible) -> None:
    _produced(studio)
    with studio.db.transaction():
        queue.announce(studio.db, "run.deleted", run_id="r1", project_id="reef", at=stamp(utcnow() + timedelta(days=1)))

    studio.worker().run_all()

    assert [hit.asset.asset_id for hit in studio.assets("reef").search(PROMPT).items] == ["r1.a"]
    assert [each.concept for each in studio.lessons.history().items] == [CONCEPT]


def test_two_runs_of_one_name_in_two_projects_are_both_cleared_away(studio: Bible) -> None:
    studio.projects.create("shore")
    _started(studio)
    _deleted(studio)
    studio.runs.start("Otters", budget="5", project_id="shore", run_id="r1")
    studio.runs.deliver("r1", "video", "videos/b.mp4", asset_id="b", prompt=OTTER, metadata={"fps": 24})
    _deleted(studio)

    studio.worker().run_all()

    assert [studio.assets(name).search("").total for name in ("reef", "shore")] == [0, 0]


def test_a_delivery_that_is_handed_over_late_does_not_come_back_into_the_project(studio: Bible) -> None:
    _started(studio)
    (late,) = studio.runs.assets("r1")
    studio.runs.delete("r1")

    flow.register_delivery(studio.resources, late)
    flow.register_deliveries(studio.resources, {"run_id": "r1", "asset_id": "r1.a"})

    assert studio.assets("reef").search("").total == 0


def test_a_delivery_during_whose_handover_the_run_is_deleted_goes_with_it(studio: Bible) -> None:
    _started(studio)
    (late,) = studio.runs.assets("r1")
    opened: list[object] = []

    def project(name: Any) -> ProjectDatabase:
        if not opened:
            studio.runs.delete("r1")
        opened.append(name)
        return studio.workspace.project(name)

    handover.hand_over(studio.db, project, late)

    assert studio.assets("reef").search("").total == 0


def test_a_run_that_is_deleted_while_its_books_are_closed_teaches_nothing(studio: Bible) -> None:
    for run_id in ("r1", "r2"):
        studio.runs.start("Zebulon on the ice", budget="5", project_id="reef", run_id=run_id)
        studio.runs.finish(run_id)
    studio.lessons.wrap("r2")

    def meanwhile() -> None:
        if studio.runs.list(limit=5).total == 2:
            studio.runs.delete("r1")

    wrapped = finished_runs.wrap(studio.db, "r1", find=lambda: meanwhile())

    assert (wrapped, [each.run_id for each in studio.lessons.history().items]) == (False, ["r2"])


def test_what_another_run_has_delivered_stays_with_that_run(studio: Bible) -> None:
    _started(studio, "r2")
    _started(studio, "r1")
    (made,) = studio.runs.assets("r1")
    studio.runs.deliver("r2", "video", made.path, asset_id="r1.a")
    studio.runs.deliver("r1", "video", made.path, asset_id="r1.a")

    studio.runs.delete("r1")

    assert studio.assets("reef").artifact("r1.a").run_id == "r2"
    assert made.path in _files(studio)


def test_what_another_run_starts_from_stays_with_the_project(studio: Bible) -> None:
    _started(studio)
    studio.runs.start("Otters", budget="5", project_id="reef", run_id="r2", seed_asset_ids=["r1.a"])

    studio.runs.delete("r1")

    kept = studio.assets("reef").artifact("r1.a")
    assert (kept.run_id, kept.path in _files(studio)) == (None, True)


def test_the_library_keeps_the_file_that_was_saved_to_it(studio: Bible) -> None:
    _started(studio)
    (made,) = studio.runs.assets("r1")
    studio.library.keep(Shelf.ASSETS, "video", path=made.path, item_id="favourite")

    studio.runs.delete("r1")

    assert (_files(studio), studio.assets("reef").search("").total) == ([made.path], 0)


def test_what_a_person_said_of_someone_in_a_deleted_run_stays(studio: Bible) -> None:
    _produced(studio)
    studio.assets("reef").tell("Mara", kind="character", state={"coat": "red"}, source_asset_id="r1.a")

    studio.runs.delete("r1")

    assert [(each.entity, each.source_asset_id) for each in studio.assets("reef").states("Mara")] == [("Mara", None)]


def test_a_take_that_only_a_deleted_run_has_filled_goes_with_it(studio: Bible) -> None:
    assets = studio.assets("reef")
    assets.segment("s1", t_start=0, t_end=4, kind="target")
    _started(studio)
    assets.clip(clip_id="c1", segment_id="s1", output_path="videos/c1.mp4", prompt="Zebulon dives")
    assets.add("video", "videos/c1.mp4", clip_id="c1", run_id="r1")

    studio.runs.delete("r1")

    assert (assets.backfill().indexed, _holding(studio, "zebulon")) == (0, [])


def test_an_asset_that_was_told_of_a_run_goes_with_it_and_so_does_its_upload(studio: Bible) -> None:
    _started(studio)
    made = studio.assets("reef").upload("image", [b"\x89PNG\r\n\x1a\n"], prompt="Zebulon asleep", run_id="r1")

    studio.runs.delete("r1")
    studio.worker().run_all()

    assert (studio.assets("reef").search("").total, made.path in _files(studio)) == (0, False)


def test_deleting_a_users_data_takes_what_their_runs_made(studio: Bible) -> None:
    _produced(studio, user_id="lena")

    gone = flow.forget_user(studio.resources, "lena")

    assert (gone["runs"], _holding(studio, "zebulon"), _files(studio)) == (1, [], [])


def test_an_old_event_that_says_not_when_leaves_a_living_run_alone(studio: Bible) -> None:
    _produced(studio)
    before = _files(studio)

    for follower in flow.FOLLOWS["run.deleted"]:
        follower(studio.resources, {"run_id": "r1", "project_id": "reef"})

    assert (studio.lessons.history().total, studio.assets("reef").search("").total, _files(studio)) == (1, 1, before)


def test_a_suggestion_that_comes_after_the_deletion_is_not_kept(studio: Bible) -> None:
    run = studio.runs.start(CONCEPT, budget="5", project_id="reef", run_id="r1")
    studio.runs.delete("r1")

    studio.lessons.advise(run)

    assert studio.lessons.suggested("r1") is None
