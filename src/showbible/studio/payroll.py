"""Who is paid in this studio: what each makes, what it costs today and who says so, and what keeps it from working."""

from __future__ import annotations

from datetime import date

from showbible.bible import Bible
from showbible.errors import Misconfigured
from showbible.providers.contract import Provider
from showbible.providers.model import Medium, Offer
from showbible.providers.prices import DOLLAR, Per, Price, PriceTable
from showbible.providers.roster import EMBEDDED, Roster
from showbible.studio import config
from showbible.studio.model import HEIGHT, WIDTH
from showbible.studio.prices import LABEL
from showbible.values import frozen
from showbible.vocabulary import utcnow


@frozen
class PaidOffer:
    """One thing that a provider makes here, and its price."""

    medium: Medium
    model: str
    price: str
    source: str
    """Whose price it is: yours or the published one, and since when."""


@frozen
class PaidProvider:
    """One provider that the studio's file names."""

    name: str
    kind: str
    works: tuple[Medium, ...]
    """What it makes in films here; nothing where the file only knows it."""
    offers: tuple[PaidOffer, ...] = ()
    trouble: str | None = None


@frozen
class Payroll:
    """Everybody whom a studio pays, or why nobody can be."""

    providers: tuple[PaidProvider, ...] = ()
    trouble: str | None = None

    @property
    def unpaid(self) -> tuple[Medium, ...]:
        """What is made here, at simulated prices."""
        made = {medium for each in self.providers for medium in each.works}
        return tuple(each for each in (Medium.VIDEO, Medium.VOICE, Medium.MUSIC) if each not in made)

    @property
    def simulated(self) -> str:
        """That prices are simulated, in a word."""
        return LABEL


def payroll(bible: Bible) -> Payroll:
    """Everybody whom the file names; one that cannot work says why and keeps no other from being told."""
    try:
        roster = config.roster(bible)
    except Misconfigured as error:
        return Payroll(trouble=str(error))
    return Payroll(providers=tuple(_provider(roster, name) for name in roster.entries))


def paid_names(bible: Bible) -> tuple[str, ...]:
    """Who is paid for a film, by name; nobody where the file cannot be read, as no film is made then."""
    try:
        crew = config.roster(bible).crew
    except Misconfigured:
        return ()
    named = (name for medium in Medium for name in crew.of(medium))
    return tuple(dict.fromkeys(name for name in named if name not in EMBEDDED))


def _provider(roster: Roster, name: str) -> PaidProvider:
    works = tuple(medium for medium in Medium if name in roster.crew.of(medium))
    kind = roster.entries[name].kind or name
    try:
        found = roster.provider(name)
        if found.key_variable is not None:
            found.secret()
        offers = tuple(_offer(found, found.offer(medium)) for medium in Medium if found.makes(medium))
    except Misconfigured as error:
        return PaidProvider(name=name, kind=kind, works=works, trouble=str(error))
    return PaidProvider(name=name, kind=kind, works=works, offers=offers)


def _offer(provider: Provider, offer: Offer) -> PaidOffer:
    own, published = (_price(table, offer) for table in (provider.setup.prices, provider.published))
    found = own or published
    whose = "yours" if own else "published"
    source = "" if found is None else whose if found.since == date.min else f"{whose}, {found.since:%Y-%m-%d}"
    return PaidOffer(medium=offer.medium, model=offer.model, price=_told(found, free=provider.free), source=source)


def _price(table: PriceTable, offer: Offer) -> Price | None:
    return table.price(offer, size=offer.size(WIDTH, HEIGHT), on=utcnow().date())


def _told(price: Price | None, *, free: bool) -> str:
    if price is None:
        return "nothing" if free else "unknown"
    amount = f"{price.amount.normalize():f}"
    unit = f"${amount}" if price.currency == DOLLAR else f"{amount} {price.currency}"
    return f"{unit} a {price.per}" if price.per is not Per.LETTERS else f"{unit} for {price.per}"
