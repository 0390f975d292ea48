"""What an operator asks: is it alive, is it ready, which version is it, how is it doing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import anyio
from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

import showbible
from showbible import readiness
from showbible.readiness import Check, CheckState
from showbible.storage import identity, migrate, sqlite
from showbible.storage.database import Database
from showbible.web import metrics
from showbible.web.deps import OpenBible

PROBE_SECONDS: Final = 2.0

router = APIRouter(tags=["operations"])


@router.get("/livez")
async def livez() -> dict[str, str]:
    """Whether the process runs; nothing else is asked, so that a slow database restarts nobody."""
    return {"status": "alive"}


@router.get("/readyz")
async def readyz(request: Request, bible: OpenBible) -> JSONResponse:
    """Whether useful work can be done now, check by check: 200, or 503 when one of them failed."""
    state = request.app.state
    # Threads of their own: a server whose other threads are all busy must still be able to tell.
    look = partial(anyio.to_thread.run_sync, abandon_on_cancel=True, limiter=state.probes)
    checks: dict[str, Check] = {}
    with anyio.move_on_after(PROBE_SECONDS) as waiting:
        checks |= await look(readiness.store_checks, bible)
    if waiting.cancelled_caught:
        checks["store"] = readiness.failed(f"The store did not answer within {PROBE_SECONDS:g} s.")
    if state.worker is not None:
        checks["worker"] = readiness.worker_check(state.worker)
    if state.closing.is_set():
        checks["server"] = readiness.failed("The server is shutting down.")
    return _answer(checks)


def _answer(checks: Mapping[str, Check]) -> JSONResponse:
    states = {check.state for check in checks.values()}
    status = "failed" if CheckState.FAILED in states else "degraded" if CheckState.DEGRADED in states else "ready"
    listed = {name: {"state": check.state, "detail": check.detail} for name, check in checks.items()}
    return JSONResponse({"status": status, "checks": listed}, status_code=503 if status == "failed" else 200)


@router.get("/version")
def version(bible: OpenBible) -> dict[str, Any]:
    """Which program, schema and database answer here, and which workspace they serve."""
    db = bible.workspace.db
    return {
        "app": showbible.__version__,
        "schema": migrate.version(db, "workspace"),
        "database": _database(db),
        "workspace_id": identity.workspace_id(db),
    }


@router.get("/metrics", response_class=Response)
def figures(request: Request) -> Response:
    """The server's figures in Prometheus' text format."""
    return Response(request.app.state.metrics.text(), media_type=metrics.CONTENT_TYPE)


def _database(db: Database) -> str:
    if db.rules.name == "sqlite":
        return "sqlite " + ".".join(str(part) for part in sqlite.version())
    return f"postgresql {db.value('SHOW server_version')}"
