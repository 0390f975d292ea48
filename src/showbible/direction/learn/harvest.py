"""Learn from ready scenes: one memory per scene, one profile per story. Everything here may run twice."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import structlog

from showbible.direction.learn import agreement, distil, scene_notes, stats
from showbible.direction.learn.scene_notes import by_a_model, is_style, pieces, sentences
from showbible.direction.model import Card, Cause, EditEvent, Profile, Rule, Scene, Snapshot
from showbible.direction.recall import (
    card_text,
    causes,
    contrast,
    diff,
    habits,
    moments,
    observe,
    person_edits,
    profiles,
    snapshots,
    uses,
)
from showbible.direction.recall import scenes as direction_scenes
from showbible.direction.recall.scenes import SceneMemory, Session
from showbible.direction.record import learned as direction_learned
from showbible.direction.record import uses as direction_uses
from showbible.errors import NotFound
from showbible.llm.client import LLM
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import LOCAL_USER, RULE, new_id, utcnow

log = structlog.get_logger("showbible.direction")

Result = TypeVar("Result")


def harvest(db: ProjectDatabase, llm: LLM, scene_id: str) -> SceneMemory | None:
    """What a ready scene teaches, kept; None when the scene is gone or no longer ready."""
    try:
        scene = direction_scenes.scene(db, scene_id)
    except NotFound:
        return None
    if not scene.ready:
        return None
    session = direction_scenes.session(db, scene_id)
    calls = sum(len(message.calls) for message in session.messages)
    facts = {"story_id": db.project_id, "scene_id": scene_id, "user_id": _trigger(scene, session)}
    log.info("DIRECTORIAL_HARVEST_STARTED", **facts)
    timed = _Timed(db, "harvest", failure="DIRECTORIAL_HARVEST_FAILED", tool_call_count=calls, **facts)
    memory = timed(lambda: _harvested(db, llm, scene, session))
    log.info(
        "DIRECTORIAL_HARVEST_COMPLETED",
        edit_event_count=len(memory.events),
        learning_count=len(memory.learnings),
        duration_ms=timed.milliseconds,
        **facts,
    )
    return memory


def aggregate(db: ProjectDatabase, llm: LLM) -> Profile | None:
    """The story's profile made anew from all its scene memories; None, and no profile, without any."""
    sources = direction_scenes.sources(db)
    memories = direction_scenes.memories(db)
    log.info("DIRECTORIAL_PROFILE_AGGREGATION_STARTED", story_id=db.project_id, scene_memory_count=len(memories))
    failed = "DIRECTORIAL_PROFILE_AGGREGATION_FAILED"
    timed = _Timed(db, "aggregation", failure=failed, story_id=db.project_id)
    profile = timed(lambda: _aggregated(db, llm, memories) if memories else None)
    direction_learned.keep_profile(db, profile, sources=sources)
    _settle(db, memories, [card.rule for card in profile.cards if card.rule] if profile else [])
    log.info(
        "DIRECTORIAL_PROFILE_AGGREGATION_COMPLETED",
        story_id=db.project_id,
        preference_card_count=len(profile.cards) if profile else 0,
        duration_ms=timed.milliseconds,
    )
    return profile


def _settle(db: ProjectDatabase, memories: Sequence[SceneMemory], rules: Sequence[Rule]) -> None:
    """Let every edit have the cause that all scenes together show."""
    for memory in memories:
        events = tuple(causes.settled(event, rules, scenes=len(memories)) for event in memory.events)
        if events != memory.events:
            direction_learned.keep_causes(db, replace(memory, events=events))


class _Timed:
    """Runs a step of learning, counts how it went, and tells of a failure before passing it on."""

    def __init__(self, db: ProjectDatabase, name: str, *, failure: str, **facts: Any) -> None:
        self.db, self.name = db, name
        self.failure, self.facts = failure, facts
        self.milliseconds = 0

    def __call__(self, step: Callable[[], Result]) -> Result:
        started = time.monotonic()
        try:
            result = step()
        except Exception as error:
            log.warning(self.failure, error=f"{type(error).__name__}: {error}", **self.facts)
            direction_uses.count(self.db, f"{self.name}.failed")
            raise
        self.milliseconds = round((time.monotonic() - started) * 1000)
        direction_uses.count(self.db, f"{self.name}.completed", milliseconds=self.milliseconds)
        return result


