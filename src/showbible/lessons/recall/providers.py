"""What is known of each generation provider, put together from what runs showed."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any, Final

from showbible.errors import NotFound
from showbible.lessons.model import Learning, Provider
from showbible.storage.database import Database
from showbible.vocabulary import checked_id, moment

MOST_RECENT: Final = 10
MOST_SAYINGS: Final = 10
MOST_LEARNINGS: Final = 2000


def providers(db: Database) -> list[Provider]:
    """Every provider that runs have reported on, by name."""
    rows = db.all(
        "SELECT * FROM provider_learnings ORDER BY at DESC, learning_id DESC LIMIT :most",
        most=10 * MOST_LEARNINGS,
    )
    found: dict[str, list[Learning]] = defaultdict(list)
    for row in rows:
        found[row.provider].append(_learning(row))
    return [_put_together(name, found[name]) for name in sorted(found)]


def provider(db: Database, name: str) -> Provider:
    """What is known of one provider."""
    checked_id("provider", name)
    rows = db.all(
        """
        SELECT *
          FROM provider_learnings
         WHERE provider = :provider
         ORDER BY at DESC, learning_id DESC
         LIMIT :most
        """,
        provider=name,
        most=MOST_LEARNINGS,
    )
    if not rows:
        raise NotFound("provider", name)
    return _put_together(name, [_learning(row) for row in rows])


def learning(db: Database, learning_id: str) -> Learning:
    """What one run showed about one provider."""
    row = db.first("SELECT * FROM provider_learnings WHERE learning_id = :learning_id", learning_id=learning_id)
    if row is None:
        raise NotFound("learning", learning_id)
    return _learning(row)


def of_run(db: Database, run_id: str) -> list[Learning]:
    """What one run showed about each provider."""
    rows = db.all("SELECT * FROM provider_learnings WHERE run_id = :run_id ORDER BY learning_id", run_id=run_id)
    return [_learning(row) for row in rows]


def _put_together(name: str, learnings: Sequence[Learning]) -> Provider:
    """Averages over runs, and what was said most often; the newest learning is first."""
    adherence = [each.adherence_score for each in learnings if each.adherence_score is not None]
    quality = [each.quality_score for each in learnings if each.quality_score is not None]
    return Provider(
        provider=name,
        total_runs=_runs(learnings),
        success_rate=round(fmean(each.overall_success for each in learnings), 4),
        avg_adherence=round(fmean(adherence), 2) if adherence else None,
        avg_quality=round(fmean(quality), 2) if quality else None,
        known_strengths=_said(learnings, "strengths_observed"),
        known_weaknesses=_said(learnings, "weaknesses_observed"),
        prompt_guidelines=_said(learnings, "prompt_tips"),
        avoid_list=_said(learnings, "avoid_list"),
        best_prompt_patterns=_said(learnings, "effective_patterns", unless="ineffective_patterns"),
        optimal_settings=_settings(learnings),
        recent_learnings=tuple(learnings[:MOST_RECENT]),
    )


def _runs(learnings: Sequence[Learning]) -> int:
    """How many runs spoke; a learning without a run counts for one."""
    named = {each.run_id for each in learnings if each.run_id is not None}
    return len(named) + sum(1 for each in learnings if each.run_id is None)


def _said(learnings: Sequence[Learning], name: str, *, unless: str | None = None) -> tuple[str, ...]:
    """The sentences said most often, the newest wording of each; not those contradicted as often."""
    said, newest = _counted(learnings, name)
    against, _ = _counted(learnings, unless) if unless else (Counter[str](), {})
    kept = [key for key in said if said[key] > against[key]]
    ranked = sorted(kept, key=lambda key: (-said[key], key))
    return tuple(newest[key] for key in ranked[:MOST_SAYINGS])


def _counted(learnings: Iterable[Learning], name: str) -> tuple[Counter[str], dict[str, str]]:
    counts: Counter[str] = Counter()
    newest: dict[str, str] = {}
    for learning in learnings:
        for sentence in learning.words.get(name, ()):
            key = " ".join(sentence.lower().split()).rstrip(".")
            counts[key] += 1
            newest.setdefault(key, sentence)
    return counts, newest


def _settings(learnings: Iterable[Learning]) -> dict[str, Any]:
    """For each setting the value with the best average quality among the runs that went well."""
    results: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for learning in learnings:
        if learning.overall_success:
            for name, value in learning.settings.items():
                results[name][json.dumps(value, sort_keys=True)].append(learning.quality_score or 0.0)
    best = {
        name: max(sorted(values), key=lambda value: (fmean(values[value]), len(values[value])))
        for name, values in results.items()
    }
    return {name: json.loads(value) for name, value in sorted(best.items())}


def _learning(row: Any) -> Learning:
    return Learning(
        provider=row.provider,
        run_id=row.run_id,
        made_by=row.made_by,
        at=moment(row.at),
        overall_success=bool(row.success),
        adherence_score=row.adherence,
        quality_score=row.quality,
        concept_type=row.concept_type,
        words={name: tuple(said) for name, said in json.loads(row.words).items()},
        settings=json.loads(row.settings),
        learning_id=row.learning_id,
    )
