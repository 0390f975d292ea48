"""A small picture of a stored film or image."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, BinaryIO, Final

from showbible.errors import Invalid, NotFound
from showbible.storage.blobs import CHUNK, Blobs, Stored
from showbible.storage.pictures import MOST_PIXELS

if TYPE_CHECKING:
    from PIL.Image import Image as Picture
    from typing_extensions import Buffer

WIDTH: Final = 640
SMALL: Final = 320


def picture(blobs: Blobs, stored: Stored, *, at: int | None = None) -> bytes:
    """A small JPEG of a stored file; says so when the file shows nothing."""
    kinds: Mapping[str, Callable[[BinaryIO], bytes]] = {"video": partial(_frame, at=at), "image": _image}
    draw = kinds.get(stored.content_type.partition("/")[0])
    if draw is None:
        raise Invalid(f"{stored.store}/{stored.key} is neither a film nor a picture.", field="key")
    try:
        return draw(io.BufferedReader(_Bytes(blobs, stored), CHUNK))
    except ImportError:
        raise NotFound("still of", f"{stored.store}/{stored.key}") from None
    except (OSError, ValueError, LookupError, StopIteration):
        raise Invalid(f"{stored.store}/{stored.key} cannot be shown: its content is damaged.", field="key") from None


def _frame(content: BinaryIO, *, at: int | None) -> bytes:
    """The picture from which the film can be decoded next to that second: cheap, and near enough to choose by."""
    import av

    try:
        with av.open(content, mode="r") as film:
            _check_size(film.streams.video[0].width, film.streams.video[0].height)
            # A little way in: many films begin with black.
            film.seek(int((film.duration or 0) * 0.4) if at is None else min(at * av.time_base, film.duration or 0))
            return _small(next(film.decode(video=0)).to_image(), SMALL if at is not None else WIDTH)  # type: ignore[no-untyped-call]
    except av.FFmpegError as error:
        raise ValueError(str(error)) from error


def _image(content: BinaryIO) -> bytes:
    from PIL import Image

    try:
        with Image.open(content) as image:
            _check_size(*image.size)
            image.draft("RGB", (WIDTH, WIDTH))
            return _small(image)
    except Image.DecompressionBombError as error:
        raise ValueError(str(error)) from error


def _check_size(width: int, height: int) -> None:
    """Refuse a picture that would fill the memory once it is unpacked."""
    if width * height > MOST_PIXELS:
        raise ValueError(f"{width} x {height} is more than can be drawn.")


def _small(image: Picture, width: int = WIDTH) -> bytes:
    image.thumbnail((width, width))
    small = io.BytesIO()
    image.convert("RGB").save(small, "JPEG", quality=82)
    return small.getvalue()


class _Bytes(io.RawIOBase):
    """A stored file as something to read and seek in, so that a long film is never held whole."""

    def __init__(self, blobs: Blobs, stored: Stored) -> None:
        self._blobs = blobs
        self._stored = stored
        self._at = 0

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._at = max(0, {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._stored.size}[whence] + offset)
        return self._at

    def readinto(self, buffer: Buffer) -> int:
        room = memoryview(buffer).cast("B")
        end = min(self._stored.size, self._at + len(room))
        part = (
            b"".join(self._blobs.read(self._stored.store, self._stored.key, self._at, end)) if end > self._at else b""
        )
        room[: len(part)] = part
        self._at += len(part)
        return len(part)
