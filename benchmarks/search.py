"""Full text on SQLite against the bare FTS5 query: `python -m benchmarks.search [rows]`.

The bare query ranks every match of an OR by BM25, knows one scope and has no bound. Both run in
turn in one process on the same file, so the ratios mean something on any machine. The last
column is what the bound costs: the summed scores of our hits as a share of those of the best.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import TypeVar

from showbible.storage import search, sqlite
from showbible.storage.database import Database

T = TypeVar("T")

WORDS = 50_000
INDEX = search.Index(name="bench")
QUERIES = 7

_BARE = """
    SELECT rowid, -bm25(bench_fts, 0, 8, 4, 2, 1) AS score
      FROM bench_fts
     WHERE bench_fts MATCH :words
     ORDER BY bm25(bench_fts, 0, 8, 4, 2, 1)
     LIMIT 20
"""


def rows(count: int, chance: random.Random) -> Iterator[search.SearchEntry]:
    """Captions of 40 words, as common as words are in real text; every 20th row is another scope's."""
    names, weights = [f"w{rank}" for rank in range(WORDS)], list(accumulate(1 / rank for rank in range(1, WORDS + 1)))
    for number in range(count):
        words = chance.choices(names, cum_weights=weights, k=40)
        scope = "other" if number % 20 == 0 else "story"
        yield search.SearchEntry(scope=scope, item_id=f"i{number}", a=" ".join(words[:6]), b=" ".join(words[6:]))


def kinds(chance: random.Random) -> dict[str, Callable[[], list[str]]]:
    """Queries by how common their words are."""

    def some(count: int, first: int, last: int) -> list[str]:
        return [f"w{chance.randint(first, last)}" for _ in range(count)]

    return {
        "common": lambda: some(5, 0, 30),
        "one common": lambda: some(1, 0, 10),
        "medium": lambda: some(4, 60, 300),
        "mixed": lambda: some(2, 0, 30) + some(2, 100, 1000) + some(1, 2000, 20_000),
        "common + rare": lambda: some(3, 0, 30) + some(1, 20_000, 49_000),
        "rare": lambda: some(3, 5000, 40_000),
    }


def timed(call: Callable[[], T]) -> tuple[float, T]:
    """The best of three runs, in milliseconds."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        answer = call()
        best = min(best, (time.perf_counter() - start) * 1000)
    return best, answer


def compare(db: Database, words: Sequence[str]) -> tuple[float, float, float]:
    """Milliseconds of the bare query and of ours, and the share of the best score that ours keeps."""
    either = " OR ".join(f'"{word}"' for word in words)
    bare, best = timed(lambda: db.all(_BARE, words=either))
    ours, hits = timed(lambda: search.find(db, INDEX, " ".join(words), scope="story"))
    return bare, ours, sum(hit.score for hit in hits) / sum(row.score for row in best)


def main(count: int = 100_000) -> None:
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        db = sqlite.connect(Path(folder) / "bench.db")
        start = time.perf_counter()
        with db.transaction():
            with db.connection() as connection:
                search.create(connection, INDEX)
            search.put_many(db, INDEX, rows(count, chance))
        print(f"{count:,} rows put in {time.perf_counter() - start:.1f} s")
        print(f"{'words':14}{'bare ms':>9}{'find ms':>9}{'ratio':>7}{'worst':>7}{'score kept':>12}")
        for name, words in kinds(chance).items():
            found = [compare(db, list(dict.fromkeys(words()))) for _ in range(QUERIES)]
            bare, ours, kept = (statistics.median(column) for column in zip(*found, strict=True))
            worst = max(ours / bare for bare, ours, _ in found)
            print(f"{name:14}{bare:9.1f}{ours:9.1f}{ours / bare:7.2f}{worst:7.2f}{kept:12.3f}")
        db.close()


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
