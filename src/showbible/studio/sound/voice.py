"""A voice that needs no network, where one is installed."""

from __future__ import annotations

import ctypes
import threading
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from showbible.studio.media import RATE

if TYPE_CHECKING:
    from showbible.studio.media import Sound

_SYNCHRONOUS: Final = 2
_UTF8: Final = 1
_SPEED: Final = 1  # the library's number for words a minute
USUAL: Final = "nova"
VARIANTS: Final = ("f1", "f2", "f3", "f4", "m1", "m2", "m3", "m4", "m5", "m6", "m7")
WORDS_A_MINUTE: Final = 150
LEAST_WORDS, MOST_WORDS = 80, 450  # what the library can do
_turn = threading.Lock()  # the library speaks one text at a time


def installed() -> bool:
    """Whether there is a voice at all."""
    return find_spec("espeakng_loader") is not None


def called(voice: str) -> str:
    """The voice of the library that speaks for a name: always the same one, and another for another name."""
    name = voice.strip().lower()
    if name in ("", USUAL):
        return "en-gb"
    return f"en-gb+{VARIANTS[crc32(name.encode()) % len(VARIANTS)]}"


def speak(text: str, *, voice: str = "", speed: float = 1.0) -> Sound | None:
    """A text as sound, in a voice of that name; None when no voice is installed or there is nothing to say."""
    if not text.strip() or not installed():
        return None
    with _turn:
        library, rate = _library()
        library.espeak_SetVoiceByName(called(voice).encode())
        library.espeak_SetParameter(_SPEED, min(MOST_WORDS, max(LEAST_WORDS, round(WORDS_A_MINUTE * speed))), 0)
        heard = _synthesized(library, text)
    return _prepared(heard, rate=rate) if heard else None


@lru_cache(maxsize=1)
def _library() -> tuple[Any, int]:
    import espeakng_loader  # type: ignore[import-untyped]

    library = ctypes.CDLL(espeakng_loader.get_library_path())
    rate = library.espeak_Initialize(_SYNCHRONOUS, 0, espeakng_loader.get_data_path().encode(), 0)
    return library, int(rate)


_Heard = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)


def _synthesized(library: Any, text: str) -> bytes:
    pieces: list[bytes] = []

    def hear(samples: Any, number: int, _events: Any) -> int:
        if samples and number > 0:
            pieces.append(ctypes.string_at(samples, number * 2))
        return 0

    listener, spoken = _Heard(hear), text.encode()
    library.espeak_SetSynthCallback(listener)
    library.espeak_Synth(spoken, len(spoken) + 1, 0, 0, 0, _UTF8, None, None)
    library.espeak_Synchronize()
    return b"".join(pieces)


def _prepared(heard: bytes, *, rate: int) -> Sound:
    """The samples at our rate and level, in two channels, without the silence at both ends."""
    import numpy as np

    samples = np.frombuffer(heard, np.int16).astype(np.float32) / 32768
    loud = np.flatnonzero(np.abs(samples) > 0.01)
    samples = samples[loud[0] : loud[-1] + 1] if len(loud) else samples[:0]
    moments = np.arange(round(len(samples) * RATE / rate)) * (rate / RATE)
    spoken = np.interp(moments, np.arange(len(samples)), samples) if len(samples) else samples
    level = float(np.sqrt(np.mean(spoken**2))) if len(spoken) else 1.0
    even = np.clip(spoken * (0.13 / (level or 1.0)), -0.97, 0.97)
    return np.repeat(even[:, None], 2, axis=1).astype(np.float32)
