"""What the API says of story time: segments, takes, entity states and notes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from showbible.assets.model import Clip, Disagreement, Entity, EntityState, Fact, Note, Segment
from showbible.storage.paging import Page
from showbible.web.shapes.base import Shape


class SegmentShape(Shape):
    """A stretch of story time, in seconds; its end is not part of it."""

    segment_id: str
    t_start: float
    t_end: float
    kind: str
    status: str


class ClipShape(Shape):
    """One take."""

    clip_id: str
    segment_id: str
    output_path: str
    prompt: str | None
    negative_prompt: str | None
    model: str | None
    seed: int | None
    params: dict[str, Any]
    is_active: bool
    created_at: datetime


class StateShape(Shape):
    """What is so of an entity from `t_start` up to `t_end`; null is open."""

    state_id: str
    entity: str
    kind: str
    state: dict[str, Any]
    t_start: float | None
    t_end: float | None
    source_clip_id: str | None
    source_asset_id: str | None
    made_by: str
    paused: bool
    """Whether it is set aside: kept, but not in force."""
    mark: str
    """Another word as soon as the state says anything else."""
    created_at: datetime


class DisagreementShape(Shape):
    """An asset after a change that shows something else."""

    asset_id: str
    field: str
    known: str
    shown: str
    at: float


class StateChanged(StateShape):
    """A state, and the assets after it that now disagree."""

    disagreeing: list[DisagreementShape]


class StateList(Shape):
    """The states of an entity, paused ones too; with a time, those in force then. `state` is what they add up to."""

    entity: str
    kind: str | None
    state: dict[str, str]
    states: list[StateShape]
    total: int
    next_cursor: None = None


class EntityShape(Shape):
    """Someone or something with states."""

    name: str
    kind: str
    states: int


class EntityList(Shape):
    """A page of entities, by name."""

    entities: list[EntityShape]
    total: int
    next_cursor: str | None


class NoteShape(Shape):
    """A remark on the timeline."""

    note_id: str
    note_type: str
    summary: str
    payload: dict[str, Any]
    segment_id: str | None
    asset_id: str | None
    created_at: datetime


class NoteList(Shape):
    """A page of notes, newest first."""

    notes: list[NoteShape]
    total: int
    next_cursor: str | None


def segment(found: Segment) -> SegmentShape:
    """A segment."""
    return SegmentShape(**segment_fields(found))


def segment_fields(found: Segment) -> dict[str, Any]:
    """What every shape of a segment has."""
    return {
        "segment_id": found.segment_id,
        "t_start": found.start_ms / 1000,
        "t_end": found.end_ms / 1000,
        "kind": found.kind,
        "status": found.status,
    }


def clip(found: Clip) -> ClipShape:
    """A take."""
    return ClipShape(
        clip_id=found.clip_id,
        segment_id=found.segment_id,
        output_path=found.output_path,
        prompt=found.prompt,
        negative_prompt=found.negative_prompt,
        model=found.model,
        seed=found.seed,
        params=dict(found.params),
        is_active=found.is_active,
        created_at=found.created_at,
    )


def changed(found: EntityState, disagreeing: list[Disagreement]) -> StateChanged:
    """A state, and the assets after it that now disagree."""
    others = [
        DisagreementShape(
            asset_id=each.asset_id, field=each.field, known=each.known, shown=each.shown, at=each.start_ms / 1000
        )
        for each in disagreeing
    ]
    return StateChanged(**_state(found), disagreeing=others)


def _state(found: EntityState) -> dict[str, Any]:
    return {
        "state_id": found.state_id,
        "entity": found.entity,
        "kind": found.kind,
        "state": dict(found.state),
        "t_start": seconds(found.start_ms),
        "t_end": seconds(found.end_ms),
        "source_clip_id": found.source_clip_id,
        "source_asset_id": found.source_asset_id,
        "made_by": found.made_by,
        "paused": found.paused,
        "mark": found.mark,
        "created_at": found.created_at,
    }


def states(name: str, found: list[EntityState], facts: list[Fact]) -> StateList:
    """The states of an entity and what they add up to."""
    return StateList(
        entity=found[-1].entity if found else name,
        kind=found[-1].kind if found else None,
        state={fact.field: fact.value for fact in facts},
        states=[StateShape(**_state(each)) for each in found],
        total=len(found),
    )


def entities(page: Page[Entity]) -> EntityList:
    """A page of entities."""
    shown = [EntityShape(name=each.name, kind=each.kind, states=each.states) for each in page.items]
    return EntityList(entities=shown, total=page.total, next_cursor=page.next_cursor)


def note(found: Note) -> NoteShape:
    """A note."""
    return NoteShape(
        note_id=found.note_id,
        note_type=found.note_type,
        summary=found.summary,
        payload=dict(found.payload),
        segment_id=found.segment_id,
        asset_id=found.asset_id,
        created_at=found.created_at,
    )


def seconds(ms: int | None) -> float | None:
    """Milliseconds of story time as callers write them."""
    return None if ms is None else ms / 1000
