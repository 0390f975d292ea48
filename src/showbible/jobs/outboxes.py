"""Bringing to the queue what dead processes left in the outboxes of projects, soon and a few at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import structlog

from showbible.errors import Damaged, ShowbibleError
from showbible.jobs import queue
from showbible.storage import outbox
from showbible.storage.workspace import Workspace
from showbible.vocabulary import ProjectId

MOST_AT_ONCE: Final = 100
AGAIN_AFTER: Final = 5.0  # seconds, for a project that could not be opened
SURE_AFTER: Final = 2 * 10**9  # nanoseconds: a file changed more recently may change again within one tick

log = structlog.get_logger("showbible.jobs")


class Outboxes:
    """The outboxes of all projects: each is looked into at first, and again whenever its file has changed."""

    def __init__(self, workspace: Workspace, ids: Callable[[], Sequence[ProjectId]]) -> None:
        self._workspace = workspace
        self._ids = ids
        self._seen: dict[ProjectId, int] = {}
        self._not_before: dict[ProjectId, float] = {}
        self._last = ProjectId("")

    def relay_some(self, *, most: int = MOST_AT_ONCE) -> int:
        """Relay what waits in the next few outboxes that may hold something; gives how many jobs came."""
        if not self._workspace.in_files:
            return 0
        wanted = sorted(self._ids(), key=lambda project_id: project_id <= self._last)
        some = [project_id for project_id in wanted if self._may_hold_news(project_id)][:most]
        return sum(self._relay(project_id) for project_id in some)

    def _may_hold_news(self, project_id: ProjectId) -> bool:
        if time.monotonic() < self._not_before.get(project_id, 0.0):
            return False
        return _changed(self._memory(project_id)) != self._seen.get(project_id)

    def _relay(self, project_id: ProjectId) -> int:
        """Relay one outbox; one that cannot be opened delays no other."""
        self._last = project_id
        memory = self._memory(project_id)
        changed = _changed(memory)
        number = 0
        try:
            if outbox.is_waiting(memory):
                number = queue.relay(self._workspace.project(project_id))
        except ShowbibleError as error:
            log.warning("relay.waits", project=project_id, reason=str(error))
            if not isinstance(error, Damaged):
                self._not_before[project_id] = time.monotonic() + AGAIN_AFTER
                return 0
        # A file that is just being made or changed may hold more, or be readable, at the next look.
        if time.time_ns() - changed > SURE_AFTER:
            self._seen[project_id] = changed
        return number

    def _memory(self, project_id: ProjectId) -> Path:
        return self._workspace.folder(project_id) / "memory.db"


def _changed(memory: Path) -> int:
    return max(_written(memory), _written(memory.with_name(f"{memory.name}-wal")))


def _written(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except FileNotFoundError:
        return 0
