"""The tables of the lessons memory, which lie in the workspace."""

from __future__ import annotations

from typing import Final

from showbible.storage.schema.columns import Tables, has, index, key, may_have
from showbible.storage.schema.kinds import Flag, Json, Moment, Money, Number, Real, Text

LESSONS: Final[Tables] = {
    "productions": [
        key("run_id"),
        has(Text, "project_id", "user_id", "concept", "status"),
        has(Moment, "at"),
        may_have(Text, "tier"),
        may_have(Real, "score"),
        has(Money, "cost"),
        has(Real, "duration"),
        has(Number, "scenes", "planned_scenes"),
        may_have(Text, "edit_style", "mood", "music_style", "theme"),
        may_have(Number, "rating"),
        may_have(Text, "notes", "final_video_path", "edl_path", "pattern"),
        has(Text, "made_by"),
        has(Flag, "teaches"),
        index("productions_by_time", "at", "run_id"),
        index("productions_that_teach", "teaches", "at", "run_id"),
        index("productions_of_pattern", "pattern", "teaches", "at", "run_id"),
        index("productions_of_project", "project_id"),
        index("productions_by_sound", "teaches", "mood", "music_style", "rating", "at"),
        index("productions_rated", "user_id", "at", "run_id", where="rating IS NOT NULL"),
    ],
    "forgotten_productions": [key("run_id"), has(Moment, "at")],
    "pattern_rulings": [
        key("pattern"),
        has(Text, "state"),
        may_have(Text, "tier", "edit_style"),
        may_have(Number, "scenes", "duration"),
        has(Moment, "at"),
    ],
    "combination_rulings": [
        key("mood", "music_style"),
        has(Text, "state"),
        may_have(Text, "verdict"),
        may_have(Moment, "forgotten_at"),
        has(Moment, "at"),
    ],
    "user_preferences": [key("user_id", "field"), has(Json, "value"), has(Moment, "at")],
    "provider_learnings": [
        key("learning_id"),
        has(Text, "provider"),
        may_have(Text, "run_id"),
        has(Text, "made_by"),
        has(Moment, "at"),
        has(Flag, "success"),
        may_have(Real, "adherence", "quality"),
        may_have(Text, "concept_type"),
        has(Json, "words", "settings"),
        may_have(Moment, "paused_at"),
        index("provider_learnings_by_time", "provider", "at", "learning_id"),
        index("provider_learnings_of_run", "run_id", "provider"),
    ],
    "generations": [
        key("generation_id"),
        has(Text, "provider", "model", "medium"),
        may_have(Text, "run_id", "pilot_id", "shot_id", "tier"),  # part of no run: what a provider did outlives it
        has(Text, "outcome"),
        may_have(Text, "refusal"),
        has(Money, "estimated", "charged"),
        has(Flag, "simulated"),
        has(Real, "seconds", "took"),
        may_have(Text, "size", "angle", "movement"),
        has(Json, "traits"),
        may_have(Text, "prompt", "why"),
        may_have(Real, "score"),
        has(Flag, "teaches"),
        has(Moment, "at"),
        index("generations_by_time", "at", "generation_id"),
        index("generations_by_medium", "medium", "at", "generation_id"),
        index("generations_of_provider", "provider", "model", "at"),
        index("generations_of_run", "run_id", "pilot_id"),
    ],
    "library_items": [
        key("shelf", "item_id"),
        has(Text, "kind"),
        may_have(Text, "path", "description"),
        has(Json, "metadata"),
        has(Moment, "at"),
        index("library_items_by_time", "shelf", "at", "item_id"),
    ],
    "run_suggestions": [key("run_id"), has(Json, "body"), has(Moment, "at")],
}
"""Production records, ratings, preferences, what is known of providers and of orders at them, and the library."""
