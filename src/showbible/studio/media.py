"""Film files: written, looked into and taken apart, in this process."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from showbible.errors import Malformed, Misconfigured
from showbible.studio.model import FPS, HEIGHT, WIDTH
from showbible.values import frozen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

    Sound = NDArray[np.float32]
    """Samples of two channels: one row a moment, two columns."""

RATE: Final = 48_000
"""Samples of sound in a second."""


def require() -> None:
    """Refuse to start without the packages that pictures and sound are made with."""
    missing = [name for name in ("av", "numpy", "PIL", "opentimelineio") if find_spec(name) is None]
    if missing:
        raise Misconfigured(f"The studio needs {', '.join(missing)}: install showbible[studio].")


@frozen
class Probe:
    """What a file really holds."""

    frames: int
    width: int
    height: int
    seconds: float
    has_sound: bool


def film(frames: Iterable[Image], sound: Sound | None = None, *, quality: int = 20) -> bytes:
    """Frames, and the sound beside them, as an MP4 that begins to play before it is whole."""
    import av

    with _scratch() as place:
        with av.open(str(place), "w", format="mp4", options={"movflags": "+faststart"}) as file:
            picture = _picture_stream(file, quality=quality)
            spoken = _sound_stream(file) if sound is not None else None
            for number, frame in enumerate(frames):
                drawn = _drawn(frame)
                drawn.pts, drawn.time_base = number, Fraction(1, FPS)
                file.mux(picture.encode(drawn))
            file.mux(picture.encode(None))
            if spoken is not None and sound is not None:
                _add_sound(file, spoken, sound)
        return place.read_bytes()


def sound_file(sound: Sound) -> bytes:
    """Sound alone, as an M4A."""
    import av

    with _scratch() as place:
        with av.open(str(place), "w", format="ipod", options={"movflags": "+faststart"}) as file:
            _add_sound(file, _sound_stream(file), sound)
        return place.read_bytes()


def _drawn(picture: Image) -> Any:
    import av

    frame: Any = av.VideoFrame
    return frame.from_image(picture)


def _picture_stream(file: Any, *, quality: int) -> Any:
    stream = file.add_stream("libx264", rate=FPS)
    stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
    stream.time_base = Fraction(1, FPS)
    stream.options = {"crf": str(quality), "preset": "veryfast", "g": str(FPS), "sc_threshold": "0", "bf": "0"}
    stream.codec_context.thread_count = 2
    return stream


def _sound_stream(file: Any) -> Any:
    stream = file.add_stream("aac", rate=RATE, layout="stereo")
    stream.bit_rate = 128_000
    return stream


def _add_sound(file: Any, stream: Any, sound: Sound) -> None:
    import av
    import numpy as np

    step = 1024
    for start in range(0, len(sound), step):
        part = np.ascontiguousarray(sound[start : start + step].T, dtype=np.float32)
        frame = av.AudioFrame.from_ndarray(part, format="fltp", layout="stereo")
        frame.sample_rate, frame.pts, frame.time_base = RATE, start, Fraction(1, RATE)
        file.mux(stream.encode(frame))
    file.mux(stream.encode(None))


@contextmanager
def _scratch() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="showbible-") as folder:
        yield Path(folder) / "film.mp4"


@contextmanager
def _opened(content: bytes, what: str) -> Iterator[Any]:
    """The file behind some bytes; anything that is none is refused in the caller's words."""
    import av

    try:
        with av.open(BytesIO(content), metadata_errors="ignore") as file:
            yield file
    except (av.FFmpegError, ValueError, IndexError) as error:
        raise Malformed(f"{what} cannot be played: {type(error).__name__}.") from error


@frozen
class Looked:
    """A film that was played from beginning to end, and what was seen in its middle and at last."""

    probe: Probe
    middle: Image
    last: Image


@lru_cache(maxsize=2)
def look(content: bytes, *, what: str = "The film") -> Looked:
    """Play a whole film: a file that only looks whole is found here."""
    with _opened(content, what) as file:
        if not file.streams.video:
            raise Malformed(f"{what} has no picture.")
        stream, number, middle, last = file.streams.video[0], 0, None, None
        half = (stream.frames or 2) // 2
        for frame in file.decode(video=0):
            middle, last, number = (frame if number <= half else middle), frame, number + 1
        if last is None or middle is None:
            raise Malformed(f"{what} has no frames.")
        found = Probe(
            frames=number,
            width=last.width,
            height=last.height,
            seconds=number / float(stream.average_rate or FPS),
            has_sound=bool(file.streams.audio),
        )
        return Looked(probe=found, middle=middle.to_image(), last=last.to_image())


def conformed(content: bytes, *, frames: int, what: str) -> bytes:
    """A film in the size and at the pace of ours, cut off after so many frames; the same bytes where nothing is to do.

    One of another shape loses its edges, never its proportions.
    """
    seen = probe(content, what=what)
    pace = seen.frames / seen.seconds if seen.seconds else FPS
    if (seen.frames, seen.width, seen.height) == (frames, WIDTH, HEIGHT) and abs(pace - FPS) < 0.01:
        return content
    wanted = min(frames, math.floor(seen.seconds * FPS + 0.5))
    return film(_paced(content, wanted, pace=pace, what=what))


def _paced(content: bytes, wanted: int, *, pace: float, what: str) -> Iterator[Image]:
    """So many pictures of a film at our pace: each is the one that is seen at its moment."""
    from PIL import ImageOps

    given = 0
    for number, picture in looks(content, every=1, what=what):
        while given < wanted and given / FPS < (number + 1) / pace:
            yield ImageOps.fit(picture, (WIDTH, HEIGHT))
            given += 1


def probe(content: bytes, *, what: str = "The film") -> Probe:
    """What a film holds, by playing all of it."""
    return look(content, what=what).probe


def frames(content: bytes, *, what: str = "The film") -> Iterator[Image]:
    """The pictures of a film, one after another."""
    for _, picture in looks(content, every=1, what=what):
        yield picture


def looks(content: bytes, *, every: int, what: str = "The film") -> Iterator[tuple[int, Image]]:
    """One picture in so many of a film, with its number."""
    with _opened(content, what) as file:
        for number, frame in enumerate(file.decode(video=0)):
            if number % every == 0:
                yield number, frame.to_image()


def sound(content: bytes, *, what: str = "The sound") -> Sound:
    """The samples of a file, at our rate and in two channels."""
    import av
    import numpy as np

    with _opened(content, what) as file:
        if not file.streams.audio:
            raise Malformed(f"{what} has no sound.")
        resampler = av.AudioResampler(format="fltp", layout="stereo", rate=RATE)
        parts = [part.to_ndarray() for frame in file.decode(audio=0) for part in resampler.resample(frame)]
        parts += [part.to_ndarray() for part in resampler.resample(None)]
    joined: Sound = np.concatenate(parts, axis=1).T.astype(np.float32) if parts else np.zeros((0, 2), np.float32)
    return joined


def jpeg(picture: Image, *, width: int = WIDTH) -> bytes:
    """A picture as a JPEG of a given width."""
    height = round(picture.height * width / picture.width)
    kept = BytesIO()
    picture.convert("RGB").resize((width, height)).save(kept, "JPEG", quality=88)
    return kept.getvalue()
