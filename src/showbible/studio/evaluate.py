"""Judge footage by what can be measured on it, and say what was not."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, Final

from showbible.runs.model import Tier
from showbible.studio import media, prices
from showbible.studio.crew import Footage
from showbible.studio.lexicon import rgb
from showbible.studio.model import FPS, Measurement, Movement, ScriptShot
from showbible.values import frozen

if TYPE_CHECKING:
    from PIL.Image import Image

NOT_MEASURED: Final = "Not measured: story, acting, likeness, taste."
WEIGHTS: Final[Mapping[str, float]] = {
    "pacing": 2.0,
    "palette": 2.0,
    "motion": 2.5,
    "legibility": 1.5,
    "loudness": 1.5,
}
"""How much each mark counts; a mark that does not apply is left out."""

_SMALL: Final = (160, 90)
_STEP: Final = FPS // 6  # frames between two looks
_WANTED: Final = -19.0  # decibels below full scale
_NEAR: Final = 2.0  # decibels that nobody hears
_VOICE: Final = -18.0  # decibels at which somebody speaks
_NEAR_VOICE: Final = 6.0  # decibels by which voices differ
_CREST: Final = 9.0  # decibels between the level and the peaks of a voice that was not cut off
_BRIEFEST, _LONGEST = 1.0, 7.0  # seconds that people like to look at one shot
_READ: Final = 17.0  # letters that people read in a second
_MOVING: Final = 1.6  # mean change of brightness between two looks that a camera move brings
_STILL: Final = 0.12  # the same for a camera that stands in a living picture


@frozen
class _Seen:
    """What the looks at one clip showed."""

    frames: int
    motion: float
    palette: float
    contrast: float | None


class MeasuringEvaluator:
    """Measures legibility, pacing, palette, motion and loudness; the score is capped by the tier's ceiling."""

    def evaluate(self, footage: Footage) -> Measurement:
        """A score with its reasons."""
        shots = [shot for scene in footage.scenes for shot in scene.shots]
        seen = {shot.shot_id: _look(footage, shot) for shot in shots if shot.shot_id in footage.clips}
        marks = _marks(footage, shots, seen)
        score = weighed(marks) * prices.TIERS[footage.tier].ceiling / 100
        return Measurement(score=round(score, 1), marks=marks, notes=(*_notes(marks, shots, seen), NOT_MEASURED))


def weighed(marks: Mapping[str, float]) -> float:
    """The mean of the marks, each by its weight."""
    whole = sum(WEIGHTS[name] for name in marks)
    return sum(WEIGHTS[name] * mark for name, mark in marks.items()) / whole if whole else 0.0


def _marks(footage: Footage, shots: Sequence[ScriptShot], seen: Mapping[str, _Seen]) -> dict[str, float]:
    planned = sum(shot.frames for shot in shots)
    made = [(shot, seen[shot.shot_id]) for shot in shots if shot.shot_id in seen]
    if not made:
        return {"pacing": 0.0}
    missed = sum(
        abs(shot.frames - seen[shot.shot_id].frames) if shot.shot_id in seen else shot.frames for shot in shots
    )
    marks = {
        "pacing": rhythm_mark(shots) * reading_time(shots) * max(0.0, 1 - missed / planned),
        "palette": _mean([100 * max(0.0, 1 - found.palette / 90) for _, found in made]),
    }
    # A still is not marked down for standing still.
    if footage.tier is not Tier.STATIC_IMAGES:
        marks["motion"] = _mean([_motion_mark(shot, found) for shot, found in made])
    contrasts = [found.contrast for _, found in made if found.contrast is not None]
    if contrasts:
        marks["legibility"] = _mean([100 * min(1.0, contrast / 7) for contrast in contrasts])
    if footage.wants_sound:
        spoken = [voice_mark(voice) for voice in footage.voices]
        marks["loudness"] = min(loudness_mark(footage.sound), _mean(spoken) if spoken else 100.0)
    return {name: round(mark, 1) for name, mark in marks.items()}


def rhythm_mark(shots: Sequence[ScriptShot]) -> float:
    """100 where shots last as long as people look at one, less the farther most of them are from that."""
    off = [max(0.0, _BRIEFEST - shot.seconds, shot.seconds - _LONGEST) for shot in shots]
    return max(0.0, 100 - 20 * _mean(off))


def reading_time(shots: Sequence[ScriptShot]) -> float:
    """How much of the captions can be read while they stand, 0 to 1."""
    standing = [(caption, sum(shot.seconds for shot in some)) for caption, some in groupby(shots, _caption) if caption]
    shares = [min(1.0, seconds * _READ / len(caption)) for caption, seconds in standing]
    return _mean(shares) if shares else 1.0


