"""Three journeys through the API: a series that remembers, a free chat apart from it, a hook that follows."""

from __future__ import annotations

from typing import Any

from showbible.bible import Bible
from tests.web.conftest import Caller

API = "/api/v1"


def _start(call: Caller, **ids: str) -> str:
    body = {"user_id": "lena", "character_id": "emma", **ids}
    return str(call("POST", f"{API}/conversations", json=body).json()["session_id"])


def _talk(call: Caller, session_id: str, user: str, emma: str) -> dict[str, Any]:
    said = [{"role": "user", "content": user}, {"role": "assistant", "content": emma}]
    body = {"messages": said, "at": "2026-11-15T10:00:00Z", "timezone": "Europe/Oslo"}
    answer: dict[str, Any] = call("POST", f"{API}/conversations/{session_id}/exchanges", json=body).json()
    return answer


def _remembered(call: Caller, session_id: str) -> list[str]:
    return [each["text"] for each in call("GET", f"{API}/conversations/{session_id}/context").json()["memories"]]


def _to_come_back_to(call: Caller, session_id: str) -> list[str]:
    return [each["content"] for each in call("GET", f"{API}/conversations/{session_id}/context").json()["hooks"]]


def test_a_series_remembers_from_one_episode_to_the_next(call: Caller) -> None:
    first = _start(call, series_id="hometown", episode_id="e1")
    _talk(call, first, "I grew up by the sea and I miss my grandmother.", "Tell me about her.")

    second = _start(call, series_id="hometown", episode_id="e2")

    assert sorted(_remembered(call, second)) == ["I grew up by the sea", "I miss my grandmother."]


def test_free_chat_is_a_pool_of_its_own(call: Caller) -> None:
    series, chat = _start(call, series_id="hometown"), _start(call)
    _talk(call, series, "I work as a baker.", "I can smell the bread.")
    _talk(call, chat, "I love old trains.", "Steam, or diesel?")

    later = _start(call)

    assert (_remembered(call, later), _remembered(call, series)) == (["I love old trains."], ["I work as a baker."])


def test_a_hook_is_kept_offered_elsewhere_used_and_gone(call: Caller) -> None:
    hometown = _start(call, series_id="hometown")
    _talk(call, hometown, "I have a job interview next Thursday at three, wish me luck!", "Good luck!")
    office = _start(call, series_id="office")
    interview = "I have a job interview next Thursday at three"
    assert _to_come_back_to(call, office) == [interview]

    due = call("GET", f"{API}/hooks?user_id=lena&character_id=emma&at=2026-11-19T15:00:00Z").json()["hooks"][0]
    assert (due["content"], due["is_due"], due["state"]) == (interview, True, "active")

    call("POST", f"{API}/hooks/{due['hook_id']}/trigger")
    assert _to_come_back_to(call, _start(call)) == []


def test_a_relationship_grows_with_its_exchanges(bible: Bible, call: Caller) -> None:
    session_id = _start(call, series_id="hometown", episode_id="e1")
    _talk(call, session_id, "I have never told anyone this.", "*She takes your hand.* I'm here for you.")
    _talk(call, session_id, "You look beautiful tonight.", "*She blushes.*")

    bond = call("GET", f"{API}/engagements/lena/emma").json()

    assert [each["type"] for each in bond["recent_beats"]] == ["flirty", "vulnerable"]
    assert (bond["tone"], bond["milestones"]) == ("flirty", ["vulnerability_shared"])
