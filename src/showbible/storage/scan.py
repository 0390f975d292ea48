"""Full text without an index, for a SQLite that was built without FTS5: every row is looked through.

The answers are those of an index as far as words go, and the order follows the same BM25. What it
costs grows with the rows: about a second for a million.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Final

from sqlalchemy.engine import Connection

from showbible.storage import fts5
from showbible.storage.database import Database
from showbible.storage.text_index import Index, RankedRow, SearchRange, SearchStep, Spread, Texts

# Of BM25: how soon a repeated word counts no more, and how much a long text is held back.
_REPEATS: Final = 1.2
_LENGTH: Final = 0.75

_LOOK: Final = """
    SELECT entry.id, entry.item_id, entry.a, entry.b, entry.c, entry.d
      FROM {name}_search AS entry
     WHERE entry.scope = :scope {only}
       AND EXISTS (SELECT 1
                     FROM json_each(:patterns) AS asked
                    WHERE ' ' || entry.a || ' ' || entry.b || ' ' || entry.c || ' ' || entry.d || ' ' LIKE asked.value)
"""
_COUNT: Final = "SELECT count(*) FROM {name}_search WHERE scope = :scope"


def create(connection: Connection, index: Index) -> None:
    """Make the table of the rows alone."""
    connection.exec_driver_sql(index.sql(fts5.ROWS))


def survey(db: Database, index: Index, stems: Sequence[str], *, scope: str, budget: int) -> Spread:
    """Count the rows of the scope and of each stem, all of them."""
    rows = db.value(index.sql(_COUNT), scope=scope)
    holding = [text.words for text in _matching(db, index, stems, scope=scope)]
    return Spread(rows=rows, scope_rows=0, stem_rows={stem: sum(stem in words for words in holding) for stem in stems})


def ranked(db: Database, index: Index, step: SearchStep, *, within: SearchRange) -> list[RankedRow]:
    """The best rows of one step, best first."""
    texts = _matching(db, index, step.stems, scope=within.scope, within=within)
    return ranked_texts(texts, step.stems, weights=index.weights, rows=int(within.spread.rows))[: within.limit]


def rebuild(db: Database, index: Index) -> None:
    """Make the index that is missing, where SQLite can by now."""
    if _could_be_indexed(db):
        fts5.add(db, index)


def agrees(db: Database, index: Index) -> bool:
    """Whether the rows have no index because there can be none."""
    return not _could_be_indexed(db)


def _could_be_indexed(db: Database) -> bool:
    with db.connection() as connection:
        return fts5.is_possible(connection)


def ranked_texts(
    texts: Sequence[Texts], stems: Sequence[str], *, weights: Sequence[float], rows: int
) -> list[RankedRow]:
    """Those of some texts that hold one of the stems, best first, ranked among so many rows."""
    split = [[each.split(" ") for each in text.classes] for text in texts]
    lengths = [sum(map(len, classes)) for classes in split]
    usual = sum(lengths) / len(lengths) if lengths else 1
    worth = _worths(texts, stems, rows)
    found = []
    for text, classes, length in zip(texts, split, lengths, strict=True):
        slowing = _REPEATS * (1 - _LENGTH + _LENGTH * length / usual)
        counts = {stem: _count(stem, classes, weights) for stem in stems}
        score = sum(worth[stem] * count * (_REPEATS + 1) / (count + slowing) for stem, count in counts.items())
        if score > 0:
            found.append(RankedRow(seq=text.seq, item_id=text.item_id, score=score))
    return sorted(found, key=lambda row: (-row.score, -row.seq))


def _worths(texts: Sequence[Texts], stems: Sequence[str], rows: int) -> dict[str, float]:
    """How much each stem tells: the rarer, the more, and never nothing."""
    words = [text.words for text in texts]
    holding = {stem: sum(stem in each for each in words) for stem in stems}
    return {stem: math.log(1 + max(rows - number, 0.5) / (number + 0.5)) for stem, number in holding.items()}


def _count(stem: str, classes: Sequence[Sequence[str]], weights: Sequence[float]) -> float:
    return sum(weight * words.count(stem) for words, weight in zip(classes, weights, strict=True))


def _matching(
    db: Database, index: Index, stems: Sequence[str], *, scope: str, within: SearchRange | None = None
) -> list[Texts]:
    only = "" if within is None or within.only is None else f"AND EXISTS ({within.only.test})"
    rows = db.all(
        index.sql(_LOOK.replace("{only}", only)),
        scope=scope,
        patterns=json.dumps([f"% {stem} %" for stem in stems]),
        **({} if within is None else within.narrowed),
    )
    return [Texts(seq=row.id, item_id=row.item_id, classes=(row.a, row.b, row.c, row.d)) for row in rows]
