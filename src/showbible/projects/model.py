"""A project: the story that runs, assets and directions belong to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from showbible.vocabulary import ProjectId


@dataclass(frozen=True, kw_only=True)
class Project:
    """One story."""

    project_id: ProjectId
    name: str
    created_at: datetime
    incarnation: str
    """Which life of the id this is: one that was deleted and made again is another project."""
    is_begun: bool = False
    """Whether its memory was ever opened; before that there is no file of it."""


@dataclass(frozen=True, kw_only=True)
class Holdings:
    """How much a project holds; `seen` counts the assets that can be looked at, `changed_at` is None when empty."""

    assets: int = 0
    seen: int = 0
    entities: int = 0
    segments: int = 0
    scenes: int = 0
    notes: int = 0
    changed_at: datetime | None = None
