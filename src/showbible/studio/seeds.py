"""Seed assets: pictures and films that a production starts from, and the colours they bring."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from showbible.errors import Invalid, Malformed
from showbible.storage.kinds import sniffed
from showbible.studio import media
from showbible.studio.lexicon import hexed
from showbible.values import frozen

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_SEEDS: Final = 20
MOST_BYTES: Final = 50 * 1024 * 1024
MOST_PIXELS: Final = 50_000_000
COLORS: Final = 4

_ENDINGS: Final = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/webp": "webp",
    "image/gif": "gif",
    "video/mp4": "mp4",
}


@frozen
class Seed:
    """A file to start from."""

    name: str
    content: bytes
    colors: tuple[str, ...]


def read(paths: Sequence[Path]) -> list[Seed]:
    """The files themselves, once each is known to be a picture or a film."""
    if len(paths) > MOST_SEEDS:
        raise Invalid(f"A production starts from at most {MOST_SEEDS} seed assets, not {len(paths)}.", field="seeds")
    return [_seed(path) for path in paths]


def _seed(path: Path) -> Seed:
    try:
        size = path.stat().st_size
        content = path.read_bytes() if path.is_file() and size <= MOST_BYTES else b""
    except OSError as error:
        raise Invalid(f"The seed asset {path} cannot be read: {error.strerror}.", field="seeds") from None
    if not content:
        raise Invalid(f"The seed asset {path} is empty, over {MOST_BYTES >> 20} MB or no file.", field="seeds")
    return Seed(name=path.name, content=content, colors=colors(content, what=f"The seed asset {path}"))


def colors(content: bytes, *, what: str = "The picture") -> tuple[str, ...]:
    """The colours that a picture, or the first frame of a film, has most of; the strongest first."""
    picture = _picture(content, what=what).convert("RGB").resize((64, 36))
    few = picture.quantize(colors=COLORS)
    palette, counts = few.getpalette() or [], sorted(few.getcolors() or [], reverse=True)
    return tuple(hexed(*palette[place * 3 : place * 3 + 3]) for _, place in counts if isinstance(place, int))


def kind_of_picture(content: bytes, *, what: str) -> str:
    """The media type of a picture that can be read; anything else is refused."""
    kind = sniffed(content[:64])
    try:
        if kind.startswith("image/") and _picture(content, what=what):
            return kind
    except Invalid as error:
        raise Malformed(str(error)) from None
    raise Malformed(f"{what} is no picture.")


def ending(content: bytes) -> str:
    """How the stored name of a picture or a film ends."""
    return _ENDINGS.get(sniffed(content[:64]), "bin")


def _picture(content: bytes, *, what: str) -> Image:
    from PIL import Image

    if sniffed(content[:64]).startswith("video/"):
        try:
            return next(iter(media.frames(content, what=what)))
        except (StopIteration, Malformed):
            raise Invalid(f"{what} is no film that can be played.", field="seeds") from None
    try:
        picture = Image.open(BytesIO(content))
        if picture.width * picture.height > MOST_PIXELS:
            raise Invalid(f"{what} has more than {MOST_PIXELS // 1_000_000} million pixels.", field="seeds")
        picture.load()
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        raise Invalid(f"{what} is no picture or film that can be read.", field="seeds") from None
    return picture
