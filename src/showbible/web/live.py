"""Live views: one reader of the log per process, each event encoded once, any number of viewers.

A viewer first gets a snapshot, then every event after it, in order and once. Whoever falls behind is
let go and comes back with the number of the last event seen; the log fills the gap.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import anyio.to_thread
import structlog

from showbible.bible import Bible
from showbible.errors import NotFound, ShowbibleError
from showbible.runs import recall
from showbible.runs.model import Happening, Run
from showbible.vocabulary import dollars

POLL_SECONDS: Final = 0.1
BEAT_SECONDS: Final = 15.0
MOST_WAITING: Final = 256
BATCH: Final = 500

log = structlog.get_logger("showbible.web")


@dataclass(frozen=True)
class Frame:
    """One event, ready to be sent either way; encoded once for all who watch."""

    seq: int
    kind: str
    sse: bytes
    message: str

    @property
    def is_last(self) -> bool:
        """Whether nothing follows it."""
        return self.kind == "complete"


class Viewer:
    """One open stream; `behind` once it could not keep up."""

    def __init__(self) -> None:
        self.behind = False
        self._waiting: asyncio.Queue[Frame] = asyncio.Queue(MOST_WAITING)

    def offer(self, frame: Frame) -> None:
        """Queue an event, unless the viewer has too many waiting already."""
        try:
            self._waiting.put_nowait(frame)
        except asyncio.QueueFull:
            self.behind = True

    async def next(self) -> Frame:
        """The next event that was offered."""
        return await self._waiting.get()


class Live:
    """The one reader of the log in this process, and everyone it reads for."""

    def __init__(self, bible: Bible, closing: asyncio.Event, *, show: Callable[[Run], Mapping[str, Any]]) -> None:
        self._bible = bible
        self._closing = closing
        self._show = show
        self._viewers: dict[str, set[Viewer]] = defaultdict(set)
        self._reader: asyncio.Task[None] | None = None
        self._reading = asyncio.Event()

    @property
    def viewers(self) -> int:
        """How many streams are open."""
        return sum(len(each) for each in self._viewers.values())

    async def watch(self, run_id: str, *, since: int | None) -> AsyncGenerator[Frame | None]:
        """A snapshot, then every event after it, up to the run's end; None is a sign of life.

        Without `since`, events follow from now on; with it, from the event after that number.
        """
        viewer = Viewer()
        self._viewers[run_id].add(viewer)
        try:
            await self._read_on()
            run, last = await _in_thread(self._snapshot, run_id)
            seen = last if since is None or since > last else since
            yield _frame(seen, "snapshot", {**_state(run), "data": self._show(run)})
            async for frame in self._after(run, viewer, seen):
                yield frame
        finally:
            self._viewers[run_id].discard(viewer)
            if not self._viewers[run_id]:
                del self._viewers[run_id]

    async def _after(self, run: Run, viewer: Viewer, seen: int) -> AsyncGenerator[Frame | None]:
        while missed := await _in_thread(self._missed, run.run_id, seen):
            for frame in missed:
                yield frame
                seen = frame.seq
                if frame.is_last:
                    return
        if run.is_over:
            yield _end_frame(run, seen)
            return
        async for frame in self._from_now(run, viewer, seen):
            yield frame

    async def _from_now(self, run: Run, viewer: Viewer, seen: int) -> AsyncGenerator[Frame | None]:
        while not (viewer.behind or self._closing.is_set()):
            frame = await self._next(viewer)
            if frame is None:
                if not await _in_thread(self._exists, run.run_id):
                    yield _end_frame(run, seen, status="deleted")
                    return
                yield None
            elif frame.seq > seen:
                yield frame
                seen = frame.seq
                if frame.is_last:
                    return

    async def _next(self, viewer: Viewer) -> Frame | None:
        """The next event, or None when the server closes or nothing came for a while."""
        news, end = asyncio.ensure_future(viewer.next()), asyncio.ensure_future(self._closing.wait())
        try:
            await asyncio.wait([news, end], timeout=BEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            return news.result() if news.done() else None
        finally:
            news.cancel()
            end.cancel()

    async def _read_on(self) -> None:
        """Have the log read from here on: what comes later is offered, what came before can be looked up."""
        if self._reader is None or self._reader.done():
            self._reading.clear()
            self._reader = asyncio.create_task(self._read(), name="log-reader")
        await self._reading.wait()

    async def _read(self) -> None:
        """Read the log while anyone watches."""
        after: int | None = None
        while self._viewers and not self._closing.is_set():
            try:
                if after is None:
                    after = await _in_thread(recall.last_seq, self._bible.db)
                    self._reading.set()
                for happening in await _in_thread(self._news, after):
                    after = happening.seq
                    self._offer(happening)
            except ShowbibleError as error:
                log.warning("live.waits", reason=str(error))
            except Exception:
                log.exception("live.failed")
            await asyncio.sleep(POLL_SECONDS)
        self._reading.set()

    def _offer(self, happening: Happening) -> None:
        if watching := self._viewers.get(happening.run_id):
            frame = event_frame(happening)
            for viewer in watching:
                viewer.offer(frame)

    def _news(self, after: int) -> list[Happening]:
        return recall.happenings(self._bible.db, after=after, limit=BATCH)

    def _snapshot(self, run_id: str) -> tuple[Run, int]:
        with self._bible.db.snapshot():
            return recall.run(self._bible.db, run_id), recall.last_seq(self._bible.db)

    def _missed(self, run_id: str, after: int) -> list[Frame]:
        return [event_frame(each) for each in recall.happenings(self._bible.db, after=after, run_id=run_id)]

    def _exists(self, run_id: str) -> bool:
        try:
            recall.summary(self._bible.db, run_id)
        except NotFound:
            return False
        return True


async def _in_thread(call: Callable[..., Any], *arguments: Any) -> Any:
    return await anyio.to_thread.run_sync(call, *arguments)


def event_frame(happening: Happening) -> Frame:
    """One line of the log, as both kinds of stream send it."""
    return _frame(happening.seq, happening.kind, dict(happening.body))


def _end_frame(run: Run, seq: int, *, status: str | None = None) -> Frame:
    """The end of a run whose log is no longer kept."""
    ended = status or run.recorded_status
    return _frame(seq, "complete", {**_state(run), "status": ended, "data": {"status": ended}})


def _state(run: Run) -> dict[str, Any]:
    return {
        "run_id": run.run_id,
        "status": run.recorded_status,
        "stage": run.stage,
        "progress": run.progress,
        "budget_spent": dollars(run.spent),
        "scenes_completed": run.scenes_completed,
        "errors": list(run.errors[-5:]),
    }


def _frame(seq: int, kind: str, body: dict[str, Any]) -> Frame:
    sse = json.dumps({"seq": seq, **body})
    message = json.dumps({"type": kind, "seq": seq, **body})
    return Frame(seq=seq, kind=kind, sse=f"id: {seq}\nevent: {kind}\ndata: {sse}\n\n".encode(), message=message)
