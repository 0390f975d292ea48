"""Full text on SQLite: FTS5 over the rows of an index, kept in step by triggers."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from weakref import WeakKeyDictionary

from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from showbible.errors import Damaged
from showbible.storage.database import Database
from showbible.storage.text_index import (
    COLUMNS,
    Index,
    RankedRow,
    SearchRange,
    SearchStep,
    Spread,
    mark,
    ranked_row,
    total,
)

_FEW: Final = 1_000
"""Matches of which each may be looked up to learn its scope."""
_RANKING: Final = 15
"""What ranking a row costs, where walking past it costs 1."""

SMALL: Final = 5_000
"""Rows of a scope that are walked sooner than it is counted whether that can be avoided."""

# The words are prepared: `ascii` splits at spaces and keeps every letter beyond ASCII.
ROWS: Final = """
    CREATE TABLE {name}_search (
        id INTEGER PRIMARY KEY,
        {columns},
        UNIQUE (scope, item_id)
    )
""".replace("{columns}", COLUMNS)
_INDEX: Final = (
    """
    CREATE VIRTUAL TABLE {name}_fts USING fts5 (
        mark, a, b, c, d, content = '{name}_search', content_rowid = 'id', tokenize = 'ascii'
    )
    """,
    """
    CREATE TRIGGER {name}_search_added AFTER INSERT ON {name}_search BEGIN
        INSERT INTO {name}_fts (rowid, mark, a, b, c, d)
        VALUES (new.id, new.mark, new.a, new.b, new.c, new.d);
    END
    """,
    """
    CREATE TRIGGER {name}_search_removed AFTER DELETE ON {name}_search BEGIN
        INSERT INTO {name}_fts ({name}_fts, rowid, mark, a, b, c, d)
        VALUES ('delete', old.id, old.mark, old.a, old.b, old.c, old.d);
    END
    """,
    """
    CREATE TRIGGER {name}_search_changed AFTER UPDATE ON {name}_search BEGIN
        INSERT INTO {name}_fts ({name}_fts, rowid, mark, a, b, c, d)
        VALUES ('delete', old.id, old.mark, old.a, old.b, old.c, old.d);
        INSERT INTO {name}_fts (rowid, mark, a, b, c, d)
        VALUES (new.id, new.mark, new.a, new.b, new.c, new.d);
    END
    """,
)

_IS_THERE: Final = "SELECT 1 FROM sqlite_master WHERE name = :name"
_MADE: Final[WeakKeyDictionary[Database, set[str]]] = WeakKeyDictionary()

_SURVEY: Final = """
    SELECT (SELECT json_array(count(*), min(id))
              FROM (SELECT rowid AS id
                      FROM {name}_fts
                     WHERE {name}_fts MATCH asked.value
                     ORDER BY rowid DESC
                     LIMIT :most)) AS seen,
           (SELECT max(id) FROM {name}_search) AS newest
      FROM json_each(:words) AS asked
     ORDER BY asked.key
"""

_ROWS_OF: Final = "SELECT count(*) FROM {name}_search WHERE scope = :scope"
_ROWS_IF_ALONE: Final = """
    SELECT CASE WHEN (SELECT min(scope) FROM {name}_search) = :scope AND (SELECT max(scope) FROM {name}_search) = :scope
                THEN (SELECT count(*) FROM {name}_search)
            END
"""
_ENDS: Final = "SELECT (SELECT min(scope) FROM {name}_search), (SELECT max(scope) FROM {name}_search)"
_HOLDING: Final = """
    SELECT (SELECT count(*) FROM {name}_fts WHERE {name}_fts MATCH asked.value)
      FROM json_each(:words) AS asked
     ORDER BY asked.key
"""

# The short list is walked best first, and no further than to the last hit that is wanted.
_RANKED: Final = """
    SELECT entry.id, entry.item_id, best.score
      FROM (SELECT id, score
              FROM (SELECT rowid AS id, -bm25({name}_fts, 0, :a, :b, :c, :d) AS score
                      FROM {name}_fts
                     WHERE {name}_fts MATCH :words {only}
                     ORDER BY rowid DESC
                     LIMIT :budget)
             ORDER BY score DESC, id DESC
             LIMIT :shortlist) AS best
     CROSS JOIN {name}_search AS entry ON entry.id = best.id
     WHERE entry.scope = :scope
     LIMIT :limit
