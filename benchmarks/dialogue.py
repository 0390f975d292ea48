"""How much of the evidence for a question about long conversations is recalled, beside plain methods, in one run.

    python -m benchmarks.dialogue [dev.jsonl] [--database postgresql://...] [--embeddings local:folder]

The file has one conversation a line: `turns` (id, date, speaker, text) and `questions` (question,
evidence: ids of turns, category). Without a file a small set is made up here. Every method sees
the same turns: ours through the memory as a caller would, plain full text and plain embeddings
over `speaker: text`.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import mean, median
from typing import Any

from showbible.bible import Bible
from showbible.conversations.model import Scope
from showbible.settings import Settings
from showbible.storage import search, vectors

CUTS = (5, 10, 20)
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open", 4: "single-hop", 5: "adversarial"}
TEXTS = search.Index(name="plain")
MEANINGS = vectors.VectorIndex(name="plain")

Find = Callable[[str, str], Sequence[str]]


@dataclass
class Score:
    """What one method found."""

    recall: dict[int, list[float]] = field(default_factory=lambda: {cut: [] for cut in CUTS})
    reciprocal: list[float] = field(default_factory=list)
    by_category: dict[int, list[float]] = field(default_factory=dict)
    milliseconds: list[float] = field(default_factory=list)

    def add(self, found: Sequence[str], evidence: Sequence[str], category: int) -> None:
        """Count one question."""
        for cut in CUTS:
            self.recall[cut].append(mean(each in found[:cut] for each in evidence))
        self.by_category.setdefault(category, []).append(self.recall[10][-1])
        first = next((place for place, each in enumerate(found, 1) if each in evidence), 0)
        self.reciprocal.append(1 / first if first else 0.0)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("path", nargs="?", type=Path)
    parser.add_argument("--database")
    parser.add_argument("--embeddings", default="default")
    given = parser.parse_args()
    talks = [json.loads(line) for line in given.path.open()] if given.path else made_up()
    with tempfile.TemporaryDirectory() as home:
        settings = Settings(
            home=Path(home), database=given.database, embeddings=given.embeddings, disk_floor_mb=0, workers=0
        )
        with Bible(settings) as bible:
            methods = {"full text": full_text(bible), "embeddings": embeddings(bible), "showbible": ours(bible)}
            show({name: measured(talks, *method) for name, method in methods.items()})


def measured(talks: Sequence[Any], learn: Callable[[Any], None], find: Find) -> Score:
    """What a method finds, after it has seen every conversation."""
    score = Score()
    for talk in talks:
        learn(talk)
    for talk in talks:
        known = {turn["id"] for turn in talk["turns"]}
        for question in talk["questions"]:
            evidence = [each for each in question["evidence"] if each in known]
            if not evidence:
                continue
            begun = time.perf_counter()
            found = find(talk["conversation"], question["question"])
            score.milliseconds.append((time.perf_counter() - begun) * 1000)
            score.add(found, evidence, question["category"])
    return score


def ours(bible: Bible) -> tuple[Callable[[Any], None], Find]:
    """The conversation memory."""

    def learn(talk: Any) -> None:
        scope = Scope(user_id="reader", series_id=talk["conversation"])
        for turn in talk["turns"]:
            bible.conversations.remember(
                scope,
                "event",
                turn["text"],
                memory_id=_memory_id(talk["conversation"], turn["id"]),
                speaker=turn["speaker"],
                at=_moment(turn["date"]),
            )

    def find(conversation: str, question: str) -> list[str]:
        scope = Scope(user_id="reader", series_id=conversation)
        found = bible.conversations.recall(scope, question, limit=max(CUTS))
        return [_turn_id(each.memory.memory_id) for each in found]

    return learn, find


def full_text(bible: Bible) -> tuple[Callable[[Any], None], Find]:
    """Nothing but full text."""
    with bible.db.transaction(), bible.db.connection() as connection:
        search.create(connection, TEXTS)

    def learn(talk: Any) -> None:
        with bible.db.transaction():
            search.put_many(
                bible.db,
                TEXTS,
                [
                    search.SearchEntry(scope=talk["conversation"], item_id=turn["id"], a=_line(turn))
                    for turn in talk["turns"]
                ],
            )

    def find(conversation: str, question: str) -> list[str]:
        return [hit.item_id for hit in search.find(bible.db, TEXTS, question, scope=conversation, limit=max(CUTS))]

    return learn, find


def embeddings(bible: Bible) -> tuple[Callable[[Any], None], Find]:
    """Nothing but embeddings."""
    embedder, asking = bible.embeddings.recording(), bible.embeddings.asking()
    assert embedder is not None, "This benchmark needs the embeddings extra."
    assert asking is not None
    with bible.db.transaction(), bible.db.connection() as connection:
        vectors.create(connection, MEANINGS)

    def learn(talk: Any) -> None:
        rows = embedder.embed([_line(turn) for turn in talk["turns"]])
        with bible.db.transaction():
            for turn, row in zip(talk["turns"], rows, strict=True):
                vectors.put(
                    bible.db,
                    MEANINGS,
                    scope=talk["conversation"],
                    item_id=turn["id"],
                    model=embedder.name,
                    vector=row,
                )

    def find(conversation: str, question: str) -> list[str]:
        asked = asking.embed([question])[0]
        near = vectors.nearest(bible.db, MEANINGS, asked, scope=conversation, model=embedder.name, limit=max(CUTS))
        return [each.item_id for each in near]

    return learn, find


def show(scores: dict[str, Score]) -> None:
    """Print what was measured."""
    print(f"{'method':12}{''.join(f'  recall@{cut:<3}' for cut in CUTS)}    MRR   ms p50   questions")
    for name, score in scores.items():
        cells = "".join(f"{mean(score.recall[cut]):12.3f}" for cut in CUTS)
        asked = len(score.reciprocal)
        print(f"{name:12}{cells}{mean(score.reciprocal):7.3f}{median(score.milliseconds):9.1f}{asked:12}")
    print("\nrecall@10 by category")
    for category in sorted({each for score in scores.values() for each in score.by_category}):
        cells = "  ".join(f"{name} {mean(score.by_category[category]):.3f}" for name, score in scores.items())
        print(f"  {CATEGORIES.get(category, category):12}{cells}")


def made_up() -> list[dict[str, Any]]:
    """Two people who tell each other of their weeks, and questions of which some use other words."""
    return [{"conversation": "made-up", "turns": list(_turns()), "questions": _QUESTIONS}]


_WEEKS = (
    (
        ("Ada", "What did you do on Saturday?"),
        ("Ben", "I baked a rye loaf with my neighbour Olga."),
        ("Ada", "Lovely!"),
    ),
    (
        ("Ben", "Any news from work?"),
        ("Ada", "They made me head of the lab in Trondheim."),
        ("Ben", "Congratulations!"),
    ),
    (("Ada", "How is the leg?"), ("Ben", "The doctor says I may run again in June."), ("Ada", "Good to hear.")),
    (("Ben", "Did you find a flat?"), ("Ada", "Yes, two rooms above a bookshop, with a blue door."), ("Ben", "Nice.")),
    (("Ada", "Are you still afraid of flying?"), ("Ben", "A little, so I take the night train."), ("Ada", "I see.")),
)
_QUESTIONS = [
    {"question": "Who did Ben bake bread with?", "evidence": ["D1:2"], "category": 4},
    {"question": "Which job did Ada get?", "evidence": ["D2:2"], "category": 4},
    {"question": "When can Ben go jogging again?", "evidence": ["D3:2"], "category": 2},
    {"question": "What colour is Ada's door?", "evidence": ["D4:2"], "category": 4},
    {"question": "How does Ben travel?", "evidence": ["D5:2"], "category": 3},
]


def _turns() -> Iterator[dict[str, Any]]:
    begun = datetime(2026, 1, 3, 18, tzinfo=UTC)
    for week, said in enumerate(_WEEKS, 1):
        date = (begun + timedelta(weeks=week)).isoformat()
        for number, (speaker, text) in enumerate(said, 1):
            yield {"id": f"D{week}:{number}", "date": date, "speaker": speaker, "text": text}


def _line(turn: Any) -> str:
    return f"{turn['speaker']}: {turn['text']}"


def _memory_id(conversation: str, turn_id: str) -> str:
    return f"{conversation}.{turn_id.replace(':', '_')}"


def _turn_id(memory_id: str) -> str:
    return memory_id.rpartition(".")[2].replace("_", ":")


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return datetime.strptime(text.title(), "%I:%M %p On %d %B, %Y").replace(tzinfo=UTC)


if __name__ == "__main__":
    main()
