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
