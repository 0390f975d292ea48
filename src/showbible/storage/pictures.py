"""How large a picture says it is, by its first bytes: nobody decodes one that would fill the memory.

A few kilobytes can announce four thousand million pixels or a hundred thousand frames, and whoever opens
such a file believes it. So a picture is measured here, by its own words, before it is kept or looked at.
"""

from __future__ import annotations

import mmap
import os
import re
import struct
from collections.abc import Callable, Iterator
from typing import Final

from showbible.errors import TooLarge
from showbible.values import frozen

MOST_PIXELS: Final = 50_000_000
MOST_FRAMES: Final = 5_000

Bytes = bytes | mmap.mmap
Steps = Iterator[int]
"""How many parts may still be stepped over."""

_MOST_PARTS: Final = 3_000_000
"""Parts of a file that are stepped over: as many as the largest file of ours has, unless it is made to keep us busy."""
_FIRST: Final = 256 * 1024
"""How far into a file the figures of a picture without parts are looked for."""


@frozen
class PictureFigures:
    """What a picture says of itself."""

    width: int
    height: int
    frames: int = 1


def check(file: int, kind: str) -> None:
    """Refuse the picture in an open file when it is larger than anything of ours would open."""
    if kind not in _KINDS or os.fstat(file).st_size == 0:
        return
    with mmap.mmap(file, 0, access=mmap.ACCESS_READ) as content:
        found = measured(content, kind)
    if found is None:
        return
    pixels = found.width * found.height
    if pixels > MOST_PIXELS:
        raise TooLarge(
            f"The picture has {found.width:,} x {found.height:,} pixels, {pixels / 1e6:,.0f} million; "
            f"the limit is {MOST_PIXELS // 1_000_000} million."
        )
    if found.frames > MOST_FRAMES:
        raise TooLarge(f"The picture has more than {MOST_FRAMES:,} frames, and that is the limit.")


def measured(content: Bytes, kind: str) -> PictureFigures | None:
    """What a picture of a kind says of itself; nothing when it breaks off before it has said it."""
    try:
        return _KINDS[kind](content, iter(range(_MOST_PARTS)))
    except (IndexError, struct.error):
        return None
    except StopIteration:
        raise TooLarge("The picture consists of too many small parts to be measured.") from None


def _png(content: Bytes, steps: Steps) -> PictureFigures:
    width, height = struct.unpack_from(">II", content, 16)
    frames, place, name = 1, 8, b""
    while name not in (b"acTL", b"IDAT", b"IEND") and place + 12 <= len(content):
        next(steps)
        size, name = struct.unpack_from(">I4s", content, place)
        if name == b"acTL":
            frames = struct.unpack_from(">I", content, place + 8)[0]
        place += 12 + size
    return PictureFigures(width=width, height=height, frames=frames)


def _jpeg(content: Bytes, steps: Steps) -> PictureFigures | None:
    place = 2
    while content[place] == 0xFF:
        next(steps)
        mark = content[place + 1]
        if mark in _JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", content, place + 5)
            return PictureFigures(width=width, height=height)
        # Marks without a size, and fill bytes before a mark.
        alone = mark == 0xFF or mark == 0x01 or 0xD0 <= mark <= 0xD8
        place += 1 if mark == 0xFF else 2 if alone else 2 + struct.unpack_from(">H", content, place + 2)[0]
    return None


_JPEG_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def _gif(content: Bytes, steps: Steps) -> PictureFigures:
    width, height, flags = struct.unpack_from("<HHB", content, 6)
    place, frames = 13 + _colours(flags), 0
    while frames <= MOST_FRAMES and place < len(content) and content[place] in (0x21, 0x2C):
        if content[place] == 0x2C:
            left, top, wide, high, flags = struct.unpack_from("<HHHHB", content, place + 1)
            width, height, frames = max(width, left + wide), max(height, top + high), frames + 1
            place += 11 + _colours(flags)
        else:
            place += 2
        next(steps)
        while place < len(content) and (size := content[place]):
            next(steps)
            place += 1 + size
        place += 1
    return PictureFigures(width=width, height=height, frames=frames)


def _colours(flags: int) -> int:
    """The size of the table of colours that flags announce."""
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0


def _webp(content: Bytes, steps: Steps) -> PictureFigures | None:
    found, frames = None, 0
    for name, place in _webp_parts(content):
        next(steps)
        if name == b"VP8X":
            wide, high = (int.from_bytes(content[place + at : place + at + 3], "little") for at in (4, 7))
            found = PictureFigures(width=wide + 1, height=high + 1)
        elif name == b"VP8L" and found is None:
            bits = struct.unpack_from("<I", content, place + 1)[0]
            found = PictureFigures(width=(bits & 0x3FFF) + 1, height=(bits >> 14 & 0x3FFF) + 1)
        elif name == b"VP8 " and found is None:
            wide, high = struct.unpack_from("<HH", content, place + 6)
            found = PictureFigures(width=wide & 0x3FFF, height=high & 0x3FFF)
        frames += name == b"ANMF"
        if frames > MOST_FRAMES:
            break
    return found and PictureFigures(width=found.width, height=found.height, frames=max(1, frames))


def _webp_parts(content: Bytes) -> Iterator[tuple[bytes, int]]:
    place = 12
    while place + 8 <= len(content):
        name, size = struct.unpack_from("<4sI", content, place)
        yield name, place + 8
        place += 8 + size + size % 2


def _avif(content: Bytes, _steps: Steps) -> PictureFigures | None:
    sizes = [struct.unpack(">II", each[1]) for each in re.finditer(rb"ispe\0{4}(.{8})", content[:_FIRST], re.DOTALL)]
    if not sizes:
        return None
    width, height = max(sizes, key=lambda size: size[0] * size[1])
    return PictureFigures(width=width, height=height)


_KINDS: Final[dict[str, Callable[[Bytes, Steps], PictureFigures | None]]] = {
    "image/png": _png,
    "image/jpeg": _jpeg,
    "image/gif": _gif,
    "image/webp": _webp,
    "image/avif": _avif,
}
