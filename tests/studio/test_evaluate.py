"""The evaluator measures what it says, caps by tier, and says what it did not measure."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from showbible.runs.model import Tier
from showbible.studio import lexicon, media, prices
from showbible.studio.animatic.frames import FrameTake, frames
from showbible.studio.crew import Footage
from showbible.studio.evaluate import NOT_MEASURED, MeasuringEvaluator, loudness_mark, reading_time, rhythm_mark
from showbible.studio.model import Angle, Measurement, Movement, ScriptScene, ScriptShot, Size
from showbible.studio.sound.voice import speak
from tests.studio.crews import a_clip

LOOK = lexicon.look("a boat on the sea at night", mood="ambient")
SHOT = ScriptShot(
    shot_id="s1-1",
    size=Size.WIDE,
    angle=Angle.EYE_LEVEL,
    movement=Movement.PUSH_IN,
    frames=24,
    description="",
    caption="A boat",
)


def _footage(content: bytes | None, *, tier: Tier = Tier.ANIMATED) -> Footage:
    scene = ScriptScene(scene_id="s1", title="A boat", shots=(SHOT,))
    clips = {} if content is None else {"s1-1": content}
    return Footage(look=LOOK, tier=tier, scenes=(scene,), clips=clips)


@lru_cache
def _drawn(tier: Tier) -> bytes:
    return media.film(frames(FrameTake(look=LOOK, shot=SHOT, tier=tier, glow=0.8)))


def _judged(footage: Footage) -> Measurement:
    return MeasuringEvaluator().evaluate(footage)


@pytest.mark.parametrize("tier", Tier)
def test_no_score_is_over_the_ceiling_of_its_tier(tier: Tier) -> None:
    assert 0 <= _judged(_footage(_drawn(tier), tier=tier)).score <= prices.TIERS[tier].ceiling


def test_a_camera_that_does_not_move_as_written_costs_marks() -> None:
    still, moving = (_judged(_footage(_drawn(tier))) for tier in (Tier.STATIC_IMAGES, Tier.ANIMATED))

    assert still.marks["motion"] < moving.marks["motion"]


def test_foreign_colours_cost_marks() -> None:
    foreign, own = _judged(_footage(a_clip(24, "#22ff22"))), _judged(_footage(_drawn(Tier.ANIMATED)))

    assert foreign.marks["palette"] < 50 < own.marks["palette"]


def test_a_caption_that_cannot_be_read_costs_marks() -> None:
    blank, written = _judged(_footage(a_clip(24))), _judged(_footage(_drawn(Tier.ANIMATED)))

    assert (blank.marks["legibility"] < 20, written.marks["legibility"]) == (True, 100.0)


def test_a_clip_of_half_the_length_gets_half_the_mark_for_pacing() -> None:
    assert _judged(_footage(a_clip(12))).marks["pacing"] == 50.0


def test_a_missing_shot_is_named() -> None:
    found = _judged(_footage(None))

    assert (found.score, "Missing: s1-1." in found.notes) == (0.0, True)


def test_silence_where_sound_was_planned_costs_marks() -> None:
    footage = replace(_footage(_drawn(Tier.ANIMATED)), wants_sound=True)

    assert _judged(footage).marks["loudness"] == 0.0


def test_the_evaluator_says_what_it_did_not_measure() -> None:
    assert _judged(_footage(a_clip(24))).notes[-1] == NOT_MEASURED


def test_a_still_is_not_marked_down_for_standing_still() -> None:
    still = _judged(_footage(_drawn(Tier.STATIC_IMAGES), tier=Tier.STATIC_IMAGES))

    assert "motion" not in still.marks


@pytest.mark.parametrize("tier", Tier)
def test_good_work_of_every_tier_passes_its_mark(tier: Tier) -> None:
    assert _judged(_footage(_drawn(tier), tier=tier)).score >= prices.TIERS[tier].pass_mark


def test_shots_that_never_end_cost_marks() -> None:
    brisk, slow = (replace(SHOT, frames=seconds * 24) for seconds in (3, 12))

    assert rhythm_mark([brisk]) == 100 > rhythm_mark([slow])


def test_a_sound_that_is_too_quiet_or_too_loud_costs_marks() -> None:
    tone = np.sin(np.arange(media.RATE, dtype=np.float32) / 8)[:, None].repeat(2, axis=1)

    quiet, fine, loud = (loudness_mark(media.sound_file(tone * np.float32(level))) for level in (0.01, 0.16, 0.95))

    assert fine > 95 > max(quiet, loud)


def _with_voice(voice: media.Sound) -> float:
    """The mark for a film with usual music and a voice."""
    seconds = np.arange(3 * media.RATE, dtype=np.float32)[:, None].repeat(2, axis=1)
    bed = media.sound_file(np.sin(seconds / 60) * np.float32(0.16))
    footage = replace(_footage(a_clip(24)), sound=bed, voices=(media.sound_file(voice),), wants_sound=True)
    return _judged(footage).marks["loudness"]


def test_a_voice_that_cannot_be_heard_or_is_cut_off_costs_marks_whatever_the_music_does() -> None:
    spoken = speak("A lighthouse keeper finds a message in a bottle.")
    assert spoken is not None

    fine, quiet, cut = map(_with_voice, (spoken, spoken * np.float32(0.05), np.clip(spoken * 20, -0.13, 0.13)))

    assert fine == 100 > 60 > max(quiet, cut)


def test_a_caption_that_is_gone_before_it_was_read_costs_marks() -> None:
    brief, long = SHOT, replace(SHOT, caption="A boat that nobody has seen for as long as anybody can remember")

    assert reading_time([brief]) == 1.0 > 0.5 > reading_time([long])
