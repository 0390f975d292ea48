"""A user's preferences: what a person set, what their ratings teach, what everybody starts with."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any, Final

from showbible.lessons.model import BAD, ENOUGH, GOOD, REPETITION
from showbible.lessons.preferences import Preferences, Standing, checked, merged
from showbible.storage.database import Database
from showbible.vocabulary import LOCAL_USER, checked_id

MOST_RATED: Final = 1000


def standing(db: Database, user_id: str = LOCAL_USER) -> Standing:
    """A user's preferences, each with who decided it."""
    checked_id("user", user_id)
    return merged(told(db, user_id), learned(_rated(db, user_id)))


def told(db: Database, user_id: str) -> dict[str, Any]:
    """What a person set."""
    rows = db.all("SELECT field, value FROM user_preferences WHERE user_id = :user_id", user_id=user_id)
    return {row.field: checked(row.field, json.loads(row.value)) for row in rows}


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
    return Counter(name.strip().lower() for name in names if name and name.strip())
