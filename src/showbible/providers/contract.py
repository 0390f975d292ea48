"""What a provider is: a small class. It is made from a setup, and says what it offers, costs and does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import field
from datetime import date
from decimal import Decimal
from typing import Any, ClassVar, Final
from urllib.parse import urlsplit

from pydantic import SecretStr

from showbible.errors import Misconfigured, ShowbibleError
from showbible.providers import download
from showbible.providers.model import Charge, Medium, Offer, Order, Output, Refusal, Work
from showbible.providers.prices import PriceTable
from showbible.values import frozen
from showbible.vocabulary import Micros

CALL_SECONDS: Final = 60.0
PATIENCE: Final = 900.0
PAUSE: Final = 2.0
DOWNLOAD_SECONDS: Final = 600.0


class ProviderFailed(ShowbibleError):
    """A provider said no, and charged nothing."""

    def __init__(self, message: str, *, refusal: Refusal = Refusal.OTHER, wait: float | None = None) -> None:
        super().__init__(message)
        self.refusal = refusal
        self.wait = wait
        """Seconds after which it may say otherwise, where it names them."""


class ProviderSilent(ShowbibleError):
    """A provider gave no answer that tells whether it did its work."""


class UnknownWork(ProviderSilent):
    """A provider says that it knows of no such work: it was never ordered there, or is forgotten."""


class Undelivered(ProviderSilent):
    """A provider charged for its work, and what it made cannot be had."""

    def __init__(self, message: str, *, cost: Micros) -> None:
        super().__init__(message)
        self.cost = cost


class Expired(ShowbibleError):
    """A link to a result leads nowhere any more; its provider may give another."""


@frozen
class Setup:
    """What a person has said of a provider."""

    name: str
    """What it is called in this studio."""
    key: SecretStr | None = None
    model: str = ""
    """The offer to use where an order names none; empty for the provider's first of the medium."""
    base_url: str | None = None
    """Another address than the service's own."""
    hosts: tuple[str, ...] = ()
    """Hosts inside one's own network, as `host` or `host:port`, that may be asked and that results may come from."""
    prices: PriceTable = PriceTable()
    """Prices that a person wrote."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Whatever else the provider understands."""
    call_seconds: float = CALL_SECONDS
    patience: float = PATIENCE
    pause: float = PAUSE
    """Seconds between two questions after a piece of work, at first."""

    @property
    def trusted(self) -> tuple[str, ...]:
        """The hosts that a person named, the service's own address among them."""
        return (*self.hosts, urlsplit(self.base_url).netloc) if self.base_url else self.hosts


class Provider(ABC):
    """Somebody who generates for money.

    `submit` and `follow` raise ProviderFailed where the provider said no before any work was done, and ProviderSilent
    where nobody knows whether it does the work. Work that failed later, perhaps with a charge, is told as `Work`.
    """

    kind: ClassVar[str]
    """What it is called in `studio.toml`, and where its class is found."""
    key_variable: ClassVar[str | None] = None
    """The environment variable that its key is in, unless the setup says otherwise; None where it needs none."""
    honours_keys: ClassVar[bool] = False
    """Whether the same idempotency key never causes a second piece of work or a second charge."""
    free: ClassVar[bool] = False
    """Whether its work costs nothing, unless a person wrote a price."""
    tells_when_cancelled: ClassVar[bool] = False
    """Whether work that was given up can still be asked after, so that what it cost is known."""
    published: ClassVar[PriceTable] = PriceTable()
    """Its prices as its maker tells them, each with the day on which they were looked up."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    @property
    def name(self) -> str:
        """Who it is, for the ledger and the lessons."""
        return self.setup.name

    @property
    @abstractmethod
    def offers(self) -> tuple[Offer, ...]:
        """What it can make, its usual offer of each medium first."""

    @abstractmethod
    def submit(self, order: Order, *, key: str) -> Work:
        """Order a piece of work under an idempotency key."""

    def follow(self, ref: str) -> Work:
        """How far a piece of work is; asks once. Whoever answers an order with its result has nothing to tell."""
        raise ProviderSilent(f"{self.name} answers an order with its result, and cannot be asked after one.")

    def cancel(self, ref: str) -> bool:
        """Ask that a piece of work be given up; gives whether the provider says that it is."""
        return False

    def fetch(self, output: Output) -> bytes:
        """What was made. A link is followed without the key; Expired where it leads nowhere any more."""
        return output.content or self.download(output.url)

    def download(self, url: str, *, key_headers: Mapping[str, str] | None = None) -> bytes:
        """What a link leads to; a key goes to the link's own host at most."""
        try:
            return download.content(url, trusted=self.setup.trusted, seconds=DOWNLOAD_SECONDS, key_headers=key_headers)
        except download.LinkExpired as error:
            raise Expired(str(error)) from None

    def offer(self, medium: Medium, *, model: str = "") -> Offer:
        """The offer of a model, else the one that the setup names, else the first of the medium."""
        wanted = model or self.setup.model
        of_medium = [each for each in self.offers if each.medium is medium]
        named = [each for each in of_medium if each.model == wanted]
        if model and not named:
            raise Misconfigured(f"{self.name} has no model {model} that makes {medium}.")
        if not of_medium:
            raise Misconfigured(f"{self.name} makes no {medium}.")
        if wanted and all(each.model != wanted for each in self.offers):
            known = ", ".join(each.model for each in self.offers)
            raise Misconfigured(f"{self.name} has no model {wanted}. It has: {known}.")
        return (named or of_medium)[0]

    def makes(self, medium: Medium) -> bool:
        """Whether it offers anything of a kind."""
        return any(each.medium is medium for each in self.offers)

    def quote(self, order: Order, *, on: date) -> Charge:
        """What an order costs by its prices, a person's before the published ones."""
        offer = self.offer(order.medium, model=order.model)
        found = self.setup.prices.quote(order, offer, on=on) or self.published.quote(order, offer, on=on)
        if found is None and self.free:
            return Charge(amount=Decimal(0))
        if found is None:
            raise Misconfigured(
                f"No price is known for {offer.model} of {self.name}: "
                f"write one as [[providers.{self.name}.prices]] in studio.toml."
            )
        return found

    def secret(self) -> str:
        """Its key; refuses to work without one."""
        if self.setup.key is None:
            raise Misconfigured(
                f"{self.name} needs a key: set {self.key_variable}, "
                f'or name a file as `key = "file:..."` under [providers.{self.name}] in studio.toml.'
            )
        return self.setup.key.get_secret_value()
