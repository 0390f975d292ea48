"""What is known of each generation provider, put together from what runs showed."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any, Final

from showbible.errors import NotFound
from showbible.lessons.model import ProviderLearning
from showbible.lessons.recall import generations
from showbible.lessons.recall.casting.track_records import TrackRecord, track_records
from showbible.lessons.recall.generations import GenerationRecord, provider_name
from showbible.providers.model import OrderLine
from showbible.storage import changes
from showbible.storage.changes import Change
from showbible.storage.database import Database
from showbible.storage.rows import required, value_of
from showbible.values import frozen
from showbible.vocabulary import PERSON, checked_id

KIND: Final = "learning"
"""What a learning is called in the history of changes."""
SOURCE: Final = "lessons"
"""Where what is added to an order comes from."""
MOST_RECENT: Final = 10
MOST_SAYINGS: Final = 10
MOST_LEARNINGS: Final = 2000
"""How many learnings of each provider are listened to, the newest."""

Words = Mapping[str, Sequence[str]]


@frozen
class ProviderKnowledge:
    """What is known of a generation provider."""

    provider: str
    total_runs: int
    success_rate: float | None
    avg_adherence: float | None
    avg_quality: float | None
    known_strengths: tuple[str, ...]
    known_weaknesses: tuple[str, ...]
    best_prompt_patterns: tuple[str, ...]
    prompt_guidelines: tuple[str, ...]
    avoid_list: tuple[str, ...]
    optimal_settings: Mapping[str, Any]
    recent_learnings: tuple[ProviderLearning, ...]
    records: tuple[TrackRecord, ...] = ()
    """What its orders came to, by model and medium."""

    @property
    def orders(self) -> int:
        """How many of them are known."""
        return sum(each.orders for each in self.records)

    @property
    def usable(self) -> int:
        """How many of them brought what was ordered."""
        return sum(each.usable for each in self.records)

    @property
    def observed(self) -> tuple[str, ...]:
        """What they showed."""
        return tuple(dict.fromkeys(said for each in self.records for said in each.sentences))


def providers(db: Database) -> list[ProviderKnowledge]:
    """Every provider that runs have reported on or ordered from, by name."""
    newest: dict[str, list[Any]] = defaultdict(list)
    with db.snapshot():
        totals = {row.provider: row for row in db.all(_TOTALS, provider=None)}
        for row in db.all(_NEWEST, provider=None, most=MOST_LEARNINGS):
            newest[row.provider].append(row)
        records = _by_provider(generations.newest(db))
    names = sorted({*totals, *records})
    return [_put_together(name, totals.get(name), newest[name], records[name]) for name in names]


def provider(db: Database, name: str) -> ProviderKnowledge:
    """What is known of one provider."""
    checked_id("provider", name)
    with db.snapshot():
        totals = db.first(_TOTALS, provider=name)
        records = _by_provider(generations.newest(db, provider=name))[name]
        if totals is None and not records:
            raise NotFound("provider", name)
        newest = db.all(_NEWEST, provider=name, most=MOST_LEARNINGS)
    return _put_together(name, totals, newest, records)


def _by_provider(orders: Sequence[GenerationRecord]) -> dict[str, list[TrackRecord]]:
    found: defaultdict[str, list[TrackRecord]] = defaultdict(list)
    for record in track_records(orders):
        found[record.provider].append(record)
    return found


# A learning without a run counts for a run of its own, a paused one for nothing; its provider is known all the same.
_TOTALS: Final = """
    SELECT provider,
           COUNT(DISTINCT CASE WHEN paused_at IS NULL THEN run_id END)
           + COUNT(CASE WHEN paused_at IS NULL AND run_id IS NULL THEN 1 END) AS runs,
           COUNT(CASE WHEN paused_at IS NULL THEN 1 END) AS number,
           SUM(CASE WHEN paused_at IS NULL THEN success END) AS good,
           AVG(CASE WHEN paused_at IS NULL THEN adherence END) AS adherence,
           AVG(CASE WHEN paused_at IS NULL THEN quality END) AS quality
      FROM provider_learnings
     WHERE CAST(:provider AS TEXT) IS NULL OR provider = :provider
     GROUP BY provider
     ORDER BY provider
"""
_NEWEST: Final = """
    SELECT *
      FROM (SELECT provider_learnings.*,
                   ROW_NUMBER() OVER (PARTITION BY provider ORDER BY at DESC, learning_id DESC) AS place
              FROM provider_learnings
             WHERE CAST(:provider AS TEXT) IS NULL OR provider = :provider) AS ranked
     WHERE place <= :most
     ORDER BY provider, place
"""


@frozen
class ProviderTips:
    """What people wrote of a provider's prompts: what helps, and what to keep out."""

    tips: tuple[OrderLine, ...]
    avoid: tuple[OrderLine, ...]


