"""A scene or a list of shots in its order: each part against what was known, and what those before it told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from showbible.assets.model import Contradiction, EntityKind, EntityState
from showbible.assets.recall.facts.answer import Continuity, SupervisorLine
from showbible.assets.recall.facts.check import KnownWorld, TextClaims, answer, text_claims
from showbible.assets.recall.facts.claim import (
    ABLE,
    AGE,
    CONDITION,
    COUNT,
    EXISTENCE,
    HAIR,
    HOLDER,
    HOLDING,
    INJURY,
    OTHER,
    PLACE,
    PRESENCE,
    RELATION,
    TIME,
    WARDROBE,
    WEATHER,
)
from showbible.assets.recall.facts.compare import same_garment
from showbible.assets.recall.facts.meanings import Meaning, StoryFact, meanings, world
from showbible.assets.recall.facts.states import StoryReading
from showbible.assets.recall.facts.telling import people_in, tellings
from showbible.assets.recall.in_force import facts_at
from showbible.assets.recall.script import ScriptPart
from showbible.vocabulary import PERSON, RULE, utcnow

_OF_WALK: Final = "walk:"
"""Begins the ids of states that only a walk knows."""
LINES: Final[Mapping[str, str]] = {
    WARDROBE: "wearing",
    HAIR: "hair",
    INJURY: "hurt",
    HOLDER: "holding",
    HOLDING: "holding",
    PLACE: "at",
    ABLE: "state",
    CONDITION: "state",
    EXISTENCE: "state",
    OTHER: "state",
    AGE: "age",
    COUNT: "number",
    RELATION: "kin",
    WEATHER: "weather",
    TIME: "time",
    PRESENCE: "present",
}


@dataclass(frozen=True, kw_only=True)
class CheckedPart:
    """A part with what was found in it, and the facts that it was held against."""

    part: ScriptPart
    found: Continuity
    facts: tuple[StoryFact, ...]
    sentences: Mapping[str, str]
    """The sentences that speak of each entity."""


@dataclass(frozen=True, kw_only=True)
class StoryWalk:
    """Parts in the order in which they were walked through, and the states at the end."""

    parts: tuple[CheckedPart, ...]
    states: tuple[EntityState, ...]
    names: frozenset[str]
    """Everyone and everything that some part names."""


def walk(
    parts: Sequence[ScriptPart], states: Sequence[EntityState], *, scene_id: str = "", people: Sequence[str] = ()
) -> StoryWalk:
    """Each part against what is known by then: what a part tells itself holds for those after it."""
    known, checked, named = list(states), [], set[str]()
    met = frozenset(people)
    for number, part in enumerate(sorted(parts, key=_order)):
        told = _tellings(part, known, people, met) if len(parts) > 1 or scene_id else []
        new = {each.entity: each.kind for each in told}
        story = KnownWorld.of(known, new={**dict.fromkeys(people, "character"), **new})
        text = text_claims(part.text, story, at_ms=part.start_ms, before=met & story.kinds.keys())
        found = answer(text, story, at_ms=part.start_ms)
        facts = tuple(fact for told in text.in_text.values() for fact in told if fact.fact is not None)
        checked.append(CheckedPart(part=part, found=found, facts=facts, sentences=_sentences(text)))
        news = [each for each in told if _is_news(each, part, found, text, scene_id)]
        known += [_state(each, part, scene_id, number, outdoes=_outdoes(each, text)) for each in news]
        named |= text.in_text.keys() | {each.entity for each in told}
        met |= people_in(part.text, story.kinds) if len(parts) > 1 else frozenset()
    return StoryWalk(parts=tuple(checked), states=tuple(known), names=frozenset(named))


def _tellings(
    part: ScriptPart, known: Sequence[EntityState], people: Sequence[str], met: frozenset[str]
) -> list[StoryReading]:
    kinds = {**dict.fromkeys(people, "character"), **KnownWorld.of(known).kinds}
    return tellings(part.text, part.lines, kinds, before=met)


def _sentences(text: TextClaims) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for sentence in text.parsed:
        for name in {each.name for each in sentence.mentions if each.name}:
            found.setdefault(name, []).append(sentence.text)
    return {name: "\n".join(texts) for name, texts in found.items()}


def _order(part: ScriptPart) -> tuple[int, bool]:
    return part.start_ms or 0, part.shot_id is not None


def _is_news(told: StoryReading, part: ScriptPart, found: Continuity, text: TextClaims, scene_id: str) -> bool:
    """Whether a reading tells something that is not so already, is no contradiction, and is no summary of a change.

    The text of a scene tells of all of it at once: what changes in it is left to its shots.
    """
    if told.becomes:
        return part.shot_id is not None
    means = meanings(told.field, told.value)
    if any(_is_of(each, told, means) for each in found.conflicts):
        return False
    known = [fact for fact in text.typed.get(told.entity, ()) if not _is_of_scene_text(fact, scene_id)]
    return not any(_is_told(one, fact) for one in means for fact in known)


def _is_of_scene_text(fact: StoryFact, scene_id: str) -> bool:
    """Whether only the text of the scene tells a fact: a shot that shows it says so better."""
    state = fact.fact.state if fact.fact is not None else None
    return state is not None and bool(scene_id) and state.source_scene_id == scene_id and state.source_shot_id is None


def _is_of(conflict: Contradiction, told: StoryReading, means: Sequence[Meaning]) -> bool:
    """Whether a conflict is about what a sentence tells."""
    kinds = {each[0] for each in meanings(conflict.field, conflict.known)}
    return conflict.entity == told.entity and not kinds.isdisjoint(each[0] for each in means)


def _is_told(means: Meaning, fact: StoryFact) -> bool:
    """Whether a fact says all that a reading means."""
    kind, about, said, words = means
    if kind != fact.kind:
        return False
    if kind == WARDROBE:
        return same_garment(fact.about, about) and said <= fact.said
    if kind in (HOLDER, HOLDING, PLACE, COUNT):
        return about == fact.about and {each.casefold() for each in words} == {each.casefold() for each in fact.words}
    return about == fact.about and bool(fact.said) and said <= fact.said


def _outdoes(told: StoryReading, text: TextClaims) -> bool:
    """Whether a reading goes before what is in force: a change that is told, or what an earlier part said itself."""
    own = (fact.fact for fact in text.typed.get(told.entity, ()) if fact.field == told.field)
    return told.becomes or any(each is not None and each.state.state_id.startswith(_OF_WALK) for each in own)


def _state(told: StoryReading, part: ScriptPart, scene_id: str, number: int, *, outdoes: bool) -> EntityState:
    """What a part tells, as a state in force from it on."""
    return EntityState(
        state_id=f"{_OF_WALK}{number}",
        entity=told.entity,
        kind=EntityKind(told.kind),
        state={told.field: told.value},
        start_ms=part.start_ms,
        end_ms=None,
        source_clip_id=None,
        source_asset_id=None,
        made_by=PERSON if outdoes else RULE,
        created_at=utcnow() + timedelta(milliseconds=number),
        source_scene_id=scene_id or None,
        source_shot_id=part.shot_id,
        words={told.field: told.words},
    )


def lines(walked: StoryWalk, *, scene_id: str, end_ms: int | None) -> Iterator[SupervisorLine]:
    """How everyone and everything that a scene names stands in the end, and since which shot."""
    for name in sorted(walked.names, key=str.casefold):
        own = [each for each in walked.states if each.entity == name]
        facts = world(name, facts_at(own, end_ms))
        latest: dict[tuple[str, str], StoryFact] = {}
        for fact in facts:
            latest[LINES[fact.kind], _matter(fact)] = fact
        yield from (_line(fact, kind, scene_id) for (kind, _), fact in latest.items())


def _matter(fact: StoryFact) -> str:
    """What of an entity two facts must both be about for the later to replace the earlier."""
    return fact.about if fact.kind in (WARDROBE, INJURY, COUNT, RELATION) else fact.field


def _line(fact: StoryFact, kind: str, scene_id: str) -> SupervisorLine:
    state = fact.fact.state if fact.fact is not None else None
    here = state is not None and state.source_scene_id == scene_id
    return SupervisorLine(
        entity=fact.entity,
        kind=kind,
        field=fact.field,
        value=fact.value,
        shot_id=state.source_shot_id if state is not None and here else None,
        before=not here,
        words=state.words.get(fact.field, "") if state is not None else "",
        asset_id=state.source_asset_id if state is not None else None,
    )


def with_answer(checked: CheckedPart, found: Continuity) -> CheckedPart:
    """The same part with another answer."""
    return replace(checked, found=found)
