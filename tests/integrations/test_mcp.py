"""An assistant that speaks MCP asks the memories: spoken to with the protocol's own client."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest
from mcp import Client, MCPError
from mcp_types import CallToolResult, TextContent, TextResourceContents, Tool

from showbible.bible import Bible
from showbible.errors import Misconfigured
from showbible.integrations.mcp.extra import check_installed
from showbible.integrations.mcp.server import server_of
from tests.carrying.stories import tell_everything
from tests.originals import Filling

READING = {
    "recall",
    "search_assets",
    "get_context",
    "check_continuity",
    "suggest_plan",
    "preference_block",
    "run_status",
    "list_runs",
    "memory_folder",
}
WRITING = {"record_asset", "note", "rate_run", "remember"}


@pytest.fixture
def filling() -> Filling:
    """A story with something of everything."""
    return tell_everything


def _tools(bible: Bible, *, writing: bool) -> list[Tool]:
    async def ask() -> list[Tool]:
        async with Client(server_of(bible, writing=writing)) as client:
            return (await client.list_tools()).tools

    return asyncio.run(ask())


def _called(bible: Bible, name: str, *, writing: bool = False, **arguments: Any) -> CallToolResult:
    async def ask() -> CallToolResult:
        async with Client(server_of(bible, writing=writing)) as client:
            return await client.call_tool(name, arguments)

    return asyncio.run(ask())


def _text(answer: CallToolResult) -> str:
    (content,) = answer.content
    assert isinstance(content, TextContent)
    return content.text


def _read(bible: Bible, uri: str) -> str:
    async def ask() -> str:
        async with Client(server_of(bible, writing=False)) as client:
            (content,) = (await client.read_resource(uri)).contents
            assert isinstance(content, TextResourceContents)
            return content.text

    return asyncio.run(ask())


def test_tools_that_write_are_offered_only_where_writing_is_on(small: Bible) -> None:
    assert {tool.name for tool in _tools(small, writing=False)} == READING
    assert {tool.name for tool in _tools(small, writing=True)} == READING | WRITING


def test_every_tool_says_what_it_is_for_and_whether_it_writes(small: Bible) -> None:
    tools = _tools(small, writing=True)

    assert all(tool.description and tool.description.endswith(".") for tool in tools)
    assert all(tool.input_schema["additionalProperties"] is False for tool in tools)
    writes = {tool.name for tool in tools if tool.annotations and not tool.annotations.read_only_hint}
    assert writes == WRITING | {"memory_folder"}


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("recall", {"query": "whale breaching", "project_id": "whales"}, "A grey whale breaches at dusk"),
        ("search_assets", {"project_id": "whales", "query": "red boat"}, '- image still: "A boat'),
        ("get_context", {"project_id": "whales", "query": "Mira", "at": 4}, "MEMORY_CONTEXT"),
        ("check_continuity", {"project_id": "whales", "prompt": "Mira in a green coat", "at": 4}, "1 conflict."),
        ("suggest_plan", {"concept": "A podcast intro about owls", "tier": "animated"}, "animated, "),
        ("preference_block", {"project_id": "whales", "tool": "propose_edit_plan"}, "humiliation"),
        ("run_status", {"run_id": "r1"}, '- error: "The lamp broke."'),
        ("list_runs", {"project_id": "whales", "status": "completed"}, "- r1 of whales"),
        ("memory_folder", {"project_id": "whales", "command": "view", "path": "/memories"}, "/memories/progress.md"),
    ],
)
def test_a_reading_tool_answers_in_words_and_in_fields(
    small: Bible, name: str, arguments: dict[str, Any], words: str
) -> None:
    answer = _called(small, name, **arguments)

    assert words in _text(answer)
    assert answer.structured_content


def test_what_an_assistant_writes_is_in_the_memories(small: Bible) -> None:
    made = _called(
        small, "record_asset", writing=True, project_id="whales", kind="video", path="owl.mp4", prompt="An owl at noon"
    )
    _called(small, "note", writing=True, project_id="whales", summary="Mira lost her hat.")
    _called(small, "rate_run", writing=True, run_id="r1", rating="bad", notes="too loud")
    _called(small, "remember", writing=True, text="The user sails.", character_id="mira")

    assets, talks = small.assets("whales"), small.conversations
    assert made.structured_content is not None
    assert assets.search("owl").items[0].asset.asset_id == made.structured_content["asset_id"]
    assert assets.notes().items[0].summary == "Mira lost her hat."
    assert small.lessons.history().items[0].notes == "too loud"
    assert [each.memory.text for each in talks.strongest(talks.scope("local", character_id="mira"))] == [
        "The user sails."
    ]


@pytest.mark.parametrize(
    ("name", "arguments", "reason"),
    [
        ("recall", {"query": "x", "colour": "red"}, "recall has no argument 'colour'; it takes query, project_id,"),
        ("recall", {}, "recall needs the argument 'query'."),
        ("recall", {"query": "x", "budget_tokens": 0}, "budget_tokens"),
        ("search_assets", {"project_id": "whales", "limit": 500}, "limit: Input should be less than or equal to 200."),
        ("search_assets", {"project_id": "nowhere"}, "There is no project 'nowhere'."),
        ("check_continuity", {"project_id": "whales"}, "say one of: a prompt, a list of shots, or the id of a scene."),
        ("preference_block", {"project_id": "whales", "tool": "hammer"}, "hammer"),
        ("note", {"project_id": "whales", "summary": "x"}, "note writes, which is switched off here"),
        (
            "memory_folder",
            {"project_id": "whales", "command": "delete", "path": "/memories/progress.md"},
            "may only be read here",
        ),
        ("produce", {}, "There is no tool 'produce'."),
    ],
)
def test_a_wrong_call_is_refused_in_a_sentence(small: Bible, name: str, arguments: dict[str, Any], reason: str) -> None:
    answer = _called(small, name, **arguments)

    assert answer.is_error
    assert reason in _text(answer) and "Traceback" not in _text(answer)


def test_every_project_is_listed_as_something_to_read(small: Bible) -> None:
    async def ask() -> list[str]:
        async with Client(server_of(small, writing=False)) as client:
            return [each.uri for each in (await client.list_resources()).resources]

    assert asyncio.run(ask())[:2] == ["showbible://projects", "showbible://projects/whales"]


def test_without_its_package_the_refusal_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)

    with pytest.raises(Misconfigured, match=r"pip install 'showbible\[mcp\]'"):
        check_installed()


def test_projects_and_profiles_are_read_by_their_address(small: Bible) -> None:
    assert '"project_id":"whales"' in _read(small, "showbible://projects")
    assert "# The project at a glance" in _read(small, "showbible://projects/whales")
    assert '"preference_cards":[{' in _read(small, "showbible://projects/whales/profile")


@pytest.mark.parametrize("uri", ["showbible://projects/nowhere", "showbible://projects/whales/wages", "file:///etc"])
def test_an_address_that_leads_nowhere_is_refused(small: Bible, uri: str) -> None:
    async def ask() -> None:
        async with Client(server_of(small, writing=False)) as client:
            with pytest.raises(MCPError, match="There is no"):
                await client.read_resource(uri)

    asyncio.run(ask())
