"""What a model is asked of assets and of the story, each question with the rule that answers without one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from pydantic import BaseModel, Field

from showbible.assets.recall.facts.states import StoryReading, readings_of
from showbible.assets.recall.facts.telling import people_in, tellings
from showbible.assets.recall.script import ScriptPart
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
    words: str = Field(default="", max_length=500)
    """The sentence that says so."""


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
    told: dict[str, dict[str, StoryReading]] = {}
    for each in readings_of(text, known):
        told.setdefault(each.entity, {})[each.field] = each
    return Cast(entities=[_appearance(list(fields.values())) for fields in list(told.values())[:12]])


def _appearance(told: Sequence[StoryReading]) -> Appearance:
    traits = [Trait(field=each.field, value=each.value, words=each.words) for each in told[:12]]
    return Appearance(name=told[0].entity[:128], kind=KINDS.get(told[0].kind, "prop"), traits=traits)


class PartFact(BaseModel):
    """One thing that a part of a scene, or a remark, tells to be so."""

    part: int
    entity: str = Field(min_length=1, max_length=128)
    kind: Kind
    field: str = Field(min_length=1, max_length=64)
    value: str = Field(min_length=1, max_length=200)
    words: str = Field(min_length=1, max_length=500)
    """The sentence that says so, as it stands in the part."""
    change: bool = False
    """Whether the part tells how it came to be so."""


class StoryFacts(BaseModel):
    """What the parts of a scene tell, in their order."""

    facts: list[PartFact] = Field(max_length=1000)


def story_facts_by_rule(*, parts: Sequence[ScriptPart], known: Mapping[str, str]) -> StoryFacts:
    """What the sentences and lines of each part say in so many words."""
    kinds, met = dict(known), frozenset[str]()
    found: list[PartFact] = []
    for number, part in enumerate(parts):
        for each in tellings(part.text, part.lines, kinds, before=met):
            kinds.setdefault(each.entity, each.kind)
            found.append(_part_fact(number, each))
        met |= people_in(part.text, kinds)
    return StoryFacts(facts=found[:1000])


def _part_fact(number: int, told: StoryReading) -> PartFact:
    return PartFact(
        part=number,
        entity=told.entity[:128],
        kind=KINDS.get(told.kind, "prop"),
        field=told.field,
        value=told.value,
        words=told.words,
        change=told.becomes,
    )


class FactVerdict(BaseModel):
    """What a model makes of one fact beside one shot."""

    fact: str = Field(max_length=32)
    part: int
    kind: Literal["contradiction", "unexplained", "change", "fine"]
    quote: str = Field(max_length=500)


class FactVerdicts(BaseModel):
    """What a model says of the facts that shots speak of."""

    verdicts: list[FactVerdict] = Field(max_length=200)


def no_verdicts(*, facts: object, shots: object) -> FactVerdicts:
    """None: the rules have spoken before anybody is asked."""
    return FactVerdicts(verdicts=[])


CAPTION: Final = Prompt("caption", Caption, offline=caption_by_rule, package=PACKAGE)
CAST: Final = Prompt("entities", Cast, offline=cast_by_rule, package=PACKAGE)
CONTINUITY: Final = Prompt("continuity", FactVerdicts, offline=no_verdicts, package=PACKAGE)
STORY_FACTS: Final = Prompt("story_facts", StoryFacts, offline=story_facts_by_rule, package=PACKAGE)
