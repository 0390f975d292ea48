"""Delete-my-data leaves nothing of a user behind, and everything of everybody else."""

from __future__ import annotations

from typing import Any

from showbible.bible import Bible
from showbible.conversations.model import HookState
from showbible.storage.schema.workspace import WORKSPACE
from tests.conversations.conftest import Talk, a_talk, offered, texts
from tests.web.conftest import Caller


def _traces(bible: Bible, word: str) -> dict[str, int]:
    """How many rows of each table hold a word anywhere."""
    found = {}
    for table in [*WORKSPACE.tables, "memory_search", "memory_vectors", "sentence_vectors"]:
        rows: list[Any] = bible.db.all(f"SELECT * FROM {table}")
        number = sum(any(word in str(value).lower() for value in row) for row in rows)
        if number:
            found[table] = number
    return found


def _live(bible: Bible, tell: Talk, user: str) -> None:
    talk = a_talk(bible, series="hometown", user=user)
    found = tell(talk, "I live in Oslo. Remind me to call home tomorrow. You look beautiful.")
    tell(talk, "I moved from Oslo to Bergen.")
    offered(bible, talk)
    bible.conversations.hooks.pause(found.hooks[0].hook_id)
    bible.conversations.settle(found.hooks[0].hook_id, HookState.TRIGGERED, session_id=talk.session_id)
    bible.conversations.memories.forget(found.memories[0].memory_id)


def test_every_trace_of_a_user_goes_and_is_counted(bible: Bible, tell: Talk) -> None:
    _live(bible, tell, "lena")

    gone = bible.conversations.forget_user("lena")

    assert gone == {
        "memories": 1,
        "lines": 4,
        "hooks": 1,
        "beats": 2,
        "engagements": 1,
        "messages": 4,
        "exchanges": 2,
        "conversations": 1,
    }
    assert (_traces(bible, "lena"), _traces(bible, "bergen")) == ({}, {})


def test_other_users_keep_everything(bible: Bible, tell: Talk) -> None:
    _live(bible, tell, "lena")
    _live(bible, tell, "lenab")

    bible.conversations.forget_user("lena")

    assert texts(bible, user_id="lenab", series_id="hometown") == ["I moved from Oslo to Bergen."]


def test_answers_kept_for_repeated_requests_go_too(bible: Bible, call: Caller) -> None:
    body = {"user_id": "le_na", "character_id": "emma", "type": "fact", "text": "I live in Oslo"}
    call("POST", "/api/v1/memories", json=body, headers={"Idempotency-Key": "k1"})

    call("DELETE", "/api/v1/users/le_na/data")

    assert _traces(bible, "oslo") == {}


def test_a_user_nobody_knows_has_nothing_to_delete(call: Caller) -> None:
    answer = call("DELETE", "/api/v1/users/nobody/data")

    assert (answer.status_code, set(answer.json()["deleted"].values())) == (200, {0})
