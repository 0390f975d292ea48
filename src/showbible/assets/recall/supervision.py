"""A scene as a script supervisor follows it: what is so from shot to shot, what breaks, and what changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from showbible.assets.model import Contradiction, EntityKind, EntityState, Fact, entity_key
from showbible.assets.recall.contradictions import facts_at
from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.answer import Continuity, StoryChange
from showbible.assets.recall.facts.check import KnownWorld, check
from showbible.assets.recall.facts.claim import (
    AGE,
    CONDITION,
    HAIR,
    HOLDER,
    HOLDING,
    INJURY,
    PLACE,
    RELATION,
    WARDROBE,
)
from showbible.assets.recall.facts.meanings import typed
from showbible.assets.recall.facts.spellings import candidates
from showbible.assets.recall.facts.states import states_of
from showbible.assets.recall.quoted_sentences import sentence_of
from showbible.vocabulary import PERSON, RULE

SCENE_TEXT: Final = "text"
"""What stands for a shot where the scene's own text says something."""

_UNTIMED: Final = 2**50
"""Where the shots of a scene without story time stand: after everything that has one."""
_ADDING: Final = frozenset({WARDROBE, HAIR, CONDITION})
"""The kinds of fact to which a shot may add a word without changing anything."""


@dataclass(frozen=True, kw_only=True)
class SupervisedShot:
    """A shot of a scene: what is planned and shown in it, when, and the asset that shows it."""

    shot_id: str
    text: str
    at_ms: int | None = None
    asset_id: str | None = None
    asset_ids: frozenset[str] = frozenset()
    """Every asset that was made of it."""
    unread: str = ""
    """Those of its words that nobody has read yet: of the others only what is kept counts."""


@dataclass(frozen=True, kw_only=True)
class SceneFact:
    """Something that is so of somebody in a scene: since which shot, until which, and what says so."""

    entity: str
    kind: EntityKind
    field: str
    value: str
    matter: str
    """What kind of fact it is: wardrobe, hair, place, holder ..."""
    since: str | None
    """The shot that tells it first; None where it was so before the scene."""
    until: str | None = None
    words: str = ""
    asset_id: str | None = None
    state: EntityState | None = None
    """The state that says so, where one is kept."""

    @property
    def what(self) -> str:
        """What it is about, as a supervisor sorts it: wearing, hair, hurt, holding, at, age, kin, else state."""
        return _WHAT.get(self.matter, "state")

    @property
    def said(self) -> str:
        """The fact in a few words: striped apron, coat off, held by Tom."""
        if self.matter == HOLDER:
            return f"held by {self.value}"
        if self.matter in (WARDROBE, HAIR):
            return _worn(self.field, self.value)
        named = self.what in ("at", "age") or table.is_matter(self.field) or self.field in _GENERAL
        inside = set(self.field.casefold().split()) <= set(self.value.casefold().split())
        return self.value if named or inside else f"{self.field}: {self.value}"


_WHAT: Final = {
    WARDROBE: "wearing",
    HAIR: "hair",
    INJURY: "hurt",
    HOLDER: "holding",
    HOLDING: "holding",
    PLACE: "at",
    AGE: "age",
    RELATION: "kin",
}
_GENERAL: Final = frozenset({"state", "condition", "status", "holding", "injury", "exists"})


def _worn(noun: str, value: str) -> str:
    if value in ("on", "off"):
        return noun if value == "on" else f"{noun} off"
    outfit = "kinds.outfit" in table.classes(noun.casefold())
    return value if outfit or noun.casefold() in value.casefold().split() else f"{value} {noun}"


@dataclass(frozen=True, kw_only=True)
class SceneConflict:
    """What a shot says against what is so by then; `state` is what is kept of that, if anything is."""

    shot: SupervisedShot
    found: Contradiction
    since: str | None
    """The shot that told what is so."""
    words: str
    asset_id: str | None
    state: EntityState | None


@dataclass(frozen=True, kw_only=True)
class SceneChange:
    """A change that a shot tells itself, and whether a person has taken it for so."""

    shot: SupervisedShot
    told: StoryChange
    accepted: bool


@dataclass(frozen=True, kw_only=True)
class Supervision:
    """What a supervisor writes of a scene."""

    facts: tuple[SceneFact, ...]
    conflicts: tuple[SceneConflict, ...]
    changes: tuple[SceneChange, ...]


def supervised(
    shots: Sequence[SupervisedShot], known: Sequence[EntityState], kinds: Mapping[str, str], *, now: datetime
) -> Supervision:
    """Follow the shots of a scene; `known` are the states of the story, `kinds` has the kinds of its entities."""
    walk = _Walk(shots=shots, kinds=dict(kinds), now=now)
    walk.before([each for each in known if walk.place(each) is None])
    for number, shot in enumerate(shots):
        walk.follow(number, shot, [each for each in known if walk.place(each) == number])
    return Supervision(facts=tuple(_in_order(walk.facts)), conflicts=tuple(walk.conflicts), changes=tuple(walk.changes))


