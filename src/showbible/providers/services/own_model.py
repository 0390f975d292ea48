"""A model that a person names and the product does not know: what it makes and takes is what the person says of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from showbible.errors import Misconfigured
from showbible.providers.contract import Setup
from showbible.providers.model import Input, Medium, Offer


def with_own_model(known: tuple[Offer, ...], setup: Setup) -> tuple[Offer, ...]:
    """The known offers, and before them the model of the setup, where it is none of theirs."""
    if not setup.model or any(each.model == setup.model for each in known):
        return known
    return (_described(setup), *known)


def _described(setup: Setup) -> Offer:
    """What the options say: `medium`, and where it matters `takes`, `seconds` and `sizes`."""
    options: Mapping[str, Any] = setup.options
    if "medium" not in options:
        raise Misconfigured(
            f"The model {setup.model} of {setup.name} is not known here: "
            f"say what it makes, as `medium`, one of {', '.join(Medium)}."
        )
    try:
        return Offer(
            model=setup.model,
            medium=Medium(options["medium"]),
            takes=frozenset(Input(each) for each in options.get("takes", ())),
            seconds=tuple(sorted(float(each) for each in options.get("seconds", ()))),
            sizes=tuple(options.get("sizes", ())),
        )
    except (TypeError, ValueError) as error:
        raise Misconfigured(f"What is said of the model {setup.model} of {setup.name} cannot be: {error}.") from None
