"""The application: the API, the pages and the operator's routes behind the same ground rules."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

import anyio
from fastapi import APIRouter, FastAPI, Request
from fastapi.routing import iter_route_contexts

import showbible
from showbible.bible import Bible
from showbible.readiness import Working
from showbible.runs.model import Run
from showbible.shapes.runs import RunShape
from showbible.troubles import troubles
from showbible.web import commands, mcp, media, operations, problems, reference
from showbible.web.api.routes import router as api_routes
from showbible.web.door import Patience, Room, file_limit
from showbible.web.limits import Limits
from showbible.web.live import Live
from showbible.web.logs import Observed
from showbible.web.metrics import Metrics
from showbible.web.pages.kit.nearest import nearest
from showbible.web.pages.routes import NAV
from showbible.web.pages.routes import router as page_routes
from showbible.web.pages.runs.page import VIEWS
from showbible.web.render import STATIC_URL, HashedFiles, Templates
from showbible.web.seats import Seats
from showbible.web.security import Guard, SecureHeaders

API: Final = "/api/v1"

_PROBLEM: Final[dict[int | str, dict[str, Any]]] = {
    "default": {
        "description": "The request was not answered as asked.",
        "content": {problems.MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
}


class Application(FastAPI):
    """FastAPI, describing our problems in place of its own errors."""

    def openapi(self) -> dict[str, Any]:
        """The description of the API, made when somebody first asks."""
        described = super().openapi()
        described.setdefault("components", {}).setdefault("schemas", {})["Problem"] = problems.SCHEMA
        return described


def create_app(
    bible: Bible,
    *,
    api: APIRouter | None = None,
    pages: APIRouter | None = None,
    templates: Templates | None = None,
    worker: Working | None = None,
    host: str | None = None,
    patience: Patience | None = None,
    room: Room | None = None,
) -> FastAPI:
    """The application that serves an open studio; whoever opened the studio closes it.

    `app.state.closing` is set when the server is asked to stop; whatever streams must end then.
    """
    app = Application(
        title="Showbible",
        version=showbible.__version__,
        description="The memory of an AI studio: record, learn, recall.",
        docs_url=None,
        redoc_url=None,
        # Nothing is reported to anybody, whatever the environment says.
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
    )
    app.state.bible = bible
    app.state.nearest = nearest
    app.state.templates = templates or Templates(nav=NAV, kept=VIEWS.in_rail, wrong=_wrong, commands=commands.of)
    app.state.worker = worker if bible.settings.workers else None
    app.state.mcp = None
    app.state.metrics = Metrics(bible)
    app.state.closing = asyncio.Event()
    app.state.live = Live(bible, app.state.closing, show=_run_as_json(bible))
    app.state.patience = patience or Patience()
    app.state.room = room or Room.within(file_limit())
    app.state.seats = Seats(app.state.room)
    app.state.probes = anyio.CapacityLimiter(2)
    problems.install(app)
    _add_layers(app, host=host or bible.settings.host)
    every = _shipped() if api is None and pages is None else _joined(api or api_routes, pages)
    app.router.routes.extend(every.routes)
    app.router.lifespan_context = every.lifespan_context
    return app


def _add_layers(app: FastAPI, *, host: str) -> None:
    """The ground rules, from the innermost outwards."""
    app.add_middleware(Limits)
    app.add_middleware(Guard, host=host)
    app.add_middleware(Observed, metrics=app.state.metrics)
    app.add_middleware(SecureHeaders)


@lru_cache
def _shipped() -> APIRouter:
    """Every route of the product, for all applications of this process: to work them out takes most of a second."""
    return _finished(_joined(api_routes))


def _finished(router: APIRouter) -> APIRouter:
    """Look at every route once: it is finished when it is first looked at, and a first request would look at all."""
    deque(iter_route_contexts(router.routes), maxlen=0)
    return router


def _joined(api: APIRouter, pages: APIRouter | None = None) -> APIRouter:
    # Routes are tried in this order, so the busiest come first.
    every = APIRouter()
    every.include_router(api, prefix=API, responses=_PROBLEM)
    every.include_router(operations.router)
    every.include_router(mcp.router)
    every.include_router(reference.router)
    every.mount(STATIC_URL, HashedFiles())
    every.include_router(media.router)
    every.routes.extend(_shipped_pages().routes if pages is None else _unlisted(pages).routes)
    return every


@lru_cache
def _shipped_pages() -> APIRouter:
    """Every page of the product, worked out once whatever API stands beside them."""
    return _finished(_unlisted(page_routes))


def _unlisted(pages: APIRouter) -> APIRouter:
    """Pages that the reference of the API leaves out."""
    joined = APIRouter()
    joined.include_router(pages, include_in_schema=False)
    return joined


def _run_as_json(bible: Bible) -> Callable[[Run], Mapping[str, Any]]:
    """A run as the API answers it, for the snapshots of live views."""
    return lambda run: RunShape.seen(bible, run).model_dump(mode="json")


def _wrong(request: Request) -> str:
    found = troubles(request.app.state.bible)
    return found[0].title if found else ""
