"""`showbible continuity` and `showbible remake`: what the pages show, in a terminal."""

from __future__ import annotations

import json

import pytest

from showbible.bible import Bible
from showbible.cli.entry import run
from showbible.direction.recall.plans import NewScene
from showbible.settings import Settings


@pytest.fixture
def state_id(folder: Settings) -> str:
    """What is so of Mara by now, in a studio with a scene and a film that say otherwise."""
    with Bible(folder) as bible:
        bible.projects.create("harbor")
        shots = [{"shot_id": "s1", "description": "Mara\x1b[2J waits in a red coat."}]
        bible.direction("harbor").put("pier", NewScene(planning_stage="SHOTS", shots=shots))
        memory = bible.assets("harbor")
        memory.segment("g", t_start=0, t_end=1, kind="plan")
        memory.add("video", "a.mp4", asset_id="film", segment_id="g", prompt="Mara in a red coat")
        return memory.tell("Mara", kind="character", state={"coat": "blue"}, t_start=0).state_id


def test_a_report_is_printed_line_by_line(folder: Settings, state_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["continuity", "harbor", "pier", "--home", str(folder.home)])

    shown = capsys.readouterr().out
    assert (code, "\x1b" in shown) == (0, False)
    assert "  wearing  blue coat, from before" in shown and "! s1: Mara, coat is blue, not red" in shown


def test_a_plan_is_shown_and_nothing_ordered(
    folder: Settings, state_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["remake", "harbor", state_id, "--home", str(folder.home), "--json"])

    answer = json.loads(capsys.readouterr().out)
    (film,) = answer["disagreeing"]
    assert (code, film["asset_id"], film["cost"], film["remake_cost"]) == (0, "film", None, 0.25)
    with Bible(folder) as bible:
        assert bible.runs.list().total == 0
