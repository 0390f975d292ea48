"""What was learned, in the shapes of the files that other programs read."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from showbible.lessons.model import Combination, LibraryItem, Pattern, Production, Suggestion, verdict
from showbible.lessons.recall.concepts import topic
from showbible.lessons.recall.preference_fields import Preferences
from showbible.runs.model import EditStyle
from showbible.vocabulary import dollars, rfc3339

MEMORY_INDEX_VERSION = 1
WITHOUT_MUSIC = "none"
"""The music style of a film whose run names none."""

_LONG_TERM_PREFERENCES = (
    "preferred_style",
    "preferred_tier",
    "default_voice",
    "default_voice_speed",
    "default_music_mood",
    "default_audio_tier",
    "brand_colors",
    "quality_threshold",
    "max_budget_per_run",
)


def suggestion(found: Suggestion) -> dict[str, Any]:
    """A suggestion as the API answers it."""
    told = {**asdict(found), "evidence": list(found.evidence), "warnings": list(found.warnings)}
    del told["alternative"]
    return {**told, "try": None if found.alternative is None else suggestion(found.alternative)}


def record(production: Production) -> dict[str, Any]:
    """A production record."""
    return {
        "run_id": production.run_id,
        "concept": production.concept,
        "timestamp": rfc3339(production.at),
        "status": production.status,
        "winning_tier": production.tier,
        "final_score": production.score,
        "total_cost": dollars(production.cost),
        "duration_seconds": production.duration,
        "scenes_count": production.scenes,
        "edit_style_used": production.edit_style or EditStyle.SAFE,
        "user_rating": production.rating,
        "user_notes": production.notes,
        "final_video_path": production.final_video_path,
        "edl_path": production.edl_path,
    }


def pattern(found: Pattern) -> dict[str, Any]:
    """A learned pattern; a number stands where no run was scored yet."""
    return {
        "pattern_name": found.name,
        "recommended_tier": found.tier,
        "recommended_scenes": found.scenes,
        "recommended_duration": found.duration,
        "recommended_edit_style": found.edit_style,
        "times_used": found.times_used,
        "avg_score": round(found.avg_score or 0.0, 2),
        "avg_cost": found.avg_cost,
        "keywords": list(found.keywords),
    }


def kept(found: LibraryItem) -> dict[str, Any]:
    """Something in the library."""
    return {
        "id": found.item_id,
        "kind": found.kind,
        "path": found.path,
        "description": found.description,
        "metadata": dict(found.metadata),
        "saved_at": rfc3339(found.at),
    }


def long_term(
    preferences: Preferences,
    history: list[Production],
    patterns: list[Pattern],
    *,
    saved: list[LibraryItem],
    brand: list[LibraryItem],
) -> dict[str, Any]:
    """The whole memory as a `long_term.json`, with the fields that its readers know and no more."""
    told = asdict(preferences)
    return {
        "preferences": {name: told[name] for name in _LONG_TERM_PREFERENCES},
        "total_runs": len(history),
        "total_spent": dollars(sum(each.cost for each in history)),
        "production_history": [record(each) for each in history],
        "patterns": {each.name: pattern(each) for each in patterns},
        "saved_assets": [_saved(each) for each in saved],
        "brand_assets": [kept(each) for each in brand],
        "updated_at": rfc3339(max(each.at for each in history)) if history else None,
    }


def _saved(found: LibraryItem) -> dict[str, Any]:
    """A saved asset with the fields of an asset in a run's memory."""
    facts = dict(found.metadata)
    if found.description is not None:
        facts["description"] = found.description
    return {
        "asset_id": found.item_id,
        "asset_type": found.kind,
        "path": found.path or "",
        "scene_id": facts.pop("scene_id", None),
        "duration": facts.pop("duration", None),
        "cost": facts.pop("cost", 0),
        "metadata": facts,
    }


def memory_index(
    preferences: Preferences, history: list[Production], combinations: list[Combination]
) -> dict[str, Any]:
    """The learning loop as a `memory_index.json`."""
    return {
        "version": MEMORY_INDEX_VERSION,
        "user_preferences": {
            "favorite_moods": list(preferences.favorite_moods),
            "preferred_duration": preferences.preferred_duration,
            "disliked_music_styles": list(preferences.disliked_music_styles),
        },
        "video_history": [
            {
                "runId": each.run_id,
                "timestamp": int(each.at.timestamp() * 1000),
                "rating": verdict(each.rating),
                "theme": each.theme or topic(each.concept),
                "musicStyle": each.music_style or WITHOUT_MUSIC,
            }
            for each in history
        ],
        "learned_patterns": {
            "successfulCombinations": [
                {
                    "mood": each.mood,
                    "musicStyle": each.music_style,
                    "successRate": round(each.success_rate, 4),
                    "good": each.good,
                    "total": each.total,
                }
                for each in combinations
            ]
        },
    }
