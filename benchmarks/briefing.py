"""How long one brief from all memories takes, beside each memory by itself, and how honest the token estimate is.

    python -m benchmarks.briefing [texts.jsonl ...] [--rows 20000] [--database postgresql://...]

A studio is made up with so many assets and memories, and with 200 finished runs. The estimate is compared with the
pieces of the packaged tokenizer, over the given texts (the `text` of each line) or over made-up captions.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles

from showbible.assets.record import library
from showbible.bible import Bible
from showbible.briefing.model import BriefRequest
from showbible.briefing.sources import OFFERS, Studio
from showbible.briefing.tokens import tokens
from showbible.conversations.record.memories import Written
from showbible.lessons.recall.concept_meanings import installed
from showbible.settings import Settings
from showbible.vocabulary import ProjectId, utcnow

PROJECT = ProjectId("benchmark")
RUNS = 200
BATCH = 1000
QUESTIONS = 40

_WHO = ("a whale", "an old keeper", "two children", "a red boat", "the baker", "a heron", "my sister", "a violinist")
_DOES = ("rises", "waits", "runs", "drifts", "sings", "turns around", "falls asleep", "looks up")
_WHERE = ("at the harbour", "under the bridge", "on the roof", "by the lake", "in the station", "behind the dunes")
_WHEN = ("at dusk", "in heavy rain", "before dawn", "at noon", "on the first day of winter", "after the storm")
_KINDS = ("Podcast intro about", "Product demo with", "Trailer for a film about", "Tutorial on")


def main() -> None:
    """Fill a studio, ask it, and print two tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("texts", nargs="*")
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--database")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        settings = Settings(home=Path(home), database=given.database, disk_floor_mb=0, workers=0)
        with Bible(settings) as bible:
            fill(bible, given.rows, random.Random(3))
            measure(bible, random.Random(7))
    compare([text for path in given.texts for text in read(Path(path))] or list(sentences(random.Random(5), 2000)))


def sentences(chance: random.Random, number: int) -> Iterator[str]:
    for _ in range(number):
        yield " ".join(chance.choice(words) for words in (_WHO, _DOES, _WHERE, _WHEN))


def fill(bible: Bible, rows: int, chance: random.Random) -> None:
    bible.projects.create(PROJECT)
    db, scope = bible.assets(PROJECT).db, bible.conversations.scope("reader", character_id="emma")
    for start in range(0, rows, BATCH):
        told = list(sentences(chance, min(BATCH, rows - start)))
        library.assets(
            db,
            [library.Given(kind="video", path=f"{start + n}.mp4", prompt=text) for n, text in enumerate(told)],
        )
        bible.conversations.remember_many(scope, [Written(type="event", text=text) for text in told])
    for number, text in enumerate(sentences(chance, RUNS)):
        run = bible.runs.start(
            f"{chance.choice(_KINDS)} {text}", budget="10", run_id=f"run{number}", project_id=PROJECT
        )
        bible.runs.add_pilot(run.id, "a", tier=chance.choice(("animated", "photorealistic")), budget="2")
        bible.runs.judge_pilot(run.id, "a", score=chance.uniform(60, 95), status="approved")
        bible.runs.finish(run.id)
    bible.worker().run_all()


def measure(bible: Bible, chance: random.Random) -> None:
    studio = Studio(workspace=bible.workspace, find=installed, at=utcnow())
    asked = [
        BriefRequest(query=f"{chance.choice(_KINDS)} {text}", project_id=PROJECT, user_id="reader", character_id="emma")
        for text in sentences(chance, QUESTIONS)
    ]
    whole = timed(lambda each: bible.recall.keep(bible.recall.brief(each)), asked)
    alone = {memory: timed(lambda each, speak=speak: speak(studio, each), asked) for memory, speak in OFFERS.items()}
    total = sum(median(times) for times in alone.values())
    print(f"{'asked':<24}{'p50 ms':>10}{'p95 ms':>10}{'share':>10}")
    for name, times in {**alone, "all, with a receipt": whole}.items():
        print(f"{name:<24}{median(times):>10.1f}{quantiles(times, n=20)[-1]:>10.1f}{median(times) / total:>10.2f}")
    small = bible.recall.brief(replace(asked[0], budget_tokens=200))
    print(f"a brief of {small.tokens} of 200 tokens; a receipt has {receipt_size(bible):,.0f} bytes\n")


def timed(ask: Callable[[BriefRequest], object], asked: list[BriefRequest]) -> list[float]:
    times = []
    for each in [asked[0], *asked]:
        begun = time.perf_counter()
        ask(each)
        times.append((time.perf_counter() - begun) * 1000)
    return times[1:]


def receipt_size(bible: Bible) -> float:
    return float(bible.db.value("SELECT AVG(LENGTH(body)) FROM receipts"))


def read(path: Path) -> Iterator[str]:
    for line in path.read_text().splitlines():
        row = json.loads(line)
        yield from (str(each["text"]) for each in row["turns"]) if "turns" in row else [str(row["text"])]


def compare(texts: list[str]) -> None:
    from showbible.llm.embeddings.pieces import default

    pieces = default().pieces
    batches = (texts[start : start + BATCH] for start in range(0, len(texts), BATCH))
    counted = [len(each.ids) for batch in batches for each in pieces.encode_batch(batch, add_special_tokens=False)]
    ratios = sorted(tokens(text) / count for text, count in zip(texts, counted, strict=True) if count)
    whole = sum(map(tokens, texts)) / sum(counted)
    low, high = ratios[len(ratios) // 20], ratios[-len(ratios) // 20]
    print(
        f"tokens estimated / counted over {len(texts):,} texts: {whole:.2f}, 5 % below {low:.2f}, 5 % above {high:.2f}"
    )


if __name__ == "__main__":
    main()
