"""What a person decides about a mood with a music style: pause it, judge it, or forget how it went."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from datetime import datetime
from typing import Any, Final

from showbible.errors import Conflict, Invalid, NotFound
from showbible.lessons.model import Pair, PairRuling, UseState, Verdict
from showbible.lessons.recall import combinations
from showbible.lessons.recall.combinations import KIND, book, named
from showbible.lessons.recall.undo_tokens import Unpaired
from showbible.lessons.record.rulings import check_seen
from showbible.storage import changes
from showbible.storage.database import Database
from showbible.vocabulary import moment, stamp, utcnow, word

FIELDS: Final = tuple(each.name for each in fields(PairRuling))


def rule(
    db: Database, pair: Pair, decided: Mapping[str, Any], *, seen: int | str | None = None, at: datetime | None = None
) -> PairRuling:
    """Decide something about a combination; None gives a choice back to its runs.

    `seen` is the mark of what its author had before them, or the number of the newest change they knew of,
    0 for none: where there is a newer one, nothing is lost and nothing is written.
    """
    wanted = {field: _checked(field, value) for field, value in decided.items()}
    with db.transaction():
        found = _held(db, pair)
        changed = combinations.versions(db, found)
        # What was ever decided may be decided again, even when no run is left to tell of it.
        before = combinations.ruling(db, found) if changed else combinations.combination(db, found).ruling
        after = replace(before, **wanted)
        if seen is not None:
            known = before.mark if isinstance(seen, str) else changes.newest(changed)
            check_seen(str(found), known, seen, stands=asdict(before), wanted=wanted)
        _write(db, found, after, forgotten_at=_forgotten_at(db, found), at=at or utcnow())
        changes.note(db, **book(found), before=asdict(before), after=asdict(after), at=at)
    return after


def take_back(db: Database, pair: Pair, seq: int) -> PairRuling:
    """Put back what one change replaced; that is a change, too."""
    with db.transaction():
        found = _held(db, pair)
        change = changes.one(db, kind=KIND, seq=seq)
        if change is None or change.item_id != book(found)["item_id"]:
            raise NotFound("change", str(seq))
        return rule(db, found, {field: change.before.get(field) for field in FIELDS if field in change.after})


def forget(db: Database, pair: Pair, *, at: datetime | None = None) -> Unpaired:
    """Stop counting the runs so far for a combination, and take away what was decided; gives what was taken."""
    with db.transaction():
        found = _held(db, pair)
        decided = combinations.combination(db, found).ruling
        before = _forgotten_at(db, found)
        # A run whose clock ran ahead is forgotten with the others.
        when = max([at or utcnow(), *(each.at for each in combinations.behind(db, found, limit=1))])
        _write(db, found, PairRuling(), forgotten_at=when, at=when)
        changes.drop(db, **book(found))
    return Unpaired(**named(found), ruling=decided, forgotten_at=when, before=before)


def bring_back(db: Database, taken: Unpaired) -> None:
    """Undo a forgetting with what it gave; what was decided since stays."""
    with db.transaction():
        found = _held(db, Pair(taken.mood, taken.music_style))
        if _forgotten_at(db, found) != taken.forgotten_at:
            raise Conflict(f"{found} was forgotten again since, or is back already.")
        since = combinations.ruling(db, found)
        ruling = taken.ruling if since == PairRuling() else since
        _write(db, found, ruling, forgotten_at=taken.before, at=taken.forgotten_at)


def _held(db: Database, pair: Pair) -> Pair:
    """A combination by the names it is counted under, kept from other writers."""
    found = combinations.folded(db, pair)
    db.hold(f"combination:{found.mood}:{found.music_style}")
    return found


def _forgotten_at(db: Database, pair: Pair) -> datetime | None:
    kept = combinations.row(db, pair)
    return moment(kept.forgotten_at) if kept and kept.forgotten_at is not None else None


def _write(db: Database, pair: Pair, ruling: PairRuling, *, forgotten_at: datetime | None, at: datetime) -> None:
    db.run("DELETE FROM combination_rulings WHERE mood = :mood AND music_style = :music_style", **named(pair))
    if ruling == PairRuling() and forgotten_at is None:
        return
    db.run(
        """
        INSERT INTO combination_rulings (mood, music_style, state, verdict, forgotten_at, at)
        VALUES (:mood, :music_style, :state, :verdict, :forgotten_at, :at)
        """,
        **named(pair),
        **asdict(ruling),
        forgotten_at=None if forgotten_at is None else stamp(forgotten_at),
        at=stamp(at),
    )


def _checked(field: str, value: Any) -> Any:
    if field == "state":
        return word(UseState, "state", str(value or UseState.ACTIVE))
    if field == "verdict":
        return None if value is None else word(Verdict, "verdict", str(value))
    raise Invalid(f"Nothing about a combination is called {field[:80]!r}.", field=field[:80])
