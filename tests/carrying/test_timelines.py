"""Timelines of OpenTimelineIO and Final Cut Pro: what they show is read, what is broken or a trap is refused."""

from __future__ import annotations

from fractions import Fraction

import opentimelineio as otio  # type: ignore[import-untyped]
import pytest

from showbible.carrying.cuts.excerpts import Excerpt
from showbible.carrying.cuts.fcpxml import FinalCutProject
from showbible.carrying.cuts.otio_json import OtioTimeline
from showbible.errors import Invalid, Malformed, ShowbibleError, TooLarge
from tests.carrying.films import film_files

RATE = Fraction(24)
FINAL_CUT = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fcpxml>
<fcpxml version="1.11">
  <resources>
    <format id="r1" name="FFVideoFormat1080p24" frameDuration="100/2400s" width="1920" height="1080"/>
    <asset id="r2" name="s1-1" start="3600s" duration="10s" hasVideo="1" format="r1">
      <media-rep kind="original-media" src="file:///Volumes/Edit/a.s1-1.mp4"/>
    </asset>
    <asset id="r3" name="s1-2" start="0s" duration="240/24s" src="file:///Volumes/Edit/a.s1-2.mp4"/>
    <effect id="r4" name="Cross Dissolve" uid="x"/>
  </resources>
  <library><event name="Day 1"><project name="The pier [r1]"><sequence format="r1" duration="8s"><spine>
    <asset-clip ref="r2" name="s1-1" offset="0s" start="86412/24s" duration="72/24s">
      <asset-clip ref="r3" lane="1" offset="86412/24s" name="over" duration="1s"/>
      <title lane="2" name="Words" offset="0s" duration="1s"/>
    </asset-clip>
    <transition name="Cross Dissolve" offset="60/24s" duration="24/24s"/>
    <clip name="s1-2" offset="72/24s" duration="48/24s" start="24/24s">
      <video ref="r3" offset="0s" duration="10s"/></clip>
    <gap name="Gap" offset="120/24s" duration="1s"/>
    <audition><asset-clip ref="r3" name="take 2" offset="6s" duration="2s"/>
      <asset-clip ref="r2" duration="1s"/></audition>
  </spine></sequence></project></event></library>
</fcpxml>"""
BOMB = '<?xml version="1.0"?><!DOCTYPE f [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><fcpxml>&b;</fcpxml>'


def _told(excerpts: tuple[Excerpt, ...]) -> list[tuple[str, float, float, str, bool]]:
    return [
        (each.title, float(each.start or 0), float(each.seconds), each.transition, each.beside) for each in excerpts
    ]


def test_a_project_of_final_cut_is_its_storyline_and_what_is_connected() -> None:
    project = FinalCutProject(FINAL_CUT.encode())

    found = project.excerpts(RATE)

    assert project.run_ids == ("r1",)
    assert _told(found) == [
        ("s1-1", 0.5, 3, "CUT", False),
        ("s1-2", 1, 2, "DISSOLVE", False),
        ("take 2", 0, 2, "CUT", False),
        ("over", 0, 1, "CUT", True),
    ]
    assert (found[0].files, found[0].rate) == (("file:///Volumes/Edit/a.s1-1.mp4",), RATE)


def test_of_a_compound_clip_only_what_it_is_made_of_is_known() -> None:
    compound = '<ref-clip ref="r9" name="Both" offset="0s" duration="3s"/><gap name="Gap"'
    inside = (
        '<media id="r9"><sequence format="r1"><spine><asset-clip ref="r2" duration="1s"/></spine></sequence></media>'
    )
    content = FINAL_CUT.replace('<gap name="Gap"', compound).replace("</resources>", f"{inside}</resources>")

    found = FinalCutProject(content.encode()).excerpts(RATE)

    assert [(each.title, each.beside) for each in found if each.where == "clip 4 of the storyline"] == [("s1-1", True)]


def test_our_own_exports_say_the_same_in_every_form() -> None:
    files = film_files()

    one, two = OtioTimeline(files["cut.otio"]), FinalCutProject(files["cut.fcpxml"])

    assert one.run_ids == two.run_ids == ("r1",)
    assert _told(one.excerpts(RATE)) == _told(two.excerpts(RATE))


def test_a_timeline_tells_transitions_speed_tracks_and_what_is_switched_off() -> None:
    def time(frames: int) -> otio.opentime.RationalTime:
        return otio.opentime.RationalTime(frames, 25)

    def clip(name: str, enabled: bool = True) -> otio.schema.Clip:
        made = otio.schema.Clip(name=name, source_range=otio.opentime.TimeRange(time(50), time(25)))
        made.enabled = enabled
        return made

    slow = clip("slow")
    slow.effects.append(otio.schema.LinearTimeWarp(time_scalar=0.5))
    dissolve = otio.schema.Transition(transition_type="SMPTE_Dissolve", in_offset=time(5), out_offset=time(5))
    made = otio.schema.Timeline("x")
    first = otio.schema.Track(kind="Video", children=[clip("one"), dissolve, slow, clip("off", enabled=False)])
    made.tracks.extend([first, otio.schema.Track(kind="Audio", children=[clip("heard")])])
    made.tracks.append(otio.schema.Track(kind="Video", children=[otio.schema.Gap(duration=time(5)), clip("over")]))

    found = OtioTimeline(otio.adapters.write_to_string(made, "otio_json").encode()).excerpts(RATE)

    assert _told(found) == [
        ("one", 2, 1, "CUT", False),
        ("slow", 2, 1, "DISSOLVE", False),
        ("over", 2, 1, "CUT", True),
    ]
    assert [each.speed for each in found] == [1.0, 0.5, 1.0]


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (film_files()["cut.otio"][:-400], Malformed),
        (b'{"OTIO_SCHEMA": "Timeline.1", "tracks": ' + b"[" * 100_000, Malformed),
        (b'{"OTIO_SCHEMA": "Clip.2", "name": "one"}', Malformed),
        (b" " * (17 * 1024 * 1024), TooLarge),
        (b'{"OTIO_SCHEMA": "Timeline.1", "tracks": [' + b"{}," * 400_000 + b"{}]}", TooLarge),
    ],
    ids=["cut-off", "nested", "no-timeline", "huge", "crumbs"],
)
def test_a_broken_timeline_is_refused(content: bytes, error: type[ShowbibleError]) -> None:
    with pytest.raises(error):
        OtioTimeline(content)


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (FINAL_CUT[:-200].encode(), Malformed),
        (BOMB.encode(), Invalid),
        (b"<fcpxml>" + b"<a>" * 100_000, TooLarge),
        (b"<xmeml><sequence/></xmeml>", Malformed),
        (FINAL_CUT.replace("</event>", '<project name="Other"/></event>').replace(" [r1]", "").encode(), Invalid),
        (b" " * (17 * 1024 * 1024), TooLarge),
        (b"<fcpxml " + b" ".join(b'b%d="1"' % number for number in range(10_000)) + b"/>", TooLarge),
    ],
    ids=["cut-off", "entities", "nested", "another-program", "two-projects", "huge", "attributes"],
)
def test_a_broken_project_is_refused(content: bytes, error: type[ShowbibleError]) -> None:
    with pytest.raises(error):
        FinalCutProject(content)


@pytest.mark.parametrize("time", ["3", "1/0s", "-2s", "1e9s"])
def test_a_time_that_is_none_is_refused(time: str) -> None:
    with pytest.raises(Malformed, match="cannot be read"):
        FinalCutProject(FINAL_CUT.replace("72/24s", time).encode()).excerpts(RATE)
