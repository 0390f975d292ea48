"""The fields of the preferences: what they are called, how they are set, and who decided them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from showbible.errors import Invalid
from showbible.lessons.model import Source
from showbible.lessons.recall.preference_fields import Preferences, PreferredStyle, Standing
from showbible.runs.model import AudioTier, Tier
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.pages.kit.rewording import shown
from showbible.web.words import plain, plural

LISTS: Final = ("brand_colors", "favorite_moods", "disliked_music_styles")
NUMBERS: Final = ("default_voice_speed", "quality_threshold", "preferred_duration")
MONEY: Final = "max_budget_per_run"

_CHOICES: Final[Mapping[str, Sequence[str]]] = {
    "preferred_style": tuple(PreferredStyle),
    "preferred_tier": tuple(Tier),
    "default_audio_tier": tuple(AudioTier),
}
_KINDS: Final = {
    **dict.fromkeys(_CHOICES, "choice"),
    **dict.fromkeys(LISTS, "names"),
    "brand_colors": "colours",
    "quality_threshold": "slider",
    "default_voice_speed": "number",
    "preferred_duration": "number",
    MONEY: "number",
}
LABELS: Final[Mapping[str, str]] = {
    "preferred_style": "Cut",
    "preferred_tier": "Look",
    "brand_colors": "Brand colours",
    "default_voice": "Voice",
    "default_voice_speed": "Speed of the voice",
    "default_music_mood": "Music",
    "default_audio_tier": "Sound work",
    "favorite_moods": "Favourite moods",
    "disliked_music_styles": "Music to avoid",
    "quality_threshold": "Quality to reach",
    MONEY: "Most a run may cost",
    "preferred_duration": "Length of a film",
}
HINTS: Final[Mapping[str, str]] = {
    "preferred_style": "How films are cut unless a request says otherwise.",
    "preferred_tier": "Left open, the plan that promises most is chosen.",
    "brand_colors": "Hex such as #1e90ff, or a name such as teal.",
    "default_voice_speed": "1 is natural; from 0.25 to 4.",
    "quality_threshold": "Pilots that score less are not good enough.",
    MONEY: "In dollars; a larger budget is refused. Empty means no limit.",
    "preferred_duration": "In seconds.",
}
GROUPS: Final = (
    ("Look", "asset", ("preferred_style", "preferred_tier", "brand_colors")),
    ("Quality and money", "analytics", ("quality_threshold", MONEY, "preferred_duration")),
    (
        "Sound",
        "sound",
        (
            "default_voice",
            "default_voice_speed",
            "default_music_mood",
            "default_audio_tier",
            "favorite_moods",
            "disliked_music_styles",
        ),
    ),
)
SOURCES: Final[Mapping[Source, StatusMark]] = {
    Source.SET: StatusMark(hue="run", icon="cast", word="Set by you"),
    Source.LEARNED: StatusMark(hue="ok", icon="lesson", word="Learned"),
    Source.DEFAULT: StatusMark(hue="idle", icon="stopped", word="Default"),
}


@dataclass(frozen=True, kw_only=True)
class Wrong:
    """A field whose new value was not taken: why, and what it should have been."""

    name: str
    why: str
    value: str


@dataclass(frozen=True, kw_only=True)
class Field:
    """One preference to look at and to set; `reset` says what it would go back to."""

    name: str
    label: str
    hint: str
    kind: str
    value: str
    values: tuple[str, ...]
    choices: tuple[tuple[str, str], ...]
    mark: StatusMark
    reset: str | None
    seen: str
    wrong: str | None


@dataclass(frozen=True, kw_only=True)
class Group:
    """Preferences that belong together."""

    title: str
    icon: str
    fields: tuple[Field, ...]


def groups(
    standing: Standing, learned: Mapping[str, Any], runs: Mapping[str, int], *, wrong: Wrong | None
) -> tuple[Group, ...]:
    """Every preference in its group."""
    return tuple(
        Group(
            title=title,
            icon=icon,
            fields=tuple(_field(name, standing, learned, runs, wrong=wrong) for name in names),
        )
        for title, icon, names in GROUPS
    )


def read(name: str, value: str) -> Any:
    """What a form says, as a preference holds it; nothing gives the field back."""
    text = value.strip()
    if not text:
        return None
    if name not in NUMBERS:
        return text
    try:
        return float(text)
    except ValueError:
        raise Invalid(f"{LABELS[name]} must be a number.", field=name) from None


def _field(
    name: str, standing: Standing, learned: Mapping[str, Any], runs: Mapping[str, int], *, wrong: Wrong | None
) -> Field:
    value, source = getattr(standing.values, name), standing.sources[name]
    mine = wrong if wrong and wrong.name == name else None
    return Field(
        name=name,
        label=LABELS[name],
        hint=HINTS.get(name, ""),
        kind=_KINDS.get(name, "text"),
        value=mine.value if mine else _text(value),
        values=tuple(value) if isinstance(value, tuple) else (),
        choices=_choices(name),
        mark=_mark(source, runs.get(name, 0)),
        reset=_reset(name, learned) if source is Source.SET else None,
        seen=seen(value if source is Source.SET else None),
        wrong=mine.why if mine else None,
    )


def seen(value: Any) -> str:
    """What a form remembers of the value it shows; null where nobody set it."""
    return json.dumps(list(value) if isinstance(value, tuple) else value)


def _choices(name: str) -> tuple[tuple[str, str], ...]:
    found = tuple((value, plain(value)) for value in _CHOICES.get(name, ()))
    return (("", "Left open"), *found) if name == "preferred_tier" else found


def _mark(source: Source, runs: int) -> StatusMark:
    mark = SOURCES[source]
    if source is not Source.LEARNED:
        return mark
    return StatusMark(hue=mark.hue, icon=mark.icon, word=f"Learned from {plural(runs, 'run')}")


def _reset(name: str, learned: Mapping[str, Any]) -> str:
    if name in learned:
        return f"Reset to learned: {shown(learned[name])}"
    usual = getattr(Preferences(), name)
    return f"Reset to default: {plain(_text(usual)) if name in _CHOICES else shown(usual)}"


def _text(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:g}" if isinstance(value, int | float) else str(value)
