"""What follows from what. Read this to understand the system.

Each event is announced in the transaction of a fact; a worker then calls what follows from it.
Everything here may run twice without harm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from showbible.jobs import queue
from showbible.jobs.queue import Job
from showbible.projects import recall as projects
from showbible.projects import record as project_record
from showbible.runs import archive
from showbible.runs import record as runs
from showbible.storage import answers
from showbible.storage.blobs import Blobs
from showbible.storage.workspace import Workspace
from showbible.vocabulary import ProjectId, utcnow


@dataclass(frozen=True, kw_only=True)
class Hands:
    """What a consequence may touch."""

    workspace: Workspace
    blobs: Blobs


Follower = Callable[[Hands, Mapping[str, Any]], object]


def keep_run_state(hands: Hands, fact: Mapping[str, Any]) -> None:
    """A finished run leaves its state as a file."""
    archive.keep_state(hands.workspace.db, hands.blobs, fact["run_id"])


def remove_run_files(hands: Hands, fact: Mapping[str, Any]) -> None:
    """A deleted run takes its files along."""
    archive.remove_files(hands.blobs, archive.prefix(fact["project_id"], fact["run_id"]))


def remove_project(hands: Hands, fact: Mapping[str, Any]) -> None:
    """A deleted project takes its runs, its memory and its files along; then its id is free again."""
    project_id = ProjectId(fact["project_id"])
    runs.forget_project(hands.workspace.db, project_id)
    archive.remove_files(hands.blobs, archive.prefix(project_id))
    hands.workspace.remove(project_id)
    project_record.forget(hands.workspace.db, project_id)


def tidy_up(hands: Hands, _fact: Mapping[str, Any]) -> None:
    """Relay what dead processes left behind, and forget what nobody will ask for again."""
    for project_id in projects.ids(hands.workspace.db):
        if hands.workspace.has_news(project_id):
            queue.relay(hands.workspace.project(project_id))
    now = utcnow()
    queue.forget_done(hands.workspace.db, before=now - timedelta(days=7))
    answers.forget(hands.workspace.db, before=now - timedelta(days=1))
    runs.forget_log(hands.workspace.db, before=now - timedelta(days=30))


FOLLOWS: Final[Mapping[str, tuple[Follower, ...]]] = {
    "run.finished": (keep_run_state,),
    "run.deleted": (remove_run_files,),
    "project.deleted": (remove_project,),
    "workspace.tidied": (tidy_up,),
}

PERIODS: Final[Mapping[str, float]] = {"workspace.tidied": 300.0}
"""Events that announce themselves, and the seconds between."""


def perform(hands: Hands, job: Job) -> None:
    """Call everything that follows from a job's event."""
    for follower in FOLLOWS[job.event]:
        follower(hands, job.payload)
