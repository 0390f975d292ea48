"""Vectors on PostgreSQL: pgvector's half-precision values, with an HNSW index for large scopes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy.engine import Connection, Row
from sqlalchemy.exc import DBAPIError

from showbible.errors import Misconfigured
from showbible.storage.database import Database

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from showbible.storage.vectors import VectorIndex

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

_COUNT: Final = """
    SELECT count(*)
      FROM (SELECT seq
              FROM {name}_vectors
             WHERE model = :model AND scope = :scope
             LIMIT :most) AS counted
"""
_NEAR: Final = """
    SELECT item_id, -(vector <#> CAST(:vector AS HALFVEC)) AS similarity
      FROM {name}_vectors
     WHERE model = :model AND scope = :scope
     ORDER BY vector <#> CAST(:vector AS HALFVEC)
     LIMIT :limit
"""
# A sum cannot be read off the HNSW index: every vector of the scope is compared.
_NEAR_EXACTLY: Final = _NEAR.replace(
    "ORDER BY vector <#> CAST(:vector AS HALFVEC)", "ORDER BY 0 + (vector <#> CAST(:vector AS HALFVEC))"
)
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
        connection.exec_driver_sql(index.sql(statement).replace("{dimensions}", str(index.dimensions)))


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
        large = db.value(index.sql(_COUNT), scope=scope, model=model, most=exact + 1) > exact
        if large:
            db.all(_HNSW)
        near = index.sql(_NEAR if large else _NEAR_EXACTLY)
        return db.all(near, scope=scope, model=model, vector=stored(asked), limit=limit)
