"""The scenes of a run on one clock."""

from __future__ import annotations

from typing import Any

from showbible.runs.model import NewDelivery
from showbible.runs.recall import one
from showbible.runs.record import delivery, life, notes, pilots
from showbible.storage.database import Database
from showbible.web.pages.kit.curves import smooth, wave
from showbible.web.pages.run.scenes import Reel, reel
from tests.builders import a_run


def a_race(db: Database, *, scenes: int = 0) -> str:
    run_id = a_run(db, total_scenes=scenes)
    for name in "ab":
        pilots.add_pilot(db, run_id, name, tier="animated", budget="2")
    return run_id


def take(db: Database, run_id: str, pilot: str, scene: str, seconds: float, **metadata: Any) -> None:
    asset = NewDelivery(pilot_id=pilot, scene_id=scene, duration=seconds, metadata=metadata)
    delivery.deliver(db, run_id, "video", f"videos/{pilot}-{scene}.mp4", asset)


def laid_out(db: Database, run_id: str) -> Reel:
    reports, _ = one.reports(db, run_id)
    return reel(one.run(db, run_id), reports)


def test_a_scene_starts_at_the_same_moment_in_every_lane(db: Database) -> None:
    run_id = a_race(db)
    for pilot, first in (("a", 5.0), ("b", 3.0)):
        take(db, run_id, pilot, "s1", first)
        take(db, run_id, pilot, "s2", 4.0)

    lanes = laid_out(db, run_id).lanes

    assert [[(clip.start, clip.seconds) for clip in lane.clips] for lane in lanes] == [
        [(0.0, 5.0), (5.0, 4.0)],
        [(0.0, 3.0), (5.0, 4.0)],
    ]


def test_scenes_are_counted_as_people_count(db: Database) -> None:
    run_id = a_race(db)
    for scene in ("scene-10", "scene-2", "scene-1"):
        take(db, run_id, "a", scene, 1.0)

    assert [slot.scene_id for slot in laid_out(db, run_id).slots] == ["scene-1", "scene-2", "scene-10"]


def test_a_lane_tells_made_in_the_making_and_waiting(db: Database) -> None:
    run_id = a_race(db, scenes=3)
    take(db, run_id, "a", "s1", 4.0)
    notes.report(db, run_id, "video", "running", progress=46, data={"pilot_id": "a", "scene_id": "s2"})

    clips = laid_out(db, run_id).lanes[0].clips

    assert [(clip.state, clip.percent) for clip in clips] == [("ready", None), ("making", 46), ("queued", None)]


def test_a_scene_that_failed_says_so_even_when_nothing_more_comes(db: Database) -> None:
    run_id = a_race(db, scenes=2)
    take(db, run_id, "a", "1", 4)
    notes.report(db, run_id, "video", "failed", data={"pilot_id": "a", "scene_id": "2"})
    life.finish(db, run_id, "failed")

    clips = laid_out(db, run_id).lanes[0].clips

    assert [(clip.state, clip.name, clip.says) for clip in clips] == [
        ("ready", "1 1", "4.0 seconds"),
        ("failed", "2 2", "failed"),
    ]


def test_the_newest_take_of_a_scene_is_the_one_shown(db: Database) -> None:
    run_id = a_race(db)
    take(db, run_id, "a", "s1", 4.0)
    asset = NewDelivery(asset_id="z-second", pilot_id="a", scene_id="s1", duration=4)
    delivery.deliver(db, run_id, "video", "videos/second.mp4", asset)

    clip = laid_out(db, run_id).lanes[0].clips[0]

    assert (clip.src, clip.takes) == ("/media/videos/second.mp4", 2)


def test_the_shots_of_a_scene_follow_each_other(db: Database) -> None:
    run_id = a_race(db)
    take(db, run_id, "a", "s1", 2.0, shot_id="s1-1", caption="The lamp")
    take(db, run_id, "a", "s1", 1.5, shot_id="s1-2")
    take(db, run_id, "b", "s1", 3.0)

    lane = laid_out(db, run_id).lanes[0]

    assert [(clip.title, clip.start, clip.seconds) for clip in lane.clips] == [
        ("The lamp", 0.0, 2.0),
        ("s1-2", 2.0, 1.5),
    ]


