"""Continuity: what a new text contradicts, and which assets a state contradicts."""

from __future__ import annotations

from dataclasses import replace

from showbible.assets.diff import contradictions, facts_in_force
from showbible.assets.model import Conflict, Disagreement, Fact, State, entity_key, milliseconds
from showbible.assets.recall import story
from showbible.assets.sayings import spans
from showbible.storage.database import Database
from showbible.vocabulary import PROSE_LIMIT, ProjectId, checked_text

MOST_AFTER = 2000
"""How many of the assets after a change are compared with it."""


def conflicts(db: Database, project_id: ProjectId, prompt: str, *, at: float | None = None) -> list[Conflict]:
    """What a prompt says against the states in force at a story time; nothing where nothing is known."""
    checked_text("prompt", prompt, limit=PROSE_LIMIT, empty=False)
    at_ms = None if at is None else milliseconds("at", at)
    with db.snapshot():
        mentioned = list(spans(prompt, story.names(db, project_id)))
        known = story.facts(db, project_id, mentioned, at_ms=at_ms)
        found = contradictions(prompt, known)
        return [_proven(db, project_id, each, known[each.entity]) for each in found]


def _proven(db: Database, project_id: ProjectId, found: Conflict, facts: list[Fact]) -> Conflict:
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
        project_id=project_id,
        clip_id=clip_id,
    )
    return replace(found, asset_id=asset_id)


def disagreeing(db: Database, project_id: ProjectId, known: State) -> list[Disagreement]:
    """The assets of a state's time whose own words contradict it, in story order."""
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
        project_id=project_id,
        start_ms=known.start_ms or 0,
        end_ms=_held_until(db, project_id, known),
        most=MOST_AFTER,
    )
    facts = {known.entity: facts_in_force([known])}
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
        for conflict in contradictions("\n".join(filter(None, (row.prompt, row.caption))), facts)
    ]


def _held_until(db: Database, project_id: ProjectId, known: State) -> int:
    """When a state ends: where it says so, else where a person's next word on the same entity begins."""
    following = db.value(
        """
        SELECT MIN(start_ms)
          FROM entity_states
         WHERE project_id = :project_id AND entity_key = :entity_key AND start_ms > :start_ms AND made_by = 'person'
        """,
        project_id=project_id,
        entity_key=entity_key(known.entity),
        start_ms=known.start_ms or 0,
    )
    ends = [end for end in (known.end_ms, following) if end is not None]
    return min(ends, default=2**62)
