"""A model that a person names and describes in `studio.toml`, because its service has more of them than we know."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from showbible.errors import Misconfigured
from showbible.providers.contract import Provider, Setup
from showbible.providers.flaws import first_flaw
from showbible.providers.model import Input, Medium, Offer, Order, Picture
from showbible.providers.services.listing import PARTS, Catalog, Listing, listing_of

_NAME: Final = re.compile(r"[\w.-]+(/[\w.:-]+)*")
_NOT_OF_MODELS: Final = ("folder",)
_ANYTHING: Final = Picture(path="", sha256="", media_type="image/png")

Seconds = Annotated[float, Field(gt=0, le=3600, allow_inf_nan=False)]
Size = Annotated[str, Field(pattern=r"^[1-9]\d{0,4}x[1-9]\d{0,4}$")]


class ModelOptions(BaseModel):
    """What a person says of a model, among the `options` of its provider, which may have others of its own."""

    medium: Medium
    takes: list[Input] = []
    seconds: list[Seconds] = []
    sizes: list[Size] = []
    tiers: list[str] = []
    needs_reference: bool = False

    @classmethod
    def of(cls, setup: Setup, *, wanted: str = "", **usual: Any) -> Self:
        """What the options say, else what is usual; refused with what is `wanted` where they cannot be."""
        said = {name: value for name, value in setup.options.items() if name not in _NOT_OF_MODELS}
        try:
            return cls.model_validate({**usual, **said})
        except ValidationError as error:
            place, flaw = first_flaw(error)
            raise Misconfigured(f"{wanted}providers.{setup.name}.options.{place}: {flaw}.") from None

    def offer(self, model: str) -> Offer:
        """The model as it is described."""
        return Offer(
            model=model,
            medium=self.medium,
            takes=frozenset(self.takes),
            needs_reference=self.needs_reference,
            seconds=tuple(sorted(self.seconds)),
            sizes=tuple(self.sizes),
            tiers=tuple(self.tiers),
        )


class ListingOptions(ModelOptions):
    """What a person says of a model whose inputs have names; its provider has no options but these."""

    model_config = ConfigDict(extra="forbid")

    input: dict[str, Annotated[str, Field(min_length=1)]] = {}
    """What the model calls the parts of an order, see `Listing.fields`; what it `takes` has else its usual name."""
    always: dict[str, Any] = {}

    @field_validator("input")
    @classmethod
    def _are_parts(cls, named: dict[str, str]) -> dict[str, str]:
        unknown = sorted(set(named) - set(PARTS))
        if unknown:
            raise ValueError(f"an order has no {unknown[0]}; it has {', '.join(PARTS)}")
        return named

    def listing(self, model: str, *, usual: Mapping[str, str]) -> Listing:
        """The model, with the usual names of whatever the person gave no name for."""
        offer = self.offer(model)
        unnamed = ["prompt", *self.takes, *(["seconds"] if self.seconds else [])]
        return Listing(
            model=model,
            medium=offer.medium,
            fields={**{part: usual.get(part, part) for part in unnamed}, **self.input},
            always=self.always,
            seconds=offer.seconds,
            sizes=offer.sizes,
            tiers=offer.tiers,
            needs_reference=offer.needs_reference,
        )


class OpenProvider(Provider):
    """A provider of models that we know, and of one that a person names."""

    known: ClassVar[tuple[Offer, ...]]

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Its models, and one that a person names."""
        return offers(self.setup, self.known)


class ListingProvider(Provider):
    """The same where models differ in the names of their inputs."""

    known: ClassVar[Catalog]

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._listings = listings(setup, self.known.listings, usual=self.known.usual)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The models that we know, and one that a person described."""
        return tuple(each.offer for each in self._listings)

    def listing(self, order: Order) -> Listing:
        """The model that makes an order, with the names of its inputs."""
        return listing_of(self._listings, self.offer(order.medium, model=order.model))


def offers(setup: Setup, known: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """The models of a provider: those that we know, and before them one that a person names and describes."""
    if _is_known(setup.model, known):
        return known
    return (ModelOptions.of(setup, wanted=_wanted(setup, "what it makes, as `medium`")).offer(setup.model), *known)


def listings(setup: Setup, known: tuple[Listing, ...], *, usual: Mapping[str, str]) -> tuple[Listing, ...]:
    """The same of a provider whose models differ in the names of their inputs."""
    return known if _is_known(setup.model, known) else (_own_listing(setup, usual), *known)


def _is_known(model: str, known: tuple[Offer, ...] | tuple[Listing, ...]) -> bool:
    return not model or model in [each.model for each in known]


def _own_listing(setup: Setup, usual: Mapping[str, str]) -> Listing:
    if not _NAME.fullmatch(setup.model):
        raise Misconfigured(f"{setup.name} cannot have a model that is called {setup.model!r}.")
    parts = "what it makes, as `medium`, and what its input calls the parts of an order, as `input`"
    listing = ListingOptions.of(setup, wanted=_wanted(setup, parts)).listing(setup.model, usual=usual)
    try:
        listing.body(_whole_order(listing.medium))
    except (TypeError, AttributeError):
        raise Misconfigured(f"Two inputs of {setup.model} in the options of {setup.name} exclude each other.") from None
    return listing


def _wanted(setup: Setup, what: str) -> str:
    place = f"[providers.{setup.name}.options]"
    return f"Showbible does not know the model {setup.model} of {setup.name}: say under {place} {what}. "


def _whole_order(medium: Medium) -> Order:
    """An order that tells every part."""
    return Order(
        medium=medium,
        prompt="-",
        negative_prompt="-",
        reference=_ANYTHING,
        last_frame=_ANYTHING,
        seconds=1.0,
        seed=1,
        voice="-",
    )
