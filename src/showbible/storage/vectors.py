"""The nearest of many vectors, on both databases, kept in the transaction of the fact.

A vector belongs to an item of a scope and to the model that made it; vectors of another model are
never compared, nor are those of another length, should a model have changed under its name. On
SQLite a vector is stored as one byte a dimension. A scope of up to EXACT vectors is scored whole, from
memory while it stays the same (see `small_scopes`); of a larger one the signs are kept in memory (see
`bit_index`), brought up to date from committed rows before each search; they nominate CANDIDATES, of
which SCORED are scored by their stored values. On PostgreSQL pgvector keeps half-precision vectors,
with an HNSW index for large scopes.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from sqlalchemy.engine import Connection, Row

from showbible.errors import Invalid
from showbible.storage import halfvec
from showbible.storage.bit_index import BitIndex, BitIndexes, Rows
from showbible.storage.database import Database
from showbible.storage.small_scopes import SmallScope, SmallScopes, State
from showbible.storage.text_index import NamedTables, Only
from showbible.values import frozen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

EXACT: Final = 2_000
"""Vectors of a scope up to which all are scored."""
CANDIDATES: Final = 1_000
"""Vectors of a larger scope whose signs are weighed for one search, at least."""
SCORED: Final = 192
"""Those of them that are scored by their stored values, at least."""
MOST_DIMENSIONS: Final = 16_000
"""What pgvector can keep of half-precision numbers."""

_BATCH: Final = 20_000
_BIT_INDEXES: Final[WeakKeyDictionary[Database, BitIndexes]] = WeakKeyDictionary()
_SMALL_SCOPES: Final[WeakKeyDictionary[Database, SmallScopes]] = WeakKeyDictionary()
_opening = threading.Lock()

_TABLE: Final = (
    """
    CREATE TABLE {name}_vectors (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        scope TEXT NOT NULL,
        item_id TEXT NOT NULL,
        model TEXT NOT NULL,
        vector BLOB NOT NULL,
        UNIQUE (scope, item_id)
    )
    """,
    "CREATE INDEX {name}_vectors_by_model ON {name}_vectors (model, scope, seq)",
)
# A new vector gets a new number, so that a reader who has seen the old one notices.
_PUT: Final = """
    INSERT OR REPLACE INTO {name}_vectors (scope, item_id, model, vector)
    VALUES (:scope, :item_id, :model, :vector)
"""
# All rows of a table are counted without a look at any, so first the ends tell whether all are of this scope.
_SEEN: Final = """
    SELECT CASE WHEN (SELECT min(model) FROM {name}_vectors) = :model
                 AND (SELECT max(model) FROM {name}_vectors) = :model
                 AND (SELECT min(scope) FROM {name}_vectors) = :scope
                 AND (SELECT max(scope) FROM {name}_vectors) = :scope
                THEN (SELECT count(*) FROM {name}_vectors)
                ELSE (SELECT count(*) FROM {name}_vectors WHERE model = :model AND scope = :scope)
            END AS number,
           (SELECT max(seq) FROM {name}_vectors WHERE model = :model AND scope = :scope) AS newest
"""
_AFTER: Final = """
    SELECT seq, item_id, vector
      FROM {name}_vectors
     WHERE model = :model AND scope = :scope AND seq > :seq AND LENGTH(vector) = :dimensions
     ORDER BY seq
     LIMIT :most
"""
_NEWEST: Final = "SELECT max(seq) FROM {name}_vectors WHERE model = :model AND scope = :scope"
_THESE: Final = """
    SELECT seq, item_id, vector
      FROM {name}_vectors
     WHERE seq IN (SELECT value FROM json_each(:seqs))
"""
_OUTDATED: Final = """
    SELECT scope, item_id
      FROM (SELECT scope, item_id FROM {name}_vectors WHERE model < :model
             UNION ALL
            SELECT scope, item_id FROM {name}_vectors WHERE model > :model) AS outdated
     LIMIT :limit
"""
# To ask for the model, too, would make SQLite walk all its vectors.
_GIVEN: Final = """
    SELECT item_id, model, vector
      FROM {name}_vectors
     WHERE scope = :scope AND item_id IN :item_ids
