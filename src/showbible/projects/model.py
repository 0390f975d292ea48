"""A project: the story that runs, assets and directions belong to."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime

from showbible.values import frozen
from showbible.vocabulary import ProjectId, new_id


@frozen
class Project:
    """One story."""

    project_id: ProjectId
    name: str
    created_at: datetime
    incarnation: str
    """Which life of the id this is: one that was deleted and made again is another project."""
    is_begun: bool = False
    """Whether its memory was ever opened; before that there is no file of it."""


@frozen
class Holdings:
    """How much a project holds; `seen` counts the assets that can be looked at, `changed_at` is None when empty."""

    assets: int = 0
    seen: int = 0
    entities: int = 0
    segments: int = 0
    scenes: int = 0
    notes: int = 0
    changed_at: datetime | None = None


@frozen
class Story:
    """A project, what it holds and how many runs it has; `trouble` says why its memory cannot be read."""

    project: Project
    held: Holdings
    runs: int
    trouble: str | None = None

    @property
    def changed_at(self) -> datetime:
        """When anything in it last changed."""
        return self.held.changed_at or self.project.created_at


def id_for(name: str) -> str:
    """The id of a project that is called so: its letters and digits, joined by hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain))[:60].strip("-") or (new_id() if name.strip() else "")
