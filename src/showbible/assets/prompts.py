"""The two questions about an asset, each with the rule that answers without a model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from pydantic import BaseModel, Field

from showbible.assets.recall.facts.states import states_of
from showbible.llm.client import Prompt

PACKAGE: Final = "showbible.assets"


Kind = Literal["character", "location", "prop"]
KINDS: Final[Mapping[str, Kind]] = {"character": "character", "location": "location", "prop": "prop"}


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
    kind: Kind
    traits: list[Trait] = Field(max_length=12)


class Cast(BaseModel):
    """Everyone and everything that a text says something of."""

    entities: list[Appearance] = Field(max_length=12)


def caption_by_rule(*, prompt: str, measured: str) -> Caption:
    """The measures themselves: without a model nothing more can be seen."""
    return Caption(text=measured)


def cast_by_rule(*, text: str, known: Mapping[str, str]) -> Cast:
    """Those of whom a text says how they look, where they are, what they hold or how they fare."""
    return Cast(
        entities=[
            Appearance(
                name=name[:128],
                kind=KINDS.get(kind, "prop"),
                traits=[Trait(field=field, value=value) for field, value in list(told.items())[:12]],
            )
            for name, kind, told in states_of(text, known)[:12]
        ]
    )


CAPTION: Final = Prompt("caption", Caption, offline=caption_by_rule, package=PACKAGE)
CAST: Final = Prompt("entities", Cast, offline=cast_by_rule, package=PACKAGE)
