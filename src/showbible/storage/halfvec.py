"""Vectors on PostgreSQL: pgvector's half-precision values, with an HNSW index for large scopes.

A server without pgvector keeps them as texts, which it cannot compare: nothing is near anything until
pgvector is there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import structlog
from sqlalchemy.engine import Connection, Row
from sqlalchemy.exc import DBAPIError

from showbible.storage.database import Database
from showbible.storage.text_index import Only

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from showbible.storage.vectors import VectorIndex

MOST_INDEXED: Final = 4_000
"""Dimensions up to which pgvector can index; longer vectors are compared one by one."""
EXACT: Final = 20_000
"""Vectors of a scope up to which all are compared."""

_KIND: Final = "HALFVEC({dimensions})"
_TABLE: Final[tuple[str, ...]] = (
    """
    CREATE TABLE {name}_vectors (
        seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        scope TEXT NOT NULL,
        item_id TEXT NOT NULL,
        model TEXT NOT NULL,
        vector HALFVEC({dimensions}) NOT NULL,
        UNIQUE (scope, item_id)
    )
    """,
    "CREATE INDEX {name}_vectors_by_model ON {name}_vectors (model, scope, seq)",
    "CREATE INDEX {name}_vectors_near ON {name}_vectors USING hnsw (vector halfvec_ip_ops)",
)

PUT: Final = """
    INSERT INTO {name}_vectors (scope, item_id, model, vector)
    VALUES (:scope, :item_id, :model, :vector)
    ON CONFLICT (scope, item_id) DO UPDATE
       SET model = excluded.model, vector = excluded.vector
"""

# The length that a table is made for; -1 once it takes vectors of any length, 0 while they are texts.
_LENGTH: Final = """
    SELECT CASE WHEN atttypid = CAST('TEXT' AS REGTYPE) THEN 0 ELSE atttypmod END
      FROM pg_attribute
     WHERE attrelid = CAST('{name}_vectors' AS REGCLASS) AND attname = 'vector'
"""
_COUNT: Final = """
    SELECT count(*) AS number,
           (SELECT CASE WHEN atttypid = CAST('TEXT' AS REGTYPE) THEN 0 ELSE atttypmod END
              FROM pg_attribute
             WHERE attrelid = CAST('{name}_vectors' AS REGCLASS) AND attname = 'vector') AS made_for
      FROM (SELECT seq
              FROM {name}_vectors
             WHERE model = :model AND scope = :scope
             LIMIT :most) AS counted
