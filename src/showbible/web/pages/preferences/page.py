"""`/preferences`: what a user wants unless a request says otherwise, who decided each of it, and the way back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any, Final, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, Response

from showbible.bible import Bible
from showbible.errors import Conflict, Invalid, ShowbibleError
from showbible.lessons.model import DecidedBy, Exploring, ValueForMoney
from showbible.lessons.recall import preference_fields
from showbible.lessons.recall import preferences as recall
from showbible.lessons.recall.preference_fields import Preferences, PreferredStyle
from showbible.runs.model import AudioTier, Tier
from showbible.storage.changes import newest
from showbible.vocabulary import LOCAL_USER, checked_id
from showbible.web import problems
from showbible.web.deps import OpenBible, Render
from showbible.web.pages.kit.answers import Undo, changed
from showbible.web.pages.kit.corrections import Acts
from showbible.web.pages.kit.forms import Text
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.pages.kit.page import PlacePage
from showbible.web.pages.kit.rewording import versions
from showbible.web.render import Renderer
from showbible.words import plain, plural, shown

router = APIRouter(prefix="/preferences")

BINS: Final = 20
"""Bars of the picture of scores: each five points wide."""
LONGEST_SEEN: Final = 16_384
NUMBERS: Final = ("default_voice_speed", "quality_threshold", "preferred_duration")

User = Annotated[str, Query(max_length=128)]


class PreferenceForm(NamedTuple):
    """How a field is set: what it is called, its kind of control, and its choices; an open one may be left out."""

    label: str
    kind: str = "text"
    hint: str = ""
    choices: Iterable[StrEnum] = ()
    is_open: bool = False


LOOK: Final = {
    "preferred_style": PreferenceForm(
        "Cut", "choice", "How films are cut unless a request says otherwise.", PreferredStyle
    ),
    "preferred_tier": PreferenceForm(
        "Look", "choice", "Left open, the plan that promises most is chosen.", Tier, is_open=True
    ),
    "brand_colors": PreferenceForm("Brand colours", "colours", "Hex such as #1e90ff, or a name such as teal."),
}
MONEY: Final = {
    "quality_threshold": PreferenceForm("Quality to reach", "slider", "Pilots that score less are not good enough."),
    "max_budget_per_run": PreferenceForm(
        "Most a run may cost", "number", "In dollars; a larger budget is refused. Empty means no limit."
    ),
    "preferred_duration": PreferenceForm("Length of a film", "number", "In seconds."),
    "value_for_money": PreferenceForm(
        "Value for money",
        "choice",
        "What plans look for: the best film in the budget, or more for less.",
        ValueForMoney,
    ),
    "explore": PreferenceForm(
        "Trying something new", "choice", "Always: a plan that is worth a try comes before the proven one.", Exploring
    ),
}
SOUND: Final = {
    "default_voice": PreferenceForm("Voice"),
    "default_voice_speed": PreferenceForm("Speed of the voice", "number", "1 is natural; from 0.25 to 4."),
    "default_music_mood": PreferenceForm("Music"),
    "default_audio_tier": PreferenceForm("Sound work", "choice", "", AudioTier),
    "favorite_moods": PreferenceForm("Favourite moods", "names"),
    "disliked_music_styles": PreferenceForm("Music to avoid", "names"),
}
FORMS: Final[Mapping[str, PreferenceForm]] = {**LOOK, **MONEY, **SOUND}
LABELS: Final = {name: form.label for name, form in FORMS.items()}
LISTS: Final = tuple(name for name, form in FORMS.items() if form.kind in ("names", "colours"))
SOURCES: Final = {
    DecidedBy.SET: StatusMark(hue="run", icon="cast", word="Set by you"),
    DecidedBy.LEARNED: StatusMark(hue="ok", icon="lesson", word="Learned"),
    DecidedBy.DEFAULT: StatusMark(hue="idle", icon="stopped", word="Default"),
}


class Wrong(NamedTuple):
    """A field whose new value was not taken: why, and what it should have been."""

    name: str
    why: str
    value: str


class ThresholdPreview:
    """How many of a user's last runs a threshold would have failed; `bars` are (x, y, height, passes) in percents."""

    def __init__(self, bible: Bible, user: str, threshold: float) -> None:
        scores = recall.scores(bible.db, user, limit=50)
        failed, runs = sum(score < threshold for score in scores), plural(len(scores), "run")
        would = f"{failed} of your last {runs} would fail." if failed else f"All of your last {runs} would pass."
        self.sentence = would if scores else "No finished run has a score yet, so nothing can be said of it."
        self.threshold, self.bars = threshold, _bars(scores, threshold)


