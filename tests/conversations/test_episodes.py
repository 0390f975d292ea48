"""A memory knows the episode in which it was said: new ones, those by hand and restored ones."""

from __future__ import annotations

import pytest

from showbible.bible import Bible
from showbible.errors import Invalid
from tests.conversations.conftest import Talk
from tests.web.conftest import Caller

API = "/api/v1"


def test_a_memory_carries_the_episode_of_its_conversation(bible: Bible, tell: Talk) -> None:
    talk = bible.conversations.start("emma", user_id="lena", series_id="hometown", episode_id="pilot")

    (memory,) = tell(talk, "I live in Oslo.").memories

    assert (memory.episode_id, memory.series_id) == ("pilot", "hometown")


def test_a_restored_memory_keeps_its_episode(bible: Bible, tell: Talk) -> None:
    talk = bible.conversations.start("emma", user_id="lena", episode_id="pilot")
    (memory,) = tell(talk, "I live in Oslo.").memories

    back = bible.conversations.restore(bible.conversations.forget(memory.memory_id))

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