"""
_NEAR: Final = """
    SELECT item_id, -(vector <#> CAST(:vector AS HALFVEC)) AS similarity
      FROM {name}_vectors
     WHERE model = :model AND scope = :scope {alike}
     ORDER BY CAST(vector AS HALFVEC({dimensions})) <#> CAST(:vector AS HALFVEC({dimensions}))
     LIMIT :limit
"""
# A sum cannot be read off the HNSW index: every vector of the scope is compared.
_NEAR_EXACTLY: Final = """
    SELECT item_id, -(vector <#> CAST(:vector AS HALFVEC)) AS similarity
      FROM {name}_vectors
     WHERE model = :model AND scope = :scope {alike}
     ORDER BY 0 + (vector <#> CAST(:vector AS HALFVEC))
     LIMIT :limit
"""
# Only where lengths differ: nobody keeps figures about it, and the planner would take it for rare.
_ALIKE: Final = "AND vector_dims(vector) = {dimensions}"
# A part is compared one by one, so that none of it is missed.
_NEAR_OF: Final = """
    SELECT item_id, -(vector <#> CAST(:vector AS HALFVEC)) AS similarity
      FROM {name}_vectors AS entry
     WHERE model = :model AND scope = :scope AND vector_dims(vector) = {dimensions} AND EXISTS ({test})
     ORDER BY 0 + (vector <#> CAST(:vector AS HALFVEC))
     LIMIT :limit
"""
_WIDEN: Final = (
    "DROP INDEX IF EXISTS {name}_vectors_near",
    "ALTER TABLE {name}_vectors ALTER COLUMN vector TYPE HALFVEC",
)
_FROM_TEXTS: Final = "ALTER TABLE {name}_vectors ALTER COLUMN vector TYPE HALFVEC USING CAST(vector AS HALFVEC)"
_INDEX: Final = """
    CREATE INDEX IF NOT EXISTS {name}_vectors_near_{dimensions} ON {name}_vectors
     USING hnsw ((CAST(vector AS HALFVEC({dimensions}))) halfvec_ip_ops)
     WHERE vector_dims(vector) = {dimensions}
"""
_HNSW: Final = """
    SELECT set_config('hnsw.ef_search', '200', TRUE), set_config('hnsw.iterative_scan', 'strict_order', TRUE)
"""
_LENGTHS: Final = "SELECT DISTINCT vector_dims(vector) FROM {name}_vectors"
_LENGTHS_OF_TEXTS: Final = "SELECT DISTINCT cardinality(string_to_array(vector, ',')) FROM {name}_vectors"
_NO_PGVECTOR: Final = (
    "PostgreSQL has no pgvector 0.8 or newer, so things are found by their words only. Install it on the server, let "
    "a superuser run CREATE EXTENSION vector in this database, and restart Showbible."
)

log = structlog.get_logger("showbible")


def create(connection: Connection, index: VectorIndex) -> None:
    """Make the table of an index, and the extension if it is not there yet and may be made."""
    if _is_installed(connection):
        statements = _TABLE
    else:
        statements = tuple(each.replace(_KIND, "TEXT") for each in _TABLE if "hnsw" not in each)
    for statement in statements:
        connection.exec_driver_sql(_sized(index, statement, index.dimensions))


def _is_installed(connection: Connection) -> bool:
    try:
        with connection.begin_nested():
            connection.exec_driver_sql("CREATE EXTENSION IF NOT EXISTS vector")
            connection.exec_driver_sql("SELECT CAST('[1]' AS HALFVEC)")
    except DBAPIError as error:
        if error.connection_invalidated:
            raise
        return False
    return True


def want(db: Database, index: VectorIndex) -> str | None:
    """What is missing to compare vectors, in words that say what to do; None when nothing is."""
    return None if db.value(index.sql(_LENGTH)) else _NO_PGVECTOR


def take_up(db: Database, indexes: Iterable[VectorIndex]) -> None:
    """Let tables that were made without pgvector use it, if it is there by now; say what to do if it is not."""
    waiting = [index for index in indexes if want(db, index) is not None]
    for index in waiting:
        _take_up(db, index)
    if any(want(db, index) for index in waiting):
        log.warning("pgvector.missing", advice=_NO_PGVECTOR)


def _take_up(db: Database, index: VectorIndex) -> None:
    with db.transaction(), db.connection() as connection:
        db.hold(f"vectors:{index.name}")
        if want(db, index) is not None and _is_installed(connection):
            db.run(index.sql(_FROM_TEXTS))
    fit(db, index, index.dimensions)


def lengths(connection: Connection, index: VectorIndex) -> list[int]:
    """The lengths of the vectors that there are."""
    made_for = connection.exec_driver_sql(index.sql(_LENGTH)).scalar_one()
    sql = index.sql(_LENGTHS if made_for else _LENGTHS_OF_TEXTS)
    return list(connection.exec_driver_sql(sql).scalars())


def fit(db: Database, index: VectorIndex, dimensions: int) -> None:
    """Let a table take vectors of a length, and index them; those of another model are on their way out."""
    if _fits(db, index, dimensions):
        return
    with db.transaction():
        db.hold(f"vectors:{index.name}")
        if int(db.value(index.sql(_LENGTH))) > 0:
            for statement in _WIDEN:
                db.run(index.sql(statement))
        if dimensions <= MOST_INDEXED:
            db.run(_sized(index, _INDEX, dimensions))


def _fits(db: Database, index: VectorIndex, dimensions: int) -> bool:
    made_for = int(db.value(index.sql(_LENGTH)))
    if not made_for:
        return True  # a text has any length
    name = f"{index.name}_vectors_near_{dimensions}"
    return made_for == dimensions or (
        made_for < 0
        and (dimensions > MOST_INDEXED or bool(db.value("SELECT to_regclass(:name) IS NOT NULL", name=name)))
    )


def _sized(index: VectorIndex, template: str, dimensions: int) -> str:
    """A statement about vectors of one length; a length in an index must be written out."""
    return index.sql(template).replace("{dimensions}", str(int(dimensions)))


def stored(vector: NDArray[np.float32]) -> str:
    """A vector as pgvector reads it."""
    return json.dumps([round(value, 6) for value in vector.tolist()])


def nearest(
    db: Database,
    index: VectorIndex,
    asked: NDArray[np.float32],
    *,
    scope: str,
    model: str,
    limit: int,
    exact: int = EXACT,
) -> list[Row[Any]]:
    """The ids and similarities of the nearest items, for certain up to `exact` of them in the scope."""
    with db.snapshot():
        counted = db.all(index.sql(_COUNT), scope=scope, model=model, most=exact + 1)[0]
        if counted.made_for not in (-1, len(asked)):
            return []
        large = counted.number > exact and len(asked) <= MOST_INDEXED
        if large:
            db.all(_HNSW)
        near = (_NEAR if large else _NEAR_EXACTLY).replace("{alike}", "" if counted.made_for > 0 else _ALIKE)
        return db.all(_sized(index, near, len(asked)), scope=scope, model=model, vector=stored(asked), limit=limit)


def nearest_of(
    db: Database,
    index: VectorIndex,
    asked: NDArray[np.float32],
    only: Only,
    *,
    scope: str,
    model: str,
    limit: int,
) -> list[Row[Any]]:
    """The same of a part, for certain."""
    if want(db, index) is not None:
        return []
    sql = _sized(index, _NEAR_OF, len(asked)).replace("{test}", only.test)
    return db.all(sql, scope=scope, model=model, vector=stored(asked), limit=limit, only=only.value)


def numbers(vector: str) -> list[float]:
    """A vector as pgvector writes it."""
    return [float(each) for each in vector.strip("[]").split(",")]
