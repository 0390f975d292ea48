"""The finished film: the cut played out frame by frame, with music and voice under it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import islice
from typing import TYPE_CHECKING, Final

from showbible.studio import media
from showbible.studio.edit import starts
from showbible.studio.model import FPS, Cut
from showbible.studio.sound.mix import mix
from showbible.values import frozen

if TYPE_CHECKING:
    from PIL.Image import Image

    from showbible.studio.media import Sound

FADE: Final = 12  # frames of darkness opening and closing
LEAD: Final = 0.25  # seconds between a cut and the voice that belongs to it

Read = Callable[[str], bytes]


@frozen
class Recorded:
    """What was recorded for a film: a music bed, and voices by the shot they begin in."""

    music: bytes | None = None
    voices: Mapping[str, bytes] = field(default_factory=dict)


def final(cuts: Sequence[Cut], *, read: Read, recorded: Recorded) -> bytes:
    """The film as an MP4 of exactly as many frames as its cuts have."""
    total = sum(piece.frames for piece in cuts)
    return media.film(_faded(_played(cuts, read), total=total), track(cuts, recorded), quality=19)


def track(cuts: Sequence[Cut], recorded: Recorded) -> Sound | None:
    """The sound of the film, as long as its pictures; None when nothing was recorded."""
    begins = starts(cuts)
    voices = {shot_id: voice for shot_id, voice in recorded.voices.items() if shot_id in begins}
    if recorded.music is None and not voices:
        return None
    spoken = [(begins[shot_id] / FPS + LEAD, media.sound(voice)) for shot_id, voice in voices.items()]
    bed = media.sound(recorded.music) if recorded.music is not None else None
    return mix(sum(piece.frames for piece in cuts) / FPS, music=bed, voices=spoken)


def _played(cuts: Sequence[Cut], read: Read) -> Iterator[Image]:
    for piece in cuts:
        pictures = media.frames(read(piece.path), what=f"Shot {piece.shot_id}")
        yield from islice(pictures, piece.start, piece.end)


def _faded(pictures: Iterator[Image], *, total: int) -> Iterator[Image]:
    """Out of the dark at the beginning, into it at the end."""
    fade = min(FADE, total // 4)
    for number, picture in enumerate(pictures):
        light = min(1.0, (number + 1) / fade, (total - number) / fade) if fade else 1.0
        yield picture if light >= 1 else picture.point([round(level * light) for level in range(256)] * 3)
