"""What the API says of lessons."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from showbible.lessons.model import Combination, Kept, Learning, Pattern, Production, Provider, Suggestion
from showbible.lessons.recall import documents
from showbible.lessons.recall.analytics import Analytics, Overview
from showbible.lessons.recall.preference_fields import Standing
from showbible.vocabulary import dollars
from showbible.web.shapes.base import Shape


class OverviewShape(Shape):
    """The memory at a glance."""

    total_runs: int
    total_spent: float
    patterns_learned: int
    saved_assets: int
    preferences_set: bool


class PreferencesShape(Shape):
    """A user's preferences; `sources` says of each field whether it was set, learned or is the default."""

    preferred_style: str
    preferred_tier: str | None
    default_voice: str
    default_voice_speed: float
    default_music_mood: str
    default_audio_tier: str
    brand_colors: list[str]
    quality_threshold: float
    max_budget_per_run: float | None
    favorite_moods: list[str]
    preferred_duration: int | None
    disliked_music_styles: list[str]
    sources: dict[str, str]


class PatternShape(Shape):
    """What all runs of one kind of concept together recommend; `decided` names what a person chose instead."""

    pattern_name: str
    recommended_tier: str
    recommended_scenes: int
    recommended_duration: int
    recommended_edit_style: str
    times_used: int
    avg_score: float | None
    avg_cost: float
    keywords: list[str]
    scored_runs: int
    evidence: list[str]
    state: str
    decided: list[str]
    mark: str


class PatternList(Shape):
    """A page of patterns."""

    patterns: list[PatternShape]
    total: int
    next_cursor: str | None


class RecordShape(Shape):
    """The record of a finished run."""

    run_id: str
    project_id: str
    user_id: str
    concept: str
    timestamp: datetime
    status: str
    winning_tier: str | None
    final_score: float | None
    total_cost: float
    duration_seconds: float
    scenes_count: int
    edit_style_used: str
    user_rating: int | None
    user_notes: str | None
    final_video_path: str | None
    edl_path: str | None
    pattern: str | None
    mood: str | None
    music_style: str | None


class RecordList(Shape):
    """A page of records."""

    runs: list[RecordShape]
    total: int
    next_cursor: str | None


class CombinationShape(Shape):
    """How often a mood went well with a music style, among rated runs; `verdict` is a person's word, if any."""

    mood: str
    music_style: str
    good: int
    total: int
    success_rate: float
    state: str
    verdict: str | None
    mark: str


class SuggestionShape(Shape):
    """A plan; `mode` says whether it is proven, a try, or the default, `sources` who decided each part."""

    pattern: str | None
    tier: str
    scenes: int
    duration: int
    edit_style: str
    mood: str | None
    music_style: str | None
    expected_score: float | None
    expected_cost: float
    confidence: str
    mode: str
    evidence: list[str]
    why: str
    sources: dict[str, str]
    warnings: list[str]


class LearningShape(Shape):
    """What one run showed about a provider."""

    learning_id: str
    provider: str
    run_id: str | None
    made_by: str
    at: datetime
    overall_success: bool
    adherence_score: float | None
    quality_score: float | None
    concept_type: str | None
    effective_patterns: list[str]
    ineffective_patterns: list[str]
    strengths_observed: list[str]
    weaknesses_observed: list[str]
    prompt_tips: list[str]
    avoid_list: list[str]
    prompt_samples: list[str]
    settings: dict[str, Any]
    paused: bool
    mark: str


class ProviderShape(Shape):
    """What is known of a generation provider; the averages run from 0 to 100."""

    provider: str
    total_runs: int
    success_rate: float | None
    avg_adherence: float | None
    avg_quality: float | None
    known_strengths: list[str]
    known_weaknesses: list[str]
    prompt_guidelines: list[str]
    avoid_list: list[str]
    best_prompt_patterns: list[str]
    optimal_settings: dict[str, Any]
    recent_learnings: list[LearningShape]


class ProviderList(Shape):
    """Every provider that runs have reported on."""

    providers: list[ProviderShape]
    total: int
    next_cursor: None = None


class WeekShape(Shape):
    """The runs that ended in one ISO week."""

    week: str
    runs: int
    spent: float
    avg_score: float | None


class AnalyticsShape(Shape):
    """Totals and averages; null where there is nothing to average."""

    total_runs: int
    completed_runs: int
    failed_runs: int
    cancelled_runs: int
    total_spent: float
    spent_on_failures: float
    avg_cost_per_run: float | None
    avg_quality_score: float | None
    avg_rating: float | None
    cost_per_point: float | None
    tier_distribution: dict[str, int]
    rating_distribution: dict[str, int]
    patterns_learned: int
    by_week: list[WeekShape]


class KeptShape(Shape):
    """Something in the library."""

    id: str
    kind: str
    path: str | None
    description: str | None
    metadata: dict[str, Any]
    saved_at: datetime


class KeptAssets(Shape):
    """A page of saved assets."""

    assets: list[KeptShape]
    total: int
    next_cursor: str | None


class KeptBrand(Shape):
    """A page of brand assets."""

    brand: list[KeptShape]
    total: int
    next_cursor: str | None


class Updated(Shape):
    """The word that something was changed."""

    status: str = "updated"


def overview(found: Overview) -> OverviewShape:
    """The memory at a glance."""
    return OverviewShape(
        total_runs=found.total_runs,
        total_spent=dollars(found.total_spent),
        patterns_learned=found.patterns_learned,
        saved_assets=found.saved_assets,
        preferences_set=found.preferences_set,
    )


def preferences(found: Standing) -> PreferencesShape:
    """A user's preferences with their sources."""
    return PreferencesShape.model_validate({**vars(found.values), "sources": found.sources})


def pattern(found: Pattern) -> PatternShape:
    """One pattern."""
    ruling = asdict(found.ruling)
    state = ruling.pop("state")
    decided = [name for name, value in ruling.items() if value is not None]
    told = {"state": state, "decided": decided, "mark": found.ruling.mark}
    return PatternShape.model_validate({**documents.pattern(found), **told})


def record(found: Production) -> RecordShape:
    """The record of a finished run."""
    return RecordShape.model_validate(documents.record(found))


def combination(found: Combination) -> CombinationShape:
    """One combination of mood and music."""
    return CombinationShape(
        mood=found.mood,
        music_style=found.music_style,
        good=found.good,
        total=found.total,
        success_rate=round(found.success_rate, 4),
        state=found.ruling.state,
        verdict=found.ruling.verdict,
        mark=found.ruling.mark,
    )


def suggestion(found: Suggestion) -> SuggestionShape:
    """A plan and why."""
    return SuggestionShape.model_validate(documents.suggestion(found))


def provider(found: Provider) -> ProviderShape:
    """What is known of a provider."""
    recent = [learning(each) for each in found.recent_learnings]
    return ProviderShape.model_validate({**documents.provider(found), "recent_learnings": recent})


def learning(found: Learning) -> LearningShape:
    """What one run showed about a provider."""
    return LearningShape.model_validate({**documents.learning(found), "paused": found.paused, "mark": found.mark})


def analytics(found: Analytics) -> AnalyticsShape:
    """Totals and averages."""
    weeks = [WeekShape.model_validate(vars(week)) for week in found.by_week]
    return AnalyticsShape.model_validate({**vars(found), "by_week": weeks})


def kept(found: Kept) -> KeptShape:
    """Something in the library."""
    return KeptShape.model_validate(documents.kept(found))
