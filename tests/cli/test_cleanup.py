"""`showbible cleanup` says what went, or what would."""

from __future__ import annotations

import json
import os

import pytest

from showbible.bible import Bible
from showbible.cli.entry import run
from showbible.settings import Settings


def test_a_dry_run_tells_what_would_go_and_then_it_goes(folder: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    with Bible(folder) as bible:
        old = bible.workspace.home / "stores" / "partial" / "old"
        old.parent.mkdir(parents=True, exist_ok=True)
        old.touch()
        os.utime(old, (0, 0))

    code = run(["cleanup", "--dry-run", "--json", "--home", str(folder.home)])

    told = json.loads(capsys.readouterr().out)
    assert (code, told["dry_run"], told["items"], old.exists()) == (0, True, 1, True)
    assert (run(["cleanup", "--home", str(folder.home)]), old.exists()) == (0, False)
    assert capsys.readouterr().out == "        1  Files that never arrived whole\n1 thing went.\n"
