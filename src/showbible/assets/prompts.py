"""The two questions about an asset, each with the rule that answers without a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from pydantic import BaseModel, Field

from showbible.assets.recall.entity_rules import named, worn
from showbible.llm.client import Prompt

PACKAGE: Final = "showbible.assets"


class Caption(BaseModel):
    """What a picture shows."""

    text: str = Field(max_length=2000)


class Trait(BaseModel):
    """One thing that is said of an entity."""

    field: str = Field(max_length=64)
    value: str = Field(max_length=200)


class Appearance(BaseModel):
    """An entity and what is said of it."""

    name: str = Field(max_length=128)
    kind: Literal["character", "location", "prop"]
    traits: list[Trait] = Field(max_length=12)


class Cast(BaseModel):
    """Everyone and everything that a text says something of."""

    entities: list[Appearance] = Field(max_length=12)


def caption_by_rule(*, prompt: str, measured: str) -> Caption:
    """The measures themselves: without a model nothing more can be seen."""
    return Caption(text=measured)


def cast_by_rule(*, text: str, known: Sequence[str]) -> Cast:
    """Those who are named and whose clothes or looks are told; the rest would be guessing."""
    names = list(dict.fromkeys([*known, *named(text)]))
    return Cast(
        entities=[
            Appearance(
                name=name,
                kind="character",
                traits=[Trait(field=field, value=value) for field, value in list(told.items())[:12]],
            )
            for name, told in list(worn(text, names).items())[:12]
        ]
    )


CAPTION: Final = Prompt("caption", Caption, offline=caption_by_rule, package=PACKAGE)
CAST: Final = Prompt("entities", Cast, offline=cast_by_rule, package=PACKAGE)
