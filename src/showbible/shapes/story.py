"""What callers say and are told of story time: segments, takes, entity states and notes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from pydantic import BeforeValidator, Field, StrictBool

from showbible.assets.model import Clip, ClipInput, Disagreement, Entity, EntityState, Fact, Note, Segment, StateInput
from showbible.shapes.base import Body, Dollars, Facts, Number, PageShape, Shape, together
from showbible.studio.remaking import ChangeCost, Remake

Seconds = Annotated[float, BeforeValidator(lambda ms: ms / 1000 if isinstance(ms, int) else ms)]
"""A story time as callers write it; it is kept in milliseconds."""


class NewSegment(Body):
    """A stretch of story time in seconds."""

    t_start: Number
    t_end: Number
    kind: str
    status: str | None = None


class NewClip(Body, like=ClipInput):
    """A take."""

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


class DisagreementShape(Shape, like=Disagreement, without=("start_ms",)):
    """An asset made before a change that shows something else, what it cost, and what making it again would."""

    at: Seconds | None
    """Where in the story it stands; null where it has no place there."""
    cost: Dollars | None
    """Null where nobody knows."""
    remake_cost: Dollars | None
    why_not: str | None
    """Why it cannot be made again, if it cannot."""

    @classmethod
    def of_remake(cls, remake: Remake) -> list[DisagreementShape]:
        """Everything in which one asset disagrees."""
        told = {"at": remake.at_ms, "cost": remake.cost, "remake_cost": remake.again, "why_not": remake.why_not}
        return [cls.of(together(each, **told)) for each in remake.against]


class StateChanged(StateShape):
    """A state, the assets made before that now disagree, and what that costs; `plan` orders them anew."""

    disagreeing: list[DisagreementShape]
    spent: Dollars
    unknown_costs: int
    """Of how many assets nobody knows what they cost."""
    remake_cost: Dollars
    plan: str | None
    """What to confirm to have them made again; null where nothing can be."""

    @classmethod
    def with_cost(cls, found: ChangeCost) -> StateChanged:
        """A state that was told or changed."""
        others = [shape for each in found.remakes for shape in DisagreementShape.of_remake(each)]
        money = {"spent": found.spent, "unknown_costs": found.unknown, "remake_cost": found.price}
        plan = found.mark if found.orderable else None
        return cls.of(together(found.state, disagreeing=others, plan=plan, **money))


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
