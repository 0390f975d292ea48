"""A scene as a script supervisor follows it: what is so from shot to shot, what breaks, and what changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from showbible.assets.model import Contradiction, EntityKind, EntityState, entity_key
from showbible.assets.recall.facts.answer import Continuity, StoryChange
from showbible.assets.recall.facts.check import KnownWorld, check
from showbible.assets.recall.facts.claim import CONDITION, HAIR, WARDROBE
from showbible.assets.recall.facts.spellings import candidates
from showbible.assets.recall.facts.states import states_of
from showbible.assets.recall.scene_states import SceneStates
from showbible.assets.recall.supervised_scene import (
    SCENE_TEXT,
    SceneChange,
    SceneConflict,
    SceneFact,
    SupervisedShot,
    Supervision,
)
from showbible.vocabulary import PERSON

_ADDING: Final = frozenset({WARDROBE, HAIR, CONDITION})
"""The kinds of fact to which a shot may add a word without changing anything."""
_KINDS: Final = (EntityKind.CHARACTER, EntityKind.PROP, EntityKind.LOCATION)


def supervised(
    shots: Sequence[SupervisedShot], known: Sequence[EntityState], kinds: Mapping[str, str], *, now: datetime
) -> Supervision:
    """Follow the shots of a scene; `known` are the states of the story, `kinds` has the kinds of its entities."""
    states = SceneStates(shots=shots, kinds=dict(kinds), now=now)
    of_shots: dict[int | None, list[EntityState]] = {}
    for each in known:
        of_shots.setdefault(states.place(each), []).append(each)
    walk = _Walk(states=states)
    walk.begin(of_shots.get(None, ()))
    for number, shot in enumerate(shots):
        walk.follow(number, shot, of_shots.get(number, ()))
    return Supervision(facts=tuple(_in_order(walk.facts)), conflicts=tuple(walk.conflicts), changes=tuple(walk.changes))


@dataclass
class _Walk:
    """How far a scene was followed."""

    states: SceneStates
    facts: list[SceneFact] = field(default_factory=list)
    conflicts: list[SceneConflict] = field(default_factory=list)
    changes: list[SceneChange] = field(default_factory=list)

    def begin(self, known: Iterable[EntityState]) -> None:
        """What is so before the first shot, of everybody whom the scene names."""
        self.states.add(known)
        for shot in self.states.shots[:1]:
            named = dict.fromkeys(name for each in self.states.shots for name in self._named(each))
            self._note(shot, named, since=None)

    def follow(self, number: int, shot: SupervisedShot, own: Sequence[EntityState]) -> None:
        """Take in one shot: what people said of it, what it contradicts, then what it tells."""
        readings, found = self._readings(number, shot, own), self._checked(shot)
        changes = self._changes(shot, found, readings)
        if said := [self.states.placed(each, number) for each in own if each.made_by == PERSON]:
            self.states.add(said)
            found = self._checked(shot)
        conflicts = _conflicts(found, changes)
        self._report(shot, conflicts, changes)
        self.states.add(list(self._left(shot, readings, conflicts, changes)))
        self.states.add(self._changed(number, each) for each in changes)
        told = [*(each.entity for each in (*own, *readings)), *(each.entity for each in changes)]
        self._note(shot, dict.fromkeys([*self._named(shot), *told]), since=shot.shot_id)

    def _named(self, shot: SupervisedShot) -> list[str]:
        return candidates(shot.text, self.states.kinds)

    def _readings(self, number: int, shot: SupervisedShot, own: Sequence[EntityState]) -> list[EntityState]:
        """What a shot says, as it is kept, and as its words are read where nobody has read them."""
        kept = [self.states.placed(each, number) for each in own if each.made_by != PERSON]
        if not shot.unread:
            return kept
        kinds = self.states.kinds
        known = {name: kinds[name] for name in candidates(shot.unread, kinds)}
        return [*kept, *(self.states.told(number, *told) for told in states_of(shot.unread, known))]

    def _changes(self, shot: SupervisedShot, found: Continuity, readings: Sequence[EntityState]) -> list[StoryChange]:
        """What a shot tells to change, whatever people said of it."""
        told = (self._as_read(each, readings, shot) for each in found.changes)
        return [each for each in told if each.before != each.after]

    def _checked(self, shot: SupervisedShot) -> Continuity:
        if not shot.text or shot.shot_id == SCENE_TEXT:
            return Continuity(conflicts=(), changes=())
        return check(shot.text, KnownWorld.of(self.states.near(self._named(shot))), at_ms=shot.at_ms)

    def _as_read(self, told: StoryChange, readings: Sequence[EntityState], shot: SupervisedShot) -> StoryChange:
        """A change under the field and with the value that its shot is read with."""
        of_it = [each.state for each in readings if each.entity == told.entity]
        said = {name: str(value) for state in of_it for name, value in state.items()}
        if told.field in said:
            return replace(told, after=said[told.field])
        name = next((name for name, value in said.items() if value == told.after), None)
        if name is None:
            return told
        fact = self.states.fact(told.entity, name, shot.at_ms)
        return replace(told, field=name, before=fact.value if fact else None)

    def _report(self, shot: SupervisedShot, conflicts: Iterable[Contradiction], changes: Iterable[StoryChange]) -> None:
        for found in conflicts:
            fact = self._standing(found.entity, found.field)
            self.conflicts.append(_conflict(shot, found, fact))
        for told in changes:
            fact = self.states.fact(told.entity, told.field, shot.at_ms)
            kept = fact.state if fact is not None and fact.value == told.after else None
            self.changes.append(SceneChange(shot=shot, told=told, accepted=kept is not None and kept.made_by == PERSON))

    def _left(
        self,
        shot: SupervisedShot,
        readings: Sequence[EntityState],
        conflicts: Iterable[Contradiction],
        changes: Iterable[StoryChange],
    ) -> Iterator[EntityState]:
        """What a shot says without what breaks, and without what it tells to change."""
        out = {(each.entity, each.field) for each in conflicts} | {(each.entity, each.field) for each in changes}
        for state in readings:
            left = {
                name: self._with_what_is_so(state.entity, name, str(value), shot)
                for name, value in state.state.items()
                if (state.entity, name) not in out
            }
            if left:
                yield replace(state, state=left)

    def _changed(self, number: int, told: StoryChange) -> EntityState:
        """What is so by a change that a shot tells: within its scene it outdoes whatever was said before."""
        kind = self.states.kinds.get(told.entity, EntityKind.PROP)
        return replace(self.states.told(number, told.entity, kind, {told.field: told.after}), made_by=PERSON)

    def _with_what_is_so(self, entity: str, name: str, value: str, shot: SupervisedShot) -> str:
        """A value that adds to what is so and contradicts none of it, so that neither is lost."""
        fact = self.states.fact(entity, name, shot.at_ms)
        if fact is None:
            return value
        if set(value.casefold().split()) <= set(fact.value.casefold().replace(",", " ").split()):
            return fact.value
        adds = fact.matter in _ADDING and fact.value.casefold() not in value.casefold()
        return f"{fact.value}, {value}" if adds else value

    def _standing(self, entity: str, name: str) -> SceneFact | None:
        key = entity_key(entity)
        for fact in reversed(self.facts):
            if entity_key(fact.entity) == key and fact.field == name and fact.until is None:
                return fact
        return None

    def _note(self, shot: SupervisedShot, named: Iterable[str], *, since: str | None) -> None:
        """Write down what is so after a shot of those it names and was not before it, and what it put an end to."""
        for fact in [fact for entity in named for fact in self.states.facts(entity, shot.at_ms)]:
            stood = self._standing(fact.entity, fact.field)
            if stood is not None and stood.value == fact.value:
                continue
            if stood is not None:
                self.facts[self.facts.index(stood)] = replace(stood, until=shot.shot_id)
            self.facts.append(replace(fact, since=since))


def _conflicts(found: Continuity, changes: Sequence[StoryChange]) -> list[Contradiction]:
    """What a shot breaks; what it tells to change it does not break."""
    changing = {(each.entity, each.field) for each in changes}
    return [each for each in found.conflicts if (each.entity, each.field) not in changing]


def _conflict(shot: SupervisedShot, found: Contradiction, fact: SceneFact | None) -> SceneConflict:
    """A conflict with what the record says of the fact that it breaks."""
    if fact is None:
        return SceneConflict(shot=shot, found=found, since=None, words="", asset_id=found.asset_id, state=None)
    return SceneConflict(
        shot=shot, found=found, since=fact.since, words=fact.words, asset_id=fact.asset_id, state=fact.state
    )


def _in_order(facts: Sequence[SceneFact]) -> list[SceneFact]:
    """People, then things, then places, each in the order in which the scene names them."""
    first: dict[str, int] = {}
    for place, fact in enumerate(facts):
        first.setdefault(fact.entity, place)
    return sorted(facts, key=lambda fact: (_KINDS.index(fact.kind), first[fact.entity]))
