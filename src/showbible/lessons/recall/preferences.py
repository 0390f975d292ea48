"""A user's preferences: what a person set, what their ratings teach, what everybody starts with."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from statistics import median
from typing import Any, Final

from showbible.errors import Invalid
from showbible.lessons.model import BAD, ENOUGH, GOOD, REPETITION, Choices
from showbible.lessons.recall.preference_fields import Preferences, StandingPreferences, checked, merged
from showbible.storage import changes
from showbible.storage.changes import Change
from showbible.storage.database import Database
from showbible.vocabulary import LOCAL_USER, checked_id

MOST_RATED: Final = 1000
MOST_USERS: Final = 200
PREFERENCES: Final = "preferences"
"""The kind under which changes of preferences are kept, all of a user's in one history."""


def standing(db: Database, user_id: str = LOCAL_USER) -> StandingPreferences:
    """A user's preferences, each with who decided it."""
    return merged(choices(db, user_id).values, learned(_rated(db, user_id)))


def choices(db: Database, user_id: str) -> Choices:
    """What a person set."""
    checked_id("user", user_id)
    values: dict[str, Any] = {}
    for row in db.all("SELECT field, value FROM user_preferences WHERE user_id = :user_id", user_id=user_id):
        # What an earlier version took and this one would refuse, such as a colour that is none, never acted.
        with suppress(Invalid):
            values[row.field] = checked(row.field, json.loads(row.value))
    return Choices(user_id=user_id, values=values)


def learning(db: Database, user_id: str) -> tuple[dict[str, Any], dict[str, int]]:
    """What a user's ratings teach, and how many runs teach each of it."""
    rated = _rated(db, user_id)
    found = learned(rated)
    return found, {name: sum(1 for row in rated if _teaches(row, name, value)) for name, value in found.items()}


def _teaches(row: Any, name: str, value: Any) -> bool:
    if name == "favorite_moods":
        return row.rating >= GOOD and _tidy(row.mood) in value
    if name == "disliked_music_styles":
        return row.rating <= BAD and _tidy(row.music_style) in value
    return bool(row.rating >= GOOD and row.duration >= 1)


def history(db: Database, user_id: str) -> list[Change]:
    """What a person changed in their preferences, newest first."""
    return changes.of(db, **book(user_id))


def book(user_id: str) -> dict[str, str]:
    """Where the history of a user's preferences is kept."""
    return {"owner": user_id, "kind": PREFERENCES, "item_id": PREFERENCES}


def users(db: Database) -> list[str]:
    """Everybody who prefers something or has finished a run, by name."""
    rows = db.all(
        """
        SELECT user_id FROM user_preferences
         UNION
        SELECT user_id FROM productions
         ORDER BY user_id
         LIMIT :most
        """,
        most=MOST_USERS,
    )
    return [row.user_id for row in rows]


def scores(db: Database, user_id: str, *, limit: int) -> list[float]:
    """The scores of a user's last runs that have one, newest first."""
    rows = db.all(
        """
        SELECT score
          FROM productions
         WHERE user_id = :user_id AND score IS NOT NULL
         ORDER BY at DESC, run_id DESC
         LIMIT :limit
        """,
        user_id=user_id,
        limit=limit,
    )
    return [float(row.score) for row in rows]


def anybody_decided(db: Database) -> bool:
    """Whether any preference was set by a person."""
    return bool(db.value("SELECT 1 FROM user_preferences LIMIT 1"))


def _rated(db: Database, user_id: str) -> Sequence[Any]:
    return db.all(
        """
        SELECT rating, mood, music_style, duration
          FROM productions
         WHERE user_id = :user_id AND rating IS NOT NULL AND teaches = 1
         ORDER BY at DESC, run_id DESC
         LIMIT :most
        """,
        user_id=user_id,
        most=MOST_RATED,
    )


def learned(rated: Sequence[Any]) -> dict[str, Any]:
    """What a user's ratings teach; only what was said more than once."""
    good = [row for row in rated if row.rating >= GOOD]
    bad = [row for row in rated if row.rating <= BAD]
    lengths = [row.duration for row in good if row.duration >= 1]
    found = {
        "favorite_moods": _repeated((row.mood for row in good), against=(row.mood for row in bad)),
        "disliked_music_styles": _repeated((row.music_style for row in bad), against=(row.music_style for row in good)),
        "preferred_duration": round(median(lengths)) if len(lengths) >= ENOUGH else Preferences().preferred_duration,
    }
    return {name: value for name, value in found.items() if value}


def _repeated(names: Iterable[str | None], *, against: Iterable[str | None]) -> tuple[str, ...]:
    """The names said often enough, and more often than their opposite; the most frequent first."""
    said, denied = _counted(names), _counted(against)
    kept = [name for name, number in said.items() if number >= REPETITION and number > denied[name]]
    return tuple(sorted(kept, key=lambda name: (-said[name], name)))


def _counted(names: Iterable[str | None]) -> Counter[str]:
    return Counter(tidy for name in names if (tidy := _tidy(name)))


def _tidy(name: str | None) -> str:
    return (name or "").strip().lower()
