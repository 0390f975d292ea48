"""Full text on both databases: one call, safe against any input, kept in the transaction of the fact.

An index is a table `<name>_search` of prepared words (see `terms`) in four classes of weight, a to
d. SQLite keeps an FTS5 index over it by triggers, PostgreSQL a generated `tsvector`, so that no
row changes or goes without its index entries; a plain DELETE on the table is safe. A SQLite built
without FTS5 has no index, and every row is looked through (see `scan`). A scope is a wall: a search
sees the rows of one scope only, and the others cost it next to nothing.

A query is an OR of its terms, ranked by BM25 with the weights of the classes (on PostgreSQL by
each term's `ts_rank` times its rarity). What common words may cost is bounded by a budget of rows:

1. How common each term is, is counted in a part of the newest rows and judged from there.
2. When the scope, or all terms together, have no more rows than the budget, every match is
   ranked: the answer is exact.
3. Otherwise the rarest terms that fit into half the budget lead: every row with one of them is
   ranked by all terms. When that gives too few hits, or when no term is rare, rows that hold all
   of the common terms come next, and then the newest rows that hold any, until the budget is spent.

What is given up is only a row without any rare term that several common ones would have lifted:
at a million rows mostly under 1 %, at worst 7 %, of the summed scores of the best 20, for a tenth
to a half of the bare query's time where words are common (`python -m benchmarks.search 1000000`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sqlalchemy.engine import Connection

from showbible.errors import Damaged
from showbible.storage import fts5, scan, tsvector
from showbible.storage.database import Database
from showbible.storage.terms import Term, asked, indexed
from showbible.storage.text_index import FullText, Index, Only, RankedRow, SearchRange, Spread, Texts, mark, planned
from showbible.values import frozen

__all__ = [
    "BUDGETS",
    "Index",
    "Only",
    "RankedRow",
    "SearchEntry",
    "SearchHit",
    "check",
    "create",
    "find",
    "nominated",
    "put",
    "put_many",
    "rebuild",
    "remove",
    "survey",
]

_ENGINES: Final[dict[str, FullText]] = {"sqlite": fts5, "postgresql": tsvector}

BUDGETS: Final = {"sqlite": 30_000, "postgresql": 20_000}
"""Rows that one step of a search may rank, which takes some 25 and 150 ms."""

_PUT: Final = """
    INSERT INTO {name}_search (scope, item_id, mark, a, b, c, d)
    VALUES (:scope, :item_id, :mark, :a, :b, :c, :d)
    ON CONFLICT (scope, item_id) DO UPDATE
       SET a = excluded.a, b = excluded.b, c = excluded.c, d = excluded.d
     WHERE {name}_search.a <> excluded.a OR {name}_search.b <> excluded.b
        OR {name}_search.c <> excluded.c OR {name}_search.d <> excluded.d
"""

_TEXTS: Final = """
    SELECT id, item_id, a, b, c, d
      FROM {name}_search
     WHERE scope = :scope AND item_id IN :item_ids
"""


@frozen
class SearchEntry:
    """The texts of one row, the most telling in class a."""

    scope: str
    item_id: str
    a: str
    b: str = ""
    c: str = ""
    d: str = ""


@frozen
class SearchHit:
    """A row that was found."""

    item_id: str
    score: float
    """Higher is better; comparable within one answer only."""
    terms: tuple[str, ...]
    """The words of the query that the row holds, in the query's order."""


def create(connection: Connection, index: Index) -> None:
    """Make the tables of an index, from a migration."""
    engine = _ENGINES[connection.dialect.name]
    if engine is fts5 and not fts5.is_possible(connection):
        engine = scan
    engine.create(connection, index)


def put(
    db: Database, index: Index, *, scope: str, item_id: str, a: str = "", b: str = "", c: str = "", d: str = ""
) -> None:
    """Make a row findable by these texts and by no others."""
    put_many(db, index, [SearchEntry(scope=scope, item_id=item_id, a=a, b=b, c=c, d=d)])


def put_many(db: Database, index: Index, rows: Iterable[SearchEntry]) -> None:
    """The same for many rows."""
    db.many(index.sql(_PUT), map(_prepared, rows))


def remove(db: Database, index: Index, *, scope: str, item_id: str) -> None:
    """Let a row be found no more; one that is not there stays so."""
    sql = "DELETE FROM {name}_search WHERE scope = :scope AND item_id = :item_id"
    db.run(index.sql(sql), scope=scope, item_id=item_id)


