"""What a person decides about a mood with a music style: pause it, judge it, or forget how it went."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from datetime import datetime
from typing import Final

from showbible.corrections import Correctable, Fields
from showbible.errors import Conflict
from showbible.lessons.model import Combination, Pair, PairRuling, PairVerdict
from showbible.lessons.recall import combinations
from showbible.lessons.recall.combinations import KIND, named
from showbible.lessons.recall.forgotten import ForgottenCombination
from showbible.lessons.record.ruling_parts import ruling_parts
from showbible.storage.database import Database
from showbible.vocabulary import moment, stamp, utcnow, word


def _read(db: Database, item_id: str) -> Combination:
    """A combination by its names in any case; what was ever decided about stays, even when no run tells of it."""
    pair = combinations.folded(db, Pair(*json.loads(item_id)))
    return combinations.counted(db, pair) if combinations.versions(db, pair) else combinations.combination(db, pair)


def _write(db: Database, found: Combination, wanted: Fields, at: datetime) -> None:
    ruling = replace(found.ruling, **wanted)
    _rule(db, found.pair, ruling, forgotten_at=_forgotten_at(db, found.pair), at=at)


def _take(db: Database, found: Combination) -> ForgottenCombination:
    """Stop counting the runs so far for a combination, and take away what was decided."""
    before = _forgotten_at(db, found.pair)
    # A run whose clock ran ahead is forgotten with the others.
    when = max([utcnow(), *(each.at for each in combinations.behind(db, found.pair, limit=1))])
    _rule(db, found.pair, PairRuling(), forgotten_at=when, at=when)
    return ForgottenCombination(**named(found.pair), ruling=found.ruling, forgotten_at=when, before=before)


def _put(db: Database, taken: ForgottenCombination) -> Combination:
    """Count the runs again; what was decided since stays."""
    pair = combinations.folded(db, Pair(taken.mood, taken.music_style))
    db.hold(_lock(pair))
    if _forgotten_at(db, pair) != taken.forgotten_at:
        raise Conflict(f"{pair} was forgotten again since, or is back already.")
    since = combinations.ruling(db, pair)
    ruling = taken.ruling if since == PairRuling() else since
    _rule(db, pair, ruling, forgotten_at=taken.before, at=taken.forgotten_at)
    return combinations.counted(db, pair)


def _lock(pair: Pair) -> str:
    return f"combination:{pair.mood}:{pair.music_style}"


def _forgotten_at(db: Database, pair: Pair) -> datetime | None:
    kept = combinations.row(db, pair)
    return moment(kept.forgotten_at) if kept and kept.forgotten_at is not None else None


def _rule(db: Database, pair: Pair, ruling: PairRuling, *, forgotten_at: datetime | None, at: datetime) -> None:
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


COMBINATION: Final = Correctable[Database, Combination, ForgottenCombination](
    name=KIND,
    read=_read,
    key=lambda found: found.pair.item_id,
    lock=lambda found: _lock(found.pair),
    write=_write,
    called=lambda found: str(found.pair),
    take=_take,
    put=_put,
    **ruling_parts(lambda _, verdict: word(PairVerdict, "verdict", str(verdict))),
)
