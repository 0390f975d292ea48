"""What is told of the studio's productions and their books, and what it is asked for."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime
from typing import Any

from pydantic import StrictBool, StrictInt, model_validator

from showbible.addresses import run_page
from showbible.shapes.base import Amount, Body, Dollars, PageShape, Shape
from showbible.studio.ledger import model
from showbible.studio.ledger.model import LedgerEntry, OrderState
from showbible.studio.model import FilmChoices
from showbible.vocabulary import DEFAULT_PROJECT


class AskedFilm(Shape):
    """The run that a production is recorded in."""

    run_id: str
    url: str

    @classmethod
    def about(cls, run_id: str) -> AskedFilm:
        """The run of this id, and its page."""
        return cls(run_id=run_id, url=run_page(run_id))


class EntryShape(Shape, like=LedgerEntry, without=("pilot_id", "request_sha256")):
    """A paid step: what it holds of the budget, what it cost, how it ended, and what is to be done about it."""

    state: OrderState
    settled_at: datetime | None
    todo: str | None

    @model_validator(mode="before")
    @classmethod
    def _with_todo(cls, entry: Any) -> Any:
        return {**vars(entry), "todo": _todo(entry)} if isinstance(entry, LedgerEntry) else entry


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
    held: Dollars
    open: int
    unknown: int
    ledger: list[EntryShape]
    total: int


class Lines(PageShape, ledger=EntryShape):
    """Paid steps of all productions, newest first."""


class NewProduction(Body, like=FilmChoices):
    """A film to make."""

    concept: str
    budget: Amount
    project_id: str = DEFAULT_PROJECT
    pilots: StrictInt | None = None
    scenes: StrictInt | None = None

    def asked(self) -> dict[str, Any]:
        """The film as the studio is asked for it."""
        told = self.model_dump()
        chosen = {each.name: told.pop(each.name) for each in fields(FilmChoices)}
        return {**told, "choices": FilmChoices.checked(**chosen)}


class Word(Body):
    """What a person says about a paid step whose outcome nobody knew."""

    charged: StrictBool
