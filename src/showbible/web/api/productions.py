"""`/productions`: ask the studio for a film, and look into its books."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Literal

import anyio.to_thread
from fastapi import APIRouter, FastAPI, Request, Response
from pydantic import StrictBool, StrictInt

from showbible.runs.recall import lists
from showbible.storage import paging
from showbible.studio import closing, orchestrator
from showbible.studio.ledger import model, paid, standing, steps, turns
from showbible.studio.ledger.model import LedgerEntry, OrderState
from showbible.studio.recovery import Recovery
from showbible.vocabulary import DEFAULT_PROJECT, checked_id, dollars
from showbible.web.addresses import run_page
from showbible.web.api.bodies import Amount, Body
from showbible.web.deps import OpenBible
from showbible.web.once import once
from showbible.web.shapes.base import Shape


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


class NewProduction(Body):
    """A film to make."""

    concept: str
    budget: Amount
    project_id: str = DEFAULT_PROJECT
    pilots: StrictInt | None = None
    scenes: StrictInt | None = None


class Asked(Shape):
    """The run that a production is recorded in."""

    run_id: str
    url: str


class EntryShape(Shape):
    """A paid step: what it holds of the budget, what it cost, how it ended, and what is to be done about it."""

    intent_id: str
    run_id: str
    project_id: str | None
    concept: str | None
    step: str
    try_number: int
    provider: str
    state: OrderState
    provider_ref: str | None
    reserved: float
    cost: float
    error: str | None
    intended_at: datetime
    settled_at: datetime | None
    todo: str | None

    @classmethod
    def of(cls, entry: LedgerEntry) -> EntryShape:
        """The answer that shows a paid step."""
        return cls(
            intent_id=entry.intent_id,
            run_id=entry.run_id,
            project_id=entry.project_id,
            concept=entry.concept,
            step=entry.step,
            try_number=entry.try_number,
            provider=entry.provider,
            state=entry.state,
            provider_ref=entry.provider_ref,
            reserved=dollars(entry.reserved),
            cost=dollars(entry.cost),
            error=entry.error,
            intended_at=entry.intended_at,
            settled_at=entry.settled_at,
            todo=_todo(entry),
        )


def _todo(entry: LedgerEntry) -> str | None:
    """What a person can do about a paid step; nothing for one that has ended."""
    if entry.state is OrderState.UNKNOWN:
        where = f"/api/v1/productions/{entry.run_id}/ledger/{entry.intent_id}"
        return f"Look up {entry.work} and say whether it was charged: under Needs you, or POST {where}."
    if entry.state in model.OPEN:
        return f"Nothing: {entry.work} is followed to its end, and what it costs is booked."
    return None


class Books(Shape):
    """How far a production is, what it waits for, and its ledger; of a `deleted` one only the ledger is left."""

    run_id: str
    status: str
    waits: str | None
    steps_done: list[str]
    held: float
    open: int
    unknown: int
    ledger: list[EntryShape]
    total: int


class Lines(Shape):
    """Paid steps of all productions, newest first."""

    ledger: list[EntryShape]
    total: int
    next_cursor: str | None


_STATES = {"open": (OrderState.INTENDED, OrderState.SUBMITTED), "unknown": (OrderState.UNKNOWN,)}


class Word(Body):
    """What a person says about a paid step whose outcome nobody knew."""

    charged: StrictBool


@router.post("", status_code=202, response_model=Asked)
def ask(body: NewProduction, request: Request, bible: OpenBible) -> Response:
    """Ask for a film; the studio works on it in the background."""

    def effect() -> Asked:
        run_id = orchestrator.ask(
            bible,
            body.concept,
            budget=body.budget,
            project_id=body.project_id,
            user_id=body.user_id,
            pilots=body.pilots,
            scenes=body.scenes,
        )
        return Asked(run_id=run_id, url=run_page(run_id))

    return once(bible.db, request, effect, status=202)


@router.get("/ledger")
def lines(
    bible: OpenBible, state: Literal["open", "unknown"] = "open", limit: int = paging.USUAL, cursor: str | None = None
) -> Lines:
    """Paid steps that have not ended, or whose end nobody knows, of every run: going on, over or deleted."""
    with bible.db.snapshot():
        page = standing.listed(bible.db, _STATES[state], limit=limit, cursor=cursor)
    shown = [EntryShape.of(entry) for entry in page.items]
    return Lines(ledger=shown, total=page.total, next_cursor=page.next_cursor)


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
            held=dollars(paid.held(bible.db, run_id)),
            open=sum(entry.state in _STATES["open"] for entry in entries),
            unknown=sum(entry.state is OrderState.UNKNOWN for entry in entries),
            ledger=[EntryShape.of(entry) for entry in entries],
            total=len(entries),
        )


@router.post("/{run_id}/ledger/{intent_id}", response_model=EntryShape)
def decide(run_id: str, intent_id: str, body: Word, request: Request, bible: OpenBible) -> Response:
    """Say whether a paid step of unknown outcome was charged; its run may be over or deleted."""
    run, wanted = checked_id("run", run_id), checked_id("paid step", intent_id)
    change = lambda: EntryShape.of(closing.decide(bible, run, wanted, charged=body.charged))  # noqa: E731
    return once(bible.db, request, change, status=200)