class PreferencesPage(PlacePage):
    """A user's preferences, all of one moment, and how they came to be; `wrong` is a value that was not taken.

    `runs` says from how many runs each was learned, `counts` how many were decided by whom.
    """

    title = "Preferences"
    groups = (("Look", "asset", LOOK), ("Quality and money", "analytics", MONEY), ("Sound", "sound", SOUND))

    def __init__(self, bible: Bible, user: str, *, wrong: Wrong | None = None) -> None:
        self.user, self.wrong = user, wrong
        with bible.db.snapshot():
            self.learned, self.runs = recall.learning(bible.db, user)
            self.standing = preference_fields.merged(recall.choices(bible.db, user).values, self.learned)
            self.users = tuple(dict.fromkeys((LOCAL_USER, *recall.users(bible.db), user)))
            self.preview = ThresholdPreview(bible, user, self.standing.values.quality_threshold)
            self.versions = versions(recall.history(bible.db, user), names=LABELS)
        sources = list(self.standing.sources.values())
        self.counts = [(mark.hue, mark.icon, mark.word, sources.count(source)) for source, mark in SOURCES.items()]

    def field(self, name: str) -> PreferenceField:
        """One preference as the page shows it."""
        return PreferenceField(self, name)


class PreferenceField:
    """One preference to look at and to set; `reset` says what it would go back to."""

    def __init__(self, page: PreferencesPage, name: str) -> None:
        value, source = getattr(page.standing.values, name), page.standing.sources[name]
        wrong = page.wrong if page.wrong and page.wrong.name == name else None
        self.name, self.form, self.mark = name, FORMS[name], SOURCES[source]
        if source is DecidedBy.LEARNED:
            self.mark = replace(self.mark, word=f"Learned from {plural(page.runs.get(name, 0), 'run')}")
        self.value, self.wrong = wrong.value if wrong else _text(value), wrong.why if wrong else None
        self.values = value if isinstance(value, tuple) else ()
        self.reset = _reset(name, page.learned) if source is DecidedBy.SET else None
        self.seen = json.dumps(value if source is DecidedBy.SET else None)


def _reset(name: str, learned: Mapping[str, Any]) -> str:
    if name in learned:
        return f"Reset to learned: {shown(learned[name])}"
    usual = getattr(Preferences(), name)
    return f"Reset to default: {plain(_text(usual)) if FORMS[name].choices else shown(usual)}"


def _text(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:g}" if isinstance(value, int | float) else str(value)


@router.get("", response_class=HTMLResponse)
def show_preferences(render: Render, bible: OpenBible, user: User = LOCAL_USER) -> HTMLResponse:
    """Every preference, with who decided it."""
    return render.page("preferences.html", PreferencesPage(bible, checked_id("user", user)))


@router.get("/threshold", response_class=HTMLResponse)
def show_threshold(render: Render, bible: OpenBible, value: float, user: User = LOCAL_USER) -> HTMLResponse:
    """What a threshold would mean, while it is being chosen."""
    threshold = preference_fields.checked("quality_threshold", value)
    preview = ThresholdPreview(bible, checked_id("user", user), threshold)
    return render.fragment("preferences_preview.html", "preview", preview)


def _user(request: Request) -> str:
    return request.query_params.get("user", LOCAL_USER)


CHOICES: Final = Acts(
    things=lambda bible, _: bible.lessons.preference_choices,
    back=lambda _, request: home(_user(request)),
    home=lambda _: "/preferences",
    item_id=_user,
    in_path=False,
    undone="Undone.",
)
# Before the preferences: none of them is called "undo".
CHOICES.register(router, "", acts=["undo"])


