"""What mem0 and Letta remember comes in as memories of conversations: once, as it was, and nobody reads another's."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.carrying.report import ImportReport
from showbible.conversations.model import Memory
from showbible.vocabulary import LOCAL_USER

MEM0: dict[str, Any] = {
    "results": [
        {
            "id": "892db2ae-06d9-49e5-8b3e-585ef9b85b8e",
            "memory": "Alex is allergic to nuts",
            "hash": "d0fccc8fa47f7a149ee95750c37bb0ca",
            "metadata": {"category": "preferences"},
            "created_at": "2025-02-15T10:24:00.123456-08:00",
            "updated_at": None,
            "user_id": "alex@example.com",
            "agent_id": "emma",
            "run_id": "episode-3",
            "something_newer": {"unknown": True},
        },
        {
            "id": "a2",
            "memory": "Alex has a sister called Ana",
            "created_at": "2025-02-16T10:00:00Z",
            "user_id": "alex@example.com",
            "agent_id": "emma",
            "actor_id": "Ana",
            "role": "user",
        },
        {"id": "a3", "memory": "Bo plays the cello", "user_id": "bo", "expiration_date": "2031-01-01"},
        {"id": "a4", "memory": "", "user_id": "bo"},
        {"id": "a5", "memory": "Bo is on holiday", "user_id": "bo", "expiration_date": "2025-01-01"},
    ],
    "relations": [{"source": "alex", "relationship": "allergic_to", "target": "nuts"}],
}

LETTA: dict[str, Any] = {
    "agents": [
        {
            "id": "agent-0",
            "name": "Sam",
            "agent_type": "letta_v1_agent",
            "block_ids": ["block-0", "block-1"],
            "messages": [
                {"role": "system", "content": [{"type": "text", "text": "You are Sam."}], "id": "message-0"},
                {
                    "role": "user",
                    "content": [{"type": "text", "text": "I moved to Lisbon."}],
                    "created_at": "2025-10-31T22:57:00+00:00",
                },
                {
                    "role": "assistant",
                    "content": [{"type": "text", "text": "How lovely."}],
                    "created_at": "2025-10-31T22:57:03+00:00",
                },
                {"role": "tool", "content": [{"type": "text", "text": "None"}]},
            ],
            "passages": [{"text": "Chad sails on Sundays.", "created_at": "2025-10-01T00:00:00Z"}, {"text": ""}],
        }
    ],
    "blocks": [
        {"id": "block-0", "label": "human", "value": "\nFirst name: Chad\nInterests: sailing, chess\n---\n"},
        {"id": "block-1", "label": "persona", "value": "I am Sam."},
    ],
    "groups": [],
    "created_at": "2025-11-01T00:00:00Z",
}

OLD_LETTA: dict[str, Any] = {
    "agent_type": "memgpt_agent",
    "version": "0.6.47",
    "name": "memgpt agent",
    "core_memory": [{"label": "human", "value": "Likes jazz.", "created_at": "2025-04-01T03:47:27.514261"}],
    "messages": [
        {"role": "user", "content": [{"type": "text", "text": '{"type": "login", "last_login": "Never"}'}]},
        {
            "role": "user",
            "content": [{"type": "text", "text": '{"type": "user_message", "message": "Hello.", "time": "now"}'}],
            "created_at": "2025-04-01T03:48:00",
        },
        {
            "role": "assistant",
            "content": [{"type": "text", "text": "A new user. I should greet them."}],
            "tool_calls": [{"function": {"name": "send_message", "arguments": '{"message": "Hi there!"}'}}],
        },
    ],
}


def _brought(bible: Bible, folder: Path, told: Any) -> ImportReport:
    file = folder / "brought.json"
    file.write_text(told if isinstance(told, str) else json.dumps(told))
    return bible.carrying.take_in(file)


def _memories(bible: Bible, user: str, character: str) -> list[Memory]:
    scope = bible.conversations.scope(user, character_id=character)
    found = bible.conversations.strongest(scope, limit=50, per_type=50)
    return sorted((each.memory for each in found), key=lambda memory: memory.said_at)


def test_memories_of_mem0_keep_their_time_their_author_and_whose_they_are(bible: Bible, tmp_path: Path) -> None:
    report = _brought(bible, tmp_path, MEM0)

    (alex,) = [each for each in _users(bible) if each.startswith("alex-example-com-")]
    nuts, ana = _memories(bible, alex, "emma")
    assert (nuts.text, nuts.type, nuts.episode_id) == ("Alex is allergic to nuts", "preference", "episode-3")
    assert (nuts.said_at, nuts.made_by) == (datetime(2025, 2, 15, 18, 24, 0, 123456, UTC), "model:mem0")
    assert (ana.speaker, ana.said_at) == ("Ana", datetime(2025, 2, 16, 10, tzinfo=UTC))
    assert [each.text for each in _memories(bible, "bo", "assistant")] == ["Bo plays the cello"]
    assert (report.kept, [each.what for each in report.skipped]) == (
        {"memories": 3},
        ["results[3]", "results[4]", "1 relations"],
    )


def _users(bible: Bible) -> set[str]:
    return {row.user_id for row in bible.db.all("SELECT user_id FROM memories")}


def test_what_comes_twice_comes_once_in_whatever_form(bible: Bible, tmp_path: Path) -> None:
    _brought(bible, tmp_path, MEM0)

    again = _brought(bible, tmp_path, MEM0["results"][:3])

    assert (again.kept, again.merged, again.changed) == ({}, {"memories": 3}, False)


def test_what_is_known_in_the_same_words_is_merged(small: Bible, tmp_path: Path) -> None:
    scope = small.conversations.scope("bo", character_id="assistant")
    known = small.conversations.remember(scope, "fact", "Bo plays the cello.")

    report = _brought(small, tmp_path, MEM0)

    assert report.merged == {"memories": 1}
    assert _memories(small, "bo", "assistant") == [known]


def test_what_was_forgotten_here_does_not_come_back(small: Bible, tmp_path: Path) -> None:
    _brought(small, tmp_path, MEM0)
    (cello,) = _memories(small, "bo", "assistant")
    small.conversations.memories.forget(cello.memory_id)

    report = _brought(small, tmp_path, MEM0)

    assert _memories(small, "bo", "assistant") == []
    assert "memory 'Bo plays the cello'" in [each.what for each in report.skipped]


def test_an_older_word_does_not_replace_a_later_one(small: Bible, tmp_path: Path) -> None:
    scope = small.conversations.scope("bo", character_id="assistant")
    later = small.conversations.remember(scope, "fact", "I live in Lisbon.")

    _brought(small, tmp_path, [{"memory": "I live in Porto.", "user_id": "bo", "created_at": "2020-01-01T00:00:00Z"}])

    assert [each.memory_id for each in _memories(small, "bo", "assistant")] == [later.memory_id]


def test_an_agent_file_brings_what_is_known_of_the_user_and_what_was_said(bible: Bible, tmp_path: Path) -> None:
    report = _brought(bible, tmp_path, LETTA)
    again = _brought(bible, tmp_path, LETTA)

    found = _memories(bible, LOCAL_USER, "Sam")
    (talk,) = bible.conversations.list().items
    assert [each.text for each in found] == ["Chad sails on Sundays.", "First name: Chad", "Interests: sailing, chess"]
    assert {each.speaker for each in found} == {"Sam"}
    assert (talk.character_id, talk.turn_count) == ("Sam", 1)
    assert report.kept == {"memories": 3, "conversations": 1, "exchanges": 1}
    assert [each.what for each in report.skipped] == ["Sam: block persona", "Sam: passage 1"]
    assert (again.changed, again.merged) == (False, {"memories": 3, "conversations": 1, "exchanges": 1})


def test_an_older_agent_file_tells_only_what_was_said_aloud(small: Bible, tmp_path: Path) -> None:
    from showbible.conversations.recall import talks

    _brought(small, tmp_path, OLD_LETTA)

    (talk,) = small.conversations.list().items
    said = talks.last_messages(small.db, talk.session_id, limit=10)
    assert [(each.role, each.content) for each in said] == [("user", "Hello."), ("assistant", "Hi there!")]
    (jazz,) = _memories(small, LOCAL_USER, talk.character_id)
    assert (jazz.text, jazz.said_at.year) == ("Likes jazz.", 2025)


def test_one_that_cannot_be_kept_is_told_and_spoils_no_other(small: Bible, tmp_path: Path) -> None:
    long = {"id": "b1", "memory": "Bo " + "x" * 9000, "user_id": "bo"}

    report = _brought(small, tmp_path, {"memories": [long, "nothing", *MEM0["results"][2:3]]})

    assert report.kept == {"memories": 1}
    assert [each.what for each in report.skipped] == ["memories[1]", "memories[0]"]
    assert "9,003 bytes" in report.skipped[1].reason


@pytest.mark.parametrize("told", ['{"results": [{"id": "a1", "memory": "Bo pl', '{"results": 3}'], ids=["cut", "wrong"])
def test_a_file_that_is_broken_changes_nothing_and_is_told_with_the_place(
    small: Bible, tmp_path: Path, told: str
) -> None:
    report = _brought(small, tmp_path, told)

    ((_, reason),) = [(each.what, each.reason) for each in report.skipped]
    assert (report.changed, _users(small)) == (False, set())
    assert "line 1 column" in reason or "a shape that Showbible does not know" in reason
