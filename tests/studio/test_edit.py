"""A cut is the same to the frame in the film, the edit list and the timelines."""

from __future__ import annotations

import re

import numpy as np
import opentimelineio as otio  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL.Image import Image

from showbible.runs.model import EditStyle
from showbible.studio import edit, media, render
from showbible.studio.model import FPS, Angle, Cut, Movement, Script, ScriptScene, ScriptShot, ShotClip, Size
from showbible.studio.sound.music import bed
from tests.studio.crews import a_clip

COLORS = ("#802020", "#208020", "#202080", "#808020")


def _script(*lengths: int) -> Script:
    shots = tuple(
        ScriptShot(
            shot_id=f"s1-{number + 1}",
            size=Size.WIDE,
            angle=Angle.EYE_LEVEL,
            movement=Movement.PUSH_IN if number % 2 else Movement.STATIC,
            frames=frames,
            description="",
        )
        for number, frames in enumerate(lengths)
    )
    return Script(title="Four colours", scenes=(ScriptScene(scene_id="s1", title="", shots=shots),), made_by="rule")


def _cuts(*lengths: int, style: EditStyle = EditStyle.CREATIVE) -> list[Cut]:
    script = _script(*lengths)
    clips = [
        ShotClip(scene_id="s1", shot_id=shot.shot_id, path=f"videos/{shot.shot_id}.mp4", frames=shot.frames)
        for shot in script.scenes[0].shots
    ]
    return edit.cut(script, clips, style=style)


def _events(edl: str) -> list[tuple[int, int, int, int]]:
    """Source in, source out, record in and record out of each event, in frames."""
    code = r"(\d\d):(\d\d):(\d\d):(\d\d)"
    found = re.findall(rf"^\d+ .* C +{code} {code} {code} {code}$", edl, flags=re.MULTILINE)
    numbers = [[int(part) for part in event] for event in found]
    return [tuple(_frame(*each[place : place + 4]) for place in range(0, 16, 4)) for each in numbers]  # type: ignore[misc]


def _frame(hours: int, minutes: int, seconds: int, frames: int) -> int:
    return ((hours * 60 + minutes) * 60 + seconds) * FPS + frames


def _film(cuts: list[Cut], lengths: tuple[int, ...]) -> bytes:
    files = {f"videos/s1-{n + 1}.mp4": a_clip(frames, COLORS[n]) for n, frames in enumerate(lengths)}
    return render.final(cuts, read=files.__getitem__, recorded=render.Recorded())


def test_a_safe_cut_keeps_every_frame() -> None:
    assert [piece.frames for piece in _cuts(30, 40, 50, style=EditStyle.SAFE)] == [30, 40, 50]


def test_a_bolder_cut_is_shorter() -> None:
    lengths = [sum(piece.frames for piece in _cuts(40, 40, 40, style=style)) for style in EditStyle]

    assert lengths == sorted(lengths, reverse=True) and len(set(lengths)) == 3


@given(
    lengths=st.lists(st.integers(min_value=1, max_value=100), min_size=1, max_size=8), style=st.sampled_from(EditStyle)
)
def test_no_cut_reaches_beyond_its_clip_or_vanishes(lengths: list[int], style: EditStyle) -> None:
    cuts = _cuts(*lengths, style=style)

    assert all(0 <= piece.start < piece.end <= piece.available for piece in cuts)


def test_a_shot_that_was_never_made_is_left_out() -> None:
    clip = ShotClip(scene_id="s1", shot_id="s1-2", path="videos/s1-2.mp4", frames=24)

    cuts = edit.cut(_script(24, 24, 24), [clip], style=EditStyle.SAFE)

    assert [piece.shot_id for piece in cuts] == ["s1-2"]


def test_the_film_cuts_at_the_very_frames_of_the_edit_list() -> None:
    lengths = (31, 29, 37, 30)
    cuts = _cuts(*lengths)
    events = _events(edit.exported("Four colours", cuts, label=edit.CutLabel(run_id="r1"))["cut.edl"].decode())

    pictures = list(media.frames(_film(cuts, lengths)))

    changes = [at for at in range(FPS // 2, len(pictures) - FPS // 2) if _changed(pictures[at - 1], pictures[at])]
    assert (changes, len(pictures)) == ([event[2] for event in events[1:]], events[-1][3])


def _changed(one: Image, two: Image) -> bool:
    before, after = (np.asarray(each.resize((8, 8)), np.int16) for each in (one, two))
    return bool(np.abs(before - after).mean() > 20)


def test_the_edit_list_takes_the_frames_that_the_cut_takes() -> None:
    cuts = _cuts(31, 29, 37, 30)

    events = _events(edit.exported("Four colours", cuts, label=edit.CutLabel(run_id="r1"))["cut.edl"].decode())

    assert [(source_in, source_out) for source_in, source_out, _, _ in events] == [
        (piece.start, piece.end) for piece in cuts
    ]


@pytest.mark.parametrize(("name", "adapter"), [("cut.otio", "otio_json"), ("cut.fcpxml", "fcpx_xml")])
def test_a_timeline_read_back_is_as_long_as_the_film(name: str, adapter: str) -> None:
    cuts = _cuts(31, 29, 37, 30)

    made = otio.adapters.read_from_string(
        edit.exported("Four colours", cuts, label=edit.CutLabel(run_id="r1"))[name].decode(), adapter
    )

    timeline = made if isinstance(made, otio.schema.Timeline) else next(iter(made.find_children(otio.schema.Timeline)))
    assert timeline.duration().to_frames() == sum(piece.frames for piece in cuts)


def test_no_two_shots_of_any_runs_have_one_reel() -> None:
    labels = [edit.CutLabel(run_id=run_id) for run_id in ("r1", "r2")]

    reels = {label.reel(piece) for label in labels for piece in _cuts(30, 30, 30)}

    assert {len(reel) for reel in reels} == {8}
    assert len(reels) == 6


def test_a_film_is_as_long_as_its_cuts_and_its_sound() -> None:
    cuts = _cuts(24, 24)
    music = media.sound_file(bed("ambient", 2.0, seed=1))
    files = {f"videos/s1-{n + 1}.mp4": a_clip(24, COLORS[n]) for n in range(2)}

    film = render.final(cuts, read=files.__getitem__, recorded=render.Recorded(music=music))

    frames = sum(piece.frames for piece in cuts)
    assert (media.probe(film).frames, abs(len(media.sound(film)) / media.RATE - frames / FPS) < 0.05) == (frames, True)
