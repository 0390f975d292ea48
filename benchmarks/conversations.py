"""How fast memories of one user are kept and recalled, when there are many.

    python -m benchmarks.conversations [2000 100000] [--talk MESSAGES] [--database postgresql://...]

For each size prints milliseconds for one memory kept by itself, for recall by rare, common and
other words, for the strongest memories without a question, and for a whole exchange through the
director; and how many times the computing of a bare full-text query recall takes. The bare query is
one statement of FTS5 over the same file: any of the words, ranked by BM25, the best twenty. Both are
asked the same questions in turn, for the first time in this process and then again, so the ratio
means something on any machine, whatever else it does meanwhile. These memories are of other people and nothing of them
is read together with a question. `--talk` tells so many messages of one user first, as people write, and recalls with
what is said next, as a character does at each turn, and with plain questions: these are read together with what may
answer them, which takes most of their time.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from statistics import median, quantiles

from showbible.bible import Bible
from showbible.conversations.model import MemoryDraft, Scope
from showbible.conversations.recall.relevant import TEXTS
from showbible.settings import Settings
from showbible.storage.terms import asked

SCOPE = Scope(user_id="reader", series_id="long-story")
HEARER = "ada"
TALK = Scope(user_id="writer", character_id=HEARER)
BEGUN = datetime(2024, 1, 1, tzinfo=UTC)
BATCH = 500
SHOWN = 20
QUESTIONS = 60

_BARE = """
    SELECT entry.item_id, -bm25({name}_fts, 0, 8, 4, 2, 1) AS score
      FROM {name}_fts
      JOIN {name}_search AS entry ON entry.id = {name}_fts.rowid
     WHERE {name}_fts MATCH :words
     ORDER BY bm25({name}_fts, 0, 8, 4, 2, 1)
     LIMIT :limit
"""

_WHO = ("my sister", "my neighbour", "the new colleague", "an old friend", "my teacher", "the baker", "my cousin")
_DID = ("baked", "painted", "lost", "found", "sold", "repaired", "borrowed", "forgot", "planted", "photographed")
_WHAT = ("a rye loaf", "the blue door", "two lanterns", "a violin", "the old boat", "an apple tree", "a wooden chair")
_WHERE = ("in Bergen", "by the lake", "at the market", "behind the station", "on the roof", "near the harbour")
_RARE = ("zeppelin", "marimba", "quince", "obelisk", "tarantella", "gazebo", "kumquat", "sextant", "origami", "yurt")


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("sizes", nargs="*", type=int, default=[2_000, 100_000])
    parser.add_argument("--database")
    parser.add_argument("--talk", type=int, metavar="MESSAGES", help="measure recall of what one user said, too")
    given = parser.parse_args()
    if given.talk:
        talk(given.talk, database=given.database)
    for size in given.sizes:
        with tempfile.TemporaryDirectory() as home:
            settings = Settings(home=Path(home), database=given.database, disk_floor_mb=0, workers=0)
            with Bible(settings) as bible:
                seconds = fill(bible, size)
                print(f"\n{size:,} memories kept, {BATCH} a transaction: {size / seconds:,.0f} a second")
                if bible.db.rules.name == "sqlite":
                    compare(bible, [*questions(random.Random(11))])
                measure(bible, random.Random(7))


def talk(messages: int, *, database: str | None) -> None:
    """Tell messages of many people as if one had written them, and ask about them."""
    told, asked, following = _talks(messages, random.Random(5))
    with (
        tempfile.TemporaryDirectory() as home,
        Bible(Settings(home=Path(home), database=database, disk_floor_mb=0, workers=0)) as bible,
    ):
        begun = time.perf_counter()
        session = bible.conversations.start(HEARER, user_id=TALK.user_id).session_id
        for number, text in enumerate(told):
            kept = bible.conversations.say(session, [("user", text)], at=BEGUN + timedelta(hours=3 * number))
            bible.conversations.direct(session, kept.exchange_id)
        took = 1000 * (time.perf_counter() - begun) / len(told)
        rows = bible.db.value("SELECT COUNT(*) FROM memories")
        print(f"\n{len(told):,} messages of one user, {rows:,} memories: {took:.0f} ms a message")
        if bible.db.rules.name == "sqlite":
            print("recalled with what is said next")
            compare(bible, following, scope=TALK)
            print("recalled with questions")
            compare(bible, asked, scope=TALK)


def _talks(messages: int, chance: random.Random) -> tuple[list[str], list[str], list[str]]:
    """So many messages, questions that they answer, and messages of others that ask nothing."""
    files = sorted((Path(__file__).parent / "data" / "together").glob("*.jsonl"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in map(json.loads, lines) if "messages" in row]
    told: list[str] = []
    asked: list[str] = []
    following: list[str] = []
    for row in chance.sample(rows, len(rows)):
        if len(told) < messages:
            told += row["messages"]
            asked += [each["q"] for each in row["asks"] if each["holds"]]
        else:
            following += [each for each in row["messages"] if "?" not in each]
    return (
        told[:messages],
        chance.sample(asked, min(QUESTIONS, len(asked))),
        chance.sample(following, min(QUESTIONS, len(following))),
    )


def compare(bible: Bible, asked: Sequence[str], *, scope: Scope = SCOPE) -> None:
    """How many times the computing of a bare full-text query recall takes."""
    ask = partial(recall, scope=scope)
    for turn in ("first", "again"):
        spent = [(computing(bare, bible, each), computing(ask, bible, each)) for each in asked]
        # The first opens what the others find open.
        words, ours = (median(each) for each in zip(*spent[1:], strict=True))
        print(f"{turn}: recall {ours:.1f} ms, bare full text {words:.1f} ms of computing: {ours / words:.1f} times")


def questions(chance: random.Random) -> Iterator[str]:
    """What somebody may ask, of rare words and of common ones."""
    for number in range(QUESTIONS + 1):
        who, did, what, where = (chance.choice(words) for words in (_WHO, _DID, _WHAT, _WHERE))
        yield (
            f"what did Ada say {who} {did} {where}?",
            f"who {did} {what}?",
            f"was it {who} who told of the {chance.choice(_RARE)} {where}?",
        )[number % 3]


def bare(bible: Bible, question: str) -> Sequence[object]:
    """The best rows by the words alone."""
    words = " OR ".join(f'"{term.stem}"' for term in asked(question))
    return bible.db.all(TEXTS.sql(_BARE), words=words, limit=SHOWN)


def recall(bible: Bible, question: str, *, scope: Scope = SCOPE) -> Sequence[object]:
    """What the memory answers."""
    return bible.conversations.recall(scope, question, limit=SHOWN)


def computing(call: Callable[[Bible, str], object], bible: Bible, question: str) -> float:
    """How many milliseconds an answer takes to compute."""
    begun = time.process_time()
    call(bible, question)
    return (time.process_time() - begun) * 1000


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
