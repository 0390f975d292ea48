"""What is so at each moment of a scene: the states of the story, and what its shots told so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from showbible.assets.model import EntityKind, EntityState, Fact, entity_key
from showbible.assets.recall.facts.meanings import typed
from showbible.assets.recall.in_force import facts_at
from showbible.assets.recall.quoted_sentences import sentence_of
from showbible.assets.recall.supervised_scene import SCENE_TEXT, SceneFact, SupervisedShot
from showbible.vocabulary import RULE

_UNTIMED: Final = 2**50
"""Where the shots of a scene without story time stand: after everything that has one."""


@dataclass
class SceneStates:
    """The states that count so far, and the kinds of those they speak of."""

    shots: Sequence[SupervisedShot]
    kinds: dict[str, str]
    now: datetime
    by_entity: dict[str, list[EntityState]] = field(default_factory=dict)

    def add(self, states: Iterable[EntityState]) -> None:
        """Let some more states count."""
        for each in states:
            self.kinds.setdefault(each.entity, str(each.kind))
            self.by_entity.setdefault(entity_key(each.entity), []).append(each)

    def near(self, names: Iterable[str]) -> list[EntityState]:
        """The states of some entities, of those who hold them, and of what they hold."""
        keys = {entity_key(name) for name in names}
        held = {key for key, states in self.by_entity.items() if not keys.isdisjoint(_holders(states))}
        holders = {holder for key in keys for holder in _holders(self.by_entity.get(key, ()))}
        return [each for key in sorted(keys | held | holders) for each in self.by_entity.get(key, ())]

    def place(self, state: EntityState) -> int | None:
        """The shot that a state was read from, or told of."""
        for number, shot in enumerate(self.shots):
            of_scene = state.source_scene_id is not None and state.source_scene_id == shot.scene_id
            if of_scene and (state.source_shot_id or SCENE_TEXT) == shot.shot_id:
                return number
            if state.source_asset_id in shot.asset_ids:
                return number
        return None

    def placed(self, state: EntityState, number: int) -> EntityState:
        """A state of a shot: it holds from the beginning of that shot on."""
        return replace(state, start_ms=self._start(number))

    def told(self, number: int, entity: str, kind: str, fields: Mapping[str, str]) -> EntityState:
        """What a shot tells, as a state that nobody keeps."""
        shot = self.shots[number]
        return EntityState(
            state_id="",
            entity=entity,
            kind=EntityKind(self.kinds.setdefault(entity, kind)),
            state=dict(fields),
            start_ms=self._start(number),
            end_ms=None,
            source_clip_id=None,
            source_asset_id=shot.asset_id,
            source_scene_id=shot.scene_id,
            source_shot_id=shot.shot_id,
            made_by=RULE,
            created_at=self.now + timedelta(seconds=number + 1),
        )

    def facts(self, entity: str, at_ms: int | None) -> list[SceneFact]:
        """What is so of somebody at a story time; without one, as it was last told."""
        own = self.by_entity.get(entity_key(entity), [])
        return [each for fact in facts_at(own, at_ms) for each in self._fact(entity, fact)]

    def fact(self, entity: str, name: str, at_ms: int | None) -> SceneFact | None:
        """One field of somebody."""
        return next((each for each in self.facts(entity, at_ms) if each.field == name), None)

    def _start(self, number: int) -> int:
        at = self.shots[number].at_ms
        return _UNTIMED + number if at is None else at

    def _fact(self, entity: str, fact: Fact) -> Iterator[SceneFact]:
        state, number = fact.state, self.place(fact.state)
        text = "" if number is None else self.shots[number].text
        for meaning in typed(entity, fact)[:1]:
            yield SceneFact(
                entity=entity,
                kind=EntityKind(self.kinds.get(entity, state.kind)),
                field=fact.field,
                value=fact.value,
                matter=meaning.kind,
                since=None,
                words=state.words.get(fact.field) or sentence_of(text, entity, fact.field, fact.value),
                asset_id=state.source_asset_id,
                state=state if state.state_id else None,
            )


def _holders(states: Iterable[EntityState]) -> set[str]:
    return {entity_key(holder) for each in states if isinstance(holder := each.state.get("holder"), str)}
