"""An import that dies anywhere has changed nothing, or everything; begun again, it ends as if nothing had been."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.errors import NotFound
from showbible.settings import Settings
from tests.carrying.stories import exported, hashes
from tests.processes import Child

POINTS = [("files", 2), ("rows", 1), ("rows", 0)]
"""Where it dies: what it is doing, and how much of that is done; 0 stands for all of it."""


def _dying(say: Callable[[Any], None], settings: Settings, archive: Path, doing: str, number: int) -> None:
    def die(what: str, done: int, total: int) -> None:
        if what == doing and done >= (number or total):
            os.kill(os.getpid(), signal.SIGKILL)

    with Bible(settings) as bible:
        bible.carrying.take_in(archive, progress=die)
    say("alive")


def test_an_import_that_is_killed_can_be_done_again(settings: Settings, archive: Path, tmp_path: Path) -> None:
    for doing, number in POINTS:
        child = Child(_dying, settings, archive, doing, number)
        child.process.join(60)
        assert (child.process.exitcode, child.rest()) == (-signal.SIGKILL, [])

    with Bible(settings) as bible:
        with pytest.raises(NotFound):
            bible.projects.get("whales")
        assert bible.carrying.take_in(archive).changed
        assert hashes(exported(bible, "whales", tmp_path / "again.zip")) == hashes(archive)
