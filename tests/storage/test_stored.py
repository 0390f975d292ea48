"""A studio that an older Showbible left behind is opened with everything in it, and goes on from there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from showbible.bible import Bible
from showbible.jobs import queue
from showbible.jobs.queue import JobState
from showbible.lessons.model import Shelf
from showbible.storage import incarnations, migrate, sqlite
from tests.storage import older as left_behind
from tests.storage.older import KEEPER


@pytest.fixture(params=["sqlite", "postgresql"])
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bible]:
    """A studio of an older schema, opened by the present program."""
    with ExitStack() as stack:
        if request.param == "sqlite":
            settings = left_behind.in_files(tmp_path / "studio")
        else:
            cluster = request.getfixturevalue("cluster")
            settings = stack.enter_context(left_behind.on_postgresql(tmp_path / "studio", cluster))
        yield stack.enter_context(Bible(settings))


@pytest.fixture
def older_folder(tmp_path: Path) -> Iterator[Bible]:
    """The same in a folder, for rules that only files have."""
    with Bible(left_behind.in_files(tmp_path / "studio")) as opened:
        yield opened


def test_its_runs_and_lessons_are_there(older: Bible) -> None:
    running, run = older.runs.list().items

    delivered = older.runs.get(run.run_id)

    assert (run.concept, run.spent, delivered.recorded_status) == ("A lighthouse keeper", 600_000, "completed")
    assert {asset.asset_id for asset in delivered.assets} == {"storm", "lamp"}
    assert (running.concept, running.recorded_status) == ("A storm at sea", "running")
    assert [made.rating for made in older.lessons.history().items] == [5]
    assert [item.description for item in older.library.items(Shelf.ASSETS).items] == ["The lamp room"]
    assert [stored.key.rpartition("/")[2] for stored in older.blobs.listed("runs")] == ["state.json"]


def test_its_assets_and_its_story_are_there(older: Bible) -> None:
    assets, story = older.assets(KEEPER), older.direction(KEEPER)

    found = {hit.asset.asset_id for hit in assets.search("storm over the lamp").items}

    assert "storm" in found and assets.get("mara").prompt == "Mara at the rail, red scarf"
    assert [(state.entity, state.state) for state in assets.states("Mara")] == [("Mara", {"wears": "a blue scarf"})]
    assert {scene.scene_id for scene in story.scenes().items} == {"scene-1", "scene-2", "scene-3"}
    assert story.memory("scene-1").learnings and story.profile().cards


def test_its_conversations_are_there(older: Bible) -> None:
    (talk,) = older.conversations.list(user_id="lena").items

    (remembered,) = older.conversations.recall(older.conversations.scope("lena", character_id="mara"), "Where to?")

    assert talk.character_id == "mara"
    assert (remembered.memory.text, remembered.memory.episode_id) == ("Lena moved to Bergen.", "pilot")


def test_what_people_said_of_runs_can_be_taken_back(older: Bible) -> None:
    (made,) = older.lessons.history().items
    (change,) = older.lessons.ratings.history(made.run_id)

    back = older.lessons.ratings.undo(made.run_id, change.seq)

    assert (change.after["rating"], change.made_by, back.rating) == (5, "person", None)


def test_what_people_changed_in_the_studio_can_be_taken_back(older: Bible) -> None:
    (memory,) = older.conversations.strongest(older.conversations.scope("lena", character_id="mara"))
    (change,) = older.conversations.memories.history(memory.memory.memory_id)

    back = older.conversations.memories.undo(memory.memory.memory_id, change.seq)

    assert back.text == "I moved to Bergen last spring"


def test_what_people_changed_in_the_story_can_be_taken_back(older: Bible) -> None:
    story = older.direction(KEEPER)
    (card,) = story.profile().cards
    (change,) = story.cards.history(card.card_id)

    back = story.cards.undo(card.card_id, change.seq).card

    assert (card.preference, back.preference) == (
        "Closer, whenever she is hurt.",
        "Frame shots closer: prefer close up.",
    )


def test_it_can_be_written_to(older: Bible) -> None:
    assets = older.assets(KEEPER)
    (state,) = assets.states("Mara")

    assets.state_corrections.correct(state.state_id, {"state": {"wears": "no scarf"}})
    older.lessons.prefer({"default_voice": "nova"}, user_id="lena")
    older.runs.finish(older.runs.list().items[0].run_id, "completed")
    older.worker().run_all()

    assert [state.state for state in assets.states("Mara")] == [{"wears": "no scarf"}]
    assert older.lessons.preferences("lena").values.default_voice == "nova"
    assert older.lessons.history().total == 2


def test_a_project_of_it_can_be_deleted_with_everything(older: Bible) -> None:
    older.assets(KEEPER)

    older.projects.delete(KEEPER)
    older.worker().run_all()

    assert older.runs.list().items == []
    assert older.db.all("SELECT owner FROM changes WHERE owner LIKE 'run/%'") == []


def test_what_waited_in_it_is_done(older: Bible) -> None:
    db = older.workspace.project(KEEPER)
    life = incarnations.living(older.db, KEEPER).life.incarnation
    told = {job.payload.get("incarnation") for job in queue.listed(older.db, state=JobState.QUEUED).items}

    brought = queue.relay(db) if older.workspace.in_files else 1
    older.worker().run_all()

    assert (told, brought) == ({life}, 1)
    assert queue.counts(older.db)[JobState.QUEUED] == 0
    assert queue.counts(older.db)[JobState.FAILED] == 0


def test_a_project_that_was_never_opened_is_new(older_folder: Bible) -> None:
    known = {each.project_id: each.is_begun for each in older_folder.projects.list().items}

    assert known == {"last-keeper": True, "never-opened": False}


def test_its_files_are_of_the_present_schema_and_those_from_before_are_kept(older_folder: Bible) -> None:
    older_folder.assets(KEEPER)

    kept = sorted(path.name for path in (older_folder.workspace.home / "backups").iterdir())

    assert migrate.is_current(older_folder.workspace.project(KEEPER), "project")
    assert kept == ["last-keeper-memory-v8.db", "studio-workspace-v17.db"]


def test_a_copy_of_what_was_there_is_kept(older_folder: Bible) -> None:
    (kept,) = (older_folder.workspace.home / "backups").glob("studio-workspace-v*.db")

    copy = sqlite.connect(kept)

    assert copy.value("SELECT concept FROM runs ORDER BY started_at LIMIT 1") == "A lighthouse keeper"
    copy.close()
