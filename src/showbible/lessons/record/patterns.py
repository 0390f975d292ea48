"""What a person decides about a pattern: pause it, choose where its runs would choose otherwise, or forget it."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import datetime
from typing import Any, Final

from showbible.corrections import Correctable, Fields
from showbible.errors import Invalid
from showbible.lessons.model import Pattern, Ruling
from showbible.lessons.recall import patterns, rulings
from showbible.lessons.recall.forgotten import ForgottenPattern
from showbible.lessons.recall.preference_fields import MOST_SECONDS
from showbible.lessons.record import productions
from showbible.lessons.record.ruling_parts import ruling_parts
from showbible.runs.model import EditStyle, Tier
from showbible.storage.database import Database
from showbible.vocabulary import stamp, utcnow, word

MOST_SCENES: Final = 100_000


def _write(db: Database, found: Pattern, wanted: Fields, at: datetime) -> None:
    _rule(db, found.name, replace(found.ruling, **wanted), at=at)


def _take(db: Database, found: Pattern) -> ForgottenPattern:
    """Stop learning from the runs behind a pattern; later runs may teach it anew."""
    runs = productions.unteach_pattern(db, found.name)
    _rule(db, found.name, Ruling(), at=utcnow())
    return ForgottenPattern(name=found.name, run_ids=tuple(runs), ruling=found.ruling)


def _put(db: Database, taken: ForgottenPattern) -> Pattern:
    """Learn again from the runs that taught a pattern; what was decided about it since stays."""
    db.hold(_lock(taken.name))
    productions.teach_again(db, taken.name, taken.run_ids)
    found = patterns.pattern(db, taken.name)
    if found.ruling == Ruling():
        _rule(db, taken.name, taken.ruling, at=utcnow())
    return patterns.pattern(db, taken.name)


def _lock(name: str) -> str:
    return f"pattern:{name}"


def _rule(db: Database, name: str, ruling: Ruling, *, at: datetime) -> None:
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


def _checked(field: str, value: Any) -> Any:
    if field in ("tier", "edit_style"):
        return word(Tier if field == "tier" else EditStyle, field, str(value))
    return _amount(field, value, most=MOST_SCENES if field == "scenes" else MOST_SECONDS)


def _amount(field: str, value: Any, *, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise Invalid(f"{field} must be a whole number from 1 to {most:,}.", field=field)
    return value


PATTERN: Final = Correctable[Database, Pattern, ForgottenPattern](
    name=rulings.KIND,
    read=patterns.pattern,
    lock=lambda found: _lock(found.name),
    write=_write,
    called=lambda found: found.name.replace("_", " "),
    take=_take,
    put=_put,
    **ruling_parts(_checked),
)
