"""Live views: one reader of the log per process, each event encoded once, any number of viewers.

A viewer first gets a snapshot, then every event after it, in order and once. Whoever falls behind is
let go and comes back with the number of the last event seen; the log fills the gap.

A page has shown its snapshot already, so it follows a topic instead: it gets markup for what happened
since, several events together, rendered once for everybody who looks at the same page.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import anyio.to_thread
import structlog
from starlette.requests import HTTPConnection

from showbible.bible import Bible
from showbible.errors import Invalid, NotFound, ShowbibleError
from showbible.runs.model import Run, Summary
from showbible.runs.recall import bounds
from showbible.runs.recall import log as run_log
from showbible.runs.recall import one as run_one
from showbible.runs.recall.log import Happening
from showbible.storage.bell import RUNS
from showbible.vocabulary import dollars

POLL_SECONDS: Final = 0.1
CALLED_SECONDS: Final = 1.0
"""How long the reader waits at most: less often where a bell calls it."""
SHORTEST_PAUSE: Final = 0.02
BEAT_SECONDS: Final = 15.0
PAGE_SECONDS: Final = 0.25
EVERY_RUN: Final = "*"
EVERY_ROW: Final = "*rows"
"""The two topics that are about all runs: a page made anew at every event, and one that needs each event."""
STORY: Final = "*story:"
"""How a topic begins that is about the runs of one story; its page is made anew, too."""
MOST_WAITING: Final = 256
BATCH: Final = 500

log = structlog.get_logger("showbible.web")


@dataclass(frozen=True)
class EventFrame:
    """One event, ready to be sent either way; encoded once for all who watch."""

    seq: int
    kind: str
    sse: bytes
    message: str
    is_last: bool
    """Whether nothing follows it."""
    first: int
    """The number of the earliest event in it: a piece of markup tells of several."""


Encode = Callable[[Sequence[Happening]], str]
"""What happened, as markup that brings a page up to date."""


class StreamViewer:
    """One open stream; `behind` once it could not keep up."""

    def __init__(self) -> None:
        self.behind = False
        self.waiting: asyncio.Queue[EventFrame] = asyncio.Queue(MOST_WAITING)

    def offer(self, frame: EventFrame) -> None:
        """Queue an event, unless the viewer has too many waiting already."""
        try:
            self.waiting.put_nowait(frame)
        except asyncio.QueueFull:
            self.behind = True


@dataclass
class Audience:
    """Everybody who looks at the same page, and what they have yet to be shown."""

    encode: Encode
    viewers: set[StreamViewer] = field(default_factory=set)
    news: list[Happening] = field(default_factory=list)
    shown_at: float = 0.0


class Live:
    """The one reader of the log in this process, and everyone it reads for."""

    def __init__(self, bible: Bible, closing: asyncio.Event, *, show: Callable[[Run], Mapping[str, Any]]) -> None:
        self._bible = bible
        self._closing = closing
        self._show = show
        self._viewers: dict[str, set[StreamViewer]] = defaultdict(set)
        self._crowds: dict[str, Audience] = {}
        self._reader: asyncio.Task[None] | None = None
        self._reading = asyncio.Event()
        self._news = asyncio.Event()
        self._bell = bible.bell

    @property
    def viewers(self) -> int:
        """How many streams are open."""
        crowds = (crowd.viewers for crowd in self._crowds.values())
        return sum(len(each) for each in (*self._viewers.values(), *crowds))

    async def watch(self, run_id: str, *, since: int | None) -> AsyncGenerator[EventFrame | None]:
        """A snapshot, then every event after it, up to the run's end; None is a sign of life.

        Without `since`, events follow from now on; with it, from the event after that number.
        """
        viewer = StreamViewer()
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

    async def _after(self, run: Run, viewer: StreamViewer, seen: int) -> AsyncGenerator[EventFrame | None]:
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

    async def _from_now(self, run: Run, viewer: StreamViewer, seen: int) -> AsyncGenerator[EventFrame | None]:
        while not (viewer.behind or self._closing.is_set()):
            frame = await self._next(viewer)
            if frame is None:
                if await _in_thread(self._summary, run.run_id) is None:
                    yield _end_frame(run, seen, status="deleted")
                    return
                yield None
            elif frame.seq > seen:
                yield frame
                seen = frame.seq
                if frame.is_last:
                    return

    async def follow(self, topic: str, *, since: int, encode: Encode) -> AsyncGenerator[EventFrame | None]:
        """Markup for every event after `since`, of one run up to its end or of all; None is a sign of life."""
        viewer, crowd = StreamViewer(), self._crowds.setdefault(topic, Audience(encode=encode))
        crowd.viewers.add(viewer)
        try:
            await self._read_on()
            async for frame in self._markup(topic, viewer, crowd, since):
                yield frame
        finally:
            crowd.viewers.discard(viewer)
            if not crowd.viewers and self._crowds.get(topic) is crowd:
                del self._crowds[topic]

    async def _markup(
        self, topic: str, viewer: StreamViewer, crowd: Audience, seen: int
    ) -> AsyncGenerator[EventFrame | None]:
        frame: EventFrame | None = await _in_thread(self._caught_up, topic, crowd.encode, seen)
        while True:
            # What others wait for together may begin before what this one has seen: then it gets its own.
            if frame is not None and frame.first <= seen < frame.seq:
                frame = await _in_thread(self._caught_up, topic, crowd.encode, seen)
            if frame is None or frame.seq > seen or frame.is_last:
                yield frame
                seen = max(seen, frame.seq if frame else 0)
            if viewer.behind or self._closing.is_set() or (frame is not None and frame.is_last):
                return
            frame = await self._next(viewer) or await _in_thread(self._caught_up, topic, crowd.encode, seen)

    def _caught_up(self, topic: str, encode: Encode, after: int) -> EventFrame | None:
        """Everything after a number as one piece of markup; a run that is over ends the stream."""
        if _is_wide(topic) and topic != EVERY_ROW:
            last = run_log.last_seq(self._bible.db)
            news = run_log.happenings(self._bible.db, after=last - 1) if last > after else []
            return _page_frame(news, encode(news), ends=False) if news else None
        one, news = (None if topic == EVERY_ROW else topic), []
        # One moment for both: a run that ends in between would be over without a word about it.
        with self._bible.db.snapshot():
            while more := run_log.happenings(self._bible.db, after=news[-1].seq if news else after, run_id=one):
                news += more
            silent = not news and one is not None and ((run := self._summary(one)) is None or run.is_over)
        if silent:
            return _page_frame([], "", ends=True, seq=after)
        return _page_frame(news, encode(news), ends=one is not None) if news else None

    async def _next(self, viewer: StreamViewer) -> EventFrame | None:
        """The next event, or None when the server closes or nothing came for a while."""
        news, end = asyncio.ensure_future(viewer.waiting.get()), asyncio.ensure_future(self._closing.wait())
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
        call = partial(asyncio.get_running_loop().call_soon_threadsafe, self._news.set)
        self._bell.call(RUNS, call)
        try:
            await self._read_while_watched()
        finally:
            self._bell.leave(RUNS, call)
            self._reading.set()

    async def _read_while_watched(self) -> None:
        after: int | None = None
        while (self._viewers or self._crowds) and not self._closing.is_set():
            try:
                if after is None:
                    after = await _in_thread(run_log.last_seq, self._bible.db)
                    self._reading.set()
                news = await _in_thread(partial(run_log.happenings, self._bible.db, after=after, limit=BATCH))
                for happening in news:
                    after = happening.seq
                    self._offer(happening)
                self._offer_to_all(news)
                await self._show_pages()
            except ShowbibleError as error:
                log.warning("live.waits", reason=str(error))
            except Exception:
                log.exception("live.failed")
            await self._pause()

    async def _pause(self) -> None:
        """Wait for news, a while at most; what a page has yet to be shown does not wait for more."""
        await asyncio.sleep(SHORTEST_PAUSE)
        waits = self._bell.is_heard and not any(crowd.news for crowd in self._crowds.values())
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), CALLED_SECONDS if waits else POLL_SECONDS)
        self._news.clear()

    def _offer(self, happening: Happening) -> None:
        if watching := self._viewers.get(happening.run_id):
            frame = event_frame(happening)
            for viewer in watching:
                viewer.offer(frame)
        if crowd := self._crowds.get(happening.run_id):
            crowd.news.append(happening)

    def _offer_to_all(self, news: Sequence[Happening]) -> None:
        """Give what happened to the pages that are about more than one run."""
        for topic, crowd in self._crowds.items():
            if _is_wide(topic):
                crowd.news += news

    async def _show_pages(self) -> None:
        """Give each crowd its news as one piece of markup, a few times a second at most."""
        now = asyncio.get_running_loop().time()
        for topic, crowd in list(self._crowds.items()):
            if crowd.news and now - crowd.shown_at >= PAGE_SECONDS:
                news, crowd.shown_at = list(crowd.news), now
                text = await _in_thread(crowd.encode, news)
                del crowd.news[: len(news)]
                frame = _page_frame(news, text, ends=not _is_wide(topic))
                for viewer in crowd.viewers:
                    viewer.offer(frame)

    def _snapshot(self, run_id: str) -> tuple[Run, int]:
        with self._bible.db.snapshot():
            return run_one.run(self._bible.db, run_id, most=bounds.TO_SHOW), run_log.last_seq(self._bible.db)

    def _missed(self, run_id: str, after: int) -> list[EventFrame]:
        return [event_frame(each) for each in run_log.happenings(self._bible.db, after=after, run_id=run_id)]

    def _summary(self, run_id: str) -> Summary | None:
        """How a run stands, while it exists."""
        try:
            return run_one.summary(self._bible.db, run_id)
        except NotFound:
            return None


def _is_wide(topic: str) -> bool:
    """Whether a topic is about more than one run: no run's id begins like this."""
    return topic.startswith(EVERY_RUN)


