"""Voice over music: the music steps back while somebody speaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from showbible.studio.media import RATE

if TYPE_CHECKING:
    from showbible.studio.media import Sound

_DUCKED: Final = 0.38
_EASE: Final = 0.25  # seconds in which the music steps back and returns
_CEILING: Final = 0.89


def mix(seconds: float, *, music: Sound | None, voices: Sequence[tuple[float, Sound]]) -> Sound:
    """One track of exactly these seconds; each voice begins at its own second."""
    import numpy as np

    total = round(seconds * RATE)
    mixed: Sound = np.zeros((total, 2), np.float32)
    spoken: Sound = np.zeros((total, 2), np.float32)
    for start, voice in voices:
        first = round(start * RATE)
        kept = voice[: max(0, total - first)]
        spoken[first : first + len(kept)] += kept
    if music is not None:
        mixed[: len(music)] += music[:total]
        mixed *= _room_for(spoken)[:, None]
    return _limited(mixed + spoken)


def _room_for(spoken: Sound) -> Sound:
    """How loud the music may be at each sample."""
    import numpy as np

    block = RATE // 100
    number = -(-len(spoken) // block)
    padded = np.zeros(number * block, np.float32)
    padded[: len(spoken)] = np.abs(spoken[:, 0])
    talking = padded.reshape(number, block).max(axis=1) > 0.01
    width = max(1, round(_EASE * 100))
    near = np.convolve(talking.astype(np.float32), np.ones(2 * width + 1), "same") > 0
    eased = np.convolve(near.astype(np.float32), np.ones(width) / width, "same")
    levels = np.repeat(1 - (1 - _DUCKED) * eased, block)[: len(spoken)]
    return levels.astype(np.float32)


def _limited(mixed: Sound) -> Sound:
    import numpy as np

    peak = float(np.max(np.abs(mixed))) if len(mixed) else 0.0
    return mixed if peak <= _CEILING else (mixed * (_CEILING / peak)).astype(np.float32)
