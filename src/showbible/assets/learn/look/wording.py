"""Measures in plain words; nothing is said that was not measured."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from showbible.vocabulary import plural

_LIGHT: Final = ((40, "very dark"), (85, "dark"), (170, "evenly lit"), (215, "bright"), (256, "very bright"))
_SHARP: Final = ((20, "with little fine detail"), (100, "soft"), (float("inf"), "sharp"))
_MOTION: Final = ((0.4, "still"), (3, "with little motion"), (10, "with motion"), (float("inf"), "with strong motion"))
_SHOTS: Final = ((0.12, "wide shot"), (0.25, "medium shot"), (0.45, "close-up"), (2, "extreme close-up"))


def described(measures: Mapping[str, Any]) -> str:
    """A few sentences about a picture or a film."""
    sentences = [_frame(measures), _palette(measures), _film(measures), _faces(measures), _text(measures)]
    return " ".join(sentence for sentence in sentences if sentence)


def _frame(measures: Mapping[str, Any]) -> str:
    width, height = measures["width"], measures["height"]
    shape = "square" if width == height else "landscape" if width > height else "portrait"
    words = [_step(_LIGHT, measures["brightness"]), _step(_SHARP, measures["sharpness"])]
    if measures["contrast"] < 15:
        words.append("flat")
    return f"A {shape} {measures['kind']}, {width}x{height}, {', '.join(words)}."


def _palette(measures: Mapping[str, Any]) -> str:
    names = measures["palette"]
    return f"Mostly {_joined(names)}." if names else "Many colours, none of them large."


def _film(measures: Mapping[str, Any]) -> str:
    if "motion" not in measures:
        return ""
    cuts = measures["cuts"]
    shots = "one shot" if cuts == 0 else f"{cuts + 1} shots"
    length = f"{plural(measures['seconds'], 'second')}, " if measures.get("seconds") else ""
    return f"{length}{shots}, {_step(_MOTION, measures['motion'])}.".capitalize()


def _faces(measures: Mapping[str, Any]) -> str:
    number = measures.get("faces", 0)
    if not number:
        return ""
    who = "One face" if number == 1 else f"{number} faces"
    return f"{who}, {_step(_SHOTS, measures['face_height'])}."


def _text(measures: Mapping[str, Any]) -> str:
    return f"Text reads: {measures['text']}." if measures.get("text") else ""


def _step(steps: tuple[tuple[float, str], ...], value: float) -> str:
    return next(word for limit, word in steps if value < limit)


def _joined(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
