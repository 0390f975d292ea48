"""A project that leaves a studio arrives in another as it was."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from sqlalchemy import inspect

from showbible.bible import Bible
from showbible.carrying.earlier import RATINGS
from showbible.carrying.parcels import ParcelLimits
from showbible.errors import Conflict, Invalid
from showbible.storage.incarnations import living
from showbible.storage.project_indexes import SEARCHES, VECTORS
from showbible.storage.project_rows import project_tables
from showbible.vocabulary import PERSON, ProjectId
from tests.carrying.stories import exported, hashes, rewritten

WHALES = ProjectId("whales")
CHANGES = "tables/workspace/changes.jsonl"

NOT_CARRIED = {
    # what a database knows of itself
    *("facts", "answers", "outbox", "projects", "workspace_version", "project_version"),
    # the studio's own, whatever project it works on
    *("jobs", "schedules", "model_calls", "run_views", "user_preferences", "pattern_rulings", "combination_rulings"),
    *("library_items", "conversations", "exchanges", "messages", "memory_pools", "memories", "memories_forgotten"),
    *("hooks", "hook_offers", "engagements", "relationship_beats", "memory_search", "memory_vectors"),
    "sentence_vectors",
}


def test_a_project_arrives_as_it_left(bible: Bible, archive: Path, tmp_path: Path) -> None:
    report = bible.carrying.take_in(archive)

    again = exported(bible, "whales", tmp_path / "again.zip")
    assert (report.project_id, report.skipped, report.kept["runs"], report.kept["files"]) == ("whales", (), 1, 4)
    assert hashes(again) == hashes(archive)


def test_an_archive_has_something_of_every_table_that_a_story_fills(archive: Path) -> None:
    with zipfile.ZipFile(archive) as packed:
        told = json.loads(packed.read("manifest.json"))

    empty = {part["name"] for part in told["parts"] if not part["lines"]}
    assert {name.removeprefix("tables/").removesuffix(".jsonl") for name in empty} == {
        *("workspace/forgotten_productions", "workspace/ledger", "workspace/run_mutes"),
        *("workspace/studio_runs", "workspace/production_steps"),
        *("project/direction_cards", "project/direction_uses"),
        *("project/forgotten_readings",),
    }


def test_every_table_is_carried_or_the_studios_own(bible: Bible) -> None:
    bible.projects.create("whales")
    files = {bible.db.engine, bible.workspace.project(WHALES).engine}
    there = {name for engine in files for name in inspect(engine).get_table_names()}

    carried = {table.table.name for table in project_tables()} | {f"{each.index.name}_search" for each in SEARCHES}
    plain = {name for name in there if "_fts" not in name and not name.startswith("sqlite_")}
    assert plain - NOT_CARRIED == carried | {f"{VECTORS.name}_vectors"}


def test_what_arrives_can_be_used_at_once(bible: Bible, archive: Path) -> None:
    bible.carrying.take_in(archive)

    assets = bible.assets("whales")
    (state,) = (each for each in assets.states("Mira") if each.made_by == PERSON)
    assert [hit.asset.asset_id for hit in assets.search("red boat").items][:1] == ["still"]
    assert (state.state, assets.state_corrections.history(state.state_id)[0].before) == (
        {"coat": "blue"},
        {"state": {"coat": "red"}},
    )
    assert bible.lessons.history().items[0].rating == 5
    assert bible.runs.get("r1").winning_pilot == "a"
    assert (bible.workspace.folder(WHALES) / "sketches" / "pier.txt").read_text() == "A pier."


def test_an_archive_from_before_ratings_were_changes_brings_them_along(
    bible: Bible, archive: Path, tmp_path: Path
) -> None:
    said = [{"run_id": "r1", "rating": rating, "notes": notes, "at": 7} for rating, notes in ((2, "flat"), (5, None))]

    bible.carrying.take_in(_from_before(archive, tmp_path / "before.zip", said))

    told = [(change.before, change.after) for change in bible.lessons.ratings.history("r1")]
    assert told == [
        ({"rating": 2, "notes": "flat"}, {"rating": 5, "notes": None}),
        ({"rating": None, "notes": None}, {"rating": 2, "notes": "flat"}),
    ]


def test_a_rating_from_before_that_is_none_is_refused(bible: Bible, archive: Path, tmp_path: Path) -> None:
    said = [{"run_id": "r1", "rating": 9, "notes": None, "at": 7}]

    with pytest.raises(Invalid, match="rating"):
        bible.carrying.take_in(_from_before(archive, tmp_path / "before.zip", said))

    assert bible.projects.list().items == []


def _from_before(archive: Path, place: Path, ratings: Sequence[Mapping[str, object]]) -> Path:
    """The archive as a program of workspace schema 23 would have written it."""
    with zipfile.ZipFile(archive) as packed:
        told = json.loads(packed.read("manifest.json"))
        book = [row for row in packed.read(CHANGES).splitlines(keepends=True) if json.loads(row)["kind"] != "rating"]
    lists = {RATINGS: b"".join(json.dumps(row).encode() + b"\n" for row in ratings), CHANGES: b"".join(book)}
    parts = {each["name"]: each for each in told["parts"]}
    parts[RATINGS] = {"name": RATINGS, "columns": list(ratings[0])}
    for name, text in lists.items():
        parts[name] |= {"lines": text.count(b"\n"), "size": len(text), "sha256": hashlib.sha256(text).hexdigest()}
    told |= {"parts": list(parts.values()), "schema": {**told["schema"], "workspace": 23}}
    return rewritten(archive, place, {**lists, "manifest.json": json.dumps(told).encode()})


def test_what_arrives_twice_is_there_once(bible: Bible, archive: Path, tmp_path: Path) -> None:
    bible.carrying.take_in(archive)

    again = bible.carrying.take_in(archive)

    assert (again.changed, again.kept, again.merged["files"]) == (False, {}, 4)
    assert hashes(exported(bible, "whales", tmp_path / "again.zip")) == hashes(archive)


def test_a_project_may_take_another_name(bible: Bible, archive: Path) -> None:
    bible.carrying.take_in(archive, project_id="orcas")

    path = "videos/projects/orcas/runs/r1/take.mp4"
    delivered = bible.runs.get("r1")
    assert (delivered.project_id, delivered.assets[0].path, bible.assets("orcas").get("take").path) == (
        "orcas",
        path,
        path,
    )
    assert delivered.assets[0].metadata["project_id"] == "orcas"
    assert b"".join(bible.blobs.read("videos", path.removeprefix("videos/"))) == b"film " * 1000
    assert [each.project_id for each in bible.projects.list().items] == ["orcas"]


def test_a_run_that_is_here_already_is_not_brought_again(bible: Bible, archive: Path) -> None:
    bible.carrying.take_in(archive)

    with pytest.raises(Conflict, match="run 'r1' of the archive is in this studio already"):
        bible.carrying.take_in(archive, project_id="orcas")

    assert [each.project_id for each in bible.projects.list().items] == ["whales"]
    assert list(bible.blobs.listed("videos", "projects/orcas/")) == []


def test_a_project_that_is_here_is_not_overwritten(bible: Bible, archive: Path) -> None:
    bible.projects.create("whales", name="Others")

    with pytest.raises(Conflict, match="There is a project 'whales' already"):
        bible.carrying.take_in(archive)

    assert bible.projects.get("whales").name == "Others"


def test_a_project_that_was_deleted_can_come_back(bible: Bible, archive: Path, tmp_path: Path) -> None:
    bible.carrying.take_in(archive)
    bible.projects.delete("whales")

    assert bible.carrying.take_in(archive).changed
    assert hashes(exported(bible, "whales", tmp_path / "again.zip")) == hashes(archive)


def test_a_file_that_still_waits_comes_to_its_place_when_the_project_is_opened(small: Bible, archive: Path) -> None:
    small.carrying.take_in(archive)
    home, life = small.workspace.home, living(small.db, WHALES).life
    small.close()
    (home / "projects" / "whales").rename(home / "arriving" / life.incarnation)

    with Bible(small.settings) as reopened:
        assert reopened.assets("whales").get("still").caption == "A red boat on calm water"


def test_an_export_is_of_one_moment(small: Bible, archive: Path, tmp_path: Path) -> None:
    small.carrying.take_in(archive)
    pieces = small.carrying.pieces("whales")
    first = next(pieces)

    small.runs.start("Later", budget=1, project_id="whales", run_id="later")
    small.assets("whales").add("image", "late.png", asset_id="late")
    (tmp_path / "moment.zip").write_bytes(first + b"".join(pieces))

    assert hashes(tmp_path / "moment.zip") == hashes(archive)


def test_a_long_list_of_files_is_taken_where_it_is_ours(small: Bible, archive: Path) -> None:
    report = small.carrying.take_in(archive, limits=ParcelLimits(entries=3))

    assert report.changed
