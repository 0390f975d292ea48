"""Every error reaches a client as problem details, and none tells more than it should."""

from __future__ import annotations

import io
import math
from typing import Annotated

import httpx
import pytest
from fastapi import APIRouter
from pydantic import AfterValidator, BaseModel

from showbible import errors
from showbible.vocabulary import checked_text
from tests.web.conftest import Visit

RAISED = {
    "invalid": errors.Invalid("The budget is odd.", field="budget"),
    "malformed": errors.Malformed("This is no script."),
    "missing": errors.NotFound("run", "r1"),
    "conflict": errors.Conflict("The run is over."),
    "large": errors.TooLarge("The concept has 9,000 bytes; the limit is 8,192."),
    "busy": errors.Busy("Another process is writing."),
    "away": errors.Unreachable("PostgreSQL does not answer.", retry_after=5),
    "full": errors.DiskFull("The disk is full."),
    "damaged": errors.Damaged("memory.db is damaged."),
    "somewhere": errors.Damaged("/srv/studio/workspace.db is damaged."),
    "misconfigured": errors.Misconfigured("There is no model."),
    "memory": MemoryError(),
    "unforeseen": RuntimeError("the secret is 12345"),
}


def _concept(value: str) -> str:
    return checked_text("concept", value, limit=10, empty=False)


class Wish(BaseModel):
    """A body with a limited text and a number."""

    concept: Annotated[str, AfterValidator(_concept)]
    scenes: int = 1


def router() -> APIRouter:
    made = APIRouter()

    @made.get("/raise/{name}")
    def raising(name: str) -> None:
        raise RAISED[name]

    @made.post("/wishes")
    def wish(body: Wish) -> Wish:
        return body

    @made.get("/nan")
    def nan() -> dict[str, float]:
        return {"score": math.nan}

    return made


@pytest.mark.parametrize(
    ("name", "status", "kind"),
    [
        ("invalid", 422, "urn:showbible:invalid"),
        ("malformed", 422, "urn:showbible:malformed"),
        ("missing", 404, "urn:showbible:not-found"),
        ("conflict", 409, "urn:showbible:conflict"),
        ("large", 413, "urn:showbible:too-large"),
        ("busy", 503, "urn:showbible:busy"),
        ("away", 503, "urn:showbible:unreachable"),
        ("full", 507, "urn:showbible:disk-full"),
        ("damaged", 503, "urn:showbible:damaged"),
        ("misconfigured", 503, "urn:showbible:misconfigured"),
        ("memory", 503, "about:blank"),
        ("unforeseen", 500, "about:blank"),
    ],
)
def test_each_error_has_its_status(visit: Visit, name: str, status: int, kind: str) -> None:
    call = visit(api=router())

    answer = call("GET", f"/api/v1/raise/{name}")

    assert (answer.status_code, answer.json()["status"], answer.json()["type"]) == (status, status, kind)


def test_a_problem_says_what_happened_and_under_which_id(visit: Visit) -> None:
    call = visit(api=router())

    answer = call("GET", "/api/v1/raise/missing", headers={"X-Request-ID": "take-1"})

    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json() == {
        "type": "urn:showbible:not-found",
        "title": "Not found",
        "status": 404,
        "detail": "There is no run 'r1'.",
        "instance": "take-1",
    }


def test_a_refused_value_is_named(visit: Visit) -> None:
    call = visit(api=router())

    answer = call("GET", "/api/v1/raise/invalid")

    assert answer.json()["errors"] == [{"loc": ["budget"], "msg": "The budget is odd."}]


def test_a_failure_tells_the_log_where_a_file_lies_and_nobody_else(visit: Visit, log_lines: io.StringIO) -> None:
    call = visit(api=router())

    answer = call("GET", "/api/v1/raise/somewhere")

    assert answer.json()["detail"] == "workspace.db is damaged."
    assert "/srv/studio/workspace.db is damaged." in log_lines.getvalue()


def test_try_later_says_when(visit: Visit) -> None:
    call = visit(api=router())

    waits = {name: call("GET", f"/api/v1/raise/{name}").headers.get("retry-after") for name in ("away", "damaged")}

    assert waits == {"away": "5", "damaged": None}


def test_an_unforeseen_error_keeps_its_words_to_itself(visit: Visit) -> None:
    call = visit(api=router())

    answer = call("GET", "/api/v1/raise/unforeseen")

    assert "12345" not in answer.text
    assert answer.json()["title"] == "Internal Server Error"


@pytest.mark.parametrize(
    ("body", "status", "mistakes"),
    [
        ({"concept": "whales", "scenes": "many"}, 422, [["body", "scenes"]]),
        ({"scenes": 2}, 422, [["body", "concept"]]),
        ({"concept": " "}, 422, [["concept"]]),
        ({"concept": "a very long concept"}, 413, None),
    ],
)
def test_a_wrong_body_is_refused(
    visit: Visit, body: dict[str, object], status: int, mistakes: list[list[str]] | None
) -> None:
    call = visit(api=router())

    answer = call("POST", "/api/v1/wishes", json=body)

    found = [mistake["loc"] for mistake in answer.json()["errors"]] if "errors" in answer.json() else None
    assert (answer.status_code, found) == (status, mistakes)


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/api/v1/none", 404), ("PUT", "/api/v1/wishes", 405)])
def test_a_wrong_address_is_a_problem_too(visit: Visit, method: str, path: str, status: int) -> None:
    call = visit(api=router())

    answer = call(method, path)

    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")


def test_a_wrong_method_tells_the_right_one(visit: Visit) -> None:
    call = visit(api=router())

    answer = call("PUT", "/api/v1/wishes")

    assert answer.headers["allow"] == "POST"


def test_an_answer_never_contains_nan(visit: Visit) -> None:
    call = visit(api=router())

    answer = call("GET", "/api/v1/nan")

    assert answer.json() == {"score": None}


@pytest.mark.parametrize(
    ("path", "accept", "kind"),
    [
        ("/nowhere", "text/html,*/*", "text/html; charset=utf-8"),
        ("/nowhere", "*/*", "application/problem+json"),
        ("/api/v1/nowhere", "text/html,*/*", "application/problem+json"),
    ],
)
def test_people_get_pages_and_programs_get_json(visit: Visit, path: str, accept: str, kind: str) -> None:
    call = visit(api=router())

    answer = call("GET", path, headers={"Accept": accept})

    assert (answer.status_code, answer.headers["content-type"]) == (404, kind)


def test_an_error_page_shows_the_id_as_text(visit: Visit) -> None:
    call = visit(pages=router())

    answer = _page(call("GET", "/raise/unforeseen", headers={"Accept": "text/html", "X-Request-ID": "take-2"}))

    assert '<code id="error-id">take-2</code>' in answer


def test_a_fragment_fails_as_a_fragment(visit: Visit) -> None:
    call = visit(pages=router())

    answer = call("GET", "/raise/conflict", headers={"Accept": "text/html", "HX-Request": "true"})

    assert (answer.status_code, "<html" in answer.text, "The run is over." in answer.text) == (409, False, True)


def _page(answer: httpx.Response) -> str:
    assert answer.status_code == 500
    return answer.text
