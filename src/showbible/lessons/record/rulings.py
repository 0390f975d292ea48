"""What a person decides about a pattern: pause it, or choose where its runs would choose otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from datetime import datetime
from typing import Any, Final

from showbible.errors import Conflict, Invalid, NotFound
from showbible.lessons.model import Ruling, UseState
from showbible.lessons.recall import rulings
from showbible.lessons.recall.preference_fields import MOST_SECONDS
from showbible.lessons.recall.rulings import KIND
from showbible.runs.model import EditStyle, Tier
from showbible.storage import changes
from showbible.storage.database import Database
from showbible.vocabulary import stamp, utcnow, word

MOST_SCENES: Final = 100_000
FIELDS: Final = tuple(each.name for each in fields(Ruling))


def rule(
    db: Database, name: str, decided: Mapping[str, Any], *, seen: int | str | None = None, at: datetime | None = None
) -> Ruling:
    """Decide something about a pattern; None gives a choice back to its runs.

    `seen` is the mark of what its author had before them, or the number of the newest change they knew of,
    0 for none: where there is a newer one, nothing is lost and nothing is written.
    """
    wanted = {field: _checked(field, value) for field, value in decided.items()}
    with db.transaction():
        db.hold(f"pattern:{name}")
        if not db.value("SELECT 1 FROM productions WHERE pattern = :pattern AND teaches = 1 LIMIT 1", pattern=name):
            raise NotFound("pattern", name)
        before = rulings.ruling(db, name)
        after = replace(before, **wanted)
        if seen is not None:
            known = before.mark if isinstance(seen, str) else changes.newest(rulings.versions(db, name))
            check_seen(_plain(name), known, seen, stands=asdict(before), wanted=wanted)
        _write(db, name, after, at=at or utcnow())
        changes.note(db, kind=KIND, item_id=name, before=asdict(before), after=asdict(after), at=at)
    return after


def take_back(db: Database, name: str, seq: int) -> Ruling:
    """Put back what one change replaced; that is a change, too."""
    change = changes.one(db, kind=KIND, seq=seq)
    if change is None or change.item_id != name:
        raise NotFound("change", str(seq))
    return rule(db, name, {field: change.before.get(field) for field in FIELDS if field in change.after})


def forget(db: Database, name: str) -> None:
    """Take away what was decided about a pattern, with its history."""
    db.run("DELETE FROM pattern_rulings WHERE pattern = :pattern", pattern=name)
    changes.drop(db, kind=KIND, item_id=name)


def _write(db: Database, name: str, ruling: Ruling, *, at: datetime) -> None:
    db.run("DELETE FROM pattern_rulings WHERE pattern = :pattern", pattern=name)
    if ruling == Ruling():
        return
    db.run(
        """
        INSERT INTO pattern_rulings (pattern, state, tier, edit_style, scenes, duration, at)
        VALUES (:pattern, :state, :tier, :edit_style, :scenes, :duration, :at)
        """,
        pattern=name,
        at=stamp(at),
        **asdict(ruling),
    )


def check_seen(
    thing: str, known: int | str, seen: int | str, *, stands: Mapping[str, Any], wanted: Mapping[str, Any]
) -> None:
    """Refuse a decision whose author has not seen what is known now, with both texts."""
    if known != seen:
        told = "; ".join(f"{_plain(name)} is {_said(stands[name])}, you wrote {_said(wanted[name])}" for name in wanted)
        raise Conflict(f"Somebody changed {thing} meanwhile: {told}. Look at it again, then decide.")


def _checked(field: str, value: Any) -> Any:
    if field == "state":
        return word(UseState, "state", value or UseState.ACTIVE)
    if field not in FIELDS:
        raise Invalid(f"Nothing about a pattern is called {field[:80]!r}.", field=field[:80])
    if value is None:
        return None
    if field in ("tier", "edit_style"):
        return word(Tier if field == "tier" else EditStyle, field, str(value))
    return _amount(field, value, most=MOST_SCENES if field == "scenes" else MOST_SECONDS)


def _amount(field: str, value: Any, *, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise Invalid(f"{field} must be a whole number from 1 to {most:,}.", field=field)
    return value


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _said(value: object) -> str:
    return "left to the runs" if value is None else _plain(str(value))
