"""How well the asset search finds a picture by another person's words for it, beside the plain methods.

    python -m benchmarks.captions [set.jsonl ...]

Each line of a file is `{"id", "text", "queries"}`: `text` is indexed, each of `queries` should find it. A line may
also be a conversation of `turns` (id, speaker, text, date) with `questions` (question, evidence: ids of turns): each
turn is then a caption of a project of its own, and what counts is the share of the evidence that is found. Without
a file a small set is made up here. All methods see the same rows and questions in the same run:

- plain FTS5: porter stemming, the words of the question joined by OR, ordered by bm25
- plain embeddings: the cosine between the embedded vectors
- plain rank fusion: reciprocal ranks of the two, k = 60
- Showbible: what `GET /assets?q=` answers
"""

from __future__ import annotations

import itertools
import json
import random
import re
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np

from showbible.assets.learn import catching_up
from showbible.assets.model import AssetInput
from showbible.assets.recall import search
from showbible.assets.record import library
from showbible.llm.embeddings.pieces import default
from showbible.projects import record as projects
from showbible.settings import Settings
from showbible.storage.workspace import Workspace
from showbible.vocabulary import ProjectId

TOP = 20
CUTS = (1, 5, 10, 20)
MOST = 1500  # questions of a set; of a larger one, evenly spread
PROJECT = ProjectId("benchmark")


@dataclass(frozen=True, kw_only=True)
class Captioned:
    """A text to index."""

    name: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question, and the texts that answer it."""

    query: str
    names: frozenset[str]


@dataclass(frozen=True, kw_only=True)
class Shelf:
    """Texts of one project, and what is asked about them."""

    rows: tuple[Captioned, ...]
    asked: tuple[Asked, ...]


Method = Callable[[str], Sequence[str]]


def main(paths: list[str]) -> None:
    sets = {path: read(Path(path)) for path in paths} or {"made up here": [made_up()]}
    print(f"{'set':<28}{'method':<22}" + "".join(f"{f'R@{cut}':>8}" for cut in CUTS) + f"{'MRR':>8}{'ms':>8}")
    for path, shelves in sets.items():
        measure("/".join(Path(path).parts[-2:]) if paths else path, shelves)


def read(path: Path) -> list[Shelf]:
    lines = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
    talks = [conversation(line) for line in lines if "turns" in line]
    pictures = [line for line in lines if "turns" not in line]
    asked = [Asked(query=query, names=frozenset([str(row["id"])])) for row in pictures for query in row["queries"]]
    rows = tuple(Captioned(name=str(row["id"]), text=row["text"]) for row in pictures)
    return [*talks, Shelf(rows=rows, asked=tuple(asked[:: -(-len(asked) // MOST)]))] if rows else talks


def conversation(line: dict[str, Any]) -> Shelf:
    rows = [
        Captioned(name=turn["id"], text=f"{turn['speaker']}: {turn['text']} ({turn['date']})") for turn in line["turns"]
    ]
    known = frozenset(row.name for row in rows)
    asked = [Asked(query=each["question"], names=known.intersection(each["evidence"])) for each in line["questions"]]
    return Shelf(rows=tuple(rows), asked=tuple(each for each in asked if each.names))


def made_up() -> Shelf:
    """Some scenes, each told twice: half of the words are the same, half are others for the same."""
    people = [("a woman", "a lady"), ("an old man", "an elderly gentleman"), ("two children", "a pair of kids")]
    deeds = [("runs along", "is jogging on"), ("sleeps on", "lies asleep on"), ("crosses", "walks over")]
    places = [("the beach", "a sandy shore"), ("a wooden bridge", "an old footbridge"), ("a street", "a busy road")]
    lights = [("at dawn", "early in the morning"), ("in heavy rain", "on a rainy day"), ("at night", "after dark")]
    rows, asked = [], []
    for number, parts in enumerate(itertools.product(people, deeds, places, lights)):
        text = " ".join(part[0] for part in parts)
        query = " ".join(part[(number + place) % 2] for place, part in enumerate(parts))
        rows.append(Captioned(name=f"made-{number}", text=f"{text}."))
        asked.append(Asked(query=query, names=frozenset([f"made-{number}"])))
    random.Random(5).shuffle(rows)
    return Shelf(rows=tuple(rows), asked=tuple(asked))


def measure(name: str, shelves: Sequence[Shelf]) -> None:
    figures: dict[str, list[list[float]]] = {}
    for shelf in shelves:
        with tempfile.TemporaryDirectory() as folder:
            for label, method in {**plain(shelf.rows), "Showbible": ours(shelf.rows, Path(folder))}.items():
                figures.setdefault(label, []).extend(scored(method, each) for each in shelf.asked)
    for label, rows in figures.items():
        means = [mean(column) for column in zip(*rows, strict=True)]
        print(f"{name:<28}{label:<22}" + "".join(f"{each:8.4f}" for each in means[:-1]) + f"{means[-1]:8.2f}")


def scored(method: Method, asked: Asked) -> list[float]:
    """The share found by each cut, one by the place of the first, and the milliseconds it took."""
    started = time.perf_counter()
    found = method(asked.query)
    spent = (time.perf_counter() - started) * 1000
    shares = [len(asked.names.intersection(found[:cut])) / len(asked.names) for cut in CUTS]
    first = next((place for place, each in enumerate(found, 1) if each in asked.names), None)
    return [*shares, 1 / first if first else 0.0, spent]


def plain(rows: Sequence[Captioned]) -> dict[str, Method]:
    names = [row.name for row in rows]
    embedder = default()
    matrix = embedder.embed([row.text for row in rows])
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE captions USING fts5 (text, tokenize = 'porter unicode61')")
    db.executemany("INSERT INTO captions (rowid, text) VALUES (?, ?)", enumerate(row.text for row in rows))

    def by_words(query: str) -> list[str]:
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", query))
        found = db.execute(
            "SELECT rowid FROM captions WHERE captions MATCH ? ORDER BY bm25(captions) LIMIT ?", (words, TOP)
        )
        return [names[row[0]] for row in found]

    def by_meaning(query: str) -> list[str]:
        return [names[place] for place in np.argsort(-(matrix @ embedder.embed([query])[0]))[:TOP]]

    def fused(query: str) -> list[str]:
        scores: dict[str, float] = {}
        for found in (by_words(query), by_meaning(query)):
            for place, name in enumerate(found, 1):
                scores[name] = scores.get(name, 0.0) + 1 / (60 + place)
        return sorted(scores, key=lambda name: -scores[name])

    return {"plain FTS5": by_words, "plain embeddings": by_meaning, "plain rank fusion": fused}


def ours(rows: Sequence[Captioned], folder: Path) -> Method:
    workspace = Workspace(Settings(home=folder, disk_floor_mb=0))
    projects.create(workspace.db, PROJECT)
    db, embedder = workspace.project(PROJECT), default()
    given = [
        AssetInput(asset_id=f"a{number}", kind="image", path=f"{number}.png", caption=row.text)
        for number, row in enumerate(rows)
    ]
    for start in range(0, len(given), 1000):
        library.assets(db, given[start : start + 1000])
    catching_up.embed_all(db, embedder)

    def found(query: str) -> list[str]:
        page = search.hits(db, query, embedder=embedder, limit=TOP)
        return [rows[int(hit.asset.asset_id[1:])].name for hit in page.items]

    return found


if __name__ == "__main__":
    main(sys.argv[1:])
