"""Look projects up."""

from __future__ import annotations

from typing import Any

from showbible.errors import NotFound
from showbible.projects.model import Project
from showbible.storage import paging
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.vocabulary import ProjectId, checked_id, moment, stamp


def project(db: Database, project_id: str) -> Project:
    """One project."""
    checked_id("project", project_id)
    row = db.first(
        """
        SELECT project_id, name, created_at
          FROM projects
         WHERE project_id = :project_id AND deleted_at IS NULL
        """,
        project_id=project_id,
    )
    if row is None:
        raise NotFound("project", project_id)
    return _project(row)


def projects(db: Database, *, limit: int = paging.USUAL, cursor: str | None = None) -> Page[Project]:
    """Projects, newest first."""
    paging.checked_limit(limit)
    at, after = paging.decoded(cursor, (int, str)) if cursor else (2**62, "")
    rows = db.all(
        """
        SELECT project_id, name, created_at
          FROM projects
         WHERE deleted_at IS NULL AND (created_at, project_id) < (:at, :after)
         ORDER BY created_at DESC, project_id DESC
         LIMIT :limit
        """,
        at=at,
        after=after,
        limit=limit + 1,
    )
    return paging.page(
        [_project(row) for row in rows],
        limit=limit,
        total=count(db),
        key=lambda found: (stamp(found.created_at), found.project_id),
    )


def count(db: Database) -> int:
    """How many projects there are."""
    return int(db.value("SELECT COUNT(*) FROM projects WHERE deleted_at IS NULL"))


def ids(db: Database) -> list[ProjectId]:
    """Every project's id, the ones being deleted included."""
    return [ProjectId(row.project_id) for row in db.all("SELECT project_id FROM projects ORDER BY project_id")]


def _project(row: Any) -> Project:
    return Project(project_id=ProjectId(row.project_id), name=row.name, created_at=moment(row.created_at))
