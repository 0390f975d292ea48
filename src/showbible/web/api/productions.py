"""`/productions`: ask the studio for a film, and look into its books."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

import anyio.to_thread
from fastapi import APIRouter, FastAPI, Request, Response
from pydantic import StrictBool, StrictInt

from showbible.studio import ledger, orchestrator
from showbible.studio.ledger import Entry, State
from showbible.studio.recovery import Recovery
from showbible.vocabulary import DEFAULT_PROJECT, checked_id, dollars
from showbible.web.addresses import run_page
from showbible.web.api.bodies import Amount, Body, Shape
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
    """A paid step: what it holds of the budget, what it cost, how it ended."""

    intent_id: str
    step: str
    try_number: int
    provider: str
    state: State
    provider_ref: str | None
    reserved: float
    cost: float
    error: str | None
    intended_at: datetime
    settled_at: datetime | None

    @classmethod
    def of(cls, entry: Entry) -> EntryShape:
        """The answer that shows a paid step."""
        return cls(
            intent_id=entry.intent_id,
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
        )


class Books(Shape):
    """What a production was asked for, how far it is, and its ledger."""

    run_id: str
    steps_done: list[str]
    held: float
    unknown: int
    ledger: list[EntryShape]
    total: int


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


@router.get("/{run_id}")
def books(run_id: str, bible: OpenBible) -> Books:
    """The steps that are done, and every paid one with its cost."""
    with bible.db.snapshot():
        ledger.production(bible.db, checked_id("run", run_id))
        entries = ledger.entries(bible.db, run_id)
        return Books(
            run_id=run_id,
            steps_done=list(ledger.steps(bible.db, run_id)),
            held=dollars(ledger.held(bible.db, run_id)),
            unknown=sum(entry.state is State.UNKNOWN for entry in entries),
            ledger=[EntryShape.of(entry) for entry in entries],
            total=len(entries),
        )


@router.post("/{run_id}/ledger/{intent_id}", response_model=EntryShape)
def decide(run_id: str, intent_id: str, body: Word, request: Request, bible: OpenBible) -> Response:
    """Say whether a paid step of unknown outcome was charged."""
    ledger.production(bible.db, checked_id("run", run_id))
    wanted = checked_id("paid step", intent_id)
    change = lambda: EntryShape.of(ledger.decide(bible.db, run_id, wanted, charged=body.charged))  # noqa: E731
    return once(bible.db, request, change, status=200)
