"""The fields of the preferences: what they are called, how they are set, and who decided them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, NamedTuple

from showbible.errors import Invalid
from showbible.lessons.model import DecidedBy
from showbible.lessons.recall.preference_fields import Preferences, PreferredStyle, StandingPreferences
from showbible.runs.model import AudioTier, Tier
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.pages.kit.rewording import shown
from showbible.web.words import plain, plural

NUMBERS: Final = ("default_voice_speed", "quality_threshold", "preferred_duration")


class PreferenceForm(NamedTuple):
    """How a field is set: what it is called, its kind of control, and its choices; an open one may be left out."""

    label: str
    kind: str = "text"
    hint: str = ""
    choices: Iterable[StrEnum] = ()
    is_open: bool = False


GROUPS: Final[tuple[tuple[str, str, Mapping[str, PreferenceForm]], ...]] = (
    (
        "Look",
        "asset",
        {
            "preferred_style": PreferenceForm(
                "Cut", "choice", "How films are cut unless a request says otherwise.", PreferredStyle
            ),
            "preferred_tier": PreferenceForm(
                "Look", "choice", "Left open, the plan that promises most is chosen.", Tier, is_open=True
            ),
            "brand_colors": PreferenceForm("Brand colours", "colours", "Hex such as #1e90ff, or a name such as teal."),
        },
    ),
    (
        "Quality and money",
        "analytics",
        {
            "quality_threshold": PreferenceForm(
                "Quality to reach", "slider", "Pilots that score less are not good enough."
            ),
            "max_budget_per_run": PreferenceForm(
                "Most a run may cost", "number", "In dollars; a larger budget is refused. Empty means no limit."
            ),
            "preferred_duration": PreferenceForm("Length of a film", "number", "In seconds."),
        },
    ),
    (
        "Sound",
        "sound",
        {
            "default_voice": PreferenceForm("Voice"),
            "default_voice_speed": PreferenceForm("Speed of the voice", "number", "1 is natural; from 0.25 to 4."),
            "default_music_mood": PreferenceForm("Music"),
            "default_audio_tier": PreferenceForm("Sound work", "choice", "", AudioTier),
            "favorite_moods": PreferenceForm("Favourite moods", "names"),
            "disliked_music_styles": PreferenceForm("Music to avoid", "names"),
        },
    ),
)
FORMS: Final = {name: form for _, _, forms in GROUPS for name, form in forms.items()}
LABELS: Final = {name: form.label for name, form in FORMS.items()}
LISTS: Final = tuple(name for name, form in FORMS.items() if form.kind in ("names", "colours"))
SOURCES: Final[Mapping[DecidedBy, StatusMark]] = {
    DecidedBy.SET: StatusMark(hue="run", icon="cast", word="Set by you"),
    DecidedBy.LEARNED: StatusMark(hue="ok", icon="lesson", word="Learned"),
    DecidedBy.DEFAULT: StatusMark(hue="idle", icon="stopped", word="Default"),
}


class Wrong(NamedTuple):
    """A field whose new value was not taken: why, and what it should have been."""

    name: str
    why: str
    value: str


@dataclass(frozen=True, kw_only=True)
class PreferenceField:
    """One preference to look at and to set; `reset` says what it would go back to."""

    name: str
    form: PreferenceForm
    value: str
    values: tuple[str, ...]
    mark: StatusMark
    reset: str | None
    seen: str
    wrong: str | None = None


def field(
    name: str,
    standing: StandingPreferences,
    learned: Mapping[str, Any],
    runs: Mapping[str, int],
    *,
    wrong: Wrong | None,
) -> PreferenceField:
    """One preference as the page shows it."""
    value, source = getattr(standing.values, name), standing.sources[name]
    mine = wrong if wrong and wrong.name == name else None
    return PreferenceField(
        name=name,
        form=FORMS[name],
        value=mine.value if mine else _text(value),
        values=tuple(value) if isinstance(value, tuple) else (),
        mark=_mark(source, runs.get(name, 0)),
        reset=_reset(name, learned) if source is DecidedBy.SET else None,
        seen=json.dumps(value if source is DecidedBy.SET else None),
        wrong=mine.why if mine else None,
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


def _mark(source: DecidedBy, runs: int) -> StatusMark:
    mark = SOURCES[source]
    return replace(mark, word=f"Learned from {plural(runs, 'run')}") if source is DecidedBy.LEARNED else mark


def _reset(name: str, learned: Mapping[str, Any]) -> str:
    if name in learned:
        return f"Reset to learned: {shown(learned[name])}"
    usual = getattr(Preferences(), name)
    return f"Reset to default: {plain(_text(usual)) if FORMS[name].choices else shown(usual)}"


def _text(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:g}" if isinstance(value, int | float) else str(value)
