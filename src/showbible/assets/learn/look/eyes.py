"""Open a picture or a film, measure it, and put the measures into words."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from showbible.assets.learn.look import figures, parts
from showbible.assets.learn.look.process import FileFigures, Sighting
from showbible.assets.learn.look.wording import described
from showbible.errors import Malformed, Misconfigured
from showbible.storage import pictures
from showbible.storage.kinds import sniffed
from showbible.storage.pictures import MOST_PIXELS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Frame = NDArray[np.uint8]

STILL = 768
"""The longer side of the small picture that a model is shown."""
MOST_SAMPLES = 240
"""Frames of a film that are looked at; of a long film evenly spread ones."""


def seen(path: Path, *, read_text: bool) -> Sighting:
    """What can be seen in a file."""
    try:
        import av  # noqa: F401
        import cv2  # noqa: F401
        from PIL import Image  # noqa: F401
    except ImportError:
        raise Misconfigured("Looking at pictures needs more packages: pip install 'showbible[media]'.") from None
    with path.open("rb") as file:
        kind = sniffed(file.read(64))
        pictures.check(file.fileno(), kind)
    measures, frame = _picture(path) if kind.startswith("image/") else _film(path)
    measures |= figures.measured(frame)
    measures |= parts.faces(frame)
    if read_text:
        measures |= parts.letters(frame)
    return Sighting(text=described(measures), measures=measures, still=_still(frame))


def rate(path: Path) -> dict[str, float]:
    """How many frames a second a film has, by what its file says: no frame is looked at."""
    try:
        import av
    except ImportError:
        raise Misconfigured("Looking at films needs more packages: pip install 'showbible[media]'.") from None
    try:
        with av.open(str(path), options={"protocol_whitelist": "file"}) as film:
            found = film.streams.video[0].average_rate if film.streams.video else None
    except av.error.FFmpegError as error:
        raise Malformed(f"The film cannot be read ({type(error).__name__}).") from error
    if not found:
        raise Malformed("The file does not say how many frames a second it has.")
    return {"fps": round(float(found), 3)}


def played(path: Path) -> FileFigures:
    """What a file holds, after its first moment was played; of a picture, no length."""
    try:
        import av
    except ImportError:
        raise Misconfigured("Looking at films needs more packages: pip install 'showbible[media]'.") from None
    try:
        with av.open(str(path), options={"protocol_whitelist": "file"}) as file:
            return _played(file)
    except (av.error.FFmpegError, IndexError) as error:
        raise Malformed(f"Nothing in it can be played ({type(error).__name__}).") from error


def _played(file: Any) -> FileFigures:
    seen, heard = file.streams.video, file.streams.audio
    width, height = (seen[0].codec_context.width, seen[0].codec_context.height) if seen else (0, 0)
    if width * height > MOST_PIXELS:
        raise Malformed(f"It has more than {MOST_PIXELS // 1_000_000} million pixels a frame.")
    if next(iter(file.decode(seen[0] if seen else heard[0])), None) is None:
        raise Malformed("Nothing in it can be played.")
    seconds = round(float(file.duration) / 1_000_000, 2) if file.duration else None
    return FileFigures(has_picture=bool(seen), width=width or None, height=height or None, seconds=seconds)


def _picture(path: Path) -> tuple[dict[str, Any], Frame]:
    import numpy as np
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        with Image.open(path) as image:
            if image.width * image.height > MOST_PIXELS:
                raise Malformed(f"The picture has more than {MOST_PIXELS // 1_000_000} million pixels.")
            frame = np.asarray(ImageOps.exif_transpose(image).convert("RGB"))
    except (UnidentifiedImageError, Image.DecompressionBombError, SyntaxError) as error:
        raise Malformed(f"The picture cannot be read ({type(error).__name__}).") from error
    return {"kind": "picture", "width": frame.shape[1], "height": frame.shape[0]}, frame


def _film(path: Path) -> tuple[dict[str, Any], Frame]:
    import av

    try:
        with av.open(str(path), options={"protocol_whitelist": "file"}) as film:
            if not film.streams.video:
                raise Malformed("The file has no picture.")
            stream = film.streams.video[0]
            if stream.codec_context.width * stream.codec_context.height > MOST_PIXELS:
                raise Malformed(f"The film has more than {MOST_PIXELS // 1_000_000} million pixels a frame.")
            seconds = float(film.duration or 0) / 1_000_000
            small, middle = _sampled(film, stream)
    except av.error.FFmpegError as error:
        raise Malformed(f"The film cannot be read ({type(error).__name__}).") from error
    if middle is None:
        raise Malformed("The film has no frame that can be read.")
    measures = {"kind": "film", "width": middle.shape[1], "height": middle.shape[0], "seconds": round(seconds, 2)}
    return measures | figures.moving(small), middle


def _sampled(film: Any, stream: Any) -> tuple[list[Frame], Frame | None]:
    """Frames spread over a film, made small, and the one nearest its middle as it is."""
    step = max(1, (stream.frames or 0) // MOST_SAMPLES)
    small: list[Frame] = []
    middle: Frame | None = None
    for number, frame in enumerate(film.decode(stream)):
        if number >= step * MOST_SAMPLES:
            break
        if number % step == 0:
            whole = frame.to_ndarray(format="rgb24")
            small.append(figures.sized(whole, figures.SMALL))
            middle = whole if middle is None or number <= (stream.frames or 0) // 2 else middle
    return small, middle


def _still(frame: Frame) -> str:
    from PIL import Image

    image = Image.fromarray(frame)
    image.thumbnail((STILL, STILL))
    held = io.BytesIO()
    image.save(held, "JPEG", quality=85)
    return base64.b64encode(held.getvalue()).decode()