def _harvested(db: ProjectDatabase, llm: LLM, scene: Scene, session: Session) -> SceneMemory:
    old = direction_scenes.find_memory(db, scene.scene_id)
    shown = diff.baseline(session.messages)
    proposals = uses.proposed(db, scene.scene_id)
    found = diff.events(session.messages, characters=scene.facts.characters)
    events = tuple(agreement.marked(event, session.messages, proposals) for event in found)
    memory = _by_rule(db.project_id, scene, session, shown, events)
    notes = scene_notes.asked(llm, scene, memory)
    if notes is None:
        memory = scene_notes.in_old_words(memory, old)
    else:
        events = scene_notes.with_causes(events, notes.value)
        memory = _by_rule(db.project_id, scene, session, shown, events)
        memory = scene_notes.worded(memory, scene, notes)
    if old is not None:
        memory = replace(memory, memory_id=old.memory_id, created_at=old.created_at)
    if direction_learned.keep_memory(db, memory) and old is None and uses.was_used_for(db, scene.scene_id):
        corrections = sum(event.cause is Cause.STYLE and not event.accepted for event in events)
        direction_uses.count(db, "corrections", number=corrections)
    return memory


def _by_rule(
    project_id: str, scene: Scene, session: Session, shown: Snapshot, events: tuple[EditEvent, ...]
) -> SceneMemory:
    now = utcnow()
    final = stats.shot_summary(scene.facts, snapshots.active(scene.shots) or _last(session) or shown)
    seen = observe.observations(scene.facts, shown, events)
    names = card_text.names_of(scene.facts)
    return SceneMemory(
        memory_id=new_id(),
        project_id=project_id,
        scene_id=scene.scene_id,
        scene_index=scene.scene_index,
        trigger_user_id=_trigger(scene, session),
        chat_session_id=session.chat_session_id,
        chat_session_updated_at=session.updated_at,
        planning_stage=scene.planning_stage,
        harvested_at=now,
        context_summary=distil.context(scene.facts),
        edit_summary=distil.edits_told(events, first=len(shown), final=final),
        # What was inserted is counted by now; whole shots stay in the session.
        events=tuple(replace(event, inserted=(), anchors=()) for event in events),
        final_shots=final,
        learnings=distil.learnings(seen, names),
        observations=seen,
        tally=stats.tally(shown, events),
        names=names,
        things=card_text.things_of(scene.facts),
        made_by=RULE,
        source_updated_at=scene.updated_at,
        created_at=now,
        updated_at=now,
        moments=tuple(moments.moments(scene.facts, shown).values()),
        setting=moments.setting(scene.facts),
    )


def _trigger(scene: Scene, session: Session) -> str:
    """Whose preferences these are: the scene's user, or the session's where the scene names nobody."""
    return scene.user_id if scene.user_id != LOCAL_USER else session.user_id or LOCAL_USER


def _last(session: Session) -> Snapshot:
    for call in reversed([call for message in session.messages for call in message.calls]):
        shots = snapshots.shots_of(call.data) if call.error is None else None
        if shots is not None:
            return snapshots.active(shots)
    return ()


def _aggregated(db: ProjectDatabase, llm: LLM, memories: Sequence[SceneMemory]) -> Profile:
    old = profiles.learned_profile(db)
    names = {word for memory in memories for word in memory.names}
    found = contrast.learned([habits.seen_scene(memory) for memory in memories])
    rules = found.rules
    ids = _ids(rules, old.cards if old else ())
    cards = tuple(card_text.card(rule, card_id=i, names=names) for i, rule in zip(ids, rules, strict=True))
    now = utcnow()
    profile = Profile(
        profile_id=old.profile_id if old else new_id(),
        project_id=db.project_id,
        trigger_user_id=max(memories, key=lambda memory: memory.harvested_at).trigger_user_id,
        source_scene_ids=tuple(memory.scene_id for memory in memories),
        source_memory_ids=tuple(memory.memory_id for memory in memories),
        aggregated_at=now,
        summary=card_text.summary(cards, scenes=len(memories)),
        cards=cards,
        stats=stats.story_stats(memories),
        made_by=RULE,
        created_at=old.created_at if old else now,
        updated_at=now,
        moments=found.moments,
    )
    return _worded(llm, profile, memories)


