"""Find providers by their kind: those that come along, that other packages bring as entry points, or by their class."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from showbible.errors import Misconfigured
from showbible.providers.contract import Provider, Setup

GROUP: Final = "showbible.providers"


def kinds() -> list[str]:
    """The kinds of providers that are installed, by name; none of them is imported."""
    return sorted(_points())


def hire(kind: str, setup: Setup) -> Provider:
    """A provider of a kind, set up as a person said."""
    return provider_class(kind)(setup)


def provider_class(kind: str) -> type[Provider]:
    """The class of a kind, which is imported now; refuses one that nobody brings or that cannot be imported."""
    point = EntryPoint(name=kind, value=kind, group=GROUP) if ":" in kind else _points().get(kind)
    if point is None:
        known = ", ".join(kinds())
        raise Misconfigured(
            f"There is no provider {kind!r}. There are: {known}, or any class as `package.module:Class`."
        )
    try:
        found = point.load()
    except (ImportError, AttributeError) as error:
        raise Misconfigured(f"The provider {kind} cannot be imported; what is missing: {error}.") from None
    if not (isinstance(found, type) and issubclass(found, Provider)):
        raise Misconfigured(f"{point.value} is no class of providers.")
    return found


@cache
def _points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
