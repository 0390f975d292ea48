"""A picture is as large as it says, and what it says is read without opening it."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from showbible.errors import TooLarge
from showbible.storage import pictures
from showbible.storage.kinds import sniffed
from showbible.storage.pictures import MOST_FRAMES, PictureFigures

KINDS = ["PNG", "JPEG", "GIF", "WEBP", "AVIF"]


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(width: int, height: int, *between: bytes) -> bytes:
    """A picture of some thousand bytes at most, whatever it announces."""
    head = _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(between) + _chunk(b"IDAT", zlib.compress(b"")) + _chunk(b"IEND", b"")


def _gif(frames: int) -> bytes:
    frame = b"\x21\xf9\x04" + bytes(5) + b"\x2c" + struct.pack("<HHHHB", 0, 0, 1, 1, 0) + b"\x02\x02\x44\x01\x00"
    return b"GIF89a" + struct.pack("<HHBBB", 1, 1, 0x80, 0, 0) + bytes(6) + frame * frames + b"\x3b"


def _webp(frames: int) -> bytes:
    canvas = b"VP8X" + struct.pack("<I", 10) + bytes(4) + (3).to_bytes(3, "little") + (1).to_bytes(3, "little")
    body = b"WEBP" + canvas + (b"ANMF" + struct.pack("<I", 4) + bytes(4)) * frames
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _drawn(kind: str, frames: int = 1) -> bytes:
    sink = io.BytesIO()
    shown = [Image.new("RGB", (40, 30), (step * 20, 0, 0)) for step in range(frames)]
    shown[0].save(sink, kind, **({"save_all": True, "append_images": shown[1:]} if frames > 1 else {}))
    return sink.getvalue()


def _check(folder: Path, content: bytes) -> None:
    (folder / "picture").write_bytes(content)
    with (folder / "picture").open("rb") as file:
        pictures.check(file.fileno(), sniffed(content))


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_is_measured_as_it_is(kind: str) -> None:
    content = _drawn(kind)

    assert pictures.measured(content, sniffed(content)) == PictureFigures(width=40, height=30)


@pytest.mark.parametrize("kind", ["PNG", "GIF", "WEBP"])
def test_the_frames_of_a_moving_picture_are_counted(kind: str) -> None:
    content = _drawn(kind, frames=3)

    assert pictures.measured(content, sniffed(content)) == PictureFigures(width=40, height=30, frames=3)


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_that_breaks_off_is_measured_as_far_as_it_goes(kind: str) -> None:
    content = _drawn(kind, frames=2 if kind == "GIF" else 1)

    for end in range(64, len(content)):
        assert pictures.measured(content[:end], sniffed(content)) in (None, *_plausible(content))


def _plausible(content: bytes) -> list[PictureFigures]:
    return [PictureFigures(width=40, height=30, frames=frames) for frames in range(3)]


def test_as_many_frames_as_the_limit_are_taken(tmp_path: Path) -> None:
    _check(tmp_path, _gif(MOST_FRAMES))


@pytest.mark.parametrize(
    "content",
    [
        _gif(100_000),
        _webp(MOST_FRAMES + 1),
        png(4, 4, _chunk(b"acTL", struct.pack(">II", MOST_FRAMES + 1, 0))),
    ],
    ids=["gif", "webp", "apng"],
)
def test_too_many_frames_are_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(TooLarge, match="more than 5,000 frames"):
        _check(tmp_path, content)


def test_a_frame_may_not_be_larger_than_its_picture_pretends(tmp_path: Path) -> None:
    large = _gif(1).replace(struct.pack("<HHHHB", 0, 0, 1, 1, 0), struct.pack("<HHHHB", 0, 0, 60_000, 60_000, 0))

    with pytest.raises(TooLarge, match="60,000 x 60,000 pixels"):
        _check(tmp_path, large)


def test_a_picture_made_to_keep_us_busy_is_refused(tmp_path: Path) -> None:
    endless = _gif(0)[:-1] + b"\x21\xfe" + b"\x01\x00" * 3_000_001

    with pytest.raises(TooLarge, match="too many small parts"):
        _check(tmp_path, endless)
