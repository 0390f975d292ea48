"""The conversation memory over HTTP: the promised fields, one effect, and refusals that change nothing."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from showbible.bible import Bible
from tests.conversations.conftest import texts
from tests.web.conftest import Caller

API = "/api/v1"
INTERVIEW = "I live in Oslo. I have a job interview next Thursday at three."


def _start(call: Caller, **body: Any) -> str:
    answer = call("POST", f"{API}/conversations", json={"user_id": "lena", "character_id": "emma", **body})
    assert answer.status_code == 201
    return str(answer.json()["session_id"])


def _say(call: Caller, session_id: str, text: str, *, query: str = "", **body: Any) -> httpx.Response:
    said = {"messages": [{"role": "user", "content": text}], "at": "2026-11-15T10:00:00Z", **body}
    return call("POST", f"{API}/conversations/{session_id}/exchanges{query}", json=said)


def test_an_exchange_answers_the_director_s_output(call: Caller) -> None:
    session_id = _start(call, series_id="hometown")

    answer = _say(call, session_id, INTERVIEW, exchange_id="x1", timezone="Europe/Oslo").json()

    memories, hooks = answer.pop("extracted_memories"), answer.pop("extracted_hooks")
    assert answer == {
        "session_id": session_id,
        "exchange_id": "x1",
        "is_processed": True,
        "turn_count": 1,
        "is_complete": False,
        "completion_trigger": None,
        "evaluation": {"visual": "none", "completion": "going", "next_episode": False},
        "actions": {"visual": None, "suggest_next_episode": False},
        "beat": {"type": "neutral", "tension_change": 0, "milestone": None},
        "failures": [],
    }
    assert [each["type"] for each in memories] == ["fact", "event"]
    assert [each["due_at"] for each in hooks] == ["2026-11-19T14:00:00Z"]


def test_without_waiting_the_rest_follows_in_the_background(bible: Bible, call: Caller) -> None:
    session_id = _start(call)
    answer = _say(call, session_id, INTERVIEW, query="?wait=false", exchange_id="x1")

    bible.worker().run_all()

    later = call("GET", f"{API}/conversations/{session_id}/exchanges/x1").json()
    assert (answer.status_code, answer.json()["is_processed"], len(later["extracted_memories"])) == (202, False, 2)


def test_an_idempotency_key_makes_one_exchange(bible: Bible, call: Caller) -> None:
    session_id = _start(call)
    body = {"messages": [{"role": "user", "content": "I live in Oslo"}]}
    url, key = f"{API}/conversations/{session_id}/exchanges", {"Idempotency-Key": "k1"}

    answers = [call("POST", url, json=body, headers=key).json() for _ in range(2)]

    assert answers[0]["exchange_id"] == answers[1]["exchange_id"]
    assert bible.conversations.get(session_id).turn_count == 1


def test_memories_are_listed_with_what_the_interface_promises(call: Caller) -> None:
    made = {"user_id": "lena", "series_id": "hometown", "type": "fact", "text": "I live in Oslo", "importance": 0.8}
    call("POST", f"{API}/memories", json={**made, "memory_id": "m1", "at": "2026-11-15T10:00:00Z", "speaker": "Ada"})

    answer = call("GET", f"{API}/memories?user_id=lena&series_id=hometown&q=Oslo").json()

    shown = answer["memories"][0]
    assert (answer["total"], answer["next_cursor"]) == (1, None)
    assert {name: shown[name] for name in ("memory_id", "type", "text", "importance", "created_at")} == {
        "memory_id": "m1",
        "type": "fact",
        "text": "I live in Oslo",
        "importance": 0.8,
        "created_at": "2026-11-15T10:00:00Z",
    }
    assert (shown["reference_count"], shown["superseded_by"], shown["why"]) == (1, None, "shares oslo")


def test_a_memory_is_corrected_and_deleted(call: Caller) -> None:
    made = {"user_id": "lena", "character_id": "emma", "type": "fact", "text": "I live in Oslo", "memory_id": "m1"}
    call("POST", f"{API}/memories", json=made)

    changed = call("PATCH", f"{API}/memories/m1", json={"text": "I live in Bergen", "pinned": True}).json()
    gone = call("DELETE", f"{API}/memories/m1")

    assert (changed["text"], changed["pinned"], gone.status_code) == ("I live in Bergen", True, 204)
    assert call("DELETE", f"{API}/memories/m1").status_code == 404


def test_a_paused_memory_is_listed_only_for_whoever_asks(call: Caller) -> None:
    made = {"user_id": "lena", "character_id": "emma", "type": "fact", "text": "I live in Oslo", "memory_id": "m1"}
    call("POST", f"{API}/memories", json=made)

    paused = call("PATCH", f"{API}/memories/m1", json={"paused": True}).json()

    url = f"{API}/memories?user_id=lena&character_id=emma"
    found = [call("GET", f"{url}{more}").json() for more in ("", "&q=oslo", "&paused=true", "&q=oslo&paused=true")]
    assert paused["paused"] is True
    assert [(each["total"], len(each["memories"])) for each in found] == [(0, 0), (0, 0), (1, 1), (1, 1)]


def test_a_paused_hook_is_listed_only_for_whoever_asks(call: Caller) -> None:
    wish = {"user_id": "lena", "character_id": "emma", "type": "follow_up", "content": "Film night", "hook_id": "h1"}
    call("POST", f"{API}/hooks", json=wish)

    paused = call("PATCH", f"{API}/hooks/h1", json={"paused": True}).json()

    url = f"{API}/hooks?user_id=lena&character_id=emma"
    found = [call("GET", f"{url}{more}").json()["total"] for more in ("", "&paused=true")]
    assert (paused["paused"], paused["is_due"], paused["state"], found) == (True, False, "active", [0, 1])


@pytest.mark.parametrize("path", ["/memories/m1", "/hooks/h1"])
@pytest.mark.parametrize("paused", ["yes", 1])
def test_a_pause_is_yes_or_no(small_call: Caller, path: str, paused: object) -> None:
    assert small_call("PATCH", f"{API}{path}", json={"paused": paused}).status_code == 422


def test_a_conversation_uses_a_hook_that_is_then_opened_again_and_forgotten(bible: Bible, call: Caller) -> None:
    session_id = _start(call)
    wish = {"user_id": "lena", "character_id": "emma", "type": "follow_up", "content": "Film night", "hook_id": "h1"}
    call("POST", f"{API}/hooks", json=wish)

    used = call("POST", f"{API}/hooks/h1/trigger?session_id={session_id}").json()
    author = bible.conversations.hooks.history("h1")[0].made_by
    again = call("POST", f"{API}/hooks/h1/reopen").json()
    gone = [call("DELETE", f"{API}/hooks/h1").status_code for _ in range(2)]

    assert (used["state"], author, again["state"], gone) == (
        "triggered",
        f"conversation:{session_id}",
        "active",
        [204, 404],
    )


def test_a_hook_lives_from_making_to_use(call: Caller) -> None:
    wish = {"user_id": "lena", "character_id": "emma", "type": "scheduled", "content": "Film night"}
    made = call("POST", f"{API}/hooks", json={**wish, "due_at": "2026-11-20T19:00:00Z"}).json()

    moved = call("PATCH", f"{API}/hooks/{made['hook_id']}", json={"scope": "series", "series_id": "hometown"}).json()
    used = call("POST", f"{API}/hooks/{made['hook_id']}/trigger").json()
    left = call("GET", f"{API}/hooks?user_id=lena&character_id=emma&at=2026-11-21T00:00:00Z").json()

    assert (made["scope"], moved["scope"], used["state"], left["hooks"]) == ("character", "series", "triggered", [])


def test_the_context_of_a_reply_is_text_and_its_parts(call: Caller) -> None:
    session_id = _start(call, series_id="hometown")
    _say(call, session_id, INTERVIEW)

    answer = call("GET", f"{API}/conversations/{session_id}/context").json()

    assert ("I live in Oslo" in answer["text"], len(answer["memories"]), len(answer["hooks"])) == (True, 2, 1)
    assert answer["dynamic"] == {
        "tone": "warm",
        "tension_level": 30,
        "recent_beats": answer["dynamic"]["recent_beats"],
        "milestones": [],
    }


def test_only_a_context_that_is_posted_offers_its_hooks(call: Caller) -> None:
    session_id = _start(call)
    _say(call, session_id, INTERVIEW)
    at = f"{API}/conversations/{session_id}/context"

    seen = [call(method, at).json() for method in ("GET", "GET", "POST", "POST", "GET")]

    told = [(each["text"], [hook["offered_count"] for hook in each["hooks"]]) for each in seen]
    assert told == [(seen[0]["text"], [count]) for count in (0, 0, 0, 1, 1)]


def test_a_posted_context_is_asked_in_the_body_or_the_address_and_offered_once_a_key(call: Caller) -> None:
    session_id = _start(call)
    _say(call, session_id, INTERVIEW)
    at = f"{API}/conversations/{session_id}/context"
    key = {"Idempotency-Key": "k1"}

    inside = call("POST", at, json={"q": "Oslo"}, headers=key)
    again = call("POST", at, json={"q": "Oslo"}, headers=key)
    beside = call("POST", f"{at}?q=Oslo")

    assert (inside.status_code, inside.json()) == (200, again.json())
    assert inside.json()["memories"] == beside.json()["memories"]
    assert call("POST", at, headers={"Origin": "https://elsewhere.example"}).status_code == 403


def test_an_engagement_and_its_beats_are_shown(call: Caller) -> None:
    session_id = _start(call, series_id="hometown", episode_id="e1")
    _say(call, session_id, "You look beautiful.")

    bond = call("GET", f"{API}/engagements/lena/emma").json()
    beats = call("GET", f"{API}/analytics/beats?series_id=hometown").json()

    assert (bond["tone"], bond["tension_level"], len(bond["recent_beats"])) == ("flirty", 34, 1)
    assert beats["distribution"][0]["beats"] == {"flirty": 1}


def test_a_user_s_conversations_are_listed_newest_first(call: Caller) -> None:
    made = [_start(call) for _ in range(3)]

    page = call("GET", f"{API}/conversations?user_id=lena&limit=2").json()

    assert ([each["session_id"] for each in page["conversations"]], page["total"]) == (made[:0:-1], 3)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"messages": []}, 422),
        ({"messages": [{"role": "narrator", "content": "Hello"}]}, 422),
        ({"messages": [{"role": "user", "content": ""}]}, 422),
        ({"messages": [{"role": "user", "content": "x" * 1_000_000}]}, 413),
        ({"messages": [{"role": "user", "content": "Hello"}], "timezone": "Mars/Olympus"}, 422),
        ({"messages": [{"role": "user", "content": "Hello"}], "timezone": "../etc"}, 422),
        ({"messages": [{"role": "user", "content": "Hello"}], "at": "2026-11-15T10:00:00"}, 422),
        ({"messages": [{"role": "user", "content": "Hello"}], "beat": {"tension_change": "high"}}, 422),
        ({"messages": [{"role": "user", "content": 5}]}, 422),
        ({"messages": "Hello"}, 422),
    ],
)
def test_a_bad_exchange_is_refused_and_nothing_changes(
    small: Bible, small_call: Caller, body: dict[str, Any], status: int
) -> None:
    session_id = _start(small_call)

    answer = small_call("POST", f"{API}/conversations/{session_id}/exchanges", json=body)

    assert (answer.status_code, small.conversations.get(session_id).turn_count) == (status, 0)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/memories?user_id=lena", 422),
        ("GET", "/memories?user_id=lena&series_id=a%2Fb", 422),
        ("GET", "/memories?user_id=lena&series_id=s&limit=0", 422),
        ("GET", "/memories?user_id=lena&series_id=s&type=gossip", 422),
        ("GET", "/memories?user_id=lena&series_id=s&paused=maybe", 422),
        ("GET", "/hooks?user_id=lena", 422),
        ("GET", "/conversations/nowhere", 404),
        ("GET", "/conversations/nowhere/context", 404),
        ("POST", "/conversations/nowhere/context", 404),
        ("POST", "/hooks/nothing/trigger", 404),
        ("POST", "/hooks/nothing/reopen", 404),
        ("DELETE", "/hooks/nothing", 404),
        ("DELETE", "/memories/nothing", 404),
        ("GET", "/engagements/lena/..", 404),
    ],
)
def test_a_bad_question_is_refused(small_call: Caller, method: str, path: str, status: int) -> None:
    assert small_call(method, API + path).status_code == status


def test_a_series_and_a_character_that_do_not_belong_together_are_refused(bible: Bible, call: Caller) -> None:
    _start(call, series_id="hometown")
    wrong = {"user_id": "lena", "series_id": "hometown", "character_id": "liam", "type": "fact", "text": "I sail"}

    answers = [
        call("POST", f"{API}/memories", json=wrong).status_code,
        call("GET", f"{API}/memories?user_id=lena&series_id=hometown&character_id=liam").status_code,
    ]

    assert (answers, texts(bible, series_id="hometown")) == ([422, 422], [])
