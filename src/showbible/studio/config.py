"""Who works for this studio: the embedded crew, with the providers that `studio.toml` in the data folder names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from functools import cache, partial

from showbible.bible import Bible
from showbible.errors import Misconfigured
from showbible.lessons.recall import generations
from showbible.providers.contract import Provider
from showbible.providers.model import Medium
from showbible.providers.roster import EMBEDDED, Roster
from showbible.runs.model import AudioTier
from showbible.studio import casting, embedded
from showbible.studio.contractor import Contractor
from showbible.studio.crew import Crew
from showbible.studio.plan import BudgetPlanner
from showbible.studio.rates import CrewRates


def roster(bible: Bible) -> Roster:
    """Who may be asked to generate, as the file in the data folder says."""
    return Roster.read(bible.workspace.home)


def crew(bible: Bible) -> Crew:
    """Everybody a production works with in this studio; refuses what could not work, keys and prices included."""
    known = roster(bible)
    base = replace(embedded.crew(bible.llm), when_down=known.crew.when_down)
    hired = {medium: _contractors(bible, known, medium) for medium in Medium}
    if not any(hired.values()):
        return base
    draws_here = any(name in EMBEDDED for name in known.crew.of(Medium.VIDEO))
    rates = CrewRates(makers=hired, draws_here=draws_here, choose=partial(casting.cast, bible))
    _check_references(hired)
    for tier in rates.tiers:
        rates.picture(tier, 1, shots=1)  # a price that nobody knows is asked for now, not when it is due
    rates.sound(AudioTier.FULL_PRODUCTION, 1)
    return replace(base, providers=dict(hired), rates=rates, planner=BudgetPlanner(rates=rates))


def _check_references(hired: Mapping[Medium, tuple[Contractor, ...]]) -> None:
    for each in hired[Medium.VIDEO]:
        offer = each.provider.offer(Medium.VIDEO)
        if offer.needs_reference and not hired[Medium.IMAGE]:
            raise Misconfigured(
                f"{offer.model} of {each.name} begins with a picture: name who makes pictures as `image` "
                f"under [crew] in studio.toml, or another model."
            )


def _contractors(bible: Bible, known: Roster, medium: Medium) -> tuple[Contractor, ...]:
    found = known.makers(medium)
    for each in found:
        if each.key_variable is not None:
            each.secret()
    return tuple(
        Contractor(provider=each, currencies=known.currencies, usual_charge=cache(partial(_usual_charge, bible, each)))
        for each in found
    )


def _usual_charge(bible: Bible, provider: Provider, model: str) -> Decimal:
    """The highest charge of late, as a part of its price; charges from before a person's price do not count."""
    since = max((price.since for price in provider.setup.prices.prices), default=None)
    found = generations.price_evidence(bible.db, provider.name, model, since)
    return Decimal(1) if found is None else Decimal(str(round(found.highest, 6)))
