"""Close the books on a finished run: its record, and what it showed about the providers it used."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, Final

from showbible.lessons.model import LEARNING_LISTS, Production, ProviderLearning
from showbible.lessons.recall.generations import provider_name
from showbible.runs.model import AssetType, Delivery, Report, Run, Status, Tier
from showbible.vocabulary import RULE

MOST_SAMPLES: Final = 3
SAMPLE_LETTERS: Final = 500
MOST_WORDS: Final = 20
STYLE_LETTERS: Final = 200


def production(run: Run, *, pattern: str) -> Production:
    """The record of a finished run; only a completed one is of a pattern."""
    completed = run.recorded_status is Status.COMPLETED
    winner = next((pilot for pilot in run.pilots if pilot.pilot_id == run.winning_pilot), None)
    return Production(
        run_id=run.run_id,
        project_id=run.project_id,
        user_id=run.user_id,
        concept=run.concept,
        status=run.recorded_status,
        at=run.completed_at or run.heard_at,
        tier=_tier(run),
        score=run.score,
        cost=run.spent,
        duration=film_seconds(run),
        scenes=run.scenes_completed or (run.total_scenes if completed else 0),
        planned_scenes=max(run.total_scenes, run.scenes_completed),
        edit_style=(winner and winner.edit_style) or run.edit_style,
        mood=(winner and winner.mood) or run.mood,
        music_style=(winner and winner.music_style) or run.music_style or _music_heard(run),
        theme=next(iter(run.extracted_themes), None),
        final_video_path=run.final_video_path,
        edl_path=run.edl_path,
        pattern=pattern if completed else None,
    )


def _music_heard(run: Run) -> str | None:
    """The style of the music that a run delivered, where it says so."""
    sounds = (asset.metadata for asset in reversed(run.assets) if asset.type is AssetType.AUDIO)
    told = (facts.get(name) for facts in sounds for name in ("music_style", "style", "genre"))
    return next((style.strip()[:STYLE_LETTERS] for style in told if isinstance(style, str) and style.strip()), None)


def film_seconds(run: Run) -> float:
    """How long the film is: the finished one's length, else the last take of each of the winner's scenes."""
    timed = [asset for asset in run.assets if asset.duration]
    final = [asset.duration or 0.0 for asset in timed if asset.path == run.final_video_path]
    if final:
        return final[-1]
    kept = [asset for asset in timed if asset.pilot_id in (None, run.winning_pilot)]
    for kind in (AssetType.VIDEO, AssetType.IMAGE, AssetType.AUDIO):
        takes = {asset.scene_id or asset.asset_id: asset.duration or 0.0 for asset in kept if asset.type is kind}
        if takes:
            return math.fsum(takes.values())
    return 0.0


def _tier(run: Run) -> Tier | None:
    """The winner's tier, or the one that all pilots share."""
    tiers = {pilot.tier for pilot in run.pilots if run.winning_pilot in (None, pilot.pilot_id)}
    return tiers.pop() if len(tiers) == 1 else None


@dataclass
class _Heard:
    """What is heard of one provider, before it is put together."""

    adherence: list[float] = field(default_factory=list)
    quality: list[float] = field(default_factory=list)
    words: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    settings: dict[str, Any] = field(default_factory=dict)


def learnings(run: Run, reports: Iterable[Report], *, pattern: str | None) -> list[ProviderLearning]:
    """What a run showed about each provider that its assets or its agents' reports name."""
    heard: dict[str, _Heard] = defaultdict(_Heard)
    scores = {pilot.pilot_id: pilot.score for pilot in run.pilots}
    for asset in run.assets:
        if name := provider_name(asset.metadata.get("provider")):
            _listen(heard[name], asset.metadata)
            _sample(heard[name], asset, score=scores.get(asset.pilot_id) if asset.pilot_id else run.score)
    for report in reports:
        if report.data and (name := provider_name(report.data.get("provider"))):
            _listen(heard[name], report.data)
    return [_learning(run, name, found, pattern=pattern) for name, found in sorted(heard.items())]


def _listen(heard: _Heard, facts: Mapping[str, Any]) -> None:
    for names, found in (
        (("adherence_score", "adherence"), heard.adherence),
        (("quality_score", "quality"), heard.quality),
    ):
        score = next((facts[name] for name in names if _is_score(facts.get(name))), None)
        if score is not None:
            found.append(float(score))
    for name in LEARNING_LISTS:
        heard.words[name] += _sentences(facts.get(name))
    settings = facts.get("settings")
    if isinstance(settings, Mapping):
        heard.settings.update(settings)


def _sample(heard: _Heard, asset: Delivery, *, score: float | None) -> None:
    if score is not None and not any(_is_score(asset.metadata.get(name)) for name in ("quality_score", "quality")):
        heard.quality.append(score)
    if asset.prompt and asset.prompt.strip():
        heard.words["prompt_samples"].append(asset.prompt.strip()[:SAMPLE_LETTERS])


def _is_score(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 100


def _sentences(value: object) -> list[str]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        return []
    return [each.strip()[:SAMPLE_LETTERS] for each in value if isinstance(each, str) and each.strip()]


def _learning(run: Run, name: str, heard: _Heard, *, pattern: str | None) -> ProviderLearning:
    limits = {"prompt_samples": MOST_SAMPLES}
    words = {
        kind: tuple(dict.fromkeys(said))[: limits.get(kind, MOST_WORDS)] for kind, said in heard.words.items() if said
    }
    return ProviderLearning(
        provider=name,
        run_id=run.run_id,
        made_by=RULE,
        at=run.completed_at or run.heard_at,
        overall_success=run.recorded_status is Status.COMPLETED,
        adherence_score=round(fmean(heard.adherence), 2) if heard.adherence else None,
        quality_score=round(fmean(heard.quality), 2) if heard.quality else None,
        concept_type=pattern,
        words=words,
        settings=heard.settings,
    )
