"""An async program uses the same names, awaited."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from showbible import aio
from showbible.errors import NotFound
from showbible.lessons.model import ProviderLearning
from showbible.vocabulary import utcnow


def test_a_run_is_recorded_without_blocking_the_loop(tmp_path: Path) -> None:
    async def produce() -> tuple[str, int]:
        async with aio.open(tmp_path / "studio") as bible:
            run = await bible.runs.start("Whales", budget="12.00")
            await asyncio.gather(*(bible.runs.report(run.id, f"agent{n}", "running") for n in range(5)))
            finished = await bible.runs.finish(run.id)
            reports, _ = await bible.runs.reports(run.id)
            return finished.recorded_status, len(reports)

    assert asyncio.run(produce()) == ("completed", 5)


def test_an_error_is_raised_where_it_is_awaited(tmp_path: Path) -> None:
    async def ask() -> None:
        bible = await aio.open(tmp_path / "studio")
        try:
            await bible.assets("nowhere").search("x")
        finally:
            await bible.close()

    with pytest.raises(NotFound, match="no project 'nowhere'"):
        asyncio.run(ask())


def test_what_was_learned_is_corrected_by_the_same_kit(tmp_path: Path) -> None:
    learning = ProviderLearning(provider="lumen", run_id=None, made_by="caller", at=utcnow(), overall_success=True)

    async def correct() -> bool:
        async with aio.open(tmp_path / "studio") as bible:
            known = await bible.lessons.learn_of_provider(learning)
            paused = await bible.lessons.learnings.pause(known.recent_learnings[0].learning_id)
            return paused.paused

    assert asyncio.run(correct()) is True


def test_the_types_of_the_async_names_are_those_of_the_apis() -> None:
    script = Path(__file__).parent.parent / "scripts" / "awaited.py"

    assert subprocess.run([sys.executable, str(script), "--check"], check=False).returncode == 0
