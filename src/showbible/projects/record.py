"""Make projects and take them away."""

from __future__ import annotations

from datetime import datetime

from showbible.errors import Conflict
from showbible.jobs.queue import announce
from showbible.projects import recall
from showbible.projects.model import Project
from showbible.storage.database import Database, Life
from showbible.vocabulary import DEFAULT_PROJECT, KIB, ProjectId, checked_id, checked_text, new_id, stamp, utcnow


def create(db: Database, project_id: str, *, name: str | None = None, at: datetime | None = None) -> Project:
    """A new project; one that exists already is a conflict."""
    checked_id("project", project_id)
    name = checked_text("name", name or project_id, limit=1 * KIB, empty=False)
    with db.transaction():
        db.hold(f"project:{project_id}")
        check_free(db, project_id)
        db.run(
            """
            INSERT INTO projects (project_id, name, created_at, incarnation)
            VALUES (:project_id, :name, :at, :incarnation)
            """,
            project_id=project_id,
            name=name,
            at=stamp(at or utcnow()),
            incarnation=new_id(),
        )
        return recall.project(db, project_id)


def take_in(db: Database, life: Life, *, name: str, created_at: datetime) -> None:
    """Register a project that comes with everything it holds, in the caller's transaction."""
    db.hold(f"project:{life.project_id}")
    check_free(db, life.project_id)
    db.run(
        """
        INSERT INTO projects (project_id, name, created_at, incarnation, born_at)
        VALUES (:project_id, :name, :created_at, :incarnation, :now)
        """,
        project_id=life.project_id,
        name=name,
        created_at=stamp(created_at),
        incarnation=life.incarnation,
        now=stamp(utcnow()),
    )


def check_free(db: Database, project_id: str) -> None:
    """Refuse an id that a project has, or has not quite let go of."""
    row = db.first("SELECT deleted_at FROM projects WHERE project_id = :project_id", project_id=project_id)
    if row is not None and row.deleted_at is None:
        raise Conflict(f"There is a project {project_id!r} already.")
    if row is not None:
        raise Conflict(f"The project {project_id!r} is being deleted. Try again in a moment.")


def ensure(db: Database, project_id: str) -> ProjectId:
    """The project's id, when it exists; the default project is made when missing."""
    if project_id == DEFAULT_PROJECT:
        with db.transaction():
            db.run(
                """
                INSERT INTO projects (project_id, name, created_at, incarnation)
                VALUES (:project_id, 'Default', :at, :incarnation)
                    ON CONFLICT (project_id) DO NOTHING
                """,
                project_id=DEFAULT_PROJECT,
                at=stamp(utcnow()),
                incarnation=new_id(),
            )
    return recall.project(db, project_id).project_id


def delete(db: Database, project_id: str, *, at: datetime | None = None) -> Life:
    """Hide a project and announce that its files can go; gives the life that ends."""
    with db.transaction():
        db.hold(f"project:{project_id}")
        gone = recall.project(db, project_id)
        db.run(
            "UPDATE projects SET deleted_at = :at WHERE project_id = :project_id",
            project_id=project_id,
            at=stamp(at or utcnow()),
        )
        announce(db, "project.deleted", key=project_id, project_id=project_id)
        return Life(project_id=gone.project_id, incarnation=gone.incarnation)


def forget(db: Database, life: Life) -> None:
    """Remove the last trace of a deleted project; its id is free again."""
    with db.transaction():
        db.run(
            """
            DELETE FROM projects
             WHERE project_id = :project_id AND incarnation = :incarnation AND deleted_at IS NOT NULL
            """,
            project_id=life.project_id,
            incarnation=life.incarnation,
        )
