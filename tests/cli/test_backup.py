"""The commands that keep a studio and bring it back, as the documentation writes them."""

from __future__ import annotations

import re
from pathlib import Path

from showbible.bible import Bible
from showbible.settings import Settings
from tests.processes import showbible

PAGE = Path(__file__).parent.parent.parent / "docs" / "operations.md"


def test_the_documented_commands_bring_a_studio_back(tmp_path: Path) -> None:
    home = tmp_path / "studio"
    with Bible(Settings(home=home, disk_floor_mb=0)) as bible:
        bible.runs.start("A lighthouse keeper", budget=5, run_id="r1")
    [block] = re.findall(r"^```sh\n(showbible backup .*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    for line in block.splitlines():
        words = [str(tmp_path / word[3:]) if word.startswith("../") else word for word in line.split()[1:]]
        place = () if "--home" in words or words[1] == "verify" else ("--home", home)
        ended = showbible(*words, *place)
        assert (ended.returncode, ended.stderr) == (0, ""), line

    with Bible(Settings(home=tmp_path / "restored", disk_floor_mb=0)) as back:
        assert back.runs.get("r1").concept == "A lighthouse keeper"


def test_a_backup_that_is_not_there_is_refused_in_one_sentence(tmp_path: Path) -> None:
    ended = showbible("backup", "verify", tmp_path / "none.tar")

    assert (ended.returncode, ended.stderr.count("\n"), "There is no backup" in ended.stderr) == (1, 1, True)