def _caption(shot: ScriptShot) -> str:
    return shot.caption


def _motion_mark(shot: ScriptShot, found: _Seen) -> float:
    expected = _STILL if shot.movement is Movement.STATIC else _MOVING
    return 100 * min(1.0, found.motion / expected)


def _notes(marks: Mapping[str, float], shots: Sequence[ScriptShot], seen: Mapping[str, _Seen]) -> list[str]:
    notes = [f"{name.capitalize()} {mark:.0f} of 100." for name, mark in marks.items()]
    lost = [shot.shot_id for shot in shots if shot.shot_id not in seen]
    if lost:
        notes.append(f"Missing: {', '.join(lost)}.")
    return notes


# Looking


def _look(footage: Footage, shot: ScriptShot) -> _Seen:
    """Count all frames of a clip, and look closely at a few of them."""
    content = footage.clips[shot.shot_id]
    looks = [picture for _, picture in media.looks(content, every=_STEP, what=f"Shot {shot.shot_id}")]
    middle = looks[len(looks) // 2]
    return _Seen(
        frames=media.probe(content).frames,
        motion=_motion(looks),
        palette=_mean([palette_distance(look, footage.look.palette) for look in looks[:: max(1, len(looks) // 3)]]),
        contrast=_contrast(middle) if shot.caption else None,
    )


def _motion(looks: Sequence[Image]) -> float:
    import numpy as np

    small = [np.asarray(look.convert("L").resize(_SMALL), np.float32) for look in looks]
    return _mean([float(np.mean(np.abs(one - two))) for one, two in pairwise(small)])


def palette_distance(picture: Image, palette: Sequence[str]) -> float:
    """How far the colours of a picture lie, on average, from the mixtures of a palette; 0 to 441."""
    import numpy as np

    pixels = np.asarray(picture.convert("RGB").resize((48, 27)), np.float32).reshape(-1, 3)
    colors = [np.array(rgb(color), np.float32) for color in (*palette, "#000000", "#ffffff")]
    nearest = [_from_line(pixels, one, two) for place, one in enumerate(colors[:5]) for two in colors[place + 1 :]]
    return float(np.mean(np.min(nearest, axis=0)))


def _from_line(pixels: Any, one: Any, two: Any) -> Any:
    """The distance of each pixel from the line between two colours."""
    import numpy as np

    way = two - one
    share = np.clip(((pixels - one) @ way) / max(1e-6, float(way @ way)), 0, 1)
    return np.linalg.norm(pixels - (one + share[:, None] * way), axis=1)


def _contrast(picture: Image) -> float:
    """The contrast between the words of a caption and what is around them, as the web guidelines count it."""
    import numpy as np

    from showbible.studio.animatic.captions import BAND

    wide, high = picture.size
    band = picture.convert("L").crop((wide // 10, round(high * BAND[0]), wide - wide // 10, round(high * BAND[1])))
    levels = (np.asarray(band, np.float32) / 255) ** 2.2
    words, around = float(np.percentile(levels, 99.7)), float(np.percentile(levels, 40))
    return (words + 0.05) / (around + 0.05)


# Listening


def loudness_mark(sound: bytes | None) -> float:
    """100 at the usual level, less the farther from it, nothing for silence."""
    if sound is None:
        return 0.0
    level = loudness(sound)
    if level is None:
        return 0.0
    return max(0.0, 100 - 8 * max(0.0, abs(level - _WANTED) - _NEAR))


def voice_mark(voice: bytes) -> float:
    """100 for a voice that is heard over its music, less if it is too quiet, too loud or cut off at its peaks."""
    level = loudness(voice)
    if level is None:
        return 0.0
    cut = max(0.0, _CREST - (_peak(voice) - level))
    return max(0.0, 100 - 8 * max(0.0, abs(level - _VOICE) - _NEAR_VOICE) - 12 * cut)


def _peak(sound: bytes) -> float:
    """Where the peaks lie, in decibels, but for the odd one that a codec adds."""
    import numpy as np

    return 20 * math.log10(float(np.percentile(np.abs(media.sound(sound)), 99.5)) or 1e-5)


def loudness(sound: bytes) -> float | None:
    """The mean level in decibels below full scale; None for silence."""
    import numpy as np

    samples = media.sound(sound)
    mean = float(np.sqrt(np.mean(samples**2))) if len(samples) else 0.0
    return 20 * math.log10(mean) if mean > 1e-5 else None


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