"""
# Where the budget is larger than the scope, nothing has to be left out.
_ALL_RANKED: Final = """
    SELECT entry.id, entry.item_id, best.score
      FROM (SELECT rowid AS id, -bm25({name}_fts, 0, :a, :b, :c, :d) AS score
              FROM {name}_fts
             WHERE {name}_fts MATCH :words
             ORDER BY score DESC, id DESC
             LIMIT :limit) AS best
     CROSS JOIN {name}_search AS entry ON entry.id = best.id
     WHERE entry.scope = :scope
"""
_ONLY: Final = """
    AND EXISTS (SELECT 1
                  FROM {name}_search AS entry
                 WHERE entry.id = {name}_fts.rowid AND entry.scope = :scope AND EXISTS ({test}))
"""


def create(connection: Connection, index: Index) -> None:
    """Make the tables of an index."""
    for statement in (ROWS, *_INDEX):
        connection.exec_driver_sql(index.sql(statement))


def is_possible(connection: Connection) -> bool:
    """Whether this SQLite was built with FTS5."""
    return connection.exec_driver_sql("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'").first() is not None


def is_there(db: Database, index: Index) -> bool:
    """Whether the rows of an index have an FTS5 table, which a file keeps from the SQLite that made it."""
    known = _MADE.setdefault(db, set())
    if index.name not in known and db.value(_IS_THERE, name=f"{index.name}_fts"):
        known.add(index.name)
    return index.name in known


def survey(db: Database, index: Index, stems: Sequence[str], *, scope: str, budget: int) -> Spread:
    """Count the rows of each stem in all scopes, then those of the scope if many could match."""
    counted, rows = _counted(db, index, list(map(_quoted, stems)), most=max(budget // 5, 1))
    spread = Spread(rows=rows, scope_rows=math.inf, stem_rows=dict(zip(stems, counted, strict=True)))
    if spread.reach <= _FEW:
        return spread
    (scope_rows,), _ = _counted(db, index, [_quoted(mark(scope))], most=max(budget // 5, 1))
    return replace(spread, scope_rows=scope_rows)


def survey_scope(db: Database, index: Index, stems: Sequence[str], *, scope: str, budget: int) -> Spread:
    """Count the rows of the scope, and those of each stem in it."""
    within = _quoted(mark(scope))
    asked = [within, *(f"{within} AND {_quoted(stem)}" for stem in stems)]
    (rows, *counted), _ = _counted(db, index, asked, most=max(budget // 5, 1))
    return Spread(rows=rows, scope_rows=rows, stem_rows=dict(zip(stems, counted, strict=True)))


def survey_few(db: Database, index: Index, stems: Sequence[str], *, scope: str) -> Spread:
    """The same of a scope that has few rows: each is counted, so that none has to be judged by the newest."""
    ((rows,),) = db.tuples(index.sql(_ROWS_IF_ALONE), scope=scope)
    within = "" if rows is not None else f"{_quoted(mark(scope))} AND "
    asked = json.dumps([f"{within}{_quoted(stem)}" for stem in stems])
    if rows is None:
        ((rows,),) = db.tuples(index.sql(_ROWS_OF), scope=scope)
    counted = [number for (number,) in db.tuples(index.sql(_HOLDING), words=asked)]
    return Spread(rows=rows, scope_rows=rows, stem_rows=dict(zip(stems, counted, strict=True)))


def _is_alone(db: Database, index: Index, scope: str) -> bool:
    """Whether all rows of an index are of this scope, so that none has to be told from others."""
    return db.tuples(index.sql(_ENDS)) == [(scope, scope)]


def ranked_few(db: Database, index: Index, stems: Sequence[str], *, scope: str, limit: int) -> list[RankedRow]:
    """The best rows of a scope that has few, best first, by any of the stems."""
    words = " OR ".join(map(_quoted, stems))
    if not _is_alone(db, index, scope):
        words = f"{_quoted(mark(scope))} AND ({words})"
    weights = dict(zip("abcd", index.weights, strict=True))
    return db.made(ranked_row, index.sql(_ALL_RANKED), words=words, scope=scope, limit=limit, **weights)


def ranked(db: Database, index: Index, step: SearchStep, *, within: SearchRange) -> list[RankedRow]:
    """The best rows of one step, best first.

    Asking FTS5 for the scope's mark, too, saves ranking other scopes' rows but walks every row
    of the scope. Where that is the dearer part, the scopes of a short list are looked up instead.
    """
    shortlist = _shortlist(step, within)
    found = _best_rows(db, index, step, within=within, shortlist=shortlist)
    if shortlist in (0, _FEW) or len(found) == within.limit:
        return found
    return _best_rows(db, index, step, within=within, shortlist=0)


def add(db: Database, index: Index) -> None:
    """Give rows that have none an index."""
    with db.connection() as connection:
        for statement in _INDEX:
            connection.exec_driver_sql(index.sql(statement))
    rebuild(db, index)


def rebuild(db: Database, index: Index) -> None:
    """Make the index anew from its rows."""
    db.run(index.sql("INSERT INTO {name}_fts ({name}_fts) VALUES ('rebuild')"))


def agrees(db: Database, index: Index) -> bool:
    """Whether the index holds what its rows say."""
    try:
        db.run(index.sql("INSERT INTO {name}_fts ({name}_fts, rank) VALUES ('integrity-check', 1)"))
    except DBAPIError as error:
        if isinstance(db.rules.translate(error), Damaged):
            return False
        raise
    return True


def _counted(db: Database, index: Index, expressions: Sequence[str], *, most: int) -> tuple[list[float], int]:
    """The rows of each expression, and the number of the newest of all rows."""
    rows = db.all(index.sql(_SURVEY), words=json.dumps(expressions), most=most)
    newest = rows[0].newest or 0
    seen = (json.loads(row.seen) for row in rows)
    return [total(seen=count, oldest=oldest, newest=newest, most=most) for count, oldest in seen], newest


def _shortlist(step: SearchStep, within: SearchRange) -> int:
    """How many of the best rows of all scopes to look through; 0 to ask for the mark at once."""
    matches = sum(within.spread.stem_rows[stem] for stem in step.stems)
    if step.every or step.newest:
        return 0  # the budget may run out, so it must be spent inside the scope
    if matches <= _FEW:
        return _FEW
    foreign = matches * (1 - within.spread.scope_rows / within.spread.rows)
    return 4 * within.limit if within.spread.scope_rows > _RANKING * foreign else 0


def _best_rows(db: Database, index: Index, step: SearchStep, *, within: SearchRange, shortlist: int) -> list[RankedRow]:
    words = _expression(step)
    only = "" if within.only is None else _ONLY.replace("{test}", within.only.test)
    rows = db.tuples(
        index.sql(_RANKED.replace("{only}", only)),
        words=words if shortlist else f"{_quoted(mark(within.scope))} AND ({words})",
        scope=within.scope,
        budget=within.budget,
        shortlist=shortlist or within.limit,
        limit=within.limit,
        **dict(zip("abcd", index.weights, strict=True)),
        **within.narrowed,
    )
    share = 0.5 if step.also else 1.0
    return [RankedRow(seq, item_id, score * share) for seq, item_id, score in rows]


def _expression(step: SearchStep) -> str:
    """A step in the words of FTS5.

    FTS5 has no word that may be missing, so a leading word is asked for twice: once because it
    is needed, once beside the others. To keep the shares of all words equal, the others stand
    there twice, and every score comes out doubled.
    """
    needed = (" AND " if step.every else " OR ").join(map(_quoted, step.stems))
    if not step.also:
        return needed
    return f"({needed}) AND ({' OR '.join(map(_quoted, step.stems + step.also + step.also))})"


def _quoted(word: str) -> str:
    return f'"{word}"'
