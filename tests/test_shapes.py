"""Shapes read their fields from what they tell of, however many things that is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from pydantic import Field

from showbible.assets.model import AssetKind
from showbible.shapes.base import Body, Shape, together
from showbible.vocabulary import AssetId, Micros


@dataclass(frozen=True, kw_only=True)
class Lamp:
    """A thing."""

    name: str
    colour: str


@dataclass(frozen=True, kw_only=True)
class Shelf:
    """Where it stands."""

    name: str
    height: int


class LampShape(Shape):
    """A lamp, where it stands and whether it is lit."""

    name: str
    colour: str
    height: int = 0
    lit: bool


def test_what_several_things_say_is_one_answer_and_the_first_is_believed() -> None:
    shown = LampShape.of(together(Lamp(name="brass", colour="gold"), Shelf(name="oak", height=3), lit=True))

    assert shown == LampShape(name="brass", colour="gold", height=3, lit=True)


def test_what_none_of_them_says_keeps_its_default_or_is_missed() -> None:
    lamp = Lamp(name="brass", colour="gold")

    assert LampShape.of(together(lamp, None, lit=False)).height == 0
    with pytest.raises(ValueError, match="lit"):
        LampShape.of(together(lamp))


@dataclass(frozen=True, kw_only=True)
class Print:
    """A picture for sale."""

    print_id: AssetId
    kind: AssetKind
    price: Micros
    sizes: tuple[str, ...] = ()
    shelf: Shelf | None = None


class PrintShape(Shape, like=Print, without=("shelf",)):
    """A picture for sale, under another name, with what only the caller knows."""

    number: str = Field(validation_alias="print_id")
    sold: bool


def test_a_shape_like_a_value_tells_its_fields_in_their_order_as_json_knows_them() -> None:
    picture = Print(print_id=AssetId("p1"), kind=AssetKind.IMAGE, price=Micros(2_500_000), sizes=("a4",))

    shown = PrintShape.of(together(picture, sold=False)).model_dump(mode="json")

    assert list(shown.items()) == [
        ("number", "p1"),
        ("sold", False),
        ("kind", "image"),
        ("price", 2.5),
        ("sizes", ["a4"]),
    ]


@dataclass(frozen=True, kw_only=True)
class Order:
    """What somebody wants to buy."""

    print_id: str
    copies: int = 1
    gloss: float | None = None
    notes: Mapping[str, Any] | None = None
    seen_by: str = "nobody"


class NewOrder(Body, like=Order, without=("seen_by",)):
    """An order."""


def test_a_body_like_a_value_says_the_same_where_nobody_says_otherwise() -> None:
    assert NewOrder.model_validate({"print_id": "p1"}).facts() == {
        "print_id": "p1",
        "copies": 1,
        "gloss": None,
        "notes": None,
    }


@pytest.mark.parametrize(
    "said",
    [{}, {"print_id": "p1", "copies": "2"}, {"print_id": "p1", "copies": True}, {"print_id": "p1", "seen_by": "x"}],
)
def test_a_body_like_a_value_takes_nothing_for_what_it_is_not(said: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="NewOrder"):
        NewOrder.model_validate(said)
