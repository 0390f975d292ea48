"""The texts that a program wrote into a picture beside it, read within bounds and without opening the picture.

Only as much is read as is kept: what announces more than that is stepped over, what unpacks to more is left packed.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

MOST_BYTES: Final = 4 * 1024 * 1024
"""How long one text may be."""
MOST_PARTS: Final = 200
"""How many parts of a picture are stepped over in search of texts."""
NAMES: Final = ("prompt", "workflow")

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_EXIF: Final = b"Exif\x00\x00"
_ASCII: Final = 2


@dataclass(frozen=True)
class FilePieces:
    """A file of which only pieces are read."""

    piece: Callable[[int, int], bytes]
    """So many bytes from a place on, fewer where the file ends."""


def texts(file: FilePieces) -> dict[str, str]:
    """The texts that ComfyUI writes, by name; a workflow that is a file of its own has its name, too."""
    head = file.piece(0, 16)
    if head.startswith(_PNG):
        return {name: text for name, text in _png(file) if name in NAMES}
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return dict(_webp(file))
    if head.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] == b"{":
        content = file.piece(0, MOST_BYTES + 1)
        return {"workflow": content.decode("utf-8-sig", "replace")} if len(content) <= MOST_BYTES else {}
    return {}


def _png(file: FilePieces) -> Iterator[tuple[str, str]]:
    """The texts that stand before the picture itself, where those who write them put them."""
    place = 8
    for _ in range(MOST_PARTS):
        head = file.piece(place, 8)
        if len(head) < 8 or head[4:] in (b"IDAT", b"IEND"):
            return
        size, kind = struct.unpack(">I4s", head)
        if kind in _READERS and size <= MOST_BYTES:
            name, _, rest = file.piece(place + 8, size).partition(b"\x00")
            text = _READERS[kind](rest)
            if text is not None:
                yield name.decode("latin-1"), text
        place += 12 + size


def _plain(rest: bytes) -> str:
    return rest.decode("latin-1")


def _packed(rest: bytes) -> str | None:
    found = _unpacked(rest[1:])
    return None if found is None else found.decode("latin-1")


def _international(rest: bytes) -> str | None:
    is_packed, rest = rest[:1] == b"\x01", rest[2:]
    content = rest.partition(b"\x00")[2].partition(b"\x00")[2]
    found = _unpacked(content) if is_packed else content
    return None if found is None else found.decode("utf-8", "replace")


_READERS: Final[dict[bytes, Callable[[bytes], str | None]]] = {
    b"tEXt": _plain,
    b"zTXt": _packed,
    b"iTXt": _international,
}


def _unpacked(content: bytes) -> bytes | None:
    """What was packed; None where it is broken or would be longer than a text may be."""
    unpacking = zlib.decompressobj()
    try:
        found = unpacking.decompress(content, MOST_BYTES)
    except zlib.error:
        return None
    return found if unpacking.eof else None


def _webp(file: FilePieces) -> Iterator[tuple[str, str]]:
    place = 12
    for _ in range(MOST_PARTS):
        head = file.piece(place, 8)
        if len(head) < 8:
            return
        kind, size = struct.unpack("<4sI", head)
        if kind == b"EXIF" and size <= MOST_BYTES:
            yield from _exif(file.piece(place + 8, size).removeprefix(_EXIF))
        place += 8 + size + size % 2


def _exif(content: bytes) -> Iterator[tuple[str, str]]:
    """Texts that begin with their name and a colon, whichever field they stand in."""
    order = {b"II": "<", b"MM": ">"}.get(content[:2])
    try:
        place = struct.unpack_from(f"{order}I", content, 4)[0] if order else len(content)
        number = struct.unpack_from(f"{order}H", content, place)[0] if order else 0
        for entry in range(number):
            _, kind, length, at = struct.unpack_from(f"{order}HHII", content, place + 2 + 12 * entry)
            name, _, text = content[at : at + length].rstrip(b"\x00").decode("utf-8", "replace").partition(":")
            if kind == _ASCII and name.lower() in NAMES:
                yield name.lower(), text
    except struct.error:
        return
