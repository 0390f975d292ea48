"""The finished film: the cut played out frame by frame, with music and voice under it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from showbible.studio import media
from showbible.studio.model import FPS, Cut
from showbible.studio.sound.mix import mix

if TYPE_CHECKING:
    from PIL.Image import Image

FADE: Final = 12  # frames of darkness opening and closing
LEAD: Final = 0.25  # seconds between a cut and the voice that belongs to it

Read = Callable[[str], bytes]


def final(
    cuts: Sequence[Cut], *, read: Read, music: bytes | None, voices: Mapping[str, bytes], starts: Mapping[str, int]
) -> bytes:
    """The film as an MP4 of exactly as many frames as its cuts have; `voices` are by the shot they begin in."""
    total = sum(piece.frames for piece in cuts)
    spoken = [(starts[shot_id] / FPS + LEAD, media.sound(voice)) for shot_id, voice in voices.items()]
    bed = media.sound(music) if music is not None else None
    track = mix(total / FPS, music=bed, voices=spoken) if bed is not None or spoken else None
    return media.film(_faded(_played(cuts, read), total=total), track, quality=19)


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
