"""How fast a project's assets are indexed and searched, beside the bare FTS5 query on the same rows.

    python -m benchmarks.assets_search [rows, 100000 when left out] [captions.jsonl]

The texts are made up: captions of about 40 words from a vocabulary of 50,000 whose frequencies fall as in
natural language. With a file of real captions (`text` and `queries`, as benchmarks.captions reads them) a row
is two of them, and what is asked are captions, whole and as three of their words. The bare query is an OR of
the question's stems over the same FTS5 table, ordered by bm25 with the same weights. Both answer 20 assets.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median, quantiles

import numpy as np

from showbible.assets.learn import catching_up
from showbible.assets.model import AssetInput
from showbible.assets.recall import search
from showbible.assets.recall.rows import WORDS
from showbible.assets.record import library
from showbible.llm.embeddings.pieces import default
from showbible.projects import record as projects
from showbible.settings import Settings
from showbible.storage.database import Database
from showbible.storage.terms import asked
from showbible.storage.workspace import Workspace
from showbible.vocabulary import ProjectId

VOCABULARY = 50_000
QUESTIONS = 80
WARM = 20  # questions of each kind that are not counted
BATCH = 5_000
LIMIT = 20
PROJECT = ProjectId("benchmark")

_SYLLABLES = [first + vowel for first in "bdfgklmnprstvz" for vowel in "aeiou"]


def main(rows: int, real: Path | None = None) -> None:
    words = vocabulary()
    texts, kinds = (captions(words, rows), asking(words)) if real is None else told(real, rows)
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Settings(home=Path(folder), disk_floor_mb=0))
        projects.create(workspace.db, PROJECT)
        db = workspace.project(PROJECT)
        index(db, texts, rows)
        size = sum(file.stat().st_size for file in (Path(folder) / "projects").rglob("memory.db*"))
        print(f"database: {size / 1e6:,.0f} MB, {size / rows:,.0f} bytes a row")
        print(f"{'questions':<10}{'bare p50':>10}{'bare p95':>10}{'ours p50':>10}{'ours p95':>10}{'ratios':>14}")
        for kind, questions in kinds.items():
            compare(db, kind, questions)
        compare(db, "all", [question for some in zip(*kinds.values(), strict=True) for question in some])
        workspace.close()


def vocabulary() -> list[str]:
    chosen = random.Random(11)
    words: dict[str, None] = {}
    while len(words) < VOCABULARY:
        words["".join(chosen.choices(_SYLLABLES, k=chosen.choice((2, 2, 3, 3, 4))))] = None
    return list(words)


def captions(words: list[str], rows: int) -> Iterator[list[str]]:
    chosen = np.random.default_rng(7)
    shares = 1 / np.arange(1, len(words) + 1)
    bounds = np.cumsum(shares / shares.sum())
    for start in range(0, rows, BATCH):
        picks = np.searchsorted(bounds, chosen.random((min(BATCH, rows - start), 40)))
        yield [" ".join(words[min(pick, len(words) - 1)] for pick in row) for row in picks]


def index(db: Database, batches: Iterator[list[str]], rows: int) -> None:
    started, number = time.perf_counter(), 0
    for batch in batches:
        given = [
            AssetInput(asset_id=f"a{number + place}", kind="image", path=f"{number + place}.png", caption=text)
            for place, text in enumerate(batch)
        ]
        library.assets(db, given)
        number += len(batch)
    recorded = time.perf_counter() - started
    catching_up.embed_all(db, default())
    embedded = time.perf_counter() - started - recorded
    print(f"{rows:,} rows recorded and indexed in {recorded:,.0f} s ({rows / recorded:,.0f} a second), ", end="")
    print(f"embedded in {embedded:,.0f} s ({rows / embedded:,.0f} a second)")


def asking(words: list[str]) -> dict[str, list[str]]:
    chosen = random.Random(3)
    common, rare = words[:30], words[2_000:]
    kinds: dict[str, Callable[[], list[str]]] = {
        "rare": lambda: chosen.sample(rare, 3),
        "mixed": lambda: chosen.sample(common, 2) + chosen.sample(rare, 2),
        "common": lambda: chosen.sample(common, 4),
    }
    return {kind: [" ".join(make()) for _ in range(QUESTIONS)] for kind, make in kinds.items()}


def told(real: Path, rows: int) -> tuple[Iterator[list[str]], dict[str, list[str]]]:
    """Rows and questions from real captions."""
    chosen, lines = random.Random(4), [json.loads(line) for line in real.read_text().splitlines()]
    queries = [query for line in lines for query in line["queries"]]
    known = [*(line["text"] for line in lines), *queries]
    batches = (
        [f"{chosen.choice(known)} {chosen.choice(known)}" for _ in range(min(BATCH, rows - start))]
        for start in range(0, rows, BATCH)
    )
    sentences, others = (chosen.sample(queries, QUESTIONS) for _ in range(2))
    words = [[term.word for term in asked(query)] for query in others]
    three = [" ".join(chosen.sample(each, min(3, len(each)))) for each in words]
    return batches, {"sentences": sentences, "3 words": three}


def compare(db: Database, kind: str, questions: list[str]) -> None:
    """Ask both in turn, so that whatever else the machine does slows both."""
    embedder, bare, ours = default(), [], []
    for question in questions[:WARM]:
        search.hits(db, question, embedder=embedder, limit=LIMIT)
    for question in questions[WARM:]:
        bare.append(timed(lambda: plain(db, question)))  # noqa: B023
        ours.append(timed(lambda: search.hits(db, question, embedder=embedder, limit=LIMIT)))  # noqa: B023
    figures = [median(bare), quantiles(bare, n=20)[18], median(ours), quantiles(ours, n=20)[18]]
    ratios = f"{figures[2] / figures[0]:.2f} / {figures[3] / figures[1]:.2f}"
    print(f"{kind:<10}" + "".join(f"{figure:10.1f}" for figure in figures) + f"{ratios:>14}", flush=True)


def plain(db: Database, question: str) -> None:
    stems = " OR ".join(f'"{term.stem}"' for term in asked(question))
    a, b, c, d = WORDS.weights
    db.all(
        """
        SELECT rowid
          FROM asset_fts
         WHERE asset_fts MATCH :stems
         ORDER BY bm25(asset_fts, 0, :a, :b, :c, :d)
         LIMIT :limit
        """,
        stems=stems,
        a=a,
        b=b,
        c=c,
        d=d,
        limit=LIMIT,
    )


def timed(ask: Callable[[], object]) -> float:
    started = time.perf_counter()
    ask()
    return (time.perf_counter() - started) * 1000


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000, Path(sys.argv[2]) if len(sys.argv) > 2 else None)
