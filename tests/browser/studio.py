"""A small site on our templates, for rules of the shell that hold on every page."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Mount, Route

from showbible.jobs.job import JobState
from showbible.runs.model import Status
from showbible.web.pages.home.page import HomePage
from showbible.web.render import DIST, STATIC_URL, Crumb, ErrorPage, HashedFiles, NavItem, Templates

NAV = tuple(
    NavItem(label=label, href="/" if label == "Home" else f"/{label.lower()}", icon=label.lower())
    for label in ("Home", "Runs", "Projects", "Cast", "Memory", "Preferences", "Library", "Analytics", "Jobs")
)
COMMAND = 'showbible produce "a lighthouse keeper lights the lamp" --budget 5'


class SmallHome(HomePage):
    """The home page of a studio that is nowhere kept."""

    def __init__(self, *, projects: int, runs: Mapping[Status, int], jobs: Mapping[JobState, int]) -> None:
        self.place, self.command, self.can_make, self.seq = "./showbible-data", COMMAND, False, 0
        self.projects, self.runs, self.jobs, self.total = projects, dict(runs), dict(jobs), sum(runs.values())
        self.running, self.recent, self.needs, self.charts, self.learned = (), (), (), (), ()
        self.story, self.stories, self.is_empty = None, [], not projects


EMPTY = SmallHome(projects=0, runs=dict.fromkeys(Status, 0), jobs=dict.fromkeys(JobState, 0))
BUSY = SmallHome(
    projects=3,
    runs={Status.RUNNING: 2, Status.COMPLETED: 41, Status.FAILED: 3, Status.CANCELLED: 1},
    jobs={JobState.QUEUED: 4, JobState.RUNNING: 1, JobState.DONE: 312, JobState.FAILED: 2},
)
LOST = ErrorPage(
    status=404,
    title="There is no run 'lighthouse-7'",
    why="No run has this id, or it belongs to somebody else.",
    remedy="Check the id, or look for the run in the list of runs.",
    error_id="01k9z7x4m2qv8r",
    crumbs=(Crumb(label="Runs", href="/runs"),),
)


class Stream:
    """News that breaks off after the first item and comes back once `repaired` is set."""

    def __init__(self) -> None:
        self.repaired = threading.Event()
        self.resumed_after: list[str | None] = []

    async def answer(self, request: Request) -> Response:
        """One item and the end, then refusals, then one item and silence."""
        if self.resumed_after and not self.repaired.is_set():
            return Response(status_code=503)
        self.resumed_after.append(request.headers.get("last-event-id"))
        return StreamingResponse(self._news(request), media_type="text/event-stream")

    async def _news(self, request: Request) -> AsyncIterator[str]:
        number = len(self.resumed_after)
        yield f"id: {number}\ndata: <p>item {number}</p>\n\n"
        while self.repaired.is_set() and not await request.is_disconnected():
            await asyncio.sleep(0.02)


async def quiet(request: Request) -> Response:
    """The stream of a page about which there is no news."""

    async def nothing() -> AsyncIterator[str]:
        while not await request.is_disconnected():
            yield ": still here\n\n"
            await asyncio.sleep(0.05)

    return StreamingResponse(nothing(), media_type="text/event-stream")


def site(*, dist: Path = DIST, stream: Stream | None = None) -> Starlette:
    """The site: an empty home page, a busy one, an error, a fragment and a stream."""
    templates = Templates(NAV, dist=dist)

    async def home(request: Request) -> HTMLResponse:
        return templates.page(request, "home.html", page=EMPTY)

    async def busy(request: Request) -> HTMLResponse:
        return templates.page(request, "home.html", page=BUSY)

    async def lost(request: Request) -> HTMLResponse:
        return templates.page(request, "error.html", page=LOST, status=404)

    async def state(_: Request) -> HTMLResponse:
        return HTMLResponse(templates.text("home.html", "state", page=BUSY))

    return Starlette(
        routes=[
            Route("/", home),
            Route("/busy", busy),
            Route("/runs/lighthouse-7", lost),
            Route("/state", state),
            Route("/news", (stream or Stream()).answer),
            Route("/stream", quiet),
            Mount(STATIC_URL, HashedFiles(dist)),
        ]
    )


@contextmanager
def served(app: Starlette) -> Iterator[str]:
    """The address of a site that answers until the block ends."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()