@dataclass
class _Walk:
    """How far a scene was followed."""

    shots: Sequence[SupervisedShot]
    kinds: dict[str, str]
    now: datetime
    states: list[EntityState] = field(default_factory=list)
    facts: list[SceneFact] = field(default_factory=list)
    conflicts: list[SceneConflict] = field(default_factory=list)
    changes: list[SceneChange] = field(default_factory=list)
    named: dict[str, None] = field(default_factory=dict)

    def place(self, state: EntityState) -> int | None:
        """The shot that a state was read from, or told of."""
        return next(
            (
                number
                for number, shot in enumerate(self.shots)
                if shot.shot_id == state.source_clip_id or state.source_asset_id in shot.asset_ids
            ),
            None,
        )

    def before(self, known: Iterable[EntityState]) -> None:
        """What is so before the first shot, of everybody whom the scene names."""
        self.states += known
        for shot in self.shots:
            self._name(shot)
        if self.shots:
            self._note(None, self.shots[0])

    def follow(self, number: int, shot: SupervisedShot, own: Sequence[EntityState]) -> None:
        """Take in one shot: what people said of it, what it contradicts, then what it tells."""
        readings = self._readings(number, shot, own)
        changes = self._changes(shot, readings)
        self.states += [self._placed(each, number) for each in own if each.made_by == PERSON]
        found = Continuity(conflicts=self._conflicts(shot, changes), changes=changes)
        self._report(shot, found)
        self.states += self._told(number, shot, readings, found)
        self._name(shot)
        self._note(number, shot)

    def _name(self, shot: SupervisedShot) -> None:
        self.kinds |= {each.entity: str(each.kind) for each in self.states if each.entity not in self.kinds}
        self.named |= dict.fromkeys(candidates(shot.text, self.kinds))

    def _readings(self, number: int, shot: SupervisedShot, own: Sequence[EntityState]) -> list[EntityState]:
        """What a shot says, as it is kept, and as its words are read where nobody has read them."""
        kept = [self._placed(each, number) for each in own if each.made_by != PERSON]
        if not shot.unread:
            return kept
        known = {name: self.kinds[name] for name in candidates(shot.unread, self.kinds)}
        return [*kept, *(self._virtual(number, shot, *told) for told in states_of(shot.unread, known))]

    def _changes(self, shot: SupervisedShot, readings: Sequence[EntityState]) -> tuple[StoryChange, ...]:
        """What a shot tells to change, whatever people said of it."""
        told = (self._as_read(each, readings, shot) for each in self._checked(shot).changes)
        return tuple(each for each in told if each.before != each.after)

    def _conflicts(self, shot: SupervisedShot, changes: Sequence[StoryChange]) -> tuple[Contradiction, ...]:
        """What a shot breaks; what it tells to change it does not break."""
        changing = {(each.entity, each.field) for each in changes}
        return tuple(each for each in self._checked(shot).conflicts if (each.entity, each.field) not in changing)

    def _checked(self, shot: SupervisedShot) -> Continuity:
        if not shot.text or shot.shot_id == SCENE_TEXT:
            return Continuity(conflicts=(), changes=())
        return check(shot.text, KnownWorld.of(self.states), at_ms=shot.at_ms)

    def _as_read(self, told: StoryChange, readings: Sequence[EntityState], shot: SupervisedShot) -> StoryChange:
        """A change under the field and with the value that its shot is read with."""
        said = {
            name: str(value) for each in readings if each.entity == told.entity for name, value in each.state.items()
        }
        if told.field in said:
            return replace(told, after=said[told.field])
        name = next((name for name, value in said.items() if value == told.after), None)
        if name is None:
            return told
        fact = next((each for each in self._now(told.entity, shot.at_ms) if each.field == name), None)
        return replace(told, field=name, before=fact.value if fact else None)

    def _report(self, shot: SupervisedShot, found: Continuity) -> None:
        for each in found.conflicts:
            fact = self._standing(each.entity, each.field)
            self.conflicts.append(
                SceneConflict(
                    shot=shot,
                    found=each,
                    since=fact.since if fact else None,
                    words=fact.words if fact else "",
                    asset_id=fact.asset_id if fact else each.asset_id,
                    state=fact.state if fact else None,
                )
            )
        self.changes += (
            SceneChange(shot=shot, told=told, accepted=self._is_accepted(told, shot)) for told in found.changes
        )

    def _is_accepted(self, told: StoryChange, shot: SupervisedShot) -> bool:
        fact = next((each for each in self._now(told.entity, shot.at_ms) if each.field == told.field), None)
        return fact is not None and fact.state is not None and fact.state.made_by == PERSON and fact.value == told.after

    def _told(
        self, number: int, shot: SupervisedShot, readings: Sequence[EntityState], found: Continuity
    ) -> Iterator[EntityState]:
        """What a shot itself says is so from it on: without what breaks, and with what it tells to change."""
        against = {(each.entity, each.field) for each in found.conflicts}
        changing = {(each.entity, each.field) for each in found.changes}
        for state in readings:
            left = {
                name: self._with_what_is_so(state.entity, name, str(value), shot)
                for name, value in state.state.items()
                if (state.entity, name) not in against | changing
            }
            if left:
                yield replace(state, state=left)
        for told in found.changes:
            made = self._virtual(
                number, shot, told.entity, self.kinds.get(told.entity, "prop"), {told.field: told.after}
            )
            # Within its scene a change that is told outdoes whatever was said before.
            yield replace(made, made_by=PERSON)

    def _with_what_is_so(self, entity: str, name: str, value: str, shot: SupervisedShot) -> str:
        """A value that adds to what is so and contradicts none of it, so that neither is lost."""
        fact = next((each for each in self._now(entity, shot.at_ms) if each.field == name), None)
        if fact is None or not fact.value:
            return value
        if set(value.casefold().split()) <= set(fact.value.casefold().replace(",", " ").split()):
            return fact.value
        adds = fact.matter in _ADDING and fact.value.casefold() not in value.casefold()
        return f"{fact.value}, {value}" if adds else value

    def _virtual(
        self, number: int, shot: SupervisedShot, entity: str, kind: str, fields: Mapping[str, str]
    ) -> EntityState:
        return EntityState(
            state_id="",
            entity=entity,
            kind=EntityKind(self.kinds.setdefault(entity, kind)),
            state=dict(fields),
            start_ms=self._start(number),
            end_ms=None,
            source_clip_id=shot.shot_id,
            source_asset_id=shot.asset_id,
            made_by=RULE,
            created_at=self.now + timedelta(seconds=number + 1),
        )

    def _placed(self, state: EntityState, number: int) -> EntityState:
        """A state of a shot holds from that shot on, where nobody gave it a time."""
        return state if state.start_ms is not None else replace(state, start_ms=self._start(number))

    def _start(self, number: int) -> int:
        at = self.shots[number].at_ms
        return _UNTIMED + number if at is None else at

    def _now(self, entity: str, at_ms: int | None) -> list[SceneFact]:
        key = entity_key(entity)
        own = [each for each in self.states if entity_key(each.entity) == key]
        return [each for fact in facts_at(own, at_ms) for each in self._fact(entity, fact)]

    def _fact(self, entity: str, fact: Fact) -> Iterator[SceneFact]:
        state, number = fact.state, self.place(fact.state)
        shot = None if number is None else self.shots[number]
        told = typed(entity, fact)
        if told:
            yield SceneFact(
                entity=entity,
                kind=EntityKind(self.kinds.get(entity, state.kind)),
                field=fact.field,
                value=fact.value,
                matter=told[0].kind,
                since=None,
                words=sentence_of(shot.text, entity, fact.field, fact.value) if shot is not None else "",
                asset_id=state.source_asset_id,
                state=state if state.state_id else None,
            )

    def _standing(self, entity: str, name: str) -> SceneFact | None:
        key = entity_key(entity)
        return next(
            (
                each
                for each in reversed(self.facts)
                if entity_key(each.entity) == key and each.field == name and each.until is None
            ),
            None,
        )

    def _note(self, number: int | None, shot: SupervisedShot) -> None:
        """Write down what is so after a shot and was not before it, and what it put an end to."""
        for entity in self.named:
            for fact in self._now(entity, shot.at_ms):
                stood = self._standing(entity, fact.field)
                if stood is not None and stood.value == fact.value:
                    continue
                if stood is not None:
                    self.facts[self.facts.index(stood)] = replace(stood, until=shot.shot_id)
                self.facts.append(replace(fact, since=None if number is None else shot.shot_id))


_KINDS: Final = (EntityKind.CHARACTER, EntityKind.PROP, EntityKind.LOCATION)


def _in_order(facts: Sequence[SceneFact]) -> list[SceneFact]:
    """People, then things, then places, each in the order in which the scene names them."""
    first: dict[str, int] = {}
    for place, fact in enumerate(facts):
        first.setdefault(fact.entity, place)
    return sorted(facts, key=lambda fact: (_KINDS.index(fact.kind), first[fact.entity]))
