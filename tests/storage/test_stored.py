"""A studio that an older Showbible left behind is opened with everything in it."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from showbible.bible import Bible
from showbible.jobs import queue
from showbible.jobs.queue import JobState
from showbible.settings import Settings
from showbible.storage import incarnations, migrate, sqlite
from showbible.vocabulary import ProjectId

STORED = sorted((Path(__file__).parent / "stored").glob("*.zip"))
KEEPER = ProjectId("last-keeper")


@pytest.fixture(params=STORED, ids=lambda path: path.stem)
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bible]:
    """A studio of an older schema, opened by the present program."""
    with zipfile.ZipFile(request.param) as kept:
        kept.extractall(tmp_path / "studio")
    with Bible(Settings(home=tmp_path / "studio", disk_floor_mb=0, workers=0)) as opened:
        yield opened


def test_its_runs_and_lessons_are_there(older: Bible) -> None:
    (run,) = older.runs.list().items

    delivered = older.runs.get(run.run_id)

    assert (run.concept, run.spent, delivered.recorded_status) == ("A lighthouse keeper", 600_000, "completed")
    assert {asset.asset_id for asset in delivered.assets} == {"storm", "lamp"}
    assert older.lessons.history().total == 1
    assert older.lessons.preferences("lena").values.default_voice == "echo"
    assert [stored.key.rpartition("/")[2] for stored in older.blobs.listed("runs")] == ["state.json"]


def test_its_assets_and_its_story_are_there(older: Bible) -> None:
    assets, story = older.assets(KEEPER), older.direction(KEEPER)

    found = {hit.asset.asset_id for hit in assets.search("storm over the lamp").items}

    assert "storm" in found and assets.get("mara").prompt == "Mara at the rail, red scarf"
    assert [entity.name for entity in assets.entities().items] == ["Mara"]
    assert [scene.scene_id for scene in story.scenes().items] == ["scene-1"]
    assert story.memory("scene-1").learnings and story.profile().cards


def test_its_conversations_are_there(older: Bible) -> None:
    (talk,) = older.conversations.list(user_id="lena").items

    (remembered,) = older.conversations.recall(older.conversations.scope("lena", character_id="mara"), "Where to?")

    assert talk.character_id == "mara" and "Bergen" in remembered.memory.text


def test_what_waited_in_it_is_done(older: Bible) -> None:
    db = older.workspace.project(KEEPER)
    life = incarnations.living(older.db, KEEPER).life.incarnation
    told = {job.payload.get("incarnation") for job in queue.listed(older.db, state=JobState.QUEUED).items}

    brought = queue.relay(db)
    older.worker().run_all()

    assert (told, incarnations.in_file(db), brought) == ({life}, life, 1)
    assert queue.counts(older.db)[JobState.QUEUED] == 0
    assert queue.counts(older.db)[JobState.FAILED] == 0


def test_its_files_are_of_the_present_schema_and_those_from_before_are_kept(older: Bible) -> None:
    older.assets(KEEPER)

    kept = sorted(path.name for path in (older.workspace.home / "backups").iterdir())

    assert migrate.is_current(older.workspace.project(KEEPER), "project")
    assert kept == ["last-keeper-memory-v6.db", "studio-workspace-v13.db"]


def test_a_project_that_was_never_opened_is_new_and_one_that_lost_its_file_is_not(older: Bible) -> None:
    known = {each.project_id: each.is_begun for each in older.projects.list().items}

    assert known == {"last-keeper": True, "never-opened": False}


def test_a_copy_of_what_was_there_is_kept(older: Bible) -> None:
    (kept,) = (older.workspace.home / "backups").glob("studio-workspace-v*.db")

    copy = sqlite.connect(kept)

    assert copy.value("SELECT concept FROM runs") == "A lighthouse keeper"
    copy.close()
