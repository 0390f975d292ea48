"""The standing defaults of a user: their fields, what each may be, and who decided it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any, Final

from showbible.errors import Invalid, TooLarge
from showbible.lessons.model import DecidedBy, Exploring, ValueForMoney
from showbible.lessons.recall.colours import css
from showbible.runs.model import AudioTier, EditStyle, Tier
from showbible.values import frozen
from showbible.vocabulary import checked_text, dollars, money, word

MOST_NAMES: Final = 64
NAME_LETTERS: Final = 64
MOST_SECONDS: Final = 3 * 3600

_STYLE_ALIASES: Final = {"creative": "dynamic", "clean": "safe"}


class PreferredStyle(StrEnum):
    """How a user likes films to be cut."""

    SAFE = "safe"
    BALANCED = "balanced"
    DYNAMIC = "dynamic"
    CINEMATIC = "cinematic"

    @property
    def edit_style(self) -> EditStyle:
        """The edit style that comes closest."""
        return word(EditStyle, "preferred_style", self)


@frozen
class Preferences:
    """What a user wants unless a request says otherwise."""

    preferred_style: PreferredStyle = PreferredStyle.BALANCED
    preferred_tier: Tier | None = None
    default_voice: str = "nova"
    default_voice_speed: float = 1.0
    default_music_mood: str = "ambient"
    default_audio_tier: AudioTier = AudioTier.SIMPLE_OVERLAY
    brand_colors: tuple[str, ...] = ()
    quality_threshold: float = 75
    max_budget_per_run: float | None = None
    """Dollars."""
    favorite_moods: tuple[str, ...] = ()
    preferred_duration: int | None = None
    """Seconds."""
    disliked_music_styles: tuple[str, ...] = ()
    value_for_money: ValueForMoney = ValueForMoney.QUALITY
    explore: Exploring = Exploring.WHEN_ASKED


FIELDS: Final = tuple(each.name for each in fields(Preferences))


@frozen
class StandingPreferences:
    """A user's preferences, and who decided each of them."""

    values: Preferences
    sources: Mapping[str, DecidedBy]

    @property
    def is_set(self) -> bool:
        """Whether a person has decided anything."""
        return DecidedBy.SET in self.sources.values()

    def decided(self, name: str) -> bool:
        """Whether a person has decided this field."""
        return self.sources[name] is DecidedBy.SET


def merged(told: Mapping[str, Any], learned: Mapping[str, Any]) -> StandingPreferences:
    """What a person set, over what was learned, over the defaults."""
    values = Preferences(**{**learned, **told})
    sources = {name: _source(name, told, learned) for name in FIELDS}
    return StandingPreferences(values=values, sources=sources)


def _source(name: str, told: Mapping[str, Any], learned: Mapping[str, Any]) -> DecidedBy:
    if name in told:
        return DecidedBy.SET
    return DecidedBy.LEARNED if name in learned else DecidedBy.DEFAULT


def checked(name: str, value: object) -> Any:
    """The value as a preference holds it; refuses an unknown field and what the field cannot be."""
    check = _CHECKS.get(name)
    if check is None:
        raise Invalid(f"There is no preference {name[:80]!r}.", field=name[:80])
    return check(name, value)


def _text(name: str, value: object) -> str:
    if not isinstance(value, str) or not 1 <= len(value.strip()) <= NAME_LETTERS:
        raise Invalid(f"{name} must be a name of 1 to {NAME_LETTERS} characters.", field=name)
    return checked_text(name, value.strip(), limit=4 * NAME_LETTERS)


def _names(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise Invalid(f"{name} must be a list of names.", field=name)
    if len(value) > MOST_NAMES:
        raise TooLarge(f"{name} has {len(value):,} entries; the limit is {MOST_NAMES}.")
    return tuple(dict.fromkeys(_text(name, each) for each in value))


def _colours(name: str, value: object) -> tuple[str, ...]:
    colours = _names(name, value)
    for colour in colours:
        if css(colour) is None:
            raise Invalid(f"{name} takes colours such as #1e90ff or teal, not {colour!r}.", field=name)
    return colours


def _number(low: float, high: float) -> Callable[[str, object], float]:
    def check(name: str, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise Invalid(f"{name} must be a number.", field=name)
        if not low <= value <= high:
            raise Invalid(f"{name} must lie between {low:g} and {high:g}.", field=name)
        return value

    return check


def _seconds(name: str, value: object) -> int:
    seconds = _number(1, MOST_SECONDS)(name, value)
    if seconds != int(seconds):
        raise Invalid(f"{name} must be a whole number of seconds.", field=name)
    return int(seconds)


def _style(name: str, value: object) -> PreferredStyle:
    plain = _text(name, value).lower()
    return word(PreferredStyle, name, _STYLE_ALIASES.get(plain, plain))


_CHECKS: Final[Mapping[str, Callable[[str, object], Any]]] = {
    "preferred_style": _style,
    "preferred_tier": lambda name, value: word(Tier, name, _text(name, value)),
    "default_voice": _text,
    "default_voice_speed": _number(0.25, 4.0),
    "default_music_mood": _text,
    "default_audio_tier": lambda name, value: word(AudioTier, name, _text(name, value)),
    "brand_colors": _colours,
    "quality_threshold": _number(0, 100),
    "max_budget_per_run": lambda name, value: dollars(money(name, value)),
    "favorite_moods": _names,
    "preferred_duration": _seconds,
    "disliked_music_styles": _names,
    "value_for_money": lambda name, value: word(ValueForMoney, name, _text(name, value)),
    "explore": lambda name, value: word(Exploring, name, _text(name, value)),
}
