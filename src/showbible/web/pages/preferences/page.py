"""`/preferences`: what a user wants unless a request says otherwise, who decided each of it, and the way back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import HTMLResponse, Response

from showbible.bible import Bible
from showbible.errors import Conflict, Invalid, ShowbibleError
from showbible.lessons.recall import preferences as recall
from showbible.lessons.recall.preference_fields import FIELDS, checked, merged
from showbible.storage.changes import newest
from showbible.vocabulary import LOCAL_USER, checked_id, utcnow
from showbible.web import problems
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.answers import Undo, changed
from showbible.web.pages.kit.corrections import Acts
from showbible.web.pages.kit.rewording import Version, shown, versions
from showbible.web.pages.preferences.fields import GROUPS, LABELS, LISTS, SOURCES, PreferenceField, Wrong, field, read
from showbible.web.render import Crumb, Templates
from showbible.web.words import plural

router = APIRouter(prefix="/preferences")

LAST_RUNS: Final = 50
BINS: Final = 20
"""Bars of the picture of scores: each five points wide."""

LONGEST_SEEN: Final = 16_384

User = Annotated[str, Query(max_length=128)]


@dataclass(frozen=True, kw_only=True)
class ThresholdPreview:
    """What a threshold would mean for the last runs; `bars` are (x, y, height, passes) in percents."""

    threshold: float
    sentence: str
    bars: tuple[tuple[float, float, float, bool], ...]


@dataclass(frozen=True, kw_only=True)
class PreferencesPage:
    """A user's preferences in groups, and how they came to be."""

    user: str
    users: tuple[str, ...]
    groups: tuple[tuple[str, str, tuple[PreferenceField, ...]], ...]
    counts: tuple[tuple[str, str, str, int], ...]
    preview: ThresholdPreview
    versions: tuple[Version, ...]
    now: datetime
    title: str = "Preferences"
    crumbs: tuple[Crumb, ...] = ()


