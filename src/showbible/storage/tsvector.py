"""Full text on PostgreSQL: a generated tsvector with a GIN index."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Final

from sqlalchemy.engine import Connection

from showbible.storage.database import Database
from showbible.storage.index import Found, Index, Look, Spread, Step, mark, total

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
    f"""
    CREATE TABLE {{name}}_search (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        scope TEXT NOT NULL,
        item_id TEXT NOT NULL,
        mark TEXT NOT NULL,
        a TEXT NOT NULL,
        b TEXT NOT NULL,
        c TEXT NOT NULL,
        d TEXT NOT NULL,
        words TSVECTOR GENERATED ALWAYS AS ({_WORDS}) STORED,
        UNIQUE (scope, item_id)
    )
    """,
    "CREATE INDEX {name}_search_words ON {name}_search USING GIN (words)",
    "CREATE INDEX {name}_search_newest ON {name}_search (scope, id)",
)

_BRACES: Final = str.maketrans("[]", "{}")

_SURVEY: Final = """
    SELECT asked.query, seen.rows, seen.oldest
      FROM jsonb_array_elements_text(CAST(:queries AS JSONB)) AS asked (query)
     CROSS JOIN LATERAL (
           SELECT count(*) AS rows, min(id) AS oldest
             FROM (SELECT id
                     FROM {name}_search
                    WHERE scope = :scope AND words @@ CAST(asked.query AS TSQUERY)
                    ORDER BY id DESC
                    LIMIT :budget) AS newest) AS seen
"""

_RANKED: Final = """
    SELECT row.id, row.item_id, best.score, row.a || ' ' || row.b || ' ' || row.c || ' ' || row.d AS words
      FROM (SELECT id,
                   (SELECT sum(worth * ts_rank(CAST(:weights AS REAL[]), found.words, CAST(query AS TSQUERY), 1))
                      FROM jsonb_to_recordset(CAST(:asked AS JSONB)) AS asked (query TEXT, worth FLOAT8)
                   ) AS score
              FROM (SELECT id, words
                      FROM {name}_search
                     WHERE scope = :scope AND words @@ CAST(:needed AS TSQUERY)
                     ORDER BY id DESC
                     LIMIT :budget) AS found
             ORDER BY score DESC, id DESC
             LIMIT :limit) AS best
      JOIN {name}_search AS row ON row.id = best.id
     ORDER BY best.score DESC, best.id DESC
"""


def create(connection: Connection, index: Index) -> None:
    """Make the table of an index."""
    for statement in _TABLES:
        connection.exec_driver_sql(index.sql(statement))


def survey(db: Database, index: Index, stems: Sequence[str], *, scope: str, budget: int) -> Spread:
    """Count the rows of a scope, and in it of each stem, as far as the budget goes."""
    wall = _quoted(mark(scope))
    newest = db.value(index.sql("SELECT max(id) FROM {name}_search WHERE scope = :scope"), scope=scope)
    queries = [wall, *(f"{wall} & {_quoted(stem)}" for stem in stems)]
    rows = {
        row.query: total(seen=row.rows, oldest=row.oldest, newest=newest, budget=budget)
        for row in db.all(index.sql(_SURVEY), queries=json.dumps(queries), scope=scope, budget=budget)
    }
    counted = {stem: rows[query] for stem, query in zip(stems, queries[1:], strict=True)}
    return Spread(scope_rows=rows[wall], stem_rows=counted)


def ranked(db: Database, index: Index, step: Step, *, look: Look) -> list[Found]:
    """The best rows of one step, best first."""
    needed = (" & " if step.every else " | ").join(map(_quoted, step.stems))
    stems = step.stems + step.also
    rows = db.all(
        index.sql(_RANKED),
        needed=f"{_quoted(mark(look.scope))} & ({needed})",
        asked=json.dumps([{"query": _quoted(stem), "worth": _worth(stem, look.spread)} for stem in stems]),
        weights=_weights(index),
        scope=look.scope,
        budget=look.budget,
        limit=look.limit,
    )
    return [Found(seq=row.id, item_id=row.item_id, score=row.score, words=row.words) for row in rows]


def rebuild(db: Database, index: Index) -> None:
    """Make the index anew from its rows."""
    db.run(index.sql("UPDATE {name}_search SET a = a"))
    db.run(index.sql("REINDEX INDEX {name}_search_words"))


def agrees(db: Database, index: Index) -> bool:
    """Whether the index holds what its rows say."""
    wrong = f"SELECT count(*) FROM {{name}}_search WHERE words IS DISTINCT FROM ({_WORDS})"
    return not db.value(index.sql(wrong))


def _worth(stem: str, spread: Spread) -> float:
    """How much a stem tells: the rarer, the more, and never nothing."""
    rows = spread.stem_rows[stem]
    return math.log(1 + (max(spread.scope_rows - rows, 0) + 0.5) / (rows + 0.5))


def _weights(index: Index) -> str:
    """The weights as ts_rank takes them: of D to A, none above 1."""
    return json.dumps([weight / max(index.weights) for weight in reversed(index.weights)]).translate(_BRACES)


def _quoted(word: str) -> str:
    return f"'{word}'"