def test_a_still_never_takes_the_place_of_its_film(db: Database) -> None:
    run_id = a_race(db)
    take(db, run_id, "a", "s1", 4.0)
    asset = NewDelivery(pilot_id="a", scene_id="s1", metadata={"kind": "thumbnail"})
    delivery.deliver(db, run_id, "image", "media/a-s1.jpg", asset)

    clips = laid_out(db, run_id).lanes[0].clips

    assert [clip.src for clip in clips] == ["/media/videos/a-s1.mp4"]


def test_a_picture_stands_for_a_scene_that_was_never_filmed(db: Database) -> None:
    run_id = a_race(db)
    delivery.deliver(db, run_id, "image", "media/card.jpg", NewDelivery(pilot_id="a", scene_id="s1", duration=3))

    clip = laid_out(db, run_id).lanes[0].clips[0]

    assert (clip.kind, clip.src, clip.seconds) == ("image", "/media/media/card.jpg", 3)


def test_a_rejected_pilot_waits_for_nothing(db: Database) -> None:
    run_id = a_race(db, scenes=2)
    take(db, run_id, "a", "s1", 4.0)
    pilots.judge_pilot(db, run_id, "b", status="rejected", rejection_reason="dull")

    assert [len(lane.clips) for lane in laid_out(db, run_id).lanes] == [2, 0]


def test_a_file_kept_elsewhere_is_told_and_never_linked(db: Database) -> None:
    run_id = a_run(db)
    delivery.deliver(db, run_id, "video", "https://elsewhere.example/a.mp4", NewDelivery(scene_id="s1"))

    clip = laid_out(db, run_id).lanes[0].clips[0]

    assert (clip.state, clip.src, clip.still) == ("missing", None, None)


def test_a_clip_tells_its_frame_rate_when_it_is_known(db: Database) -> None:
    run_id = a_race(db)
    take(db, run_id, "a", "scene-1", 4.0, fps=29.97)
    take(db, run_id, "b", "scene-1", 4.0)

    lanes = laid_out(db, run_id).lanes

    assert [clip.fps for lane in lanes for clip in lane.clips] == [29.97, None]


def test_odd_metadata_is_left_alone(db: Database) -> None:
    run_id = a_race(db)
    take(db, run_id, "a", "s1", 4.0, title=["x"], tension="high", beat=7)
    delivery.deliver(db, run_id, "audio", "audio/a.wav", NewDelivery(metadata={"peaks": ["loud"], "part": 3}))

    found = laid_out(db, run_id)

    assert (found.slots[0].title, found.tension, found.beats) == ("s1", None, ())
    assert (found.sounds[0].label, found.sounds[0].clips[0].wave) == ("Audio", None)


def test_a_run_that_is_over_waits_for_nothing(db: Database) -> None:
    run_id = a_race(db, scenes=9)
    take(db, run_id, "a", "s1", 4.0)
    life.finish(db, run_id, "failed")

    assert len(laid_out(db, run_id).slots) == 1


def test_a_curve_goes_through_its_points_and_reaches_both_edges() -> None:
    assert smooth([(25, 80), (75, 20)]) == (
        "M0.00 80.00C12.50 80.00 12.50 80.00 25.00 80.00"
        "C50.00 80.00 50.00 20.00 75.00 20.00C87.50 20.00 87.50 20.00 100.00 20.00"
    )


def test_a_wave_is_drawn_on_both_sides_of_the_middle() -> None:
    assert wave([1, 0.5]) == "M0.00 6.0L100.00 28.0L100.00 72.0L0.00 94.0Z"


def test_tension_and_beats_can_be_read_as_a_table(db: Database) -> None:
    run_id = a_race(db)
    take(db, run_id, "a", "s1", 4.0, title="Dawn", tension=0.15, beat="Quiet open")
    take(db, run_id, "a", "s2", 5.0)

    arc = laid_out(db, run_id).arc

    assert arc is not None
    assert arc.rows == (("1 Dawn", "0:00", "Quiet open", "15%"), ("2 s2", "0:04", "–", "–"))


def test_without_tension_and_beats_there_is_no_table(db: Database) -> None:
    run_id = a_race(db)
    take(db, run_id, "a", "s1", 4.0)

    assert laid_out(db, run_id).arc is None
