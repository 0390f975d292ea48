"""Full text on PostgreSQL: a generated tsvector with a GIN index."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Final

from sqlalchemy.engine import Connection

from showbible.storage.database import Database
from showbible.storage.text_index import COLUMNS, Index, RankedRow, SearchRange, SearchStep, Spread, mark, total

# The words are prepared: they become lexemes as they stand, past every parser and dictionary.
_WORDS_OF: Final = """
    CREATE OR REPLACE FUNCTION showbible_words(prepared TEXT) RETURNS TSVECTOR
    LANGUAGE SQL IMMUTABLE PARALLEL SAFE
    RETURN (
        SELECT CAST(coalesce(string_agg('''' || word || ''':' || least(place, 16383), ' '), '') AS TSVECTOR)
          FROM unnest(string_to_array(prepared, ' ')) WITH ORDINALITY AS split (word, place)
         WHERE word <> ''
    )
"""

_WORDS: Final = """
    showbible_words(mark) || setweight(showbible_words(a), 'A') || setweight(showbible_words(b), 'B')
    || setweight(showbible_words(c), 'C') || setweight(showbible_words(d), 'D')
"""

_TABLES: Final = (
    _WORDS_OF,
    """
    CREATE TABLE {name}_search (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        {columns},
        words TSVECTOR GENERATED ALWAYS AS ({words}) STORED,
        UNIQUE (scope, item_id)
    )
    """.replace("{columns}", COLUMNS).replace("{words}", _WORDS),
    "CREATE INDEX {name}_search_words ON {name}_search USING GIN (words)",
    "CREATE INDEX {name}_search_newest ON {name}_search (scope, id)",
)

_WRONG: Final = "SELECT count(*) FROM {name}_search WHERE words IS DISTINCT FROM ({words})".replace("{words}", _WORDS)

_BRACES: Final = str.maketrans("[]", "{}")

_SAMPLE_ROWS: Final = 1_000
_COMMON_ROWS: Final = 20
"""Rows of a sample from which a stem is common: counting it would cost more than it tells."""

_SCOPE: Final = """
    SELECT count(*) AS rows, min(id) AS oldest, max(id) AS newest
      FROM (SELECT id
              FROM {name}_search
             WHERE scope = :scope
             ORDER BY id DESC
             LIMIT :budget) AS scope_rows
"""

_SAMPLE: Final = """
    SELECT asked.query, count(*) AS rows
      FROM (SELECT words
              FROM {name}_search
             WHERE scope = :scope
             ORDER BY id DESC
             LIMIT :most) AS newest
      JOIN jsonb_array_elements_text(CAST(:queries AS JSONB)) AS asked (query)
        ON newest.words @@ CAST(asked.query AS TSQUERY)
     GROUP BY asked.query
"""

_COUNT: Final = """
    SELECT asked.query, seen.rows
      FROM jsonb_array_elements_text(CAST(:queries AS JSONB)) AS asked (query)
     CROSS JOIN LATERAL (
           SELECT count(*) AS rows
             FROM (SELECT id
                     FROM {name}_search
                    WHERE scope = :scope AND words @@ CAST(asked.query AS TSQUERY)
                    LIMIT :most) AS matching) AS seen
"""

_BEST: Final = """
    SELECT entry.id, entry.item_id, best.score
      FROM (SELECT id,
                   (SELECT sum(worth * ts_rank(CAST(:weights AS REAL[]), matching.words, CAST(query AS TSQUERY), 1))
                      FROM jsonb_to_recordset(CAST(:asked AS JSONB)) AS asked (query TEXT, worth FLOAT8)
                   ) AS score
              FROM ({matching}) AS matching
             ORDER BY score DESC, id DESC
             LIMIT :limit) AS best
      JOIN {name}_search AS entry ON entry.id = best.id
     ORDER BY best.score DESC, best.id DESC
"""
_MATCHING: Final = """
    SELECT id, words
      FROM {name}_search AS entry
     WHERE scope = :scope AND words @@ CAST(:needed AS TSQUERY) {only}
     LIMIT :budget
"""
_RANKED: Final = _BEST.replace("{matching}", _MATCHING)
# Asked for an order, PostgreSQL walks back from the newest row, which pays only where most rows match.
_RANKED_NEWEST: Final = _BEST.replace("{matching}", _MATCHING.replace("LIMIT", "ORDER BY id DESC LIMIT"))


def create(connection: Connection, index: Index) -> None:
    """Make the table of an index."""
    for statement in _TABLES:
        connection.exec_driver_sql(index.sql(statement))


def survey(db: Database, index: Index, stems: Sequence[str], *, scope: str, budget: int) -> Spread:
    """Judge each stem by the newest rows of the scope, and count those that are rare there."""
    found = db.first(index.sql(_SCOPE), scope=scope, budget=budget)
    assert found is not None
    scope_rows = total(seen=found.rows, oldest=found.oldest, newest=found.newest, most=budget)
    # A sample that is the whole scope tells all; in a larger scope it tells of common stems only.
    scale, least = max(scope_rows / _SAMPLE_ROWS, 1), _COMMON_ROWS if scope_rows > _SAMPLE_ROWS else 0
    sampled = _counted(db, index.sql(_SAMPLE), stems, scope=scope, most=_SAMPLE_ROWS)
    known = {stem: rows * scale for stem in stems if (rows := sampled.get(stem, 0)) >= least}
    rare = [stem for stem in stems if stem not in known]
    counted = _counted(db, index.sql(_COUNT), rare, scope=scope, most=budget)
    return Spread(rows=scope_rows, scope_rows=scope_rows, stem_rows=known | counted)


def ranked(db: Database, index: Index, step: SearchStep, *, within: SearchRange) -> list[RankedRow]:
    """The best rows of one step, best first."""
    needed = (" & " if step.every else " | ").join(map(_quoted, step.stems))
    worths = [{"query": _quoted(stem), "worth": _worth(stem, within.spread)} for stem in step.stems + step.also]
    only = "" if within.only is None else f"AND EXISTS ({within.only.test})"
    rows = db.all(
        index.sql(_RANKED_NEWEST if step.newest else _RANKED).replace("{only}", only),
        needed=f"{_quoted(mark(within.scope))} & ({needed})",
        asked=json.dumps(worths),
        weights=_weights(index),
        scope=within.scope,
        budget=within.budget,
        limit=within.limit,
        **within.narrowed,
    )
    return [RankedRow(seq=row.id, item_id=row.item_id, score=row.score) for row in rows]


def rebuild(db: Database, index: Index) -> None:
    """Make the index anew from its rows."""
    db.run(index.sql("UPDATE {name}_search SET a = a"))
    db.run(index.sql("REINDEX INDEX {name}_search_words"))


def agrees(db: Database, index: Index) -> bool:
    """Whether the index holds what its rows say."""
    return not db.value(index.sql(_WRONG))


def _counted(db: Database, sql: str, stems: Sequence[str], *, scope: str, most: int) -> dict[str, float]:
    if not stems:
        return {}
    queries = {f"{_quoted(mark(scope))} & {_quoted(stem)}": stem for stem in stems}
    rows = db.all(sql, queries=json.dumps(list(queries)), scope=scope, most=most)
    return {queries[row.query]: row.rows for row in rows}


def _worth(stem: str, spread: Spread) -> float:
    """How much a stem tells: the rarer, the more, and never nothing."""
    rows = spread.stem_rows[stem]
    return math.log(1 + (max(spread.scope_rows - rows, 0) + 0.5) / (rows + 0.5))


def _weights(index: Index) -> str:
    """The weights as ts_rank takes them: of D to A, none above 1."""
    return json.dumps([weight / max(index.weights) for weight in reversed(index.weights)]).translate(_BRACES)


def _quoted(word: str) -> str:
    return f"'{word}'"