@router.post("/{name}")
def prefer(
    name: str,
    render: Render,
    bible: OpenBible,
    value: Text = "",
    add: Text = "",
    remove: Text = "",
    seen: Text = "",
    user: Text = LOCAL_USER,
) -> Response:
    """Set one preference, or give it back; a list gains and loses one entry at a time."""
    since = newest(recall.history(bible.db, checked_id("user", user)))
    try:
        wanted = _entries(bible, user, name, add, remove) if name in LISTS and not seen else _value(name, value)
        known = {name: _shown_value(seen)} if seen else None
        now = bible.lessons.preference_choices.correct(user, {name: wanted}, seen=known).values.get(name)
    except Conflict:
        return _refused(render, bible, user, _clash(bible, user, name, value), status=409)
    except ShowbibleError as error:
        if name not in FORMS:
            raise
        wrong = Wrong(name=name, why=str(error).replace(name, LABELS[name], 1), value=value or add)
        return _refused(render, bible, user, wrong, status=problems.of(error).status)
    said = f"{LABELS[name]}: {shown(_plain(now))}." if now is not None else f"{LABELS[name]} is given back."
    undo = lambda _: _undo(bible, user, since=since)  # noqa: E731
    return changed(render.request, lambda: None, said=said, back=home(user), undo=undo)


def _bars(scores: list[float], threshold: float) -> tuple[tuple[float, float, float, bool], ...]:
    width = 100 / BINS
    counts = [0] * BINS
    for score in scores:
        counts[min(BINS - 1, max(0, int(score // width)))] += 1
    most = max([*counts, 1])
    return tuple(
        (round(n * width, 1), round(100 - 100 * count / most, 1), round(100 * count / most, 1), n * width >= threshold)
        for n, count in enumerate(counts)
        if count
    )


def home(user: str) -> str:
    """The address of a user's preferences."""
    return f"/preferences?{urlencode({'user': user})}" if user != LOCAL_USER else "/preferences"


def _value(name: str, text: str) -> Any:
    """What a form says, as a preference holds it; nothing gives the field back."""
    text = text.strip()
    if name not in NUMBERS or not text:
        return text or None
    try:
        return float(text)
    except ValueError:
        raise Invalid(f"{LABELS[name]} must be a number.", field=name) from None


def _entries(bible: Bible, user: str, name: str, add: str, remove: str) -> tuple[str, ...] | None:
    """A list with one more, one less, or given back."""
    if not add.strip() and not remove:
        return None
    now: tuple[str, ...] = getattr(recall.standing(bible.db, user).values, name)
    return (*(each for each in now if each != remove), *filter(None, [add.strip()]))


def _shown_value(text: str) -> Any:
    """What a form showed, as it told us."""
    try:
        return json.loads(text[:LONGEST_SEEN])
    except (ValueError, RecursionError):
        raise Invalid("The form was not one of ours; load the page again.", field="seen") from None


def _clash(bible: Bible, user: str, name: str, value: str) -> Wrong:
    now = getattr(recall.standing(bible.db, user).values, name)
    why = f"It was set to {shown(_plain(now))} meanwhile. Your value is here: change it once more to keep it."
    return Wrong(name=name, why=why, value=value)


def _refused(render: Renderer, bible: Bible, user: str, wrong: Wrong, *, status: int) -> Response:
    return render.page("preferences.html", PreferencesPage(bible, user, wrong=wrong), status=status)


def _undo(bible: Bible, user: str, *, since: int) -> Undo | None:
    """The way back from the change that was just made; what changed nothing has none."""
    seq = newest(recall.history(bible.db, user))
    action = f"/preferences/undo?{urlencode({'user': user})}"
    return Undo(action=action, fields={"seq": str(seq)}) if seq != since else None


def _plain(value: Any) -> Any:
    return f"{value:g}" if isinstance(value, int | float) and not isinstance(value, bool) else value