@router.get("", response_class=HTMLResponse)
def preferences(request: Request, bible: OpenBible, user: User = LOCAL_USER) -> HTMLResponse:
    """Every preference, with who decided it."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "preferences.html", page=preferences_page(bible, checked_id("user", user)))


@router.get("/threshold", response_class=HTMLResponse)
def threshold(request: Request, bible: OpenBible, value: float, user: User = LOCAL_USER) -> HTMLResponse:
    """What a threshold would mean, while it is being chosen."""
    templates: Templates = request.app.state.templates
    found = preview(bible, checked_id("user", user), checked("quality_threshold", value))
    return templates.fragment("preferences_preview.html", "preview", page=found)


CHOICES: Final = Acts(
    things=lambda bible, _: bible.lessons.preference_choices,
    back=lambda _, request: home(_user(request)),
    home=lambda _: "/preferences",
    item_id=lambda request: _user(request),
    in_path=False,
    undone="Undone.",
)
# Before the preferences: none of them is called "undo".
CHOICES.register(router, "", acts=["undo"])


def _user(request: Request) -> str:
    return request.query_params.get("user", LOCAL_USER)


@router.post("/{name}")
def prefer(
    name: str,
    request: Request,
    bible: OpenBible,
    value: Annotated[str, Form()] = "",
    add: Annotated[str, Form()] = "",
    remove: Annotated[str, Form()] = "",
    seen: Annotated[str, Form()] = "",
    user: Annotated[str, Form()] = LOCAL_USER,
) -> Response:
    """Set one preference, or give it back; a list gains and loses one entry at a time."""
    since = newest(recall.history(bible.db, checked_id("user", user)))
    try:
        wanted = _listed(bible, user, name, add, remove) if name in LISTS and not seen else read(name, value)
        known = {name: _seen(seen)} if seen else None
        found = bible.lessons.preference_choices.correct(user, {name: wanted}, seen=known).values.get(name)
    except Conflict:
        return _refused(request, bible, user, _clash(bible, user, name, value), status=409)
    except ShowbibleError as error:
        if name not in FIELDS:
            raise
        wrong = Wrong(name=name, why=str(error).replace(name, LABELS[name], 1), value=value or add)
        return _refused(request, bible, user, wrong, status=problems.of(error).status)
    said = f"{LABELS[name]}: {shown(_plain(found))}." if found is not None else f"{LABELS[name]} is given back."
    return changed(request, lambda: None, said=said, back=home(user), undo=lambda _: _undo(bible, user, since=since))


def preferences_page(bible: Bible, user: str, *, wrong: Wrong | None = None) -> PreferencesPage:
    """What the page shows, all of one moment; `wrong` is a value that was not taken."""
    with bible.db.snapshot():
        learned, runs = recall.learning(bible.db, user)
        standing = merged(recall.choices(bible.db, user).values, learned)
        return PreferencesPage(
            user=user,
            users=tuple(dict.fromkeys((LOCAL_USER, *recall.users(bible.db), user))),
            groups=tuple(
                (title, icon, tuple(field(name, standing, learned, runs, wrong=wrong) for name in forms))
                for title, icon, forms in GROUPS
            ),
            counts=tuple(
                (mark.hue, mark.icon, mark.word, sum(found is source for found in standing.sources.values()))
                for source, mark in SOURCES.items()
            ),
            preview=preview(bible, user, standing.values.quality_threshold),
            versions=versions(recall.history(bible.db, user), names=LABELS),
            now=utcnow(),
        )


def preview(bible: Bible, user: str, threshold: float) -> ThresholdPreview:
    """How many of a user's last runs a threshold would have failed."""
    found = recall.scores(bible.db, user, limit=LAST_RUNS)
    failed = sum(score < threshold for score in found)
    if not found:
        told = "No finished run has a score yet, so nothing can be said of it."
    elif not failed:
        told = f"All of your last {plural(len(found), 'run')} would pass."
    else:
        told = f"{failed} of your last {plural(len(found), 'run')} would fail."
    return ThresholdPreview(threshold=threshold, sentence=told, bars=_bars(found, threshold))


def home(user: str) -> str:
    """The address of a user's preferences."""
    return f"/preferences?{urlencode({'user': user})}" if user != LOCAL_USER else "/preferences"


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


def _listed(bible: Bible, user: str, name: str, add: str, remove: str) -> tuple[str, ...] | None:
    """A list with one more, one less, or given back."""
    if not add.strip() and not remove:
        return None
    now: tuple[str, ...] = getattr(recall.standing(bible.db, user).values, name)
    return (*(each for each in now if each != remove), *filter(None, [add.strip()]))


def _clash(bible: Bible, user: str, name: str, value: str) -> Wrong:
    now = getattr(recall.standing(bible.db, user).values, name)
    why = f"It was set to {shown(_plain(now))} meanwhile. Your value is here: change it once more to keep it."
    return Wrong(name=name, why=why, value=value)


def _seen(text: str) -> Any:
    """What a form showed, as it told us."""
    try:
        return json.loads(text[:LONGEST_SEEN])
    except (ValueError, RecursionError):
        raise Invalid("The form was not one of ours; load the page again.", field="seen") from None


def _refused(request: Request, bible: Bible, user: str, wrong: Wrong, *, status: int) -> Response:
    templates: Templates = request.app.state.templates
    page = preferences_page(bible, user, wrong=wrong)
    return templates.page(request, "preferences.html", page=page, status=status)


def _undo(bible: Bible, user: str, *, since: int) -> Undo | None:
    """The way back from the change that was just made; what changed nothing has none."""
    seq = newest(recall.history(bible.db, user))
    action = f"/preferences/undo?{urlencode({'user': user})}"
    return Undo(action=action, fields={"seq": str(seq)}) if seq != since else None


def _plain(value: Any) -> Any:
    return f"{value:g}" if isinstance(value, int | float) and not isinstance(value, bool) else value