def _worded(llm: LLM, profile: Profile, memories: Sequence[SceneMemory]) -> Profile:
    """The profile in a model's words, card by card where they are safe; conditions and confidence stay computed."""
    from showbible.direction.prompts import PROFILE_NOTES

    habits = [
        {"number": n, "preference": c.preference, "applies_to": c.applies_to, "avoid_applying_to": c.avoid_applying_to}
        for n, c in enumerate(profile.cards, 1)
    ]
    notes = [
        {
            "number": number,
            "context": memory.context_summary,
            "edits": memory.edit_summary,
            "learnings": [each.learning for each in memory.learnings],
            "final": memory.final_shots.summary,
        }
        for number, memory in enumerate(memories, 1)
    ]
    answered = llm.ask(PROFILE_NOTES, habits=habits, scenes=notes)
    if not by_a_model(answered):
        return profile
    forbidden = {word for memory in memories for word in (*memory.names, *memory.things, memory.scene_id)}
    told = {each.number: each for each in answered.value.preference_cards if each.number is not None}
    cards = [
        _reworded(card, told.get(number), forbidden, answered.made_by) for number, card in enumerate(profile.cards, 1)
    ]
    own = [each for each in answered.value.preference_cards if each.number is None]
    cards += [card for each in own if (card := _added(each, memories, forbidden, answered.made_by)) is not None]
    summary = sentences(answered.value.profile_summary, 3, 8)
    if not summary or card_text.leaks(summary, forbidden) or not all(map(card_text.is_safe, pieces(summary))):
        summary = profile.summary
    return replace(profile, cards=tuple(cards), summary=summary, made_by=answered.made_by)


def _reworded(card: Card, told: Any, forbidden: set[str], made_by: str) -> Card:
    if told is None:
        return card
    what, when, never = (card_text.fit(text) for text in (told.preference, told.applies_to, told.avoid_applying_to))
    if not all(card_text.is_safe(text) and not card_text.leaks(text, forbidden) for text in (what, when, never)):
        return card
    return replace(card, preference=what, applies_to=when, avoid_applying_to=never, made_by=made_by)


def _added(told: Any, memories: Sequence[SceneMemory], forbidden: set[str], made_by: str) -> Card | None:
    """A card of the model's own: only when two scenes with edits bear it out; the scenes decide how sure it is."""
    numbers = sorted({n for n in told.scenes if 1 <= n <= len(memories)})
    scenes = tuple(memories[n - 1].scene_id for n in numbers if any(map(is_style, memories[n - 1].events)))
    texts = (told.preference, told.applies_to, told.avoid_applying_to)
    if len(scenes) < 2 or not all(card_text.is_safe(text) and not card_text.leaks(text, forbidden) for text in texts):
        return None
    return Card(
        card_id=_card_id(f"own:{told.preference.lower()}", 0),
        preference=card_text.fit(told.preference),
        applies_to=card_text.fit(told.applies_to),
        avoid_applying_to=card_text.fit(told.avoid_applying_to),
        evidence=f"Noted in {len(scenes)} ready scenes.",
        confidence=person_edits.sure(len(scenes), ()),
        source_scene_ids=scenes,
        made_by=made_by,
    )


def _ids(rules: Sequence[Rule], old: Sequence[Card]) -> list[str]:
    """Ids for the cards of these rules: the one an old card of the same habit had, where there was one."""
    free = [card for card in old if card.rule is not None]
    ids: list[str] = []
    for rule in rules:
        same = [card for card in free if card.rule is not None and card.rule.act.key == rule.act.key]
        if same:
            best = max(same, key=lambda card: _likeness(card.rule, rule))
            free.remove(best)
            ids.append(best.card_id)
            continue
        taken = {*ids, *(card.card_id for card in free)}
        ids.append(next(i for n in range(len(taken) + 1) if (i := _card_id(rule.act.key, n)) not in taken))
    return ids


def _card_id(key: str, number: int) -> str:
    return "card-" + hashlib.sha256(f"{key}#{number}".encode()).hexdigest()[:12]


def _likeness(one: Rule | None, two: Rule) -> float:
    mine, other = (_pairs(rule.where) if rule else frozenset() for rule in (one, two))
    return len(mine & other) / max(1, len(mine | other))


def _pairs(where: Mapping[str, tuple[str, ...]]) -> frozenset[tuple[str, str]]:
    return frozenset((name, value) for name, values in where.items() for value in values)
