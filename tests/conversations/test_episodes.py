"""A memory knows the episode in which it was said: new ones, those by hand, restored ones and those from before."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from showbible.bible import Bible
from showbible.errors import Invalid
from showbible.settings import Settings
from showbible.storage import migrate, sqlite
from showbible.storage.workspace import Workspace
from tests.conversations.conftest import Talk
from tests.web.conftest import Caller

API = "/api/v1"
BEFORE = 16
"""The last step before memories knew their episode."""


def test_a_memory_carries_the_episode_of_its_conversation(bible: Bible, tell: Talk) -> None:
    talk = bible.conversations.start("emma", user_id="lena", series_id="hometown", episode_id="pilot")

    (memory,) = tell(talk, "I live in Oslo.").memories

    assert (memory.episode_id, memory.series_id) == ("pilot", "hometown")


def test_a_restored_memory_keeps_its_episode(bible: Bible, tell: Talk) -> None:
    talk = bible.conversations.start("emma", user_id="lena", episode_id="pilot")
    (memory,) = tell(talk, "I live in Oslo.").memories

    back = bible.conversations.memories.restore(bible.conversations.memories.forget(memory.memory_id))

    assert back.episode_id == "pilot"


def test_the_episode_is_told_and_may_be_named_by_hand(call: Caller) -> None:
    wish = {"user_id": "lena", "character_id": "emma", "type": "fact", "text": "Lives in Oslo", "episode_id": "pilot"}
    made = call("POST", f"{API}/memories", json=wish).json()

    (listed,) = call("GET", f"{API}/memories?user_id=lena&character_id=emma").json()["memories"]

    assert (made["episode_id"], listed["episode_id"]) == ("pilot", "pilot")


def test_an_episode_that_is_no_id_is_refused(small: Bible) -> None:
    scope = small.conversations.scope("lena", character_id="emma")

    with pytest.raises(Invalid, match="episode"):
        small.conversations.remember(scope, "fact", "Lives in Oslo", episode_id="../x")


def test_memories_from_before_get_the_episode_of_their_conversation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(home=tmp_path / "studio", disk_floor_mb=0, workers=0)
    monkeypatch.setattr(migrate, "_HERE", _steps_before(tmp_path))
    migrate.head.cache_clear()
    settings.home.mkdir()
    older = sqlite.connect(settings.home / "workspace.db")
    with older.transaction(), older.connection() as connection:
        migrate.run_steps(connection, "workspace")
        older.run(_TALK)
        older.run(_MEMORY)
        older.run(f"PRAGMA user_version = {BEFORE}")
    older.close()
    monkeypatch.undo()
    migrate.head.cache_clear()

    opened = Workspace(settings)

    assert opened.db.value("SELECT episode_id FROM memories WHERE memory_id = 'm1'") == "pilot"
    opened.close()


def _steps_before(tmp_path: Path) -> Path:
    """The program's own steps as they were when memories had no episode."""
    older = tmp_path / "migrations"
    shutil.copytree(Path(migrate.__file__).parent / "migrations", older)
    for step in (older / "workspace").glob("[0-9]*.py"):
        if int(step.name[:4]) > BEFORE:
            step.unlink()
    return older


_TALK = """
    INSERT INTO conversations (
        session_id, user_id, character_id, episode_id, timezone, turn_count, processed, started_at, heard_at)
    VALUES ('talk', 'lena', 'emma', 'pilot', 'UTC', 1, 1, 0, 0)
"""
_MEMORY = """
    INSERT INTO memories (
        memory_id, pool, seq, sitting, user_id, character_id, session_id, type, text, text_key, importance, pinned,
        made_by, reference_count, said_at, referenced_at, created_at)
    VALUES ('m1', 'lena/character/emma', 1, 1, 'lena', 'emma', 'talk', 'fact', 'x', 'k', 0.5, 0, 'rule', 1, 0, 0, 0)
"""
