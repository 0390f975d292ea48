"""`/api/v1/recall`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import Caller

ASKED = {"query": "whales", "project_id": "whales", "user_id": "lena", "character_id": "emma"}


def test_a_brief_is_answered_with_its_parts_and_a_receipt(call: Caller) -> None:
    answer = call("POST", "/api/v1/recall", json=ASKED)

    body = answer.json()
    assert (answer.status_code, body["receipt_id"][:4], body["failed"], body["skipped"]) == (200, "rcp_", [], [])
    assert [part["memory"] for part in body["parts"]] == ["conversations", "direction", "assets", "lessons", "runs"]
    assert body["parts"][0]["items"][0] == {
        "id": "m1",
        "kind": "preference",
        "score": body["parts"][0]["items"][0]["score"],
        "why": "shares whales",
    }


def test_the_receipt_says_what_was_asked_recalled_and_left_out(call: Caller) -> None:
    asked = {**ASKED, "budget_tokens": 80}
    brief = call("POST", "/api/v1/recall", json=asked).json()

    receipt = call("GET", f"/api/v1/recall/{brief['receipt_id']}").json()

    unsaid = {"series_id": None, "tool": None, "scene_id": None}
    assert (receipt["request"], receipt["tokens"]) == ({**asked, **unsaid}, brief["tokens"])
    assert [part["items"] for part in receipt["parts"]] == [part["items"] for part in brief["parts"]]
    assert {left["reason"] for part in receipt["parts"] for left in part["left_out"]} == {"over_budget"}


def test_receipts_are_listed_newest_first(call: Caller) -> None:
    asked = [{"query": query, "user_id": None} for query in ("whales", "owls")]
    ids = [call("POST", "/api/v1/recall", json=each).json()["receipt_id"] for each in asked]

    body = call("GET", "/api/v1/recall", params={"limit": 1}).json()
    rest = call("GET", "/api/v1/recall", params={"limit": 1, "cursor": body["next_cursor"]}).json()

    assert [each["receipt_id"] for page in (body, rest) for each in page["receipts"]] == ids[::-1]
    assert (body["total"], rest["next_cursor"], rest["receipts"][0]["recalled"]) == (2, None, 1)


def test_a_repeated_request_gives_the_first_answer(call: Caller) -> None:
    one, other = (call("POST", "/api/v1/recall", json=ASKED, headers={"Idempotency-Key": "k"}) for _ in range(2))

    assert one.json() == other.json()
    assert call("GET", "/api/v1/recall").json()["total"] == 1


def test_an_answer_kept_for_a_repeated_request_goes_with_its_user(call: Caller) -> None:
    first = call("POST", "/api/v1/recall", json=ASKED, headers={"Idempotency-Key": "k"}).json()
    call("DELETE", "/api/v1/users/lena/data")

    again = call("POST", "/api/v1/recall", json=ASKED, headers={"Idempotency-Key": "k"}).json()

    assert first["parts"][0]["items"] and again["parts"][0]["items"] == []


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"query": ""}, 422),
        ({"query": "a\x00b"}, 422),
        ({"query": "x" * 1_000_000}, 413),
        ({"query": None}, 422),
        ({"budget_tokens": 0}, 422),
        ({"budget_tokens": "many"}, 422),
        ({"budget_tokens": 1.5}, 422),
        ({"budget_tokens": 10**30}, 422),
        ({"project_id": "nobody"}, 404),
        ({"project_id": "../etc"}, 422),
        ({"user_id": None, "character_id": "emma"}, 422),
        ({"colour": "red"}, 422),
    ],
)
def test_what_can_never_be_answered_is_refused(small_call: Caller, wrong: dict[str, Any], status: int) -> None:
    answer = small_call("POST", "/api/v1/recall", json={"query": "whales", **wrong})

    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")


@pytest.mark.parametrize(
    ("path", "status"),
    [("/rcp_nobody", 404), ("/..", 404), ("/.x", 422), ("?cursor=x", 422), ("?limit=0", 422), ("?user_id=..", 422)],
)
def test_what_is_not_there_or_not_ours_is_refused(small_call: Caller, path: str, status: int) -> None:
    assert small_call("GET", f"/api/v1/recall{path}").status_code == status
