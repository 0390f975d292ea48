"""`/productions`: ask the studio for a film, and look into its books."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal

import anyio.to_thread
from fastapi import APIRouter, FastAPI, Request, Response

from showbible.runs.recall import lists
from showbible.shapes.productions import AskedFilm, Books, EntryShape, Lines, NewProduction, Word
from showbible.storage import paging
from showbible.studio import closing, orchestrator
from showbible.studio.ledger import paid, standing, steps, turns
from showbible.studio.ledger.model import OrderState
from showbible.studio.recovery import Recovery
from showbible.vocabulary import checked_id
from showbible.web.deps import OpenBible
from showbible.web.once import once


@asynccontextmanager
async def _recovering(app: FastAPI) -> AsyncIterator[None]:
    """Go on with unattended productions while the server runs, if it does background work at all."""
    bible = app.state.bible
    if not bible.settings.workers:
        yield
        return
    recovery = Recovery(bible)
    recovery.start()
    try:
        yield
    finally:
        await anyio.to_thread.run_sync(recovery.stop)


router = APIRouter(prefix="/productions", tags=["productions"], lifespan=_recovering)


_STATES = {"open": (OrderState.INTENDED, OrderState.SUBMITTED), "unknown": (OrderState.UNKNOWN,)}


@router.post("", status_code=202, response_model=AskedFilm)
def ask(body: NewProduction, request: Request, bible: OpenBible) -> Response:
    """Ask for a film; the studio works on it in the background."""
    effect = lambda: AskedFilm.about(orchestrator.ask(bible, **body.asked()))  # noqa: E731
    return once(bible.db, request, effect, status=202)


@router.get("/ledger")
def lines(
    bible: OpenBible, state: Literal["open", "unknown"] = "open", limit: int = paging.USUAL, cursor: str | None = None
) -> Lines:
    """Paid steps that have not ended, or whose end nobody knows, of every run: going on, over or deleted."""
    with bible.db.snapshot():
        return Lines.of(standing.listed(bible.db, _STATES[state], limit=limit, cursor=cursor))


@router.get("/{run_id}")
def books(run_id: str, bible: OpenBible) -> Books:
    """The steps that are done, and every paid one with its cost; the ledger of a deleted run can still be read."""
    with bible.db.snapshot():
        entries = paid.entries(bible.db, checked_id("run", run_id))
        found = lists.some(bible.db, [run_id])
        waits = turns.production(bible.db, run_id).waits if found or not entries else None
        return Books(
            run_id=run_id,
            status=found[0].recorded_status if found else "deleted",
            waits=waits if found and not found[0].is_over else None,
            steps_done=list(steps.steps(bible.db, run_id)),
            held=paid.held(bible.db, run_id),
            open=sum(entry.state in _STATES["open"] for entry in entries),
            unknown=sum(entry.state is OrderState.UNKNOWN for entry in entries),
            ledger=EntryShape.each(entries),
            total=len(entries),
        )


@router.post("/{run_id}/ledger/{intent_id}", response_model=EntryShape)
def decide(run_id: str, intent_id: str, body: Word, request: Request, bible: OpenBible) -> Response:
    """Say whether a paid step of unknown outcome was charged; its run may be over or deleted."""
    run, wanted = checked_id("run", run_id), checked_id("paid step", intent_id)
    change = lambda: EntryShape.of(closing.decide(bible, run, wanted, charged=body.charged))  # noqa: E731
    return once(bible.db, request, change, status=200)