"""
_OF_ITEMS: Final = """
    SELECT seq, item_id, vector
      FROM {name}_vectors
     WHERE +model = :model AND scope = :scope AND LENGTH(vector) = :dimensions
       AND item_id IN (SELECT value FROM json_each(:item_ids))
"""
_OF_PART: Final = """
    SELECT entry.item_id
      FROM json_each(:item_ids) AS near
     CROSS JOIN {name}_vectors AS entry ON entry.scope = :scope AND entry.item_id = near.value
     WHERE EXISTS ({test})
"""
_CURRENT: Final = "SELECT item_id, model FROM {name}_vectors WHERE scope = :scope AND item_id IN :item_ids"


@frozen
class VectorIndex(NamedTables):
    """A set of vectors, of one length for each model."""

    dimensions: int = 256
    """The length that its table is made for; `fit` makes room for others."""


@frozen
class Vector:
    """What a model made of an item."""

    scope: str
    item_id: str
    model: str
    values: ArrayLike

    @property
    def owner(self) -> dict[str, str]:
        """Whose vector it is, and who made it."""
        return {"scope": self.scope, "item_id": self.item_id, "model": self.model}


class Neighbour(NamedTuple):
    """An item, and the cosine of the angle between its vector and the one asked for."""

    item_id: str
    similarity: float


def create(connection: Connection, index: VectorIndex) -> None:
    """Make the table of an index, from a migration."""
    if connection.dialect.name == "postgresql":
        halfvec.create(connection, index)
        return
    for statement in _TABLE:
        connection.exec_driver_sql(index.sql(statement))


def want(db: Database, index: VectorIndex) -> str | None:
    """What the database lacks to compare vectors, in words that say what to do; None when it lacks nothing."""
    return None if _in_file(db) else halfvec.want(db, index)


def lengths(connection: Connection, index: VectorIndex) -> list[int]:
    """The lengths of the vectors that there are."""
    if connection.dialect.name == "postgresql":
        return halfvec.lengths(connection, index)
    return list(connection.exec_driver_sql(index.sql("SELECT DISTINCT LENGTH(vector) FROM {name}_vectors")).scalars())


def fit(db: Database, index: VectorIndex, *, dimensions: int) -> None:
    """Make room for vectors of a length, before the transaction that puts the first of them."""
    if not _in_file(db):
        halfvec.fit(db, index, dimensions)


def put(db: Database, index: VectorIndex, *, scope: str, item_id: str, model: str, vector: ArrayLike) -> None:
    """Give an item its one vector."""
    put_many(db, index, [Vector(scope=scope, item_id=item_id, model=model, values=vector)])


def put_many(db: Database, index: VectorIndex, vectors: Iterable[Vector]) -> None:
    """The same for many items."""
    sql, stored = (_PUT, _bytes) if _in_file(db) else (halfvec.PUT, halfvec.stored)
    db.many(index.sql(sql), ({**each.owner, "vector": stored(_unit(each.values))} for each in vectors))


def remove(db: Database, index: VectorIndex, *, scope: str, item_id: str) -> None:
    """Take an item's vector away, if it has one."""
    sql = "DELETE FROM {name}_vectors WHERE scope = :scope AND item_id = :item_id"
    db.run(index.sql(sql), scope=scope, item_id=item_id)


def nearest(
    db: Database,
    index: VectorIndex,
    vector: ArrayLike,
    *,
    scope: str,
    model: str,
    limit: int = 20,
    only: Only | None = None,
) -> list[Neighbour]:
    """The items of a scope, or of a part, that a model places nearest, nearest first; none for a vector of zeros."""
    asked = _unit(vector)
    if not asked.any():
        return []
    if _in_file(db):
        search = _Search(db=db, index=index, scope=scope, model=model, dimensions=len(asked), limit=limit)
        return search.nearest(asked) if only is None else search.nearest_of(only, asked)
    if only is None:
        rows = halfvec.nearest(db, index, asked, scope=scope, model=model, limit=limit)
    else:
        rows = halfvec.nearest_of(db, index, asked, only, scope=scope, model=model, limit=limit)
    return [Neighbour(item_id=row.item_id, similarity=row.similarity) for row in rows]