async def _in_thread(call: Callable[..., Any], *arguments: Any) -> Any:
    return await anyio.to_thread.run_sync(call, *arguments)


def event_frame(happening: Happening) -> EventFrame:
    """One line of the log, as both kinds of stream send it."""
    return _frame(happening.seq, happening.kind, dict(happening.body))


def _end_frame(run: Run, seq: int, *, status: str | None = None) -> EventFrame:
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


def _frame(seq: int, kind: str, body: dict[str, Any]) -> EventFrame:
    sse = json.dumps({"seq": seq, **body})
    message = json.dumps({"type": kind, "seq": seq, **body})
    event = f"id: {seq}\nevent: {kind}\ndata: {sse}\n\n".encode()
    return EventFrame(seq=seq, kind=kind, sse=event, message=message, is_last=kind == "complete", first=seq)


def _page_frame(news: Sequence[Happening], text: str, *, ends: bool, seq: int = 0) -> EventFrame:
    """Markup as htmx takes it: an unnamed message, then the name of the end where a run has come to it."""
    last, first = (news[-1].seq, news[0].seq) if news else (seq, seq)
    over = ends and (not news or any(each.kind == "complete" for each in news))
    data = text.replace("\r", "").replace("\n", "\ndata: ")
    message = f"id: {last}\ndata: {data}\n\n" if text else ""
    end = f"id: {last}\nevent: complete\ndata: over\n\n" if over else ""
    return EventFrame(seq=last, kind="page", sse=(message + end).encode(), message="", is_last=over, first=first)


async def sse(frames: AsyncGenerator[EventFrame | None]) -> AsyncIterator[bytes]:
    """Frames as server-sent events."""
    async with aclosing(frames) as opened:
        async for frame in opened:
            yield frame.sse if frame is not None else b": still here\n\n"


def last_seen(connection: HTTPConnection, since: int | None) -> int | None:
    """The number of the last event that a viewer has seen: from the one who comes back, else from the address."""
    told = connection.headers.get("last-event-id")
    if not told:
        return since
    if not told.isdecimal() or len(told) > 18:
        raise Invalid("Last-Event-ID must be the number of an event.", field="Last-Event-ID")
    return int(told)
