"""A provider as the till knows it: an order is sent once, followed to its end, and what was made is fetched."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from typing import Final, Protocol

from showbible.errors import Misconfigured
from showbible.providers import results
from showbible.providers.contract import Expired, Provider, ProviderFailed, ProviderSilent, Undelivered
from showbible.providers.download import NotFetched
from showbible.providers.model import Charge, Offer, Order, Refusal, Work, WorkState
from showbible.providers.prices import Currencies
from showbible.studio.crew import Made
from showbible.values import frozen
from showbible.vocabulary import Micros, utcnow

CHARGED: Final = "charged"
ESTIMATED: Final = "estimated"
CHARGE_UNKNOWN: Final = "Whether that cost anything is not known."


class Commission(Protocol):
    """Whatever says what is to be ordered."""

    @property
    def order(self) -> Order:
        """What a provider is asked for."""


@frozen
class Contractor:
    """Somebody who is paid, and waited for."""

    provider: Provider
    currencies: Currencies
    usual_charge: Callable[[str], Decimal] = lambda _model: Decimal(1)
    """What is charged for a model in truth, as a part of what the prices say."""

    @property
    def name(self) -> str:
        """Who it is, for the ledger and the lessons."""
        return self.provider.name

    @property
    def honours_keys(self) -> bool:
        """Whether the same key never causes a second piece of work or a second charge."""
        return self.provider.honours_keys

    @property
    def patience(self) -> float:
        """How many seconds one piece of work may take before its outcome counts as unknown."""
        return self.provider.setup.patience

    def offer(self, order: Order) -> Offer:
        """What of its offers an order asks for."""
        return self.provider.offer(order.medium, model=order.model)

    def price(self, order: Commission) -> Micros:
        """The most that an order can cost, by its prices and by what it has charged before."""
        quote = self.provider.quote(order.order, on=utcnow().date())
        usual = self.usual_charge(self.offer(order.order).model)
        return self.currencies.micros(Charge(amount=quote.amount * usual, currency=quote.currency))

    def quote(self, order: Order) -> Micros:
        """What an order costs by the prices alone."""
        return self.currencies.micros(self.provider.quote(order, on=utcnow().date()))

    def make(self, order: Commission, *, key: str, submitted: Callable[[str], None]) -> Made:
        """Submit the order, then wait for its result."""
        until = time.monotonic() + self.patience
        work = self._taken(order.order, key=key, until=until)
        if work.ref:
            submitted(work.ref)
        return self._finished(order, work, until=until)

    def collect(self, order: Commission, *, ref: str) -> Made:
        """The result of work that was submitted before."""
        return self._finished(order, self.provider.follow(ref), until=time.monotonic() + self.patience)

    def give_up(self, ref: str) -> bool:
        """Ask that work be given up that nobody wants any more, where its provider tells afterwards what it cost."""
        return self.provider.tells_when_cancelled and self.provider.cancel(ref)

    def ended(self, *, ref: str, price: Micros) -> Micros | None:
        """Ask once how work ended, and leave what was made where it is."""
        work = self.provider.follow(ref)
        if not work.is_over:
            return None
        self._check(work)
        return self._cost(work, price)[0]

    def _taken(self, order: Order, *, key: str, until: float) -> Work:
        """The order, taken; one that is refused because too many came at once is offered again."""
        pause = self.provider.setup.pause
        while True:
            try:
                return self.provider.submit(order, key=key)
            except ProviderFailed as error:
                wait = pause if error.wait is None else error.wait
                if error.refusal is not Refusal.RATE or time.monotonic() + wait > until:
                    raise
            except Misconfigured as error:  # before anything was sent
                raise ProviderFailed(str(error)) from None
            time.sleep(wait)
            pause = min(pause * 2, results.LONGEST_PAUSE)

    def _finished(self, order: Commission, work: Work, *, until: float) -> Made:
        work = results.wait(self.provider, work, until=until)
        if not work.is_over:
            raise ProviderSilent(f"{self.name} has not finished {work.ref} within {self.patience:g} seconds.")
        self._check(work)
        cost, said = self._cost(work, self.price(order))
        offer = self.offer(order.order)
        return Made(content=self._content(work, cost=cost), cost=cost, facts={"price": said, "model": offer.model})

    def _check(self, work: Work) -> None:
        """Raise where work has failed: with the charge if there was one, else with a word where nobody knows of any."""
        if work.state is WorkState.SUCCEEDED:
            return
        said = f"{self.name} says: {work.error or f'it {work.state}'}"
        cost, known_by = self._cost(work, Micros(0))
        if cost:
            raise Undelivered(said, cost=cost)
        if known_by == ESTIMATED and not self.provider.free:
            said = f"{said.rstrip('.')}. {CHARGE_UNKNOWN}"
        raise ProviderFailed(said, refusal=work.refusal)

    def _cost(self, work: Work, price: Micros) -> tuple[Micros, str]:
        """What work cost, and whether its provider says so; a charge in a currency that nobody priced is none."""
        if work.charge is not None:
            with suppress(Misconfigured):
                return self.currencies.micros(work.charge), CHARGED
        return price, ESTIMATED

    def _content(self, work: Work, *, cost: Micros) -> bytes:
        """What was made, which is paid for by now, whatever is in its way."""
        if not work.outputs:
            raise Undelivered(f"{self.name} says that it is done, and gives nothing.", cost=cost)
        try:
            ((_, content),) = results.contents(self.provider, work, most=1)
        except (Expired, NotFetched, ProviderFailed) as error:
            raise Undelivered(f"{self.name}: {error}", cost=cost) from None
        return content
