"""What is kept of every ready scene, as much of it as people look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime

from showbible.direction.model import Cause, EditEvent, EventType, ShotSummary
from showbible.direction.recall import as_json
from showbible.direction.recall.scenes import bodies
from showbible.storage.database import ProjectDatabase
from showbible.values import frozen


@frozen
class Digest:
    """A scene memory without the places it was learned from, which are most of it."""

    scene_id: str
    scene_index: int | None
    harvested_at: datetime
    events: tuple[EditEvent, ...]
    final_shots: ShotSummary
    tally: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What people call the scene: its number in the story, or its id."""
        return self.scene_id if self.scene_index is None else f"Scene {self.scene_index}"

    @property
    def edits(self) -> tuple[EditEvent, ...]:
        """What was edited, without the first plan and the yes to the last."""
        return tuple(event for event in self.events if not is_whole(event))

    @property
    def taste(self) -> tuple[EditEvent, ...]:
        """The edits in which the director's taste shows."""
        return tuple(filter(shows_taste, self.events))


def is_whole(event: EditEvent) -> bool:
    """Whether it shows or accepts a whole plan, and edits nothing."""
    return event.type in (EventType.INITIAL_GENERATION, EventType.ACCEPTANCE)


def shows_taste(event: EditEvent) -> bool:
    """Whether it was the director's own wish, and not the mending of a mistake."""
    return event.cause is Cause.STYLE and not event.accepted and not is_whole(event)


def digests(db: ProjectDatabase) -> list[Digest]:
    """What is kept of every ready scene of a story, in the story's order."""
    return [as_json.value(Digest, body) for body in bodies(db)]
