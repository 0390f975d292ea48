"""What is so at each moment of a scene: the states of the story, and what its shots told so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from showbible.assets.model import EntityKind, EntityState, Fact, entity_key
from showbible.assets.recall.facts.meanings import typed
from showbible.assets.recall.facts.walk import OF_WALK
from showbible.assets.recall.in_force import facts_at
from showbible.assets.recall.quoted_sentences import sentence_of
from showbible.assets.recall.supervised_scene import SCENE_TEXT, SceneFact, SupervisedShot


@dataclass
class SceneStates:
    """The states that count so far, and the kinds of those they speak of."""

    shots: Sequence[SupervisedShot]
    kinds: dict[str, str]
    number: int = 0
    """How many states count."""
    by_entity: dict[str, list[EntityState]] = field(default_factory=dict)

    def add(self, states: Iterable[EntityState]) -> None:
        """Let some more states count."""
        for each in states:
            self.number += 1
            self.kinds.setdefault(each.entity, str(each.kind))
            self.by_entity.setdefault(entity_key(each.entity), []).append(each)

    def place(self, state: EntityState) -> int | None:
        """The shot that a state was read from, or told of."""
        for number, shot in enumerate(self.shots):
            of_scene = state.source_scene_id is not None and state.source_scene_id == shot.scene_id
            if of_scene and (state.source_shot_id or SCENE_TEXT) == shot.shot_id:
                return number
            if state.source_asset_id in shot.asset_ids:
                return number
        return None

    def facts(self, entity: str, at_ms: int | None) -> list[SceneFact]:
        """What is so of somebody at a story time; without one, as it was last told."""
        own = self.by_entity.get(entity_key(entity), [])
        return [each for fact in facts_at(own, at_ms) for each in self._fact(entity, fact)]

    def fact(self, entity: str, name: str, at_ms: int | None) -> SceneFact | None:
        """One field of somebody."""
        return next((each for each in self.facts(entity, at_ms) if each.field == name), None)

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
                state=None if state.state_id.startswith(OF_WALK) else state,
            )
