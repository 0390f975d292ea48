"""Music fits its mood, a voice speaks where one is installed, and the mix is as long as the film."""

from __future__ import annotations

import numpy as np
import pytest

from showbible.studio import media
from showbible.studio.evaluate import loudness, loudness_mark
from showbible.studio.media import RATE
from showbible.studio.sound import music, voice
from showbible.studio.sound.mix import mix


@pytest.mark.parametrize("mood", [*music.SCORES, "a mood nobody knows"])
def test_music_is_as_long_as_asked_and_neither_silent_nor_too_loud(mood: str) -> None:
    bed = music.bed(mood, 3.0, seed=1)

    level = loudness(media.sound_file(bed))
    assert (len(bed), level is not None and -26 < level < -12, float(np.max(np.abs(bed))) <= 1.0) == (
        3 * RATE,
        True,
        True,
    )


def test_moods_do_not_sound_alike() -> None:
    one, two = (music.bed(mood, 2.0, seed=1) for mood in ("tense", "upbeat"))

    assert float(np.mean(np.abs(one - two))) > 0.01


def test_no_music_is_silence() -> None:
    assert float(np.max(np.abs(music.bed("none", 1.0, seed=1)))) == 0.0


def test_the_same_seed_plays_the_same_music() -> None:
    assert np.array_equal(music.bed("upbeat", 2.0, seed=7), music.bed("upbeat", 2.0, seed=7))


def test_a_voice_speaks_longer_texts_longer() -> None:
    if not voice.installed():
        pytest.skip("no voice is installed")
    short, long = voice.speak("The sea."), voice.speak("The sea is dark tonight, and nobody comes.")

    assert short is not None and long is not None
    assert len(long) > 2 * len(short) > 0


@pytest.mark.parametrize("text", ["", "   "])
def test_nothing_to_say_is_not_spoken(text: str) -> None:
    assert voice.speak(text) is None


def test_a_mix_is_exactly_as_long_as_the_film() -> None:
    bed = music.bed("ambient", 5.0, seed=1)

    assert len(mix(2.5, music=bed, voices=[(2.0, bed[:RATE])])) == round(2.5 * RATE)


def test_the_music_steps_back_while_somebody_speaks() -> None:
    bed = np.full((4 * RATE, 2), 0.2, np.float32)
    speech = np.tile(np.array([[0.4], [-0.4]], np.float32), (RATE // 2, 2))

    mixed = mix(4.0, music=bed, voices=[(1.0, speech)])

    under = float(np.mean(mixed[round(1.4 * RATE) : round(1.6 * RATE)]))
    assert (under < 0.1, round(float(mixed[round(3.8 * RATE), 0]), 2)) == (True, 0.2)


def test_a_mix_never_clips() -> None:
    loud = np.ones((RATE, 2), np.float32)

    assert float(np.max(np.abs(mix(1.0, music=loud, voices=[(0.0, loud)])))) <= 0.9


def test_silence_gets_no_mark_for_loudness() -> None:
    silence = media.sound_file(np.zeros((RATE, 2), np.float32))

    assert (loudness_mark(silence), loudness_mark(None)) == (0.0, 0.0)
