"""The files that other programs read hold what those programs know, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from showbible.bible import Bible
from showbible.lessons.model import Shelf
from showbible.runs.model import Run
from tests.lessons.conftest import Film, Produce, work_off
from tests.lessons.documents import LongTermMemory, ShortTermMemory
from tests.web.conftest import Caller


@pytest.fixture
def told(bible: Bible, film: Film) -> Run:
    """A finished run that has something in every field."""
    run = film(metadata={"provider": "kling"}, extracted_themes=["sea"], mood="calm", music_style="piano")
    other = bible.runs.start("A trailer", budget="9", seed_asset_ids=["a1"])
    bible.runs.tag(other.id, ["festival"])
    bible.runs.enter(other.id, "evaluating", details={"shots": 3})
    bible.runs.add_pilot(other.id, "p1", tier="motion", budget="4")
    bible.runs.judge_pilot(other.id, "p1", score=41, status="rejected", rejection_reason="too dark")
    bible.runs.deliver(other.id, "image", "media/a.png", scene_id="s1", cost="1", metadata={"kind": "keyframe"})
    bible.runs.error(other.id, "the lamp broke")
    bible.runs.finish(other.id, "cancelled")
    work_off(bible)
    bible.lessons.rate(run.id, 5, notes="lovely")
    return bible.runs.get(other.id)


def _json(answer: Any) -> str:
    assert answer.status_code == 200
    return str(answer.text)


def test_a_strict_reader_takes_the_memory_file_of_a_run(call: Caller, told: Run) -> None:
    read = ShortTermMemory.model_validate_json(_json(call("GET", f"/api/v1/runs/{told.id}/memory.json")), strict=True)

    assert (read.run_id, read.current_stage, read.pilots[0].rejection_reason) == (told.id, "failed", "too dark")
    assert (read.assets[0].metadata, read.errors, len(read.timeline)) == (
        {"kind": "keyframe"},
        ["the lamp broke"],
        3,
    )


def test_a_strict_reader_takes_the_long_term_file(bible: Bible, call: Caller, told: Run, produce: Produce) -> None:
    produce("An outro", score=None)
    bible.library.keep(Shelf.ASSETS, "video", item_id="clip", description="gulls", metadata={"duration": 4.5})
    bible.library.keep(Shelf.BRAND, "logo", item_id="mark", path="media/logo.png")

    read = LongTermMemory.model_validate_json(_json(call("GET", "/api/v1/memory/long_term.json")), strict=True)

    assert (read.total_runs, sorted(read.patterns), len(read.brand_assets)) == (3, ["outro", "podcast_intro"], 1)
    assert (read.patterns["outro"].avg_score, read.patterns["podcast_intro"].avg_score) == (0, 80)
    assert read.saved_assets[0].metadata == {"description": "gulls"}


def test_the_reader_takes_the_files_of_an_empty_studio(bible: Bible, call: Caller) -> None:
    run = bible.runs.start("Owls", budget="0")

    memory = ShortTermMemory.model_validate_json(_json(call("GET", f"/api/v1/runs/{run.id}/memory.json")), strict=True)
    long_term = LongTermMemory.model_validate_json(_json(call("GET", "/api/v1/memory/long_term.json")), strict=True)

    assert (memory.assets, long_term.production_history) == ([], [])


@pytest.mark.parametrize("change", [{"tags": []}, {"run_id": None}])
def test_the_reader_is_strict(bible: Bible, call: Caller, change: dict[str, object]) -> None:
    run = bible.runs.start("Owls", budget="0")
    found = {**call("GET", f"/api/v1/runs/{run.id}/memory.json").json(), **change}

    with pytest.raises(ValidationError):
        ShortTermMemory.model_validate_json(json.dumps({key: each for key, each in found.items() if each is not None}))


def test_the_state_file_says_what_only_we_know(bible: Bible, told: Run) -> None:
    key = f"projects/default/runs/{told.id}/state.json"

    state = json.loads(b"".join(bible.blobs.read("runs", key)))

    assert (state["status"], state["tags"], state["muted"]) == ("cancelled", ["festival"], [])


def test_the_memory_index_names_the_theme_and_the_music_of_a_run(bible: Bible, film: Film) -> None:
    film("Podcast intro about whales", extracted_themes=["the sea"], music_style="piano")
    film("Product demo of a Blender")
    run = bible.runs.start("Trailer: the last lighthouse", budget="5")
    bible.runs.deliver(run.id, "audio", "audio/a.wav", metadata={"kind": "music", "style": "slow strings"})
    bible.runs.finish(run.id)
    work_off(bible)

    history = bible.lessons.memory_index()["video_history"]

    assert {(each["theme"], each["musicStyle"]) for each in history} == {
        ("the sea", "piano"),
        ("Blender", "none"),
        ("last lighthouse", "slow strings"),
    }