def written_by_people(db: Database, name: str) -> ProviderTips:
    """What people wrote for a provider's prompts, what was said most often first."""
    rows = db.all(_WRITTEN, provider=provider_name(name), person=PERSON, most=MOST_LEARNINGS)
    words = [json.loads(row.words) for row in rows]
    said = {kind: _sentences(words, kind) for kind in ("prompt_tips", "avoid_list")}
    why = f"A person wrote this of {name}."
    tips, avoid = (tuple(OrderLine(text=text, source=SOURCE, why=why) for text in found) for found in said.values())
    return ProviderTips(tips=tips, avoid=avoid)


_WRITTEN: Final = """
    SELECT words
      FROM provider_learnings
     WHERE provider = :provider AND made_by = :person AND paused_at IS NULL
     ORDER BY at DESC, learning_id DESC
     LIMIT :most
"""


def learning(db: Database, learning_id: str) -> ProviderLearning:
    """What one run showed about one provider."""
    row = db.first("SELECT * FROM provider_learnings WHERE learning_id = :learning_id", learning_id=learning_id)
    return _learning(required(row, "learning", learning_id))


def versions(db: Database, learning_id: str) -> list[Change]:
    """Who corrected a learning and how, newest first."""
    return changes.of(db, **book(learning_id))


def book(learning_id: str) -> dict[str, str]:
    """Where the history of a learning is kept."""
    return {"kind": KIND, "item_id": learning_id}


def of_run(db: Database, run_id: str) -> list[ProviderLearning]:
    """What one run showed about each provider."""
    rows = db.all("SELECT * FROM provider_learnings WHERE run_id = :run_id ORDER BY learning_id", run_id=run_id)
    return [_learning(row) for row in rows]


def _put_together(
    name: str, totals: Any | None, newest: Sequence[Any], records: Sequence[TrackRecord]
) -> ProviderKnowledge:
    """Averages over everything, what was said most often of late, and what its orders came to."""
    counting = [row for row in newest if row.paused_at is None]
    words = [json.loads(row.words) for row in counting]
    return ProviderKnowledge(
        provider=name,
        total_runs=int(totals.runs) if totals else 0,
        success_rate=round(int(totals.good) / int(totals.number), 4) if totals and totals.number else None,
        avg_adherence=_average(totals and totals.adherence),
        avg_quality=_average(totals and totals.quality),
        known_strengths=_sentences(words, "strengths_observed"),
        known_weaknesses=_sentences(words, "weaknesses_observed"),
        prompt_guidelines=_sentences(words, "prompt_tips"),
        avoid_list=_sentences(words, "avoid_list"),
        best_prompt_patterns=_sentences(words, "effective_patterns", unless="ineffective_patterns"),
        optimal_settings=_settings(counting),
        recent_learnings=tuple(_learning(row) for row in newest[:MOST_RECENT]),
        records=tuple(records),
    )


def _average(found: Any) -> float | None:
    return None if found is None else round(float(found), 2)


def _sentences(words: Sequence[Words], name: str, *, unless: str | None = None) -> tuple[str, ...]:
    """The sentences said most often, the newest wording of each; not those contradicted as often."""
    said, newest = _counted(words, name)
    against, _ = _counted(words, unless) if unless else (Counter[str](), {})
    kept = [key for key in said if said[key] > against[key]]
    ranked = sorted(kept, key=lambda key: (-said[key], key))
    return tuple(newest[key] for key in ranked[:MOST_SAYINGS])


def _counted(words: Iterable[Words], name: str) -> tuple[Counter[str], dict[str, str]]:
    counts: Counter[str] = Counter()
    newest: dict[str, str] = {}
    for each in words:
        for sentence in each.get(name, ()):
            key = " ".join(sentence.lower().split()).rstrip(".")
            counts[key] += 1
            newest.setdefault(key, sentence)
    return counts, newest


def _settings(learnings: Iterable[Any]) -> dict[str, Any]:
    """For each setting the value with the best average quality among the runs that went well."""
    results: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    # Most runs use the same few settings, which are then read once.
    alike: dict[str, list[float]] = defaultdict(list)
    for row in learnings:
        if row.success:
            alike[row.settings].append(row.quality or 0.0)
    for settings, qualities in alike.items():
        for name, value in json.loads(settings).items():
            results[name][json.dumps(value, sort_keys=True)] += qualities
    best = {
        name: max(sorted(values), key=lambda value: (fmean(values[value]), len(values[value])))
        for name, values in results.items()
    }
    return {name: json.loads(value) for name, value in sorted(best.items())}


def _learning(row: Any) -> ProviderLearning:
    return value_of(
        ProviderLearning,
        row,
        overall_success=bool(row.success),
        adherence_score=row.adherence,
        quality_score=row.quality,
        words={name: tuple(said) for name, said in json.loads(row.words).items()},
        paused=row.paused_at is not None,
    )
