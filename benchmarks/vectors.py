"""Nearest vectors on SQLite against comparing them all with numpy: `python -m benchmarks.vectors [rows]`.

The rival holds every vector in memory as 32-bit floats, 32 times what we keep, and pays no
database. Both run in turn in one process, so the ratio means something on any machine.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from showbible.storage import sqlite, vectors
from showbible.storage.database import Database

INDEX = vectors.VectorIndex(name="bench")
QUERIES = 50
TOP = 10

Matrix = NDArray[np.float32]


def clustered(count: int, chance: np.random.Generator) -> Matrix:
    """Unit vectors in clusters, as the vectors of real texts are."""
    centres = chance.standard_normal((max(count // 100, 1), INDEX.dimensions), dtype=np.float32)
    made = centres[chance.integers(len(centres), size=count)]
    made += 0.7 * chance.standard_normal(made.shape, dtype=np.float32)
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    return made


def named(matrix: Matrix) -> Iterator[vectors.Vector]:
    for number, values in enumerate(matrix):
        yield vectors.Vector(scope="story", item_id=str(number), model="bench", values=values)


def nearest(db: Database, asked: Matrix) -> list[int]:
    found = vectors.nearest(db, INDEX, asked, scope="story", model="bench", limit=TOP)
    return [int(near.item_id) for near in found]


def compare(db: Database, matrix: Matrix, asked: Matrix) -> tuple[float, float, float]:
    """Milliseconds of comparing all and of ours, and the share of the true nearest that ours finds."""
    start = time.perf_counter()
    similarities = matrix @ asked
    true = np.argpartition(-similarities, TOP)[:TOP].tolist()
    middle = time.perf_counter()
    ours = nearest(db, asked)
    end = time.perf_counter()
    return (middle - start) * 1000, (end - middle) * 1000, len(set(true) & set(ours)) / TOP


def main(count: int = 100_000) -> None:
    chance = np.random.default_rng(1)
    matrix = clustered(count, chance)
    asked = matrix[chance.integers(count, size=QUERIES)] + 0.03 * chance.standard_normal(
        (QUERIES, INDEX.dimensions), dtype=np.float32
    )
    with tempfile.TemporaryDirectory() as folder:
        db = sqlite.connect(Path(folder) / "bench.db")
        start = time.perf_counter()
        with db.transaction():
            with db.connection() as connection:
                vectors.create(connection, INDEX)
            vectors.put_many(db, INDEX, named(matrix))
        print(f"{count:,} vectors put in {time.perf_counter() - start:.1f} s")
        start = time.perf_counter()
        nearest(db, asked[0])
        print(f"first search, which reads them all: {time.perf_counter() - start:.2f} s")
        found = [compare(db, matrix, vector) for vector in asked]
        every, ours, recall = (list(column) for column in zip(*found, strict=True))
        print(f"all {statistics.median(every):.1f} ms, ours {statistics.median(ours):.1f} ms", end=", ")
        print(f"ratio {statistics.median(ours) / statistics.median(every):.2f}", end=", ")
        print(f"recall@{TOP} {statistics.mean(recall):.3f}")
        db.close()


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
