"""A model that a person describes in `studio.toml`, because its service has more of them than we know."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from showbible.errors import Misconfigured
from showbible.providers.contract import Setup
from showbible.providers.model import Input, Medium, Order, Picture
from showbible.providers.services.listing import PARTS, Listing

_NAME: Final = re.compile(r"[\w.-]+(/[\w.:-]+)*")
_NOT_OF_MODELS: Final = ("folder",)
_ANYTHING: Final = Picture(path="", sha256="", media_type="image/png")

Seconds = Annotated[float, Field(gt=0, le=3600, allow_inf_nan=False)]
Size = Annotated[str, Field(pattern=r"^[1-9]\d{0,4}x[1-9]\d{0,4}$")]


class ModelDescription(BaseModel):
    """What a person says of a model, as `options` of its provider."""

    model_config = ConfigDict(extra="forbid")

    medium: Medium
    takes: list[Input] = []
    """Parts whose inputs have the names that are usual at the service."""
    input: dict[str, Annotated[str, Field(min_length=1)]] = {}
    """What the model calls the parts of an order; see `Listing.fields`."""
    always: dict[str, Any] = {}
    seconds: list[Seconds] = []
    sizes: list[Size] = []
    tiers: list[str] = []
    needs_reference: bool = False

    @field_validator("input")
    @classmethod
    def _are_parts(cls, named: dict[str, str]) -> dict[str, str]:
        unknown = sorted(set(named) - set(PARTS))
        if unknown:
            raise ValueError(f"an order has no {unknown[0]}; it has {', '.join(PARTS)}")
        return named

    def listing(self, model: str, *, usual: Mapping[str, str]) -> Listing:
        """The model, with the usual names of whatever the person gave no name for."""
        unnamed = ["prompt", *self.takes, *(["seconds"] if self.seconds else [])]
        return Listing(
            model=model,
            medium=self.medium,
            fields={**{part: usual.get(part, part) for part in unnamed}, **self.input},
            always=self.always,
            seconds=tuple(sorted(self.seconds)),
            sizes=tuple(self.sizes),
            tiers=tuple(self.tiers),
            needs_reference=self.needs_reference,
        )


def listings(setup: Setup, known: tuple[Listing, ...], *, usual: Mapping[str, str]) -> tuple[Listing, ...]:
    """The models of a provider: those that we know, and before them one that a person names and describes."""
    if not setup.model or setup.model in [each.model for each in known]:
        return known
    return (_from_options(setup, usual), *known)


def _from_options(setup: Setup, usual: Mapping[str, str]) -> Listing:
    options = {name: value for name, value in setup.options.items() if name not in _NOT_OF_MODELS}
    if not _NAME.fullmatch(setup.model):
        raise Misconfigured(f"{setup.name} cannot have a model that is called {setup.model!r}.")
    try:
        found = ModelDescription.model_validate(options).listing(setup.model, usual=usual)
        found.body(_whole_order(found.medium))
    except ValidationError as error:
        raise _misfit(setup, error) from None
    except (TypeError, AttributeError):
        raise Misconfigured(f"Two inputs of {setup.model} in the options of {setup.name} exclude each other.") from None
    return found


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


def _misfit(setup: Setup, error: ValidationError) -> Misconfigured:
    first = error.errors(include_url=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    said = first["msg"].removeprefix("Value error, ")
    return Misconfigured(
        f"Showbible does not know the model {setup.model} of {setup.name}: say under "
        f"[providers.{setup.name}.options] what it makes, as `medium`, and what its input calls the parts of an order, "
        f"as `input`. {place}: {said}."
    )
