"""Builders: a few plain words make the thing a test is about."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from showbible.projects import record as projects
from showbible.runs.model import Run, RunStart
from showbible.runs.record import life, pilots
from showbible.storage.database import Database
from showbible.storage.workspace import Workspace
from showbible.vocabulary import RunId

MONDAY = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def a_project(workspace: Workspace, project_id: str = "whales") -> Database:
    """The memory of a project that was made just now."""
    return workspace.project(projects.create(workspace.db, project_id).project_id)


def a_run(db: Database, concept: str = "A lighthouse keeper", *, budget: object = "5", **wish: Any) -> RunId:
    """A run that has just started."""
    return life.start(db, concept, budget, RunStart(**wish)).run_id


def a_run_with_pilot(db: Database, pilot_id: str = "a", **wish: Any) -> RunId:
    """A run with one animated pilot."""
    run_id = a_run(db, **wish)
    pilots.add_pilot(db, run_id, pilot_id, tier="animated", budget="2")
    return run_id


def a_finished_run(db: Database, concept: str = "A lighthouse keeper", *, status: str = "completed") -> Run:
    """A run that has ended."""
    return life.finish(db, a_run(db, concept), status)
