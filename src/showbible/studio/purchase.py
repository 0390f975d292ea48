"""Buy a step: hold its price, ask the provider once, and settle with the result in one transaction."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import field
from enum import StrEnum
from functools import partial
from typing import Any, Final, Generic, TypeVar

from pydantic import TypeAdapter

from showbible.bible import Bible
from showbible.errors import Conflict, Malformed, ShowbibleError
from showbible.lessons.recall.generations import GenerationOutcome
from showbible.providers.contract import ProviderFailed, ProviderSilent, Undelivered
from showbible.providers.model import Refusal
from showbible.runs.recall import lists
from showbible.studio import closing
from showbible.studio.crew import Followed, Made, MediaProvider
from showbible.studio.ledger import model, paid, steps, turns
from showbible.studio.ledger.model import Intent, LedgerEntry, OrderState, Turn
from showbible.studio.model import OnUnknown
from showbible.values import frozen
from showbible.vocabulary import dollars

Order = TypeVar("Order")
Answer = TypeVar("Answer")

MOST_TRIES: Final = 2
MOST_SILENCES: Final = 3
GIVEN_UP: Final = "Its outcome is unknown, and it was not to be tried again."
TRIED_AGAIN: Final = "Its outcome is unknown; it was to be tried again."
PAID_IN_VAIN: Final = "It is paid for, and what was made cannot be had. "
FAILED: Final = GenerationOutcome.FAILED
UNDELIVERED: Final = GenerationOutcome.UNDELIVERED
GLANCE: Final = 0.5
"""Seconds between two looks whether a run still wants what a provider works on."""


class Stopped(ShowbibleError):
    """The production was asked to stop."""


class Ended(Conflict):
    """The run of the production is over or gone: nothing more is ordered, and what is ordered is followed by others."""


class PurchaseOutcome(StrEnum):
    """How buying a step ended."""

    DONE = "done"
    OVER_BUDGET = "over_budget"
    FAILED = "failed"
    PARKED = "parked"


@frozen
class OrderEnd:
    """How an order ended, for whoever learns from it."""

    entry: LedgerEntry
    outcome: GenerationOutcome
    cost: int = 0
    took: float = 0.0
    """Seconds that it was waited for by whoever saw it end."""
    refusal: Refusal | None = None


def _nobody_learns(_: OrderEnd) -> None:
    """Nothing follows from it."""


@frozen
class Purchase(Generic[Order]):
    """A step to buy: whom to ask, how to check the answer, and what to do with it."""

    step: str
    provider: MediaProvider[Order]
    order: Order
    check: Callable[[Made], Made]
    """What was made, in the form that the film needs; raises Malformed where it is not what was ordered."""
    store: Callable[[Made], None]
    record: Callable[[Made], str]
    broken: Callable[[Made, str], None]
    note: Callable[[OrderEnd], None] = _nobody_learns
    """What is learned from its end, in the transaction that settles it."""
    pilot_id: str | None = None
    kept_as: str = ""
    """The step whose result it is, where that is another one: a stand-in's work counts for what it stands in for."""

    @property
    def result(self) -> str:
        """The step that has a result once this is bought."""
        return self.kept_as or self.step


@frozen
class Till:
    """The turn on a production, with what is needed to spend its budget."""

    bible: Bible
    turn: Turn
    on_unknown: OnUnknown = OnUnknown.ASK
    stop: threading.Event = field(default_factory=threading.Event)

    @contextmanager
    def changing(self) -> Iterator[None]:
        """A transaction that holds the run and the turn, always in this order; refused when the run is over."""
        db = self.bible.db
        with db.transaction():
            db.hold(f"run:{self.turn.run_id}")
            self.not_over()
            turns.check(db, self.turn)
            yield

    def go_on(self) -> None:
        """Raise when somebody asked to stop, or ended the run."""
        if self.stop.is_set():
            raise Stopped(f"Run {self.turn.run_id} was stopped.")
        self.not_over()

    def is_over(self) -> bool:
        """Whether the run has ended, or is gone."""
        found = lists.some(self.bible.db, [self.turn.run_id])
        return not found or found[0].is_over

    def not_over(self) -> None:
        """Raise when the run has ended, or is gone."""
        if self.is_over():
            raise Ended(f"Run {self.turn.run_id} is over.")


