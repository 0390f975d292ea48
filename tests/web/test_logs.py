"""The log: one JSON line per event, with nothing in it that is nobody's business."""

from __future__ import annotations

import io
import json
import logging
from typing import Any

import pytest
import structlog
from fastapi import APIRouter, Request

from showbible import logs
from tests.web.conftest import Visit


def router() -> APIRouter:
    made = APIRouter()

    @made.post("/stories/{story}/scenes")
    def scenes(story: str, body: dict[str, Any]) -> dict[str, Any]:
        return body

    @made.get("/id")
    def own_id(request: Request) -> str:
        structlog.get_logger("showbible.runs").info("run.started")
        return str(request.state.request_id)

    @made.get("/fails")
    def fails() -> None:
        raise RuntimeError("the prompt was: a whale in the rain")

    return made


def _events(lines: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines.getvalue().splitlines()]


def test_a_request_is_one_line(visit: Visit, log_lines: io.StringIO) -> None:
    call = visit(api=router())

    call("POST", "/api/v1/stories/whales/scenes", json={}, headers={"X-Request-ID": "take-1"})

    (event,) = _events(log_lines)
    assert event == {
        "ts": event["ts"],
        "level": "info",
        "event": "request",
        "request_id": "take-1",
        "method": "POST",
        "route": "/api/v1/stories/{story}/scenes",
        "status": 200,
        "ms": event["ms"],
    }
    assert list(event)[:3] == ["ts", "level", "event"] and event["ts"].endswith("Z")


def test_neither_names_nor_words_nor_keys_are_written(visit: Visit, log_lines: io.StringIO) -> None:
    call = visit(api=router())
    secrets = {"Authorization": "Bearer canary", "Idempotency-Key": "canary", "Cookie": "canary"}

    call("POST", "/api/v1/stories/canary/scenes?q=canary", json={"text": "canary"}, headers=secrets)

    assert "canary" not in log_lines.getvalue()


def test_what_happens_inside_carries_the_same_id(visit: Visit, log_lines: io.StringIO) -> None:
    call = visit(api=router())

    answer = call("GET", "/api/v1/id", headers={"X-Request-ID": "take-2"})

    assert {event["request_id"] for event in _events(log_lines)} == {"take-2", answer.json()}
    assert answer.headers["x-request-id"] == "take-2"


@pytest.mark.parametrize("given", ["", "a" * 65, "two words", 'a"b', "../../x", "-x"])
def test_an_id_unfit_for_a_log_is_replaced(visit: Visit, given: str) -> None:
    call = visit(api=router())

    answer = call("GET", "/api/v1/id", headers={"X-Request-ID": given})

    assert len(answer.headers["x-request-id"]) == 26


def test_an_unforeseen_error_is_told_by_kind_and_place(visit: Visit, log_lines: io.StringIO) -> None:
    call = visit(api=router())

    call("GET", "/api/v1/fails")

    failed, request = _events(log_lines)
    assert (failed["event"], failed["errors"][0]["kind"], request["status"]) == ("request.failed", "RuntimeError", 500)
    assert failed["errors"][0]["at"][-1].endswith(" fails") and "whale" not in log_lines.getvalue()


def test_at_level_debug_an_error_is_told_in_its_words() -> None:
    lines = io.StringIO()
    logs.configure("debug", stream=lines)

    try:
        raise KeyError("whale") from ValueError("rain")
    except KeyError:
        structlog.get_logger().exception("failed")

    assert [error["words"] for error in _events(lines)[0]["errors"]] == ["'whale'", "rain"]


def test_machines_that_ask_all_the_time_are_not_written_down(visit: Visit, log_lines: io.StringIO) -> None:
    call = visit()

    for path in ("/livez", "/readyz", "/metrics"):
        call("GET", path)

    assert _events(log_lines) == []


def test_control_characters_are_escaped(log_lines: io.StringIO) -> None:
    structlog.get_logger().info("said", words="\x1b[31m\r\nred\x7f\u009b\u2028")

    assert log_lines.getvalue().isprintable() is False and log_lines.getvalue().rstrip("\n").isprintable()
    assert _events(log_lines)[0]["words"] == "\x1b[31m\r\nred\x7f\u009b\u2028"


def test_lines_of_other_libraries_have_the_same_shape(log_lines: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").warning("Invalid %s", "request")

    (event,) = _events(log_lines)
    assert event == {"ts": event["ts"], "level": "warning", "event": "Invalid request"}


def test_the_level_is_kept(log_lines: io.StringIO) -> None:
    structlog.get_logger().debug("whisper")

    assert _events(log_lines) == []
