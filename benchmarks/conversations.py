"""How fast memories of one user are kept and recalled, when there are many.

    python -m benchmarks.conversations [100000] [--database postgresql://...]

Prints milliseconds for one memory kept by itself, for recall by rare, common and other words, for
the strongest memories without a question, and for a whole exchange through the director.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median, quantiles

from showbible.bible import Bible
from showbible.conversations.model import MemoryDraft, Scope
from showbible.settings import Settings

SCOPE = Scope(user_id="reader", series_id="long-story")
BEGUN = datetime(2024, 1, 1, tzinfo=UTC)
BATCH = 500

_WHO = ("my sister", "my neighbour", "the new colleague", "an old friend", "my teacher", "the baker", "my cousin")
_DID = ("baked", "painted", "lost", "found", "sold", "repaired", "borrowed", "forgot", "planted", "photographed")
_WHAT = ("a rye loaf", "the blue door", "two lanterns", "a violin", "the old boat", "an apple tree", "a wooden chair")
_WHERE = ("in Bergen", "by the lake", "at the market", "behind the station", "on the roof", "near the harbour")
_RARE = ("zeppelin", "marimba", "quince", "obelisk", "tarantella", "gazebo", "kumquat", "sextant", "origami", "yurt")


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("size", nargs="?", type=int, default=100_000)
    parser.add_argument("--database")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        settings = Settings(home=Path(home), database=given.database, disk_floor_mb=0, workers=0)
        with Bible(settings) as bible:
            seconds = fill(bible, given.size)
            print(f"{given.size:,} memories kept, {BATCH} a transaction: {given.size / seconds:,.0f} a second\n")
            measure(bible, random.Random(7))


def fill(bible: Bible, size: int) -> float:
    """Keep so many memories; gives the seconds it took."""
    chance = random.Random(3)
    begun = time.perf_counter()
    for start in range(0, size, BATCH):
        told = [memory(chance, number) for number in range(start, min(start + BATCH, size))]
        bible.conversations.remember_many(SCOPE, told)
    return time.perf_counter() - begun


def memory(chance: random.Random, number: int) -> MemoryDraft:
    """One memory of an uneventful life."""
    rare = f" like the {chance.choice(_RARE)} of number {number}" if chance.random() < 0.002 else ""
    told = " ".join(chance.choice(words) for words in (_WHO, _DID, _WHAT, _WHERE))
    return MemoryDraft(
        type="event",
        text=f"{told.capitalize()} on day {number}{rare}",
        memory_id=f"m{number}",
        speaker=chance.choice(("Ada", "Ben")),
        at=BEGUN + timedelta(minutes=9 * (number % 10**6)),
    )


def keep(bible: Bible, written: MemoryDraft) -> None:
    """One memory, by itself."""
    bible.conversations.remember(
        SCOPE, written.type, written.text, memory_id=written.memory_id, speaker=written.speaker, at=written.at
    )


def measure(bible: Bible, chance: random.Random) -> None:
    """Time each way to ask."""
    recall = bible.conversations.recall
    talk = bible.conversations.start("ada", user_id=SCOPE.user_id, series_id=SCOPE.series_id)
    numbers = iter(range(10**9, 2 * 10**9))
    print(f"{'':34}{'p50 ms':>9}{'p95 ms':>9}{'cpu ms':>9}")
    timed("keep one memory", lambda: keep(bible, memory(chance, next(numbers))))
    timed("recall by a rare word", lambda: recall(SCOPE, f"what was like the {chance.choice(_RARE)}?"))
    timed(
        "recall by common words",
        lambda: recall(SCOPE, f"what did Ada say {chance.choice(_WHO)} {chance.choice(_DID)}?"),
    )
    timed("recall by other words", lambda: recall(SCOPE, "which instrument, fruit or vessel was it?"))
    timed("the strongest memories", lambda: bible.conversations.strongest(SCOPE))
    timed("the context of a reply", lambda: bible.conversations.brief(talk.session_id, q="who painted the boat?"))
    timed("an exchange, to its end", lambda: exchange(bible, talk.session_id, next(numbers)))


def exchange(bible: Bible, session_id: str, number: int) -> None:
    """One exchange through the director, by the rules."""
    said = [("user", f"I bought a new lamp yesterday, number {number}."), ("assistant", "How lovely!")]
    kept = bible.conversations.say(session_id, said)
    bible.conversations.direct(session_id, kept.exchange_id)


def timed(name: str, call: Callable[[], object], *, times: int = 40) -> None:
    """Call often, print how long it took and how much of that was computing."""
    call()
    spent, computing = [], time.process_time()
    for _ in range(times):
        begun = time.perf_counter()
        call()
        spent.append((time.perf_counter() - begun) * 1000)
    computed = (time.process_time() - computing) * 1000 / times
    print(f"{name:34}{median(spent):9.1f}{quantiles(spent, n=20)[18]:9.1f}{computed:9.1f}")


if __name__ == "__main__":
    main()