def given(
    db: Database, index: VectorIndex, item_ids: Sequence[str], *, scope: str, model: str, dimensions: int | None = None
) -> dict[str, NDArray[np.float32]]:
    """The vectors of a length, or of the first one's, that a model has given some items, each of length one."""
    if not item_ids:
        return {}
    rows = db.tuples(index.sql(_GIVEN), scope=scope, item_ids=list(item_ids))
    numbers = _numbers if _in_file(db) else halfvec.numbers
    read = {item_id: numbers(vector) for item_id, made_by, vector in rows if made_by == model}
    wanted = dimensions or len(next(iter(read.values()), ()))
    made = {item_id: row for item_id, row in read.items() if len(row) == wanted}
    return dict(zip(made, _units(list(made.values())), strict=True))


def outdated(db: Database, index: VectorIndex, *, model: str, limit: int = 1000) -> list[tuple[str, str]]:
    """Scope and id of items whose vector another model made."""
    return [(row.scope, row.item_id) for row in db.all(index.sql(_OUTDATED), model=model, limit=limit)]


def missing(db: Database, index: VectorIndex, item_ids: Sequence[str], *, scope: str, model: str) -> list[str]:
    """Those of the items that have no vector of this model."""
    rows = db.all(index.sql(_CURRENT), scope=scope, item_ids=list(item_ids))
    current = {row.item_id for row in rows if row.model == model}
    return [item_id for item_id in item_ids if item_id not in current]


@frozen
class _Search:
    """One question to one index in a file."""

    db: Database
    index: VectorIndex
    scope: str
    model: str
    dimensions: int
    limit: int

    def nearest(self, asked: NDArray[np.float32]) -> list[Neighbour]:
        if not self._planes.size and (seen := self._seen())[0] <= EXACT:
            return self._nearest_in(self._small(seen), asked)
        rows, wanted = self._nominees(asked)
        if len(rows) < wanted * 3 // 4:
            # Most of what memory holds is gone from the database.
            _bit_indexes(self.db).drop(self._key)
            rows, _ = self._nominees(asked)
        return self._scored(rows, asked)

    def nearest_of(self, only: Only, asked: NDArray[np.float32]) -> list[Neighbour]:
        """The nearest of a part: all of a small one are scored, of a large one more and more until they are enough."""
        if only.item_ids is not None:
            return self._scored(self._rows(_OF_ITEMS, item_ids=json.dumps(only.item_ids)), asked)
        depth = 2 * self.limit
        while True:
            near = replace(self, limit=depth).nearest(asked)
            found = self._within(only, near)[: self.limit]
            if len(found) == self.limit or len(near) < depth:
                return found
            depth *= 8

    def _within(self, only: Only, near: Sequence[Neighbour]) -> list[Neighbour]:
        sql = self.index.sql(_OF_PART).replace("{test}", only.test)
        item_ids = json.dumps([each.item_id for each in near])
        rows = self.db.all(sql, item_ids=item_ids, scope=self.scope, only=only.value)
        inside = {row.item_id for row in rows}
        return [each for each in near if each.item_id in inside]

    def _nominees(self, asked: NDArray[np.float32]) -> tuple[list[Row[Any]], int]:
        planes = self._planes
        if self._newest() > planes.last:
            planes.catch_up(self._committed_after)
        last = planes.last
        scored = max(SCORED, 3 * self.limit)
        seqs = planes.nominate(asked, max(CANDIDATES, 2 * scored), kept=scored).tolist()
        rows = self.db.all(self.index.sql(_THESE), seqs=json.dumps(seqs))
        if self.db.writing:
            # What this very transaction has put is in no memory yet.
            rows += self._after(last, -1)
        return rows, len(seqs)

    def _committed_after(self, seq: int) -> Rows | None:
        """The next rows that are there for everyone: read apart from the caller's own transaction."""
        import numpy as np

        apart = replace(self, db=Database(self.db.engine, self.db.rules))
        rows = apart._after(seq, _BATCH)
        if not rows:
            return None
        return np.array([row.seq for row in rows], dtype=np.int64), self._matrix(rows)

    def _scored(self, rows: Sequence[Row[Any]], asked: NDArray[np.float32]) -> list[Neighbour]:
        return self._nearest_in(SmallScope.made_of([row.item_id for row in rows], self._matrix(rows)), asked)

    def _nearest_in(self, scope: SmallScope, asked: NDArray[np.float32]) -> list[Neighbour]:
        return [*map(partial(tuple.__new__, Neighbour), scope.nearest(asked, self.limit))]

    def _matrix(self, rows: Sequence[Row[Any]]) -> NDArray[np.int8]:
        import numpy as np

        joined = b"".join([row.vector for row in rows])
        return np.frombuffer(joined, dtype=np.int8).reshape(len(rows), self.dimensions)

    @property
    def _planes(self) -> BitIndex:
        return _bit_indexes(self.db).group(self._key, dimensions=self.dimensions)

    def _newest(self) -> int:
        return int(self.db.value(self.index.sql(_NEWEST), scope=self.scope, model=self.model) or 0)

    def _seen(self) -> State:
        ((number, newest),) = self.db.tuples(self.index.sql(_SEEN), scope=self.scope, model=self.model)
        return number, newest

    def _small(self, seen: State) -> SmallScope:
        """All of a small scope, from memory where it is the same: a changed vector has a new number."""
        if self.db.writing:
            return self._whole()  # a number that is rolled back comes again
        return _small_scopes(self.db).scope(self._key, state=seen, read=self._whole)

    def _whole(self) -> SmallScope:
        rows = self._after(0, EXACT)
        return SmallScope.made_of([row.item_id for row in rows], self._matrix(rows))

    def _after(self, seq: int, most: int) -> list[Row[Any]]:
        return self._rows(_AFTER, seq=seq, most=most)

    def _rows(self, sql: str, **params: Any) -> list[Row[Any]]:
        wanted = {"scope": self.scope, "model": self.model, "dimensions": self.dimensions}
        return self.db.all(self.index.sql(sql), **wanted, **params)

    @property
    def _key(self) -> tuple[str, ...]:
        return self.index.name, self.scope, self.model, str(self.dimensions)


