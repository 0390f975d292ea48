"""What callers say and are told of story time: segments, takes, entity states and notes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from pydantic import BeforeValidator, Field, StrictBool, StrictInt

from showbible.assets.model import Clip, Disagreement, Entity, EntityState, Fact, Note, Segment, StateInput
from showbible.shapes.base import Body, Facts, Number, PageShape, Shape, together

Seconds = Annotated[float, BeforeValidator(lambda ms: ms / 1000 if isinstance(ms, int) else ms)]
"""A story time as callers write it; it is kept in milliseconds."""


class NewSegment(Body):
    """A stretch of story time in seconds."""

    t_start: Number
    t_end: Number
    kind: str
    status: str | None = None


class NewClip(Body):
    """A take."""

    clip_id: str | None = None
    segment_id: str
    output_path: str
    prompt: str | None = None
    negative_prompt: str | None = None
    model: str | None = None
    seed: StrictInt | None = None
    params: Facts | None = None
    is_active: StrictBool = True


class NewState(Body, like=StateInput, without=("entity",)):
    """What is so of an entity."""


class StateChange(Body):
    """What to change of a state; what is left out stays, and `seen` is the `mark` of the state that was looked at."""

    kind: str = ""
    state: Facts = Field(default_factory=dict)
    t_start: Number | None = None
    t_end: Number | None = None
    paused: StrictBool | None = None
    seen: str | None = None


class NewNote(Body):
    """A remark on the timeline."""

    note_type: str
    summary: str
    payload: Facts | None = None
    segment_id: str | None = None


class SegmentShape(Shape, like=Segment):
    """A stretch of story time, in seconds; its end is not part of it."""

    t_start: Seconds = Field(validation_alias="start_ms")
    t_end: Seconds = Field(validation_alias="end_ms")


class ClipShape(Shape, like=Clip):
    """One take."""


class StateShape(Shape, like=EntityState, without=("paused_at",)):
    """What is so of an entity from `t_start` up to `t_end`; null is open."""

    t_start: Seconds | None = Field(validation_alias="start_ms")
    t_end: Seconds | None = Field(validation_alias="end_ms")
    made_by: str
    paused: bool
    """Whether it is set aside: kept, but not in force."""
    mark: str
    """Another word as soon as the state says anything else."""


class StateRow(StateShape):
    """A state in a file, with since when it is set aside."""

    paused_at: datetime | None


class DisagreementShape(Shape, like=Disagreement):
    """An asset after a change that shows something else."""

    at: Seconds = Field(validation_alias="start_ms")


class StateChanged(StateShape):
    """A state, and the assets after it that now disagree."""

    disagreeing: list[DisagreementShape]

    @classmethod
    def with_others(cls, state: EntityState, disagreeing: Sequence[Disagreement]) -> StateChanged:
        """A state that was told or changed."""
        return cls.of(together(state, disagreeing=disagreeing))


class StateList(Shape):
    """The states of an entity, paused ones too; with a time, those in force then. `state` is what they add up to."""

    entity: str
    kind: str | None
    state: dict[str, str]
    states: list[StateShape]
    total: int
    next_cursor: None = None

    @classmethod
    def adding_up(cls, name: str, states: Sequence[EntityState], facts: Sequence[Fact]) -> StateList:
        """The states of an entity and what they add up to."""
        return cls(
            entity=states[-1].entity if states else name,
            kind=states[-1].kind if states else None,
            state={fact.field: fact.value for fact in facts},
            states=StateShape.each(states),
            total=len(states),
        )


class EntityShape(Shape, like=Entity):
    """Someone or something with states."""


class EntityList(PageShape, entities=EntityShape):
    """A page of entities, by name."""


class NoteShape(Shape, like=Note):
    """A remark on the timeline."""


class NoteList(PageShape, notes=NoteShape):
    """A page of notes, newest first."""
