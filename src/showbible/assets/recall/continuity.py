"""Continuity: what a new text contradicts, and which assets a state contradicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from showbible.assets.model import Contradiction, Disagreement, EntityState, Fact, entity_key, milliseconds
from showbible.assets.recall import rows, story
from showbible.assets.recall.contradictions import contradictions, facts_in_force
from showbible.assets.recall.entity_rules import spans
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import PROSE_LIMIT, checked_text

MOST_AFTER = 2000
"""How many of the assets after a change are compared with it."""


def conflicts(db: ProjectDatabase, prompt: str, *, at: float | None = None) -> list[Contradiction]:
    """What a prompt says against the states in force at a story time; nothing where nothing is known."""
    checked_text("prompt", prompt, limit=PROSE_LIMIT, empty=False)
    at_ms = None if at is None else milliseconds("at", at)
    with db.snapshot():
        mentioned = list(spans(prompt, story.names(db)))
        known = story.facts(db, mentioned, at_ms=at_ms)
        found = contradictions(prompt, known)
        return [_proven(db, each, known[each.entity]) for each in found]


def _proven(db: ProjectDatabase, found: Contradiction, facts: list[Fact]) -> Contradiction:
    """The conflict with the asset that proves what is known: the state's own, or that of its take."""
    if found.asset_id is not None:
        return found
    clip_id = next(fact.state.source_clip_id for fact in facts if fact.field == found.field)
    if clip_id is None:
        return found
    asset_id = db.value(
        """
        SELECT asset_id
          FROM asset_index
         WHERE project_id = :project_id AND clip_id = :clip_id
         ORDER BY CASE kind WHEN 'video' THEN 0 WHEN 'image' THEN 1 ELSE 2 END, asset_id
         LIMIT 1
        """,
        clip_id=clip_id,
    )
    return replace(found, asset_id=asset_id)


def disagreeing(db: ProjectDatabase, known: EntityState) -> list[Disagreement]:
    """The assets of a state's time whose own words contradict it, in story order; none while it is paused."""
    if known.paused:
        return []
    found = db.all(
        """
        SELECT asset_index.asset_id, asset_index.prompt, asset_index.caption, segments.start_ms
          FROM segments
          JOIN asset_index ON asset_index.project_id = segments.project_id
                          AND asset_index.segment_id = segments.segment_id
         WHERE segments.project_id = :project_id AND segments.start_ms >= :start_ms AND segments.start_ms < :end_ms
         ORDER BY segments.start_ms, asset_index.asset_id
         LIMIT :most
        """,
        start_ms=known.start_ms or 0,
        end_ms=2**62 if known.end_ms is None else known.end_ms,
        most=MOST_AFTER,
    )
    others = _others(db, known)
    return [
        Disagreement(
            asset_id=row.asset_id,
            field=conflict.field,
            known=conflict.known,
            shown=conflict.proposed,
            start_ms=row.start_ms,
        )
        for row in found
        if row.asset_id != known.source_asset_id
        for conflict in contradictions(
            "\n".join(filter(None, (row.prompt, row.caption))),
            {known.entity: _still(known, others, at_ms=row.start_ms)},
        )
    ]


def _others(db: ProjectDatabase, known: EntityState) -> list[EntityState]:
    """What else people said of the same fields of the entity.

    What rules and models read from an asset is no proof against a person's change: it is the very
    thing that may disagree now.
    """
    found = db.all(
        """
        SELECT *
          FROM entity_states
         WHERE project_id = :project_id AND entity_key = :entity_key AND made_by = 'person' AND state_id <> :state_id
           AND paused_at IS NULL
        """,
        entity_key=entity_key(known.entity),
        state_id=known.state_id,
    )
    said = [rows.state(row) for row in found]
    return [each for each in said if not known.state.keys().isdisjoint(each.state)]


def _still(known: EntityState, others: Sequence[EntityState], *, at_ms: int) -> list[Fact]:
    """What a state says that no other word outdoes at a story time, field by field."""
    held = [each for each in others if (each.start_ms or 0) <= at_ms and (each.end_ms is None or each.end_ms > at_ms)]
    return [fact for fact in facts_in_force([known, *held]) if fact.state.state_id == known.state_id]
