"""Which places exclude each other: nobody is in two rooms, or indoors and out at sea."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final

from showbible.assets.recall.facts import table

_WIDE: Final = ("yard", "coast", "country", "town", "rails", "train", "car", "ship", "air", "space")


def exclude(known: AbstractSet[str], said: AbstractSet[str]) -> bool:
    """Whether every place of one is another than every place of the other; what no table knows excludes nothing."""
    ones, others = _surveyed(known), _surveyed(said)
    if _inner(ones) and _inner(others):
        ones, others = _inner(ones), _inner(others)
    return bool(ones and others) and all(_apart(one, other) for one in ones for other in others)


def _surveyed(places: AbstractSet[str]) -> list[str]:
    """The places that a table knows; a drawer or a table says nothing where a room is told too."""
    found = [each for each in places if "places" in table.classes(each)]
    rooms = [each for each in found if _sorts(each) - {"parts"}]
    return rooms or found


def _inner(places: list[str]) -> list[str]:
    """Those of some places that lie in or at a building: where both sides tell one, these decide."""
    return [each for each in places if _sorts(each) & {"room", "yard"}]


def _sorts(place: str) -> set[str]:
    return {kind.partition(".")[2] for kind in table.classes(place) if kind.startswith("places.")}


def _apart(one: str, other: str) -> bool:
    if one == other or table.belong_together(one, other):
        return False
    ones, others = _sorts(one), _sorts(other)
    if "parts" in ones or "parts" in others:
        return ones == others == {"parts"}
    if {"home"} & (ones ^ others) and (ones | others) & {"room", "yard"} and not ("room" in ones and "room" in others):
        return False
    if "home" in ones and "home" in others:
        return "building" in ones and "building" in others
    if "room" in ones and "room" in others:
        return True
    shared = ones & others
    return not shared & set(_WIDE)
