"""Assistants reach a studio over HTTP, by the rules of the API, and over standard input and output."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp import Client, StdioServerParameters, stdio_client
from mcp_types import CallToolResult

from showbible.bible import Bible
from showbible.settings import Settings
from tests.processes import served
from tests.web.conftest import Caller, calling

PROGRAM = Path(sys.executable).with_name("showbible")
ASKING = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "list_runs", "arguments": {}},
}
HEADERS = {"Accept": "application/json, text/event-stream"}


@pytest.fixture
def caller(small: Bible) -> Iterator[Caller]:
    """A caller of the application in this process."""
    with calling(small) as made:
        yield made


def test_an_assistant_in_another_process_finds_what_the_studio_recorded_a_moment_ago(tmp_path: Path) -> None:
    home = tmp_path / "studio"
    child = StdioServerParameters(command=str(PROGRAM), args=["mcp", "--home", str(home)])

    heard = list[object]()

    async def hear(message: object) -> None:
        heard.append(message)

    async def search(server: Any) -> CallToolResult:
        async with Client(server, message_handler=hear) as client:
            return await client.call_tool("search_assets", {"project_id": "whales", "query": "a whale at dusk"})

    with served(home) as (url, _), httpx.Client(base_url=f"{url}/api/v1", timeout=60) as api:
        api.post("/projects", json={"project_id": "whales"}).raise_for_status()
        asset = {"asset_id": "a1", "kind": "video", "path": "a.mp4", "prompt": "A whale breaches at dusk"}
        api.post("/projects/whales/assets", json=asset).raise_for_status()
        answers = [asyncio.run(search(f"{url}/mcp")), asyncio.run(search(stdio_client(child)))]

    found = [(answer.structured_content or {})["assets"][0]["asset_id"] for answer in answers]
    assert found == ["a1", "a1"]
    assert heard == []  # nothing but the protocol was printed


def test_a_message_is_answered_as_json_without_a_session(caller: Caller) -> None:
    answer = caller("POST", "/mcp", json=ASKING, headers=HEADERS)

    assert answer.json()["result"]["structuredContent"] == {"total": 0, "next_cursor": None, "runs": []}
    assert "mcp-session-id" not in answer.headers and answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (421, {"Host": "studio.example"}),
        (403, {"Origin": "http://evil.example"}),
        (403, {"Sec-Fetch-Site": "cross-site"}),
        (415, {"Content-Type": "text/plain"}),
    ],
)
def test_the_rules_of_the_api_hold_for_assistants(caller: Caller, status: int, headers: dict[str, str]) -> None:
    answer = caller("POST", "/mcp", json=ASKING, headers={**HEADERS, **headers})

    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")


def test_nobody_holds_a_stream_open(caller: Caller) -> None:
    answer = caller("GET", "/mcp", headers={"Accept": "text/event-stream"})

    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize(("mode", "writes"), [("read", False), ("write", True)])
def test_a_setting_says_whether_assistants_may_write(folder: Settings, mode: str, writes: bool) -> None:
    with Bible(replace(folder, mcp=mode)) as bible, calling(bible) as caller:
        listed = caller("POST", "/mcp", json={**ASKING, "method": "tools/list", "params": {}}, headers=HEADERS)

    names = {tool["name"] for tool in listed.json()["result"]["tools"]}
    assert ("record_asset" in names, "recall" in names) == (writes, True)


def test_switched_off_there_is_nothing_at_the_address(folder: Settings) -> None:
    with Bible(replace(folder, mcp="off")) as bible, calling(bible) as caller:
        answer = caller("POST", "/mcp", json=ASKING, headers=HEADERS)

    assert (answer.status_code, answer.json()["detail"]) == (404, "There is no address '/mcp'.")


def test_a_memory_folder_is_worked_with_over_http(caller: Caller) -> None:
    caller("POST", "/api/v1/projects", json={"project_id": "whales"})
    address, told = "/api/v1/projects/whales/memory-folder", {"path": "/memories/a.md"}

    made = caller(
        "POST", address, json={"command": "create", "file_text": "one", **told}, headers={"Idempotency-Key": "k"}
    )
    again = caller(
        "POST", address, json={"command": "create", "file_text": "one", **told}, headers={"Idempotency-Key": "k"}
    )

    assert made.json() == again.json() == {"text": "The file /memories/a.md was created."}
    assert caller("POST", address, json={"command": "view", **told}).json()["text"].endswith("     1\tone")
    assert caller("POST", address, json={"command": "create", "file_text": "two", **told}).status_code == 409
    assert caller("POST", address, json={"command": "view", "mode": "x", **told}).status_code == 422