def _in_file(db: Database) -> bool:
    return db.rules.name == "sqlite"


def _small_scopes(db: Database) -> SmallScopes:
    with _opening:
        return _SMALL_SCOPES.setdefault(db, SmallScopes())


def _bit_indexes(db: Database) -> BitIndexes:
    with _opening:
        return _BIT_INDEXES.setdefault(db, BitIndexes())


def _unit(values: ArrayLike) -> NDArray[np.float32]:
    """The values as a vector of length one; zeros stay zeros."""
    import numpy as np

    vector = np.asarray(values, dtype=np.float32)
    if vector.ndim != 1 or not 1 <= len(vector) <= MOST_DIMENSIONS:
        raise Invalid(f"A vector is a list of 1 to {MOST_DIMENSIONS:,} numbers.", field="vector")
    if not np.isfinite(vector).all():
        raise Invalid("A vector holds finite numbers only.", field="vector")
    length = np.linalg.norm(vector)
    return (vector / length if length else vector).astype(np.float32)


def _units(vectors: Sequence[ArrayLike]) -> NDArray[np.float32]:
    import numpy as np

    matrix: NDArray[np.float32] = np.array(vectors, dtype=np.float32)
    lengths = np.linalg.norm(matrix, axis=-1, keepdims=True)
    matrix /= np.where(lengths > 0, lengths, 1)
    return matrix


def _numbers(stored: bytes) -> NDArray[np.int8]:
    import numpy as np

    return np.frombuffer(stored, dtype=np.int8)


def _bytes(vector: NDArray[np.float32]) -> bytes:
    """One byte a dimension, scaled to use all of its range; the scale is not needed for an angle."""
    import numpy as np

    largest = float(np.abs(vector).max())
    scaled: NDArray[np.int8] = np.rint(vector * (127 / largest if largest else 1)).astype(np.int8)
    return scaled.tobytes()
