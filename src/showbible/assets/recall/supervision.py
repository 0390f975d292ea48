"""A scene as a script supervisor writes it down: what is so from shot to shot, what breaks, and what changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from showbible.assets.model import Contradiction, EntityKind, EntityState, entity_key
from showbible.assets.recall.facts.answer import StoryChange
from showbible.assets.recall.facts.spellings import candidates
from showbible.assets.recall.facts.walk import CheckedPart, StoryWalk, WalkPart, walk
from showbible.assets.recall.scene_states import SceneStates
from showbible.assets.recall.script import ScriptPart
from showbible.assets.recall.supervised_scene import (
    SCENE_TEXT,
    SceneChange,
    SceneConflict,
    SceneFact,
    SupervisedShot,
    Supervision,
)
from showbible.vocabulary import PERSON

_KINDS: Final = (EntityKind.CHARACTER, EntityKind.PROP, EntityKind.LOCATION)


def supervised(
    shots: Sequence[SupervisedShot], known: Sequence[EntityState], kinds: Mapping[str, str], *, scene_id: str
) -> Supervision:
    """Follow the shots of a scene; `known` are the states of the story, `kinds` has the kinds of its entities."""
    states = SceneStates(shots=shots, kinds=dict(kinds))
    of_shots: dict[int | None, list[EntityState]] = {}
    for each in known:
        of_shots.setdefault(states.place(each), []).append(each)
    parts = [_part(shot, of_shots.get(number, ())) for number, shot in enumerate(shots)]
    walked = walk(parts, of_shots.get(None, ()), scene_id=scene_id, kinds=kinds)
    record = _Record(states=states)
    record.begin(of_shots.get(None, ()))
    by_id = {shot.shot_id: shot for shot in shots}
    for checked in walked.parts:
        record.follow(by_id[checked.part.shot_id or SCENE_TEXT], checked, walked)
    return Supervision(
        facts=tuple(_in_order(record.facts)), conflicts=tuple(record.conflicts), changes=tuple(record.changes)
    )


def _part(shot: SupervisedShot, own: Sequence[EntityState]) -> WalkPart:
    """A shot as the walk takes it."""
    shot_id = None if shot.shot_id == SCENE_TEXT else shot.shot_id
    return WalkPart(
        part=ScriptPart(text=shot.text, shot_id=shot_id, start_ms=shot.at_ms),
        kept=tuple(each for each in own if each.made_by != PERSON),
        said=tuple(each for each in own if each.made_by == PERSON),
        unread=ScriptPart(text=shot.unread, shot_id=shot_id),
        asset_id=shot.asset_id,
    )


@dataclass
class _Record:
    """What was written down of a scene so far."""

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

    def follow(self, shot: SupervisedShot, checked: CheckedPart, walked: StoryWalk) -> None:
        """Write down what a shot breaks and changes, then what is so after it."""
        self.states.add(walked.states[self.states.number : checked.begun])
        if shot.shot_id != SCENE_TEXT:
            self._report(shot, checked)
        self.states.add(walked.states[checked.begun : checked.ended])
        self._note(shot, dict.fromkeys([*self._named(shot), *sorted(checked.named)]), since=shot.shot_id)

    def _named(self, shot: SupervisedShot) -> list[str]:
        return candidates(shot.text, self.states.kinds)

    def _report(self, shot: SupervisedShot, checked: CheckedPart) -> None:
        changes = [each for each in self._changes(shot, checked) if each.before != each.after]
        changing = {(each.entity, each.field) for each in changes}
        for found in checked.found.conflicts:
            if (found.entity, found.field) not in changing:
                self.conflicts.append(_conflict(shot, found, self._standing(found.entity, found.field)))
        for told in changes:
            fact = self.states.fact(told.entity, told.field, shot.at_ms)
            kept = fact.state if fact is not None and fact.value == told.after else None
            self.changes.append(SceneChange(shot=shot, told=told, accepted=kept is not None and kept.made_by == PERSON))

    def _changes(self, shot: SupervisedShot, checked: CheckedPart) -> list[StoryChange]:
        """What a shot tells to change, under the field and with the value that it is read with."""
        found = []
        for told in checked.found.changes:
            said = {each.field: each.value for each in checked.told if each.entity == told.entity}
            name = next((name for name, value in said.items() if value == told.after), None)
            if told.field in said:
                found.append(replace(told, after=said[told.field]))
            elif name is None:
                found.append(told)
            else:
                fact = self.states.fact(told.entity, name, shot.at_ms)
                found.append(replace(told, field=name, before=fact.value if fact else None))
        return found

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
