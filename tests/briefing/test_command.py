"""`showbible recall` shows what the API answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

import pytest

from showbible import aio
from showbible.bible import Bible
from showbible.briefing.model import RecallBrief, Receipt
from showbible.cli.entry import run
from showbible.settings import Settings
from showbible.vocabulary import ProjectId
from tests import logs

EVERYTHING = ["--project", "whales", "--user", "lena", "--character", "emma"]


@pytest.fixture(autouse=True)
def _log_as_before() -> Iterator[None]:
    """Let the log go where it went before a command sent it aside."""
    yield
    logs.as_shipped()


def test_the_command_prints_what_the_api_answers(
    small: Bible, folder: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["recall", "whales", "--home", str(folder.home), *EVERYTHING, "--json"])

    answer = json.loads(capsys.readouterr().out)
    assert (code, answer["request"]["character_id"], answer["parts"][0]["items"][0]["id"]) == (0, "emma", "m1")


def test_a_memory_that_fails_is_in_the_answer_and_the_log_beside_it(
    small: Bible, folder: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    small.workspace.close()
    (small.workspace.folder(ProjectId("whales")) / "memory.db").write_bytes(b"no database" * 1000)
    capsys.readouterr()

    code = run(["recall", "whales", "--home", str(folder.home), "--project", "whales", "--json"])

    shown = capsys.readouterr()
    failed = [each["memory"] for each in json.loads(shown.out)["failed"]]
    assert (code, failed, "recall.part_failed" in shown.err) == (0, ["direction", "assets"], True)


def test_the_command_shows_the_brief_and_where_it_looked(
    small: Bible, folder: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["recall", "zyxqorv", "--home", str(folder.home)])

    shown = capsys.readouterr().out.splitlines()
    assert (code, shown[0], shown[2]) == (0, "Nothing recalled.", "searched    lessons, runs")
    assert shown[-2:] == ["tokens      0 of 1500", f"receipt     {small.recall.receipts().items[0].receipt_id}"]


def test_a_budget_of_nothing_is_a_mistake_in_usage(folder: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["recall", "whales", "--home", str(folder.home), "--budget", "0"])

    wrong = "showbible: budget_tokens must lie between 1 and 100,000.\n"
    assert (code, capsys.readouterr().err) == (2, wrong)


def test_an_async_program_awaits_the_same(small: Bible, folder: Settings) -> None:
    async def asked() -> tuple[RecallBrief, Receipt]:
        async with aio.open(settings=folder) as bible:
            brief = await bible.recall("whales", project="whales")
            return brief, await bible.recall.receipt(brief.receipt_id or "")

    brief, receipt = asyncio.run(asked())

    assert receipt == brief.receipt
