"""Story time: segments, one active take each, states over time, notes."""

from __future__ import annotations

import pytest

from showbible.assets.api import Assets
from showbible.errors import Invalid, NotFound


def _film(assets: Assets, *, seconds: int = 10, segments: int = 2) -> None:
    for number in range(segments):
        assets.segment(f"s{number}", t_start=number * seconds, t_end=(number + 1) * seconds, kind="target")


def test_near_equal_times_are_the_same_millisecond(assets: Assets) -> None:
    assets.segment("s1", t_start=0, t_end=5, kind="plan")

    again = assets.segment("s1", t_start=0.0001, t_end=5, kind="plan")

    assert (again.start_ms, again.end_ms) == (0, 5000)


def test_a_segment_told_anew_keeps_its_progress(assets: Assets) -> None:
    assets.segment("s1", t_start=0, t_end=5, kind="plan", status="done")

    again = assets.segment("s1", t_start=0, t_end=6, kind="target", status="planned")

    assert (again.status, again.kind, again.end_ms) == ("done", "target", 6000)


@pytest.mark.parametrize(("start", "end"), [(5, 1), (1, 1), (float("nan"), 2), (0, float("inf")), (-1, 2)])
def test_times_that_cannot_be_are_refused(assets: Assets, start: float, end: float) -> None:
    with pytest.raises(Invalid):
        assets.segment("s1", t_start=start, t_end=end, kind="plan")


def test_a_segment_has_one_active_take(assets: Assets) -> None:
    from showbible.assets.recall import story

    _film(assets)
    for name in ("c1", "c2", "c3"):
        assets.clip(clip_id=name, segment_id="s0", output_path=f"{name}.mp4", is_active=name != "c3")

    takes = story.clips(assets.db, "s0")

    assert [(take.clip_id, take.is_active) for take in takes] == [("c1", False), ("c2", True), ("c3", False)]


def test_a_take_is_an_asset_and_lends_its_prompt_to_its_last_frame(assets: Assets) -> None:
    _film(assets)
    assets.clip(clip_id="c1", segment_id="s0", output_path="c1.mp4", prompt="whales under ice")
    assets.add("last_frame", "c1.png", asset_id="frame", clip_id="c1")

    found = {hit.asset.kind: hit.asset.segment_id for hit in assets.search("whales under ice").items}

    assert found == {"video": "s0", "last_frame": "s0"}


def test_the_asset_of_a_take_told_apart_is_the_same_asset(assets: Assets) -> None:
    _film(assets)
    assets.clip(clip_id="c1", segment_id="s0", output_path="c1.mp4", prompt="whales")

    assets.add("video", "c1.mp4", clip_id="c1", tags=["hero"])

    (only,) = assets.search("").items
    assert (only.asset.prompt, only.asset.tags) == ("whales", ("hero",))


def test_a_deleted_take_is_found_no_more(assets: Assets) -> None:
    _film(assets)
    assets.clip(clip_id="c1", segment_id="s0", output_path="c1.mp4", prompt="whales under ice")

    assets.remove_clip("c1")

    assert assets.search("whales").items == []


def test_a_take_of_an_unknown_segment_is_refused(assets: Assets) -> None:
    with pytest.raises(NotFound):
        assets.clip(segment_id="nowhere", output_path="a.mp4")


def test_the_state_in_force_is_the_latest_told_before_a_story_time(assets: Assets) -> None:
    assets.tell("Mara", kind="character", state={"coat": "red", "hair": "black"}, t_start=0)
    assets.tell("mara", kind="character", state={"coat": "blue"}, t_start=40)

    told = {at: {fact.field: fact.value for fact in assets.facts("Mara", at=at)} for at in (39.999, 40)}

    assert told == {39.999: {"coat": "red", "hair": "black"}, 40: {"coat": "blue", "hair": "black"}}


def test_a_state_ends_before_its_end(assets: Assets) -> None:
    assets.tell("Mara", kind="character", state={"coat": "red"}, t_start=1, t_end=2)

    assert [len(assets.states("Mara", at=at)) for at in (0.999, 1, 1.999, 2)] == [0, 1, 1, 0]


def test_a_state_of_a_take_begins_with_its_segment(assets: Assets) -> None:
    _film(assets)
    assets.clip(clip_id="c1", segment_id="s1", output_path="c1.mp4")

    state = assets.tell("Mara", kind="character", state={"coat": "red"}, source_clip_id="c1")

    assert state.start_ms == 10_000


def test_a_summary_follows_its_states(assets: Assets) -> None:
    assets.add("image", "a.png", asset_id="one")
    state = assets.tell("Mara", kind="character", state={"coat": "red"}, source_asset_id="one")
    told = [assets.get("one").entity_summary]

    assets.state_corrections.correct(state.state_id, {"state": {"coat": "blue"}})
    told.append(assets.get("one").entity_summary)
    assets.state_corrections.forget(state.state_id)
    told.append(assets.get("one").entity_summary)

    assert told == ["Mara: coat red", "Mara: coat blue", None]


def test_a_state_without_a_source_is_told_by_the_assets_of_its_time_only(assets: Assets) -> None:
    _film(assets)
    for number in range(2):
        assets.add("image", f"{number}.png", asset_id=f"a{number}", segment_id=f"s{number}")

    assets.tell("Harbor", kind="location", state={"weather": "fog"}, t_start=10, t_end=20)

    assert [assets.get(name).entity_summary for name in ("a0", "a1")] == [None, "Harbor: weather fog"]


def test_a_summary_can_be_searched(assets: Assets) -> None:
    assets.add("image", "a.png", asset_id="one")
    assets.tell("Mara", kind="character", state={"coat": "crimson"}, source_asset_id="one")

    assert [hit.asset.asset_id for hit in assets.search("crimson coat").items] == ["one"]


def test_entities_are_listed_by_name(assets: Assets) -> None:
    for name in ("Tom", "Mara", "TOM"):
        assets.tell(name, kind="character", state={"mood": "calm"})

    page = assets.entities()

    assert [(each.name.casefold(), each.states) for each in page.items] == [("mara", 1), ("tom", 2)]


def test_an_unknown_entity_is_an_error_and_an_empty_moment_is_not(assets: Assets) -> None:
    assets.tell("Mara", kind="character", state={"coat": "red"}, t_start=5)

    assert assets.states("Mara", at=1) == []
    with pytest.raises(NotFound):
        assets.states("Nobody")


def test_a_note_needs_no_segment(assets: Assets) -> None:
    made = assets.note("camera", "handheld from here on", payload={"lens": 35})

    assert assets.notes().items == [made]


def test_a_note_on_an_unknown_segment_is_refused(assets: Assets) -> None:
    with pytest.raises(NotFound):
        assets.note("camera", "handheld", segment_id="nowhere")

    assert assets.notes().total == 0
