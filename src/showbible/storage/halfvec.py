"""Vectors on PostgreSQL: pgvector's half-precision values, with an HNSW index for large scopes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy.engine import Connection, Row
from sqlalchemy.exc import DBAPIError

from showbible.errors import Misconfigured
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

_TABLE: Final = (
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
    VALUES (:scope, :item_id, :model, CAST(:vector AS HALFVEC))
    ON CONFLICT (scope, item_id) DO UPDATE
       SET model = excluded.model, vector = excluded.vector
"""

# The length that a table is made for; none once it takes vectors of any length.
_LENGTH: Final = """
    SELECT atttypmod
      FROM pg_attribute
     WHERE attrelid = CAST('{name}_vectors' AS REGCLASS) AND attname = 'vector'
"""
_COUNT: Final = """
    SELECT count(*) AS number,
           (SELECT atttypmod
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
_INDEX: Final = """
    CREATE INDEX IF NOT EXISTS {name}_vectors_near_{dimensions} ON {name}_vectors
     USING hnsw ((CAST(vector AS HALFVEC({dimensions}))) halfvec_ip_ops)
     WHERE vector_dims(vector) = {dimensions}
"""
_HNSW: Final = """
    SELECT set_config('hnsw.ef_search', '200', TRUE), set_config('hnsw.iterative_scan', 'strict_order', TRUE)
"""
_NO_PGVECTOR: Final = (
    "PostgreSQL needs the extension pgvector, 0.8 or newer. Install it on the server and let a superuser "
    "run CREATE EXTENSION vector in this database."
)


def create(connection: Connection, index: VectorIndex) -> None:
    """Make the table of an index, and the extension if it is not there yet."""
    try:
        with connection.begin_nested():
            connection.exec_driver_sql("CREATE EXTENSION IF NOT EXISTS vector")
            connection.exec_driver_sql("SELECT CAST('[1]' AS HALFVEC)")
    except DBAPIError as error:
        raise Misconfigured(_NO_PGVECTOR) from error
    for statement in _TABLE:
        connection.exec_driver_sql(_sized(index, statement, index.dimensions))


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
    sql = _sized(index, _NEAR_OF, len(asked)).replace("{test}", only.test)
    return db.all(sql, scope=scope, model=model, vector=stored(asked), limit=limit, only=only.value)


def numbers(vector: str) -> list[float]:
    """A vector as pgvector writes it."""
    return [float(each) for each in vector.strip("[]").split(",")]