def buy(till: Till, purchase: Purchase[Order]) -> PurchaseOutcome:
    """Buy a step, or find that it was bought before; every way it can end is an outcome, not an error."""
    while True:
        if steps.done(till.bible.db, till.turn.run_id, purchase.result) is not None:
            return PurchaseOutcome.DONE
        till.go_on()
        entry = paid.latest(till.bible.db, till.turn.run_id, purchase.step)
        over = _over(till, purchase, entry)
        if over is not None:
            return over
        if entry is None or entry.state is OrderState.FAILED:
            entry = _reserved(till, purchase)
            if entry is None:
                return PurchaseOutcome.OVER_BUDGET
            _asked(till, purchase, entry)
        elif entry.state is OrderState.UNKNOWN:
            _settle(till, entry, state=OrderState.FAILED, error=TRIED_AGAIN)
        elif _may_ask_again(purchase, entry):
            _asked(till, purchase, entry)
        else:
            _park(till, entry, "The process ended while the provider was being asked.")


def _over(till: Till, purchase: Purchase[Any], entry: LedgerEntry | None) -> PurchaseOutcome | None:
    """Whether nothing more is to be tried."""
    if entry is None:
        return None
    if entry.state is OrderState.FAILED:
        tired = entry.try_number >= MOST_TRIES and entry.error != TRIED_AGAIN
        vain = entry.error is not None and entry.error.startswith((GIVEN_UP, PAID_IN_VAIN))
        return PurchaseOutcome.FAILED if tired or vain else None
    if entry.state is OrderState.UNKNOWN and till.on_unknown is OnUnknown.FAIL:
        _settle(till, entry, state=OrderState.FAILED, error=GIVEN_UP)
        return PurchaseOutcome.FAILED
    return PurchaseOutcome.PARKED if entry.state is OrderState.UNKNOWN and till.on_unknown is OnUnknown.ASK else None


def _may_ask_again(purchase: Purchase[Any], entry: LedgerEntry) -> bool:
    if entry.state is OrderState.SUBMITTED:
        return True
    return purchase.provider.honours_keys and entry.request_sha256 == _sha256(purchase)


def _reserved(till: Till, purchase: Purchase[Order]) -> LedgerEntry | None:
    """The intent, written down with its price held; None when the budget does not cover it."""
    intent = Intent(
        step=purchase.step,
        provider=purchase.provider.name,
        request_sha256=_sha256(purchase),
        price=purchase.provider.price(purchase.order),
        pilot_id=purchase.pilot_id,
    )
    with till.changing():
        left = till.bible.runs.get(till.turn.run_id).remaining
        return paid.intend(till.bible.db, till.turn, intent, left=left)


def _sha256(purchase: Purchase[Any]) -> str:
    order = purchase.order
    return paid.sha256_of(TypeAdapter(type(order)).dump_python(order, mode="json"))


def _asked(till: Till, purchase: Purchase[Order], entry: LedgerEntry) -> None:
    """Ask the provider, and settle the entry by what it answers."""
    begun = time.monotonic()

    def end(outcome: GenerationOutcome, *, cost: int = 0, refusal: Refusal | None = None) -> None:
        took = time.monotonic() - begun
        purchase.note(OrderEnd(entry=entry, outcome=outcome, cost=cost, took=took, refusal=refusal))

    try:
        made = _answer(till, purchase, entry)
    except ProviderFailed as error:
        outcome = FAILED if error.refusal is Refusal.OTHER else GenerationOutcome.REFUSED
        _refuse(till, purchase, entry, error, then=partial(end, outcome, refusal=error.refusal))
    except Undelivered as error:
        vain, why = Made(content=b"", cost=error.cost), f"{PAID_IN_VAIN}{error}"
        _reject(till, purchase, entry, made=vain, why=why, then=partial(end, UNDELIVERED, cost=error.cost))
    except ProviderSilent as error:
        _park(till, entry, str(error))
    else:
        _accept(till, purchase, entry, made=made, then=partial(end, cost=made.cost))


def _answer(till: Till, purchase: Purchase[Order], entry: LedgerEntry) -> Made:
    """The provider's answer; one that can be asked again without harm is asked again when it stays silent."""
    for silence in range(1, MOST_SILENCES + 1):
        try:
            return _one_answer(till, purchase, paid.entry(till.bible.db, entry.intent_id))
        except ProviderSilent:
            known = paid.entry(till.bible.db, entry.intent_id).provider_ref is not None
            if silence == MOST_SILENCES or not (known or purchase.provider.honours_keys):
                raise
        till.go_on()
    raise AssertionError("The last silence raises.")


def _one_answer(till: Till, purchase: Purchase[Order], entry: LedgerEntry) -> Made:
    provider, order, ref = purchase.provider, purchase.order, entry.provider_ref

    def tell(name: str) -> None:
        paid.submitted(till.bible.db, entry.intent_id, ref=name)

    def left_to_others() -> bool:
        """An order with a name can be followed by others, so nobody waits here for a run that is over."""
        named = isinstance(provider, Followed) and paid.entry(till.bible.db, entry.intent_id).provider_ref is not None
        return named and till.is_over()

    if ref is not None:
        return within(provider.patience, lambda: provider.collect(order, ref=ref), unless=left_to_others)
    make = lambda: provider.make(order, key=entry.intent_id, submitted=tell)  # noqa: E731
    return within(provider.patience, make, unless=left_to_others)


