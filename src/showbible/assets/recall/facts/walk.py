"""A scene or a list of shots in its order: each part against what was known, and what those before it told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Final

from showbible.assets.model import Contradiction, EntityKind, EntityState, entity_key
from showbible.assets.recall.facts.answer import Continuity, StoryChange
from showbible.assets.recall.facts.check import KnownWorld, TextClaims, answer, people_of, text_claims
from showbible.assets.recall.facts.claim import FactKind
from showbible.assets.recall.facts.compare import same_garment
from showbible.assets.recall.facts.meanings import Meaning, StoryFact, meanings, shown
from showbible.assets.recall.facts.spellings import candidates
from showbible.assets.recall.facts.states import StoryReading
from showbible.assets.recall.facts.telling import people_in, tellings
from showbible.assets.recall.script import ScriptPart
from showbible.values import frozen
from showbible.vocabulary import PERSON, RULE, utcnow

OF_WALK: Final = "walk:"
"""Begins the ids of states that only a walk knows."""
_UNTIMED: Final = 2**50
"""Where the parts without story time stand: after everything that has one."""
_ADDING: Final = frozenset({FactKind.WARDROBE, FactKind.HAIR, FactKind.CONDITION})
"""The kinds of fact to which a part may add a word without changing anything."""


@frozen
class WalkPart:
    """A part of a story, and what is kept of it."""

    part: ScriptPart
    kept: tuple[EntityState, ...] = ()
    """What was read of it before."""
    said: tuple[EntityState, ...] = ()
    """What people said of it."""
    unread: ScriptPart | None = None
    """Those of its words that are read now, where not all of them are."""
    asset_id: str | None = None


@frozen
class CheckedPart:
    """A part with what was found in it, and the facts that it was held against."""

    part: ScriptPart
    found: Continuity
    facts: tuple[StoryFact, ...]
    sentences: Mapping[str, str]
    """The sentences that speak of each entity."""
    told: tuple[StoryReading, ...] = ()
    """What the part tells, whether it holds or not."""
    named: frozenset[str] = frozenset()
    """Everyone and everything that the part names."""
    begun: int = 0
    """How many of the states of the walk were in force when the part began, with what people said of it."""
    ended: int = 0
    """How many were in force when it was over."""


@frozen
class StoryWalk:
    """Parts in the order in which they were walked through, and the states at the end."""

    parts: tuple[CheckedPart, ...]
    states: tuple[EntityState, ...]
    names: frozenset[str]
    """Everyone and everything that some part names."""


def walk(
    parts: Sequence[WalkPart],
    states: Iterable[EntityState],
    *,
    scene_id: str = "",
    people: Sequence[str] = (),
    kinds: Mapping[str, str] | None = None,
) -> StoryWalk:
    """Each part against what is known by then: what a part tells itself holds for those after it.

    `people` are those of the scene, `kinds` has the kinds of entities of which nothing may be known yet.
    """
    kinds = {**dict.fromkeys(people, "character"), **(kinds or {})}
    walked = _Walk(scene_id=scene_id, reads=len(parts) > 1 or bool(scene_id), kinds=kinds, met=frozenset(people))
    walked.add(states)
    for number, each in enumerate(_in_order(parts)):
        walked.follow(number, each)
    names = frozenset(name for each in walked.checked for name in each.named)
    return StoryWalk(parts=tuple(walked.checked), states=tuple(walked.states), names=names)


def _in_order(parts: Sequence[WalkPart]) -> list[WalkPart]:
    """Parts by their story time; one without any stays behind the one before it."""
    moments, last = [], 0
    for each in parts:
        last = last if each.part.start_ms is None else each.part.start_ms
        moments.append((last, each.part.shot_id is not None))
    return [each for _, each in sorted(zip(moments, parts, strict=True), key=lambda pair: pair[0])]


@dataclass
class _Walk:
    """How far a story was followed."""

    scene_id: str
    reads: bool
    """Whether what a part tells holds for others."""
    kinds: dict[str, str]
    met: frozenset[str]
    states: list[EntityState] = field(default_factory=list)
    of_entity: dict[str, list[EntityState]] = field(default_factory=dict)
    checked: list[CheckedPart] = field(default_factory=list)

    def add(self, states: Iterable[EntityState]) -> None:
        """Let some more states count."""
        for each in states:
            self.kinds.setdefault(each.entity, str(each.kind))
            for name in people_of(each):
                self.kinds.setdefault(name, "character")
            self.states.append(each)
            self.of_entity.setdefault(entity_key(each.entity), []).append(each)

    def follow(self, number: int, each: WalkPart) -> None:
        """Take in one part: what people said of it, what it contradicts, then what it tells."""
        part, told = each.part, self._told(each) if self.reads else []
        text, found = self._answer(part, told)
        if each.said:
            self.add(_placed(one, part, number) for one in each.said)
            changes = found.changes
            text, found = self._answer(part, told)
            found = replace(found, changes=changes)
        begun, told = len(self.states), [_as_change(one, found.changes) for one in told]
        news = [one for one in told if _is_news(one, part, found, text, self.scene_id)]
        self.add([self._state(one, each, number, text) for one in news])
        self.checked.append(
            CheckedPart(
                part=part,
                found=found,
                facts=tuple(fact for facts in text.in_text.values() for fact in facts if fact.fact is not None),
                sentences=_sentences(text),
                told=tuple(told),
                named=frozenset(text.in_text) | {one.entity for one in told},
                begun=begun,
                ended=len(self.states),
            )
        )
        self.met |= people_in(part.text, self.kinds) if self.reads else frozenset()

    def _told(self, each: WalkPart) -> list[StoryReading]:
        """What a part says: as it is kept, and as its words are read where nobody has read them."""
        kept = [one for state in each.kept for one in _readings(state)]
        unread = each.part if each.unread is None else each.unread
        known = {name: self.kinds[name] for name in candidates(unread.whole, self.kinds)}
        return [*kept, *tellings(unread.text, unread.lines, known, before=self.met)] if unread.whole else kept

    def _answer(self, part: ScriptPart, told: Sequence[StoryReading]) -> tuple[TextClaims, Continuity]:
        new = {**dict.fromkeys(self.met, "character"), **{each.entity: each.kind for each in told}}
        named = candidates(part.text, {**self.kinds, **new})
        near = {name: self.kinds.get(name) or new[name] for name in [*named, *new]}
        story = KnownWorld.of(self._near(near), new=near)
        text = text_claims(part.text, story, at_ms=part.start_ms, before=self.met & story.kinds.keys())
        return text, _without_fictions(answer(text, story, at_ms=part.start_ms))

    def _near(self, names: Iterable[str]) -> list[EntityState]:
        """The states of some entities, of those who hold them, and of what they hold."""
        keys = {entity_key(name) for name in names}
        held = {key for key, states in self.of_entity.items() if not keys.isdisjoint(_holders(states))}
        holders = {holder for key in keys for holder in _holders(self.of_entity.get(key, ()))}
        return [each for key in sorted(keys | held | holders) for each in self.of_entity.get(key, ())]

    def _state(self, told: StoryReading, each: WalkPart, number: int, text: TextClaims) -> EntityState:
        """What a part tells, as a state in force from it on."""
        value = told.value if told.becomes else _with_what_is_so(told, text)
        kept = next((one for one in each.kept if one.entity == told.entity and told.field in one.state), None)
        made_by = PERSON if _outdoes(told, text) else RULE
        if kept is not None:
            placed = _placed(kept, each.part, number)
            return replace(placed, state={told.field: value}, made_by=made_by)
        return EntityState(
            state_id=f"{OF_WALK}{number}",
            entity=told.entity,
            kind=EntityKind(self.kinds.get(told.entity, told.kind)),
            state={told.field: value},
            start_ms=_start(each.part, number),
            end_ms=None,
            source_clip_id=None,
            source_asset_id=each.asset_id,
            made_by=made_by,
            created_at=utcnow() + timedelta(milliseconds=number),
            source_scene_id=self.scene_id or None,
            source_shot_id=each.part.shot_id,
            words={told.field: told.words},
        )


def _readings(state: EntityState) -> Iterator[StoryReading]:
    """What is kept of a part, field by field."""
    for name, value in state.state.items():
        words = state.words.get(name, "")
        yield StoryReading(
            entity=state.entity, kind=str(state.kind), field=name, value=shown(value), words=words, place=0,
            becomes=False,
        )  # fmt: skip


def _as_change(told: StoryReading, changes: Iterable[StoryChange]) -> StoryReading:
    """A reading that says what a change made of something tells that change."""
    own = [(each.field, each.after) for each in changes if each.entity == told.entity]
    return replace(told, becomes=told.becomes or (told.field, told.value) in own)


def _start(part: ScriptPart, number: int) -> int:
    return _UNTIMED + number if part.start_ms is None else part.start_ms


def _placed(state: EntityState, part: ScriptPart, number: int) -> EntityState:
    """A state of a part: it holds from the beginning of that part on."""
    return replace(state, start_ms=_start(part, number))


def _without_fictions(found: Continuity) -> Continuity:
    """The same without story times that nobody told."""
    conflicts = (replace(each, since=None) if (each.since or 0) >= _UNTIMED else each for each in found.conflicts)
    return replace(found, conflicts=tuple(conflicts))


def _holders(states: Iterable[EntityState]) -> set[str]:
    return {entity_key(holder) for each in states if isinstance(holder := each.state.get("holder"), str)}


def _sentences(text: TextClaims) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for sentence in text.parsed:
        for name in {each.name for each in sentence.mentions if each.name}:
            found.setdefault(name, []).append(sentence.text)
    return {name: "\n".join(texts) for name, texts in found.items()}


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
    if kind == FactKind.WARDROBE:
        return same_garment(fact.about, about) and said <= fact.said
    if kind in (FactKind.HOLDER, FactKind.HOLDING, FactKind.PLACE, FactKind.COUNT):
        return about == fact.about and {each.casefold() for each in words} == {each.casefold() for each in fact.words}
    return about == fact.about and bool(fact.said) and said <= fact.said


def _outdoes(told: StoryReading, text: TextClaims) -> bool:
    """Whether a reading goes before what is in force: a change that is told, or what an earlier part said itself."""
    own = (fact.fact for fact in text.typed.get(told.entity, ()) if fact.field == told.field)
    return told.becomes or any(each is not None and each.state.state_id.startswith(OF_WALK) for each in own)


def _with_what_is_so(told: StoryReading, text: TextClaims) -> str:
    """A value that adds to what is so and contradicts none of it, so that neither is lost."""
    own = [fact for fact in text.typed.get(told.entity, ()) if fact.field == told.field and fact.kind in _ADDING]
    known = own[-1].value if own else told.value
    if set(told.value.casefold().split()) <= set(known.casefold().replace(",", " ").split()):
        return known
    return told.value if known.casefold() in told.value.casefold() else f"{known}, {told.value}"


def with_answer(checked: CheckedPart, found: Continuity) -> CheckedPart:
    """The same part with another answer."""
    return replace(checked, found=found)
