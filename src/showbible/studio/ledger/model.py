"""The words of the books, and how a row becomes one of them."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Final

from showbible.errors import ShowbibleError
from showbible.values import frozen
from showbible.vocabulary import Micros, RunId


class OrderState(StrEnum):
    """What is known of a paid step."""

    INTENDED = "intended"  # written down; the provider may or may not have been asked
    SUBMITTED = "submitted"  # the provider has named its work
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    UNKNOWN = "unknown"  # nobody knows whether it was done and charged: a person decides


OPEN: Final = (OrderState.INTENDED, OrderState.SUBMITTED, OrderState.UNKNOWN)
"""The states in which a step holds its part of the budget."""


class TurnLost(ShowbibleError):
    """Another process works on this production by now; what this one did must not count."""


@frozen
class Turn:
    """The right to work on a production until somebody else takes it over."""

    run_id: RunId
    number: int


@frozen
class StudioRun:
    """What was asked for, who works on it, and why nobody can if that is so."""

    run_id: RunId
    wish: str
    owner: str | None
    lease_until: int | None
    turn: int
    asked_at: datetime
    waits: str | None


@frozen
class Intent:
    """A paid step about to be taken: who is asked, for what and for which pilot, and for how much at most."""

    step: str
    provider: str
    request_sha256: str
    price: Micros
    pilot_id: str | None = None


@frozen
class LedgerEntry:
    """One line of the ledger: an intent, what became of it, and whose it was; the line outlives its run."""

    intent_id: str
    run_id: RunId
    project_id: str | None
    concept: str | None
    pilot_id: str | None
    step: str
    try_number: int
    provider: str
    request_sha256: str
    state: OrderState
    provider_ref: str | None
    reserved: Micros
    cost: Micros
    error: str | None
    intended_at: datetime
    settled_at: datetime | None

    @property
    def work(self) -> str:
        """The provider's work by its name, as far as it has one."""
        return f"{self.provider} job {self.provider_ref}" if self.provider_ref else f"an order at {self.provider}"
