"""A music bed: chords, a slow melody and a pulse, chosen by mood, the same for the same film."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from showbible.studio import lexicon
from showbible.studio.media import RATE
from showbible.values import frozen

if TYPE_CHECKING:
    from showbible.studio.media import Sound


@frozen
class Score:
    """How music of a mood is made: semitones above its root, seconds a chord, and how much of each voice."""

    root: float
    chords: tuple[tuple[int, ...], ...]
    chord_seconds: float
    notes: int  # melody notes in a chord
    pulse: float
    bright: float


SCORES: Final[Mapping[str, Score]] = {
    "emotional": Score(
        root=146.83,
        chords=((0, 7, 12, 15), (-4, 8, 12, 15), (3, 10, 15, 19), (-2, 5, 14, 17)),
        chord_seconds=3.2,
        notes=2,
        pulse=0.0,
        bright=0.35,
    ),
    "tense": Score(
        root=110.0,
        chords=((0, 7, 12, 15), (0, 8, 12, 15), (1, 8, 13, 17), (0, 7, 11, 14)),
        chord_seconds=2.4,
        notes=0,
        pulse=0.5,
        bright=0.5,
    ),
    "upbeat": Score(
        root=196.0,
        chords=((0, 4, 7, 12), (-3, 4, 9, 12), (5, 9, 12, 17), (7, 11, 14, 19)),
        chord_seconds=1.6,
        notes=4,
        pulse=0.32,
        bright=0.7,
    ),
    "corporate": Score(
        root=174.61,
        chords=((0, 7, 12, 16), (5, 9, 12, 17), (-3, 4, 9, 16), (7, 11, 14, 19)),
        chord_seconds=2.0,
        notes=4,
        pulse=0.18,
        bright=0.5,
    ),
    "ambient": Score(
        root=130.81,
        chords=((0, 7, 14, 16), (-3, 4, 12, 16), (5, 9, 12, 19), (0, 7, 11, 16)),
        chord_seconds=4.0,
        notes=1,
        pulse=0.0,
        bright=0.25,
    ),
}


def bed(mood: str, seconds: float, *, seed: int, style: str = "") -> Sound:
    """Music of a mood in a style for some seconds, with a gentle beginning and end; silence for the mood `none`."""
    import numpy as np

    total = round(seconds * RATE)
    mixed = np.zeros((total, 2), np.float32)
    if mood == "none":
        return mixed
    score, chance = styled(SCORES.get(mood, SCORES["ambient"]), style), random.Random(seed)
    count = int(seconds / score.chord_seconds) + 1
    for number in range(count):
        _chord(mixed, score, chance, number=number)
    return _faded(_levelled(mixed, 0.11), seconds=min(1.5, seconds / 4))


def styled(score: Score, style: str) -> Score:
    """The same music in a style: its words give it a key, a pace and a colour that no other style has."""
    if not style.strip() or style in lexicon.MUSIC.values():
        return score
    dice = random.Random(style.strip().lower())
    return replace(
        score,
        root=score.root * 2 ** (dice.randint(-5, 5) / 12),
        chord_seconds=score.chord_seconds * dice.choice((0.7, 0.85, 1.0, 1.2, 1.4)),
        notes=dice.choice((score.notes, 1, 2, 4)),
        pulse=dice.choice((score.pulse, 0.0, 0.25, 0.45)),
        bright=min(0.9, max(0.15, score.bright + dice.uniform(-0.25, 0.25))),
    )


def _chord(mixed: Sound, score: Score, chance: random.Random, *, number: int) -> None:
    steps = score.chords[number % len(score.chords)]
    start, length = number * score.chord_seconds, score.chord_seconds
    for place, step in enumerate(steps):
        pan = 0.35 + 0.3 * place / len(steps)
        _add(mixed, start, _pad(_pitch(score, step), length * 1.25, bright=score.bright) * 0.5, pan=pan)
    for note in range(score.notes):
        pitch = _pitch(score, chance.choice(steps[1:]) + 12)
        _add(mixed, start + note * length / score.notes, _pluck(pitch) * 0.55, pan=chance.uniform(0.3, 0.7))
    if score.pulse:
        for beat in range(round(length / 0.4)):
            _add(mixed, start + beat * 0.4, _pluck(_pitch(score, steps[0]), decay=9.0) * score.pulse, pan=0.5)


def _pitch(score: Score, step: int) -> float:
    return float(score.root * 2 ** (step / 12))


def _pad(pitch: float, seconds: float, *, bright: float) -> Any:
    """A soft tone of two voices slightly apart, swelling and fading."""
    import numpy as np

    time = np.arange(round(seconds * RATE)) / RATE
    voices = sum(np.sin(2 * np.pi * pitch * off * time) for off in (0.998, 1.002))
    voices = (
        voices + bright * 0.4 * np.sin(2 * np.pi * pitch * 2 * time) + bright * 0.15 * np.sin(6 * np.pi * pitch * time)
    )
    return voices * np.sin(np.pi * np.minimum(1, time / seconds)) ** 0.7


def _pluck(pitch: float, *, decay: float = 2.6) -> Any:
    """A struck tone that dies away."""
    import numpy as np

    time = np.arange(round(1.6 * RATE)) / RATE
    tone = sum(np.sin(2 * np.pi * pitch * part * time) / part**1.6 for part in (1, 2, 3, 4))
    return tone * np.exp(-decay * time) * np.minimum(1, time / 0.006)


def _add(mixed: Sound, start: float, tone: Any, *, pan: float) -> None:
    first = round(start * RATE)
    kept = tone[: max(0, len(mixed) - first)]
    mixed[first : first + len(kept), 0] += kept * (1 - pan)
    mixed[first : first + len(kept), 1] += kept * pan


def _levelled(mixed: Sound, level: float) -> Sound:
    """The sound brought to a mean level, without going over its limits."""
    import numpy as np

    mean = float(np.sqrt(np.mean(mixed**2))) or 1.0
    levelled: Sound = np.tanh(mixed * (level / mean)).astype(np.float32)
    return levelled


def _faded(mixed: Sound, *, seconds: float) -> Sound:
    import numpy as np

    number = min(len(mixed), round(seconds * RATE))
    ramp = np.linspace(0, 1, number, dtype=np.float32)[:, None]
    mixed[:number] *= ramp
    mixed[len(mixed) - number :] *= ramp[::-1]
    return mixed
