"""Showbible in an async program: the same names, awaited; each call runs in a thread of its own.

async with showbible.aio.open("./studio") as bible:
    run = await bible.runs.start("Whales", budget="12.00")
    hits = await bible.assets("whales").search("breaching at dusk")
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, cast

import anyio.to_thread

from showbible import bible as sync
from showbible.assets.api import Assets
from showbible.backups.api import Backups
from showbible.briefing.api import Recall
from showbible.carrying.api import Carrying
from showbible.conversations.api import Conversations
from showbible.corrections import Corrections
from showbible.direction.api import Direction
from showbible.lessons.api import Lessons, Library
from showbible.notebooks.api import Notebook
from showbible.projects.api import Projects
from showbible.runs.api import Runs
from showbible.settings import Settings
from showbible.stores import Stores
from showbible.supervisor import Supervisor

if TYPE_CHECKING:
    from showbible import awaited


class Awaited:
    """A part of the bible whose methods are awaited."""

    def __init__(self, kind: type, part: Callable[[], Any]) -> None:
        self._kind, self._part = kind, part

    async def __call__(self, *arguments: Any, **named: Any) -> Any:
        """What the part itself answers, where it can be called."""
        return await anyio.to_thread.run_sync(lambda: self._part()(*arguments, **named))

    def __getattr__(self, name: str) -> Awaited | Callable[..., Awaitable[Any]]:
        if isinstance(getattr(self._kind, name), property):
            return Awaited(Corrections, lambda: getattr(self._part(), name))

        async def call(*arguments: Any, **named: Any) -> Any:
            return await anyio.to_thread.run_sync(lambda: getattr(self._part(), name)(*arguments, **named))

        return call


class AwaitedBible:
    """One open studio, for async programs; `showbible.awaited` has the types of its parts."""

    def __init__(self, opened: sync.Bible) -> None:
        self.sync = opened
        """The same studio for code that need not wait."""
        self.runs = cast("awaited.Runs", Awaited(Runs, lambda: opened.runs))
        self.lessons = cast("awaited.Lessons", Awaited(Lessons, lambda: opened.lessons))
        self.library = cast("awaited.Library", Awaited(Library, lambda: opened.library))
        self.projects = cast("awaited.Projects", Awaited(Projects, lambda: opened.projects))
        self.stores = cast("awaited.Stores", Awaited(Stores, lambda: opened.stores))
        self.conversations = cast("awaited.Conversations", Awaited(Conversations, lambda: opened.conversations))
        self.backups = cast("awaited.Backups", Awaited(Backups, lambda: opened.backups))
        self.carrying = cast("awaited.Carrying", Awaited(Carrying, lambda: opened.carrying))
        self.recall = cast("awaited.Recall", Awaited(Recall, lambda: opened.recall))

    def assets(self, project_id: str) -> awaited.Assets:
        """What a project has made."""
        return cast("awaited.Assets", Awaited(Assets, lambda: self.sync.assets(project_id)))

    def direction(self, project_id: str) -> awaited.Direction:
        """What a story's director changes, and what that teaches."""
        return cast("awaited.Direction", Awaited(Direction, lambda: self.sync.direction(project_id)))

    def supervisor(self, project_id: str) -> awaited.Supervisor:
        """Who watches over the continuity of a story, scene by scene."""
        return cast("awaited.Supervisor", Awaited(Supervisor, lambda: self.sync.supervisor(project_id)))

    def notebook(self, project_id: str) -> awaited.Notebook:
        """What assistants write down for themselves while they work on a project."""
        return cast("awaited.Notebook", Awaited(Notebook, lambda: self.sync.notebook(project_id)))

    async def close(self) -> None:
        """Close every database."""
        await anyio.to_thread.run_sync(self.sync.close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        await self.close()


class open:  # noqa: N801
    """Open the studio in a folder, or behind a `postgresql://` address: `async with open(...)` or `await open(...)`."""

    def __init__(self, location: str | Path | None = None, *, settings: Settings | None = None) -> None:
        self._open = lambda: AwaitedBible(sync.open(location, settings=settings))
        self._opened: AwaitedBible | None = None

    def __await__(self) -> Any:
        return anyio.to_thread.run_sync(self._open).__await__()

    async def __aenter__(self) -> AwaitedBible:
        self._opened = await self
        return self._opened

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        if self._opened is not None:
            await self._opened.close()
