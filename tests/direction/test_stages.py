"""From which stage of planning on a scene teaches, whatever a caller calls the stage."""

from __future__ import annotations

import pytest

from showbible.bible import Bible
from showbible.direction.recall.stages import READY, STAGES, placed
from showbible.errors import Invalid
from tests.direction.builders import taught
from tests.web.conftest import Caller

P = "/api/v1/projects/whales"


def test_a_scene_is_a_source_from_ready_for_sketches_on() -> None:
    order = list(STAGES)

    sources = [name for name in STAGES if placed(name)[1]]

    assert sources == order[order.index(READY) :]


@pytest.mark.parametrize("text", ["VIDEO_GENERATION", "videoGeneration", "video generation", "Generating-Video"])
def test_a_stage_is_known_in_any_spelling(text: str) -> None:
    assert placed(text) == ("VIDEO_GENERATION", True)


def test_no_name_means_two_stages() -> None:
    names = [name for stage, others in STAGES.items() for name in (stage, *others)]

    assert len(names) == len(set(names))


@pytest.mark.parametrize("ready", [True, False])
def test_a_scene_that_says_whether_it_is_ready_may_use_any_name(ready: bool) -> None:
    assert placed("our own stage", ready=ready) == ("our own stage", ready)


def test_an_unknown_stage_is_refused_with_the_known_ones() -> None:
    with pytest.raises(Invalid, match=r"DRAFT, .*VIDEO_GENERATION, .*not 'NOPE'"):
        placed("NOPE")


def test_going_on_to_a_later_stage_keeps_what_was_learned(bible: Bible, ask: Caller) -> None:
    story = taught(bible)
    kept = ask("GET", f"{P}/scenes/h0").json()

    statuses = []
    for stage in ("VIDEO_GENERATION", "NOPE", "COMPLETED"):
        statuses.append(ask("PUT", f"{P}/scenes/h0", json={**kept, "planning_stage": stage, "ready": None}).status_code)
        statuses += [ask("GET", f"{P}/{way}").status_code for way in ("scenes/h0/memory", "profile")]
    bible.worker().run_all()

    assert statuses == [200, 200, 200, 422, 200, 200, 200, 200, 200]
    assert (story.scene("h0").planning_stage, story.profile().source_scene_ids) == (
        "COMPLETED",
        ("e0", "e1", "h0", "h1", "h2"),
    )
