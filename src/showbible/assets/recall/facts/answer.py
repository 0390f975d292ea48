"""What a check answers beside contradictions."""

from __future__ import annotations

from dataclasses import dataclass

from showbible.assets.model import Contradiction


@dataclass(frozen=True, kw_only=True)
class StoryChange:
    """A change that a text tells itself, which can be accepted as a new state."""

    entity: str
    field: str
    before: str | None
    after: str
    words: str


@dataclass(frozen=True, kw_only=True)
class Continuity:
    """What a text says against what is known, and what it says has changed."""

    conflicts: tuple[Contradiction, ...]
    changes: tuple[StoryChange, ...]
