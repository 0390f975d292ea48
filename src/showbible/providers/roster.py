"""Who may be asked to generate for this studio: what a person wrote into `studio.toml` in the data folder."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import field
from datetime import date
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from showbible.errors import Invalid, Misconfigured
from showbible.providers import catalog, secrets
from showbible.providers.contract import CALL_SECONDS, PATIENCE, PAUSE, Provider, Setup
from showbible.providers.flaws import first_flaw
from showbible.providers.model import Medium
from showbible.providers.prices import DOLLAR, Currencies, Per, Price, PriceTable
from showbible.values import frozen

FILE: Final = "studio.toml"
EARLIER_FILE: Final = "studio.json"
EMBEDDED: Final = ("animatic", "synthesizer")
"""Who works in this process; no provider may be called so."""
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}\Z")


class WhenDown(StrEnum):
    """What becomes of a step whose providers cannot do it."""

    WAIT = "wait"
    """The step fails or is parked, and a person decides."""
    STAND_IN = "stand_in"
    """The embedded crew makes it, and the run says so."""


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PriceEntry(_Table):
    """A price as the file tells it."""

    model: str = "*"
    amount: Decimal
    per: Per
    currency: str = DOLLAR
    since: date = date.min
    size: str = ""


class ProviderEntry(_Table):
    """A provider as the file tells it."""

    kind: str | None = None
    """What kind of provider it is, where its name does not say so."""
    key: str | None = None
    """Where its key is: `env:NAME` or `file:PATH`."""
    model: str = ""
    base_url: str | None = None
    hosts: list[str] = []
    patience: float = Field(default=PATIENCE, gt=0, le=86_400)
    call_seconds: float = Field(default=CALL_SECONDS, gt=0, le=3600)
    pause: float = Field(default=PAUSE, gt=0, le=60)
    options: dict[str, Any] = {}
    prices: list[PriceEntry] = []


class CrewEntry(_Table):
    """Who makes what, by the names of providers; where several are named, what was learned of them decides."""

    video: list[str] = []
    image: list[str] = []
    voice: list[str] = []
    music: list[str] = []
    when_down: WhenDown = WhenDown.WAIT

    @field_validator("video", "image", "voice", "music", mode="before")
    @classmethod
    def _several(cls, named: Any) -> Any:
        return [named] if isinstance(named, str) else named

    def of(self, medium: Medium) -> list[str]:
        """Who makes things of a kind."""
        named: list[str] = getattr(self, medium.value)
        return named


class StudioFile(_Table):
    """The file itself."""

    crew: CrewEntry = CrewEntry()
    providers: dict[str, ProviderEntry] = {}
    currencies: dict[str, Decimal] = {}

    @model_validator(mode="after")
    def _names_fit(self) -> Self:
        for name in self.providers:
            if not _NAME.match(name):
                raise ValueError(f"a provider cannot be called {name!r}: use small letters, digits, - and _")
            if name in EMBEDDED:
                raise ValueError(f"{name} is one of the embedded crew: give the provider another name")
        for medium in Medium:
            for name in self.crew.of(medium):
                if name not in self.providers and name not in EMBEDDED:
                    raise ValueError(f"crew.{medium} names {name}, of which there is no [providers.{name}]")
        return self


@frozen
class Roster:
    """The providers of a studio, and who of them makes what."""

    entries: Mapping[str, ProviderEntry] = field(default_factory=dict)
    crew: CrewEntry = field(default_factory=CrewEntry)
    currencies: Currencies = field(default_factory=lambda: Currencies(dollars={}))
    folder: Path = Path()

    @classmethod
    def read(cls, folder: Path) -> Roster:
        """What the file in a data folder says; nobody where there is none. Nobody is asked for a key yet."""
        file = folder / FILE
        if not file.exists() and (folder / EARLIER_FILE).exists():
            raise Misconfigured(f"{EARLIER_FILE} is not read any more: write {FILE} as docs/providers.md shows.")
        told = _told(file)
        try:
            currencies = Currencies(dollars=told.currencies)
            for name, entry in told.providers.items():
                _prices(entry, name)
        except Invalid as error:
            raise Misconfigured(f"{FILE} in the data folder: {error}") from None
        return cls(entries=told.providers, crew=told.crew, currencies=currencies, folder=folder)

    def provider(self, name: str) -> Provider:
        """One of the providers, ready to be asked."""
        entry = self.entries.get(name)
        if entry is None:
            known = ", ".join(self.entries) or "nobody"
            raise Misconfigured(f"{FILE} in the data folder names no provider {name!r}. It names: {known}.")
        kind = entry.kind or name
        try:
            found = catalog.provider_class(kind)
            return _checked(found(self._setup(name, entry, found)))
        except Misconfigured as error:
            raise Misconfigured(f"{FILE} in the data folder: {error}") from None

    def makers(self, medium: Medium) -> list[Provider]:
        """Who makes things of a kind; refuses one that does not."""
        found = [self.provider(name) for name in self.crew.of(medium) if name not in EMBEDDED]
        for each in found:
            if not each.makes(medium):
                raise Misconfigured(f"{FILE} in the data folder: crew.{medium} names {each.name}, which makes none.")
        return found

    def _setup(self, name: str, entry: ProviderEntry, found: type[Provider]) -> Setup:
        return Setup(
            name=name,
            key=secrets.key(entry.key, usual=found.key_variable, of=name),
            model=entry.model,
            base_url=entry.base_url,
            hosts=tuple(entry.hosts),
            prices=_prices(entry, name),
            options={"folder": str(self.folder), **entry.options},
            call_seconds=entry.call_seconds,
            patience=entry.patience,
            pause=entry.pause,
        )


def _checked(provider: Provider) -> Provider:
    """The provider, unless a price is written for a model that it does not have: nobody would miss it."""
    named = {price.model for price in provider.setup.prices.prices} - {"*"}
    known = [offer.model for offer in provider.offers] if named else []
    for model in sorted(named):
        if model not in known:
            raise Misconfigured(
                f"{provider.name} has no model {model} that could have a price. It has: {', '.join(known)}."
            )
    return provider


def _prices(entry: ProviderEntry, name: str) -> PriceTable:
    try:
        return PriceTable(prices=tuple(Price(**dict(each)) for each in entry.prices))
    except Invalid as error:
        raise Invalid(f"providers.{name}.prices: {error}") from None


def _told(file: Path) -> StudioFile:
    try:
        return StudioFile.model_validate(tomllib.loads(file.read_text()))
    except FileNotFoundError:
        return StudioFile()
    except OSError as error:
        raise Misconfigured(f"{FILE} in the data folder cannot be read: {type(error).__name__}.") from None
    except ValidationError as error:
        place, flaw = first_flaw(error)
        raise Misconfigured(f"{FILE} in the data folder{f': {place}' if place else ''}: {flaw}.") from None
    except (ValueError, RecursionError) as error:
        raise Misconfigured(f"{FILE} in the data folder is no TOML: {error}.") from None
