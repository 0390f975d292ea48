"""Follow orders to their end when their run has none: what was charged is booked, whatever became of the run."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import structlog

from showbible.bible import Bible
from showbible.errors import Conflict, ShowbibleError
from showbible.providers.contract import ProviderFailed, ProviderSilent, Undelivered
from showbible.runs.recall import lists
from showbible.studio import embedded
from showbible.studio.contractor import Contractor
from showbible.studio.crew import Crew, Followed, MediaProvider
from showbible.studio.ledger import paid
from showbible.studio.ledger import standing as ledger_standing
from showbible.studio.ledger.model import LedgerEntry, OrderState
from showbible.studio.ledger.standing import OpenOrder
from showbible.studio.owner import is_dead
from showbible.vocabulary import dollars, utcnow

PATIENCE: Final = 600.0
"""Seconds after which an order is left to a person when nobody here knows its provider."""
PAUSE: Final = 0.5

DROPPED: Final = "It was done after the run was over: it is paid for, and what was made is not kept."
NEVER_NAMED: Final = "The process that asked ended before the provider named its work."
NOTHING_LEFT: Final = "The process that made it ended; nobody was asked and nothing was charged."

log = structlog.get_logger("showbible.studio")


def book(bible: Bible, entry: LedgerEntry, *, state: OrderState, cost: int = 0, error: str) -> None:
    """Settle an order whose run takes no more results; a charge counts once, in the ledger and in the run's total."""
    db = bible.db
    with db.transaction():
        db.hold(f"run:{entry.run_id}")
        db.hold(f"production:{entry.run_id}")
        paid.close(db, entry.intent_id, state=state, cost=cost, error=error)
        _charge(bible, entry, cost=cost, why=error)


def decide(bible: Bible, run_id: str, intent_id: str, *, charged: bool) -> LedgerEntry:
    """A person's word on an order whose outcome nobody knows; what was charged counts in the run's total, too."""
    db = bible.db
    with db.transaction():
        db.hold(f"run:{run_id}")
        entry = paid.decide(db, run_id, intent_id, charged=charged)
        _charge(bible, entry, cost=entry.cost, why="A person says so.")
        return entry


def _charge(bible: Bible, entry: LedgerEntry, *, cost: int, why: str) -> None:
    if cost and lists.some(bible.db, [entry.run_id]):
        said = f"{entry.provider} charged ${dollars(cost):.4f} for {entry.step}. {why}"
        bible.runs.charge(entry.run_id, cost=cost, pilot_id=entry.pilot_id, why=said)


class Follower:
    """Asks after the open orders of runs that are over or gone, until each has an end or its time is up."""

    def __init__(self, bible: Bible, *, crew: Callable[[], Crew], clock: Callable[[], float] = time.monotonic) -> None:
        self._bible = bible
        self._crew = crew
        self._clock = clock
        self._since: dict[str, float] = {}
        self._given_up: set[str] = set()

    def look(self) -> list[OpenOrder]:
        """Ask once after every open order; gives those that stay open."""
        found = ledger_standing.left_open(self._bible.db)
        if not found:
            self._since.clear()
            return []
        crew, silent = self._crew(), dict[str, str]()
        for standing in found:
            self._since.setdefault(standing.entry.intent_id, self._clock())
            self._try(standing, crew, silent)
        return ledger_standing.left_open(self._bible.db)

    def wait_for(self, run_id: str, stop: threading.Event) -> None:
        """Follow the orders of one run until none is open, or somebody asks to stop."""
        while any(each.entry.run_id == run_id for each in self.look()) and not stop.wait(PAUSE):
            pass

    def _try(self, standing: OpenOrder, crew: Crew, silent: dict[str, str]) -> None:
        try:
            self._follow(standing, _whom(crew, standing.entry), silent)
        except Conflict:  # whoever asked for it has settled it meanwhile
            log.debug("order.settled", intent_id=standing.entry.intent_id)
        except ShowbibleError as error:
            log.warning("order.waits", intent_id=standing.entry.intent_id, reason=str(error))

    def _follow(self, standing: OpenOrder, provider: MediaProvider[Any] | None, silent: dict[str, str]) -> None:
        entry = standing.entry
        if entry.provider_ref is not None:
            self._ask(entry, provider, silent)
        elif _is_asked_for(standing, provider):
            return
        elif provider is not None and embedded.works_here(provider):
            book(self._bible, entry, state=OrderState.FAILED, error=NOTHING_LEFT)
        else:
            book(self._bible, entry, state=OrderState.UNKNOWN, error=NEVER_NAMED)

    def _ask(self, entry: LedgerEntry, provider: MediaProvider[Any] | None, silent: dict[str, str]) -> None:
        """Ask the provider by the name of its work; one that is silent is asked once a round."""
        if not isinstance(provider, Followed):
            self._doubt(entry, f"Nobody here can ask {entry.provider} after {entry.provider_ref}.", PATIENCE)
            return
        if entry.provider in silent:
            self._doubt(entry, silent[entry.provider], provider.patience)
            return
        self._give_up(entry, provider)
        try:
            cost = provider.ended(ref=entry.provider_ref or "", price=entry.reserved)
        except ProviderFailed as error:
            book(self._bible, entry, state=OrderState.FAILED, error=str(error))
        except Undelivered as error:
            book(self._bible, entry, state=OrderState.FAILED, cost=error.cost, error=str(error))
        except ProviderSilent as error:
            silent[entry.provider] = str(error)
            self._doubt(entry, str(error), provider.patience)
        else:
            self._told(entry, cost, patience=provider.patience)

    def _give_up(self, entry: LedgerEntry, provider: MediaProvider[Any]) -> None:
        """Say once that nobody wants the work any more; what it cost is asked for all the same."""
        if isinstance(provider, Contractor) and entry.intent_id not in self._given_up:
            self._given_up.add(entry.intent_id)
            provider.give_up(entry.provider_ref or "")

    def _told(self, entry: LedgerEntry, cost: int | None, *, patience: float) -> None:
        if cost is None:
            said = f"{entry.provider} has not finished {entry.provider_ref} within {patience:g} seconds."
            self._doubt(entry, said, patience)
        else:
            book(self._bible, entry, state=OrderState.SUCCEEDED, cost=cost, error=DROPPED)

    def _doubt(self, entry: LedgerEntry, reason: str, patience: float) -> None:
        """Leave an order to a person once it was asked after for long enough."""
        if self._clock() - self._since[entry.intent_id] >= patience:
            book(self._bible, entry, state=OrderState.UNKNOWN, error=reason)


@contextmanager
def following(follower: Follower) -> Iterator[None]:
    """Ask after open orders in the background while something else is done."""
    over = threading.Event()

    def watch() -> None:
        while not over.wait(PAUSE):
            try:
                follower.look()
            except ShowbibleError as error:
                log.warning("order.waits", reason=str(error))

    thread = threading.Thread(target=watch, name="orders", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(PAUSE)


def _whom(crew: Crew, entry: LedgerEntry) -> MediaProvider[Any] | None:
    """The provider of an order, as far as the studio still works with it."""
    return next((each for each in crew.everybody() if each.name == entry.provider), None)


def _is_asked_for(standing: OpenOrder, provider: MediaProvider[Any] | None) -> bool:
    """Whether somebody may be asking for it at this moment: their answer will say more than we know."""
    if standing.status is not None:
        return standing.leased and not is_dead(standing.owner or "")
    patience = provider.patience if provider is not None else PATIENCE
    return (utcnow() - standing.entry.intended_at).total_seconds() < patience