def _refuse(
    till: Till, purchase: Purchase[Order], entry: LedgerEntry, error: ProviderFailed, *, then: Callable[[], None]
) -> None:
    said = f"{purchase.step} failed: {error}" if entry.try_number >= MOST_TRIES else None
    _settle(till, entry, state=OrderState.FAILED, error=str(error), said=said, then=then)


def _accept(
    till: Till,
    purchase: Purchase[Order],
    entry: LedgerEntry,
    *,
    made: Made,
    then: Callable[[GenerationOutcome], None],
) -> None:
    """Keep what was made, or the proof that it is broken; either way the charge counts once."""
    try:
        made = purchase.check(made)
    except Malformed as error:
        _reject(till, purchase, entry, made=made, why=str(error), then=lambda: then(GenerationOutcome.BROKEN))
        return
    with _booked_if_over(till, entry, state=OrderState.SUCCEEDED, cost=made.cost, error=closing.DROPPED):
        till.not_over()
        purchase.store(made)
        with till.changing():
            _count(till, entry, made, state=OrderState.SUCCEEDED)
            steps.keep(till.bible.db, till.turn, purchase.result, result=purchase.record(made))
            then(GenerationOutcome.SUCCEEDED)


def _reject(
    till: Till,
    purchase: Purchase[Order],
    entry: LedgerEntry,
    *,
    made: Made,
    why: str,
    then: Callable[[], None],
) -> None:
    """Count what was charged for something that cannot be used."""
    with _booked_if_over(till, entry, state=OrderState.FAILED, cost=made.cost, error=why), till.changing():
        _count(till, entry, made, state=OrderState.FAILED, error=why)
        purchase.broken(made, why)
        then()


@contextmanager
def _booked_if_over(till: Till, entry: LedgerEntry, *, state: OrderState, cost: int = 0, error: str) -> Iterator[None]:
    """Settle an entry by what is known of it if its run turns out to be over; nobody settles it twice."""
    try:
        yield
    except Ended:
        with contextlib.suppress(Conflict):  # who follows the orders of such runs was quicker
            closing.book(till.bible, entry, state=state, cost=cost, error=error)
        raise


def _count(till: Till, entry: LedgerEntry, made: Made, *, state: OrderState, error: str | None = None) -> None:
    paid.settle(till.bible.db, till.turn, entry.intent_id, state=state, cost=made.cost, error=error)
    if made.cost > entry.reserved:
        said = f"{entry.provider} charged ${dollars(made.cost):.4f} for {entry.step}, more than it had said."
        till.bible.runs.warning(till.turn.run_id, said)


def _settle(
    till: Till,
    entry: LedgerEntry,
    *,
    state: OrderState,
    error: str,
    said: str | None = None,
    then: Callable[[], None] = lambda: None,
) -> None:
    with _booked_if_over(till, entry, state=state, error=error), till.changing():
        paid.settle(till.bible.db, till.turn, entry.intent_id, state=state, error=error)
        if said is not None:
            till.bible.runs.warning(till.turn.run_id, said)
        then()


def _park(till: Till, entry: LedgerEntry, reason: str) -> None:
    """Leave a step to a person: its price stays held, and the run says so."""
    held = f"${dollars(entry.reserved):.2f}"
    said = f"{entry.step}: nobody knows whether {entry.provider} did it. {held} stay held until somebody decides."
    _settle(till, entry, state=OrderState.UNKNOWN, error=reason, said=f"{said} {reason}")


def within(seconds: float, call: Callable[[], Answer], *, unless: Callable[[], bool] = lambda: False) -> Answer:
    """What a call answers in time; silence and any error that is not a plain refusal leave its outcome unknown.

    `unless` is asked now and then whether the answer is still wanted here.
    """
    answers: list[Answer] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(call())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, name="provider", daemon=True)
    thread.start()
    _join(thread, seconds, unless=unless)
    if answers:
        return answers[0]
    if errors and isinstance(errors[0], ProviderFailed | ProviderSilent | model.TurnLost):
        raise errors[0]
    if errors:
        raise ProviderSilent(f"The provider broke off: {type(errors[0]).__name__}: {errors[0]}") from errors[0]
    raise ProviderSilent(f"The provider did not answer within {seconds:g} seconds.")


def _join(thread: threading.Thread, seconds: float, *, unless: Callable[[], bool]) -> None:
    until = time.monotonic() + seconds
    while thread.is_alive() and (left := until - time.monotonic()) > 0:
        thread.join(min(left, GLANCE))
        if thread.is_alive() and unless():
            raise Ended("The run is over; its order is followed without it.")