def find(
    db: Database, index: Index, query: str, *, scope: str, limit: int = 20, budget: int | None = None
) -> list[SearchHit]:
    """The rows of a scope that answer a plain sentence, best first; none when it has no word to look for."""
    terms = asked(query)
    with db.snapshot():
        found = nominated(db, index, query, scope=scope, limit=limit, budget=budget)
        texts = {each.seq: each.words for each in _texts(db, index, [row.item_id for row in found], scope=scope)}
    return [SearchHit(item_id=row.item_id, score=row.score, terms=_held(texts[row.seq], terms)) for row in found]


def nominated(
    db: Database,
    index: Index,
    query: str,
    *,
    scope: str,
    limit: int = 20,
    budget: int | None = None,
    only: Only | None = None,
    at_most: int | None = None,
) -> list[RankedRow]:
    """The same rows without the words they hold, which cost more to read than to find; or those of a part only.

    Who knows that the scope has `at_most` so many rows spares counting them.
    """
    stems = [term.stem for term in asked(query)]
    if not stems:
        return []
    if only is not None and only.item_ids is not None:
        texts = _texts(db, index, only.item_ids, scope=scope)
        return scan.ranked_texts(texts, stems, weights=index.weights, rows=len(texts))[:limit]
    with db.snapshot():
        engine, budget = _engine(db, index), budget or BUDGETS[db.rules.name]
        if engine is fts5 and only is None and at_most is not None and at_most <= min(fts5.SMALL, budget):
            return fts5.ranked_few(db, index, stems, scope=scope, limit=limit)
        spread = engine.survey(db, index, stems, scope=scope, budget=budget)
        within = SearchRange(scope=scope, spread=spread, budget=budget, limit=limit, only=only)
        return _best_rows(db, index, engine, within=within)


def survey(
    db: Database, index: Index, stems: Sequence[str], *, scope: str, budget: int, at_most: int | None = None
) -> Spread:
    """How many rows of a scope hold each stem, as far as the budget goes; each is counted where there are few."""
    engine = _engine(db, index)
    if engine is fts5 and at_most is not None and at_most < budget // 5:
        return fts5.survey_few(db, index, stems, scope=scope)
    counting = fts5.survey_scope if engine is fts5 else engine.survey
    return counting(db, index, stems, scope=scope, budget=budget)


def rebuild(db: Database, index: Index) -> None:
    """Make the index anew from its rows, inside the caller's transaction."""
    _engine(db, index).rebuild(db, index)


def check(db: Database, index: Index) -> None:
    """Raise Damaged when the index holds anything but what its rows say."""
    with db.transaction():
        sound = _engine(db, index).agrees(db, index)
    if not sound:
        raise Damaged(f"The search index {index.name!r} disagrees with its rows. Rebuild it; no fact is lost.")


def _best_rows(db: Database, index: Index, engine: FullText, *, within: SearchRange) -> list[RankedRow]:
    best: dict[int, RankedRow] = {}
    for step in planned(within.spread, budget=within.budget):
        for row in engine.ranked(db, index, step, within=within):
            best.setdefault(row.seq, row)
        if len(best) >= within.limit:
            break
    return sorted(best.values(), key=lambda row: (-row.score, -row.seq))[: within.limit]


def _engine(db: Database, index: Index) -> FullText:
    if db.rules.name == "sqlite" and not fts5.is_there(db, index):
        return scan
    return _ENGINES[db.rules.name]


def _texts(db: Database, index: Index, item_ids: Sequence[str], *, scope: str) -> list[Texts]:
    if not item_ids:
        return []
    rows = db.all(index.sql(_TEXTS), scope=scope, item_ids=list(item_ids))
    return [Texts(seq=row.id, item_id=row.item_id, classes=(row.a, row.b, row.c, row.d)) for row in rows]


def _prepared(entry: SearchEntry) -> dict[str, str]:
    return {
        "scope": entry.scope,
        "item_id": entry.item_id,
        "mark": mark(entry.scope),
        "a": indexed(entry.a),
        "b": indexed(entry.b),
        "c": indexed(entry.c),
        "d": indexed(entry.d),
    }


def _held(words: frozenset[str], terms: Sequence[Term]) -> tuple[str, ...]:
    return tuple([term.word for term in terms if term.stem in words])
