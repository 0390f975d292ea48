"""Look projects up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from showbible.errors import ShowbibleError
from showbible.projects.model import Holdings, Project, Story
from showbible.storage import paging
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.storage.rows import newest_first, required, value_of
from showbible.storage.workspace import Workspace
from showbible.vocabulary import ProjectId, checked_id, moment


def project(db: Database, project_id: str) -> Project:
    """One project."""
    checked_id("project", project_id)
    row = db.first(_PROJECT.format(share=db.rules.share if db.writing else ""), project_id=project_id)
    return _project(required(row, "project", project_id))


# Inside a transaction the project stays until its end: what belongs to it is not written into its grave.
_PROJECT: Final = """
    SELECT project_id, name, created_at, incarnation, born_at
      FROM projects
     WHERE project_id = :project_id AND deleted_at IS NULL
     {share}
"""


def projects(db: Database, *, limit: int = paging.USUAL, cursor: str | None = None) -> Page[Project]:
    """Projects, newest first."""
    key = ("created_at", "project_id")
    return newest_first(db, _PROJECTS, _project, key=key, total=count(db), limit=limit, cursor=cursor)


def began_at(db: Database) -> datetime | None:
    """When the oldest living project was made."""
    found = db.value("SELECT MIN(created_at) FROM projects WHERE deleted_at IS NULL")
    return None if found is None else moment(found)


_PROJECTS: Final = """
    SELECT project_id, name, created_at, incarnation, born_at
      FROM projects
     WHERE deleted_at IS NULL AND (created_at, project_id) < (:at, :after)
     ORDER BY created_at DESC, project_id DESC
     LIMIT :limit
"""


def count(db: Database) -> int:
    """How many projects there are."""
    return int(db.value("SELECT COUNT(*) FROM projects WHERE deleted_at IS NULL"))


def ids(db: Database) -> list[ProjectId]:
    """Every project's id, the ones being deleted included."""
    return [ProjectId(row.project_id) for row in db.all("SELECT project_id FROM projects ORDER BY project_id")]


def living(db: Database) -> list[ProjectId]:
    """The id of every project that is not being deleted."""
    sql = "SELECT project_id FROM projects WHERE deleted_at IS NULL ORDER BY project_id"
    return [ProjectId(row.project_id) for row in db.all(sql)]


def runs_of(db: Database, project_ids: Sequence[str]) -> dict[str, int]:
    """How many runs each of some projects has."""
    rows = db.all(
        "SELECT project_id, SUM(number) AS number FROM run_counts WHERE project_id IN :ids GROUP BY project_id",
        ids=list(project_ids),
    )
    found = {row.project_id: int(row.number) for row in rows}
    return {project_id: found.get(project_id, 0) for project_id in project_ids}


def holdings(db: Database, project_ids: Sequence[str]) -> dict[str, Holdings]:
    """What each of some projects holds, read at once from the database that keeps them."""
    counted: dict[str, dict[str, int]] = {project_id: {} for project_id in project_ids}
    changed: dict[str, int] = {}
    for row in db.all(_HOLDINGS, ids=list(project_ids)):
        counted[row.project_id][row.what] = int(row.number)
        changed[row.project_id] = max(changed.get(row.project_id, 0), row.at or 0)
    return {
        project_id: Holdings(**counts, changed_at=moment(changed[project_id]) if changed.get(project_id) else None)
        for project_id, counts in counted.items()
    }


_HOLDINGS: Final = """
    SELECT project_id, 'assets' AS what, SUM(number) AS number,
           (SELECT MAX(created_at) FROM asset_index WHERE asset_index.project_id = asset_counts.project_id) AS at
      FROM asset_counts WHERE project_id IN :ids GROUP BY project_id
     UNION ALL
    SELECT project_id, 'seen', SUM(number), 0
      FROM asset_counts WHERE project_id IN :ids AND kind <> 'audio' GROUP BY project_id
     UNION ALL
    SELECT project_id, 'entities', COUNT(DISTINCT entity_key), MAX(updated_at)
      FROM entity_states WHERE project_id IN :ids GROUP BY project_id
     UNION ALL
    SELECT project_id, 'segments', COUNT(*), MAX(updated_at)
      FROM segments WHERE project_id IN :ids GROUP BY project_id
     UNION ALL
    SELECT project_id, 'scenes', COUNT(*), MAX(updated_at)
      FROM direction_scenes WHERE project_id IN :ids GROUP BY project_id
     UNION ALL
    SELECT project_id, 'notes', COUNT(*), MAX(created_at)
      FROM notes WHERE project_id IN :ids GROUP BY project_id
"""


def story(workspace: Workspace, project_id: str) -> Story:
    """One project with what it holds."""
    known = project(workspace.db, project_id)
    held = holdings(workspace.project(known.project_id), [known.project_id])
    return Story(project=known, held=held[known.project_id], runs=runs_of(workspace.db, [project_id])[project_id])


def stories(workspace: Workspace, *, limit: int = paging.USUAL, cursor: str | None = None) -> Page[Story]:
    """Projects with what they hold, newest first; one that cannot be read keeps no other from it."""
    with workspace.db.snapshot():
        page = projects(workspace.db, limit=limit, cursor=cursor)
        ids = [each.project_id for each in page.items]
        runs = runs_of(workspace.db, ids)
    together = None if workspace.in_files else holdings(workspace.db, ids)

    def story_of(each: Project) -> Story:
        held = _held_in_file(workspace, each) if together is None else together[each.project_id]
        count = runs[each.project_id]
        if isinstance(held, str):
            return Story(project=each, held=Holdings(), runs=count, trouble=held)
        return Story(project=each, held=held, runs=count)

    return Page(items=list(map(story_of, page.items)), total=page.total, next_cursor=page.next_cursor)


def _held_in_file(workspace: Workspace, found: Project) -> Holdings | str:
    """What a project holds, or what keeps it from telling."""
    if not found.is_begun:
        return Holdings()
    if (trouble := workspace.trouble(found.project_id)) is not None:
        return trouble
    try:
        return holdings(workspace.project(found.project_id), [found.project_id])[found.project_id]
    except ShowbibleError as error:
        return str(error)


def _project(row: Any) -> Project:
    return value_of(Project, row, is_begun=row.born_at is not None)
