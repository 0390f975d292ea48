"""Which life of a project is meant.

An id that was deleted can be made again. Each making is an incarnation with a name of its own, kept in the
registry, in the project's file and in every event about it, so that nothing that was asked of one life
is ever done to the next.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from showbible.errors import Conflict, NotFound
from showbible.storage.database import Database, Life, ProjectDatabase
from showbible.values import frozen
from showbible.vocabulary import ProjectId, stamp, utcnow


@frozen
class Registered:
    """A project as the registry knows it; once it is born, its file must be there."""

    life: Life
    is_born: bool


def living(db: Database, project_id: ProjectId, *, incarnation: str | None = None) -> Registered:
    """The present life of a project; refuses when another than the wanted one lives."""
    row = db.first(
        "SELECT incarnation, born_at FROM projects WHERE project_id = :project_id AND deleted_at IS NULL",
        project_id=project_id,
    )
    if row is None:
        raise NotFound("project", project_id)
    if incarnation not in (None, row.incarnation):
        raise made_anew(project_id)
    life = Life(project_id=project_id, incarnation=row.incarnation)
    return Registered(life=life, is_born=row.born_at is not None)


def made_anew(project_id: str) -> Conflict:
    """The refusal to touch a later life of a project."""
    return Conflict(f"The project {project_id!r} was deleted and made anew meanwhile. Open it again.")


def is_dying(db: Database, life: Life) -> bool:
    """Whether this very life was deleted and not yet removed; inside a transaction it stays so until the end."""
    return bool(db.value(_DYING.format(share=db.rules.share), project_id=life.project_id, incarnation=life.incarnation))


_DYING: Final = """
    SELECT 1
      FROM projects
     WHERE project_id = :project_id AND incarnation = :incarnation AND deleted_at IS NOT NULL
     {share}
"""


def mark_born(db: Database, life: Life) -> None:
    """Note that a project's file is there: from now on a missing one is a loss, not a beginning."""
    with db.transaction():
        noted = db.run(
            """
            UPDATE projects
               SET born_at = COALESCE(born_at, :at)
             WHERE project_id = :project_id AND incarnation = :incarnation AND deleted_at IS NULL
            """,
            at=stamp(utcnow()),
            project_id=life.project_id,
            incarnation=life.incarnation,
        )
    if not noted:
        raise NotFound("project", life.project_id)


def born(db: Database) -> list[ProjectId]:
    """The living projects whose files must be there."""
    rows = db.all("SELECT project_id FROM projects WHERE deleted_at IS NULL AND born_at IS NOT NULL")
    return [ProjectId(row.project_id) for row in rows]


def names(db: Database) -> set[str]:
    """Every incarnation that the registry knows of."""
    return {row.incarnation for row in db.all("SELECT incarnation FROM projects")}


def in_file(db: Database) -> str | None:
    """The incarnation that a project's file belongs to; None when it was made before there were any."""
    found = db.value("SELECT value FROM facts WHERE name = 'incarnation'")
    return None if found is None else str(found)


def adopt(db: Database, life: Life) -> None:
    """Make a file part of a life, with everything that it has announced and nobody has heard of yet."""
    with db.transaction():
        db.run(
            """
            INSERT INTO facts (name, value) VALUES ('incarnation', :incarnation)
                ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """,
            incarnation=life.incarnation,
        )
        waiting = db.all("SELECT seq, payload FROM outbox")
        renamed = [(row.seq, json.loads(row.payload) | {"incarnation": life.incarnation}) for row in waiting]
        db.many(
            "UPDATE outbox SET payload = :payload WHERE seq = :seq",
            [{"seq": seq, "payload": json.dumps(payload)} for seq, payload in renamed],
        )


def signed(db: Database, payload: Mapping[str, Any]) -> dict[str, Any]:
    """What an event tells, and which life of its project it is about."""
    project_id = payload.get("project_id")
    if project_id is None or "incarnation" in payload:
        return dict(payload)
    if isinstance(db, ProjectDatabase) and db.project_id == project_id:
        return {**payload, "incarnation": db.life.incarnation}
    found = db.queue.value("SELECT incarnation FROM projects WHERE project_id = :id", id=project_id)
    return {**payload, "incarnation": found} if found else dict(payload)
