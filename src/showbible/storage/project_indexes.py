"""What makes the things of a project findable, as an export takes it along: prepared words, and places by meaning.

A vector travels as half-precision numbers, which hold exactly what either database keeps of it.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from showbible.errors import Invalid
from showbible.storage import halfvec, vectors
from showbible.storage.database import Database
from showbible.storage.migrate import Family
from showbible.storage.one_moment import OneMoment
from showbible.storage.project_rows import RUNS_OF_PROJECT, Line, put_in_batches, streamed
from showbible.storage.text_index import Index, mark
from showbible.storage.vectors import MOST_DIMENSIONS, Vector, VectorIndex
from showbible.values import frozen

VECTORS: Final = VectorIndex(name="asset")
SEARCH_COLUMNS: Final = ("scope", "item_id", "a", "b", "c", "d")


@frozen
class SearchWords:
    """A full-text index in which a project has entries."""

    family: Family
    index: Index
    condition: str

    @property
    def name(self) -> str:
        """What it is called in an archive."""
        return f"{self.family}/{self.index.name}_search"

    def lines(self, seen: OneMoment, project_id: str) -> Iterator[Line]:
        """The entries of a project, in the order they were made: the newest are looked at first."""
        yield from streamed(seen[self.family], self.index.sql(_WORDS).replace("{theirs}", self.condition), project_id)

    def put(self, db: Database, lines: Iterable[Line]) -> int:
        """Make things findable by these words, in the caller's transaction."""
        marked = ({**line, "mark": mark(line["scope"])} for line in lines)
        return put_in_batches(lambda rows: db.many(self.index.sql(_PUT_WORDS), rows), marked)


SEARCHES: Final = (
    SearchWords(family="workspace", index=Index(name="run"), condition=f"item_id IN ({RUNS_OF_PROJECT})"),
    SearchWords(family="workspace", index=Index(name="production"), condition=f"item_id IN ({RUNS_OF_PROJECT})"),
    SearchWords(family="project", index=Index(name="asset"), condition="scope = :project_id"),
)

_WORDS: Final = "SELECT scope, item_id, a, b, c, d FROM {name}_search WHERE {theirs} ORDER BY id"
_PUT_WORDS: Final = """
    INSERT INTO {name}_search (scope, item_id, mark, a, b, c, d)
    VALUES (:scope, :item_id, :mark, :a, :b, :c, :d)
"""


def vector_lines(seen: OneMoment, project_id: str) -> Iterator[Line]:
    """The vectors of a project's assets, and who made them."""
    for row in streamed(seen["project"], VECTORS.sql(_VECTORS), project_id):
        yield {"item_id": row["item_id"], "model": row["model"], "vector": _packed(row["vector"])}


_VECTORS: Final = "SELECT item_id, model, vector FROM {name}_vectors WHERE scope = :project_id ORDER BY seq"


def fit(db: Database, dimensions: Sequence[int]) -> None:
    """Make room for vectors of these lengths, before the transaction that puts them."""
    for each in dimensions:
        vectors.fit(db, VECTORS, dimensions=each)


def put_vectors(db: Database, project_id: str, lines: Iterable[Line]) -> int:
    """Give assets their places by meaning, in the caller's transaction."""

    def put(rows: list[Line]) -> None:
        made = [_vector(project_id, row) for row in rows]
        vectors.put_many(db, VECTORS, made)

    return put_in_batches(put, lines)


def dimensions_of(packed: str) -> int:
    """The length of a vector as it travels."""
    return len(_numbers(packed))


def _vector(project_id: str, line: Line) -> Vector:
    return Vector(scope=project_id, item_id=line["item_id"], model=line["model"], values=_numbers(line["vector"]))


def _packed(stored: Any) -> str:
    import numpy as np

    return base64.b64encode(np.asarray(vector_values(stored), dtype="<f2").tobytes()).decode()


def vector_values(stored: Any) -> Any:
    """What a database keeps of a vector, as numbers: it keeps bytes on SQLite, a text on PostgreSQL."""
    import numpy as np

    return halfvec.numbers(stored) if isinstance(stored, str) else np.frombuffer(stored, dtype=np.int8)


def _numbers(packed: str) -> Any:
    import numpy as np

    try:
        raw = base64.b64decode(packed, validate=True)
    except binascii.Error:
        raise Invalid("A vector is no base64.", field="vector") from None
    if not raw or len(raw) % 2 or len(raw) > 2 * MOST_DIMENSIONS:
        raise Invalid(f"A vector has 1 to {MOST_DIMENSIONS:,} numbers of two bytes.", field="vector")
    return np.frombuffer(raw, dtype="<f2").astype(np.float32)
