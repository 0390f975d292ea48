"""The context holds what the next generation needs, within its budget."""

from __future__ import annotations

from typing import Any

import pytest

from showbible.assets.api import Assets
from showbible.assets.recall.context import ContextRequest
from showbible.errors import Invalid
from showbible.quoting import DECLARATION


def _film(assets: Assets) -> None:
    for number in range(3):
        assets.segment(f"s{number}", t_start=number * 10, t_end=number * 10 + 10, kind="target")
        take = f"c{number}"
        assets.clip(clip_id=take, segment_id=f"s{number}", output_path=f"{take}.mp4", prompt=f"Mara, part {number}")
        assets.add("last_frame", f"{take}.png", asset_id=f"frame{number}", clip_id=take)
    assets.tell("Mara", kind="character", state={"coat": "red"}, t_start=0, source_asset_id="frame0")


def test_the_last_frame_is_that_of_the_active_take_at_the_moment(assets: Assets) -> None:
    _film(assets)
    assets.clip(clip_id="better", segment_id="s1", output_path="better.mp4", prompt="Mara again")
    assets.add("last_frame", "better.png", asset_id="better-frame", clip_id="better")

    frame = assets.context("Mara", at=12).last_frame

    assert frame is not None and frame.asset_id == "better-frame"


def test_without_a_moment_the_last_frame_is_that_of_the_best_hit(assets: Assets) -> None:
    _film(assets)

    found = assets.context("c2")

    assert (found.last_frame and found.last_frame.asset_id, found.window) == ("frame2", None)


def test_assets_without_any_segment_make_a_context(assets: Assets) -> None:
    assets.add("image", "a.png", asset_id="one", prompt="a lighthouse above the cliffs")

    found = assets.context("lighthouse", at=3)

    assert [hit.asset.asset_id for hit in found.assets] == ["one"]
    assert found.text.splitlines() == [
        "MEMORY_CONTEXT",
        DECLARATION,
        "Assets:",
        '- image "a.png" [one]: "a lighthouse above the cliffs"',
    ]


def test_a_window_holds_only_the_segments_around_the_moment(assets: Assets) -> None:
    _film(assets)

    window = assets.context("Mara", at=5, pad=4).window

    assert window is not None
    assert [each.segment.segment_id for each in window.moments] == ["s0"]


def test_the_states_in_force_are_told_with_their_beginning(assets: Assets) -> None:
    _film(assets)

    assert '- "Mara": "coat: red" (since 00:00)' in assets.context("Mara walks on", at=15).text


def test_a_context_keeps_its_budget_and_cuts_the_last_frame_last(assets: Assets) -> None:
    _film(assets)

    found = {most: assets.context("Mara", at=15, max_chars=most) for most in (100, 200, 400, 800, 4000)}

    assert [most for most, each in found.items() if len(each.text) > most] == []
    assert None not in [each.last_frame for each in found.values()]


def test_what_was_cut_is_told(assets: Assets) -> None:
    _film(assets)

    found = assets.context("Mara", at=15, max_chars=300)

    assert found.window is None
    assert found.why[-1].startswith("left out to fit 300 characters: ")


@pytest.mark.parametrize("wrong", [{"at": float("nan")}, {"at": -1}, {"pad": float("inf")}, {"max_chars": 1}])
def test_a_context_of_an_impossible_moment_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        ContextRequest(query="Mara", **wrong)
