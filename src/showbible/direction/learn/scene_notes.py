"""What a model says of one scene: its words where they are safe, its answers where they are known ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from showbible.direction.model import Cause, Confidence, EditEvent, EventType, Learning, Moment, Scene
from showbible.direction.recall import card_text
from showbible.direction.recall.kinds import NAMES
from showbible.direction.recall.scenes import SceneMemory
from showbible.llm.client import LLM, Answered, AnswerOutcome
from showbible.vocabulary import RULE

if TYPE_CHECKING:
    from showbible.direction.prompts import SceneNotes

MOST_WORDS: Final = 12


def asked(llm: LLM, scene: Scene, memory: SceneMemory) -> Answered[SceneNotes] | None:
    """What a model says of a scene; None when no model answers."""
    from showbible.direction.prompts import SCENE_NOTES

    said = [event.user_text for event in memory.events if event.user_text and event.cause is Cause.STYLE]
    edits = [event for event in memory.events if is_edit(event)]
    answered = llm.ask(
        SCENE_NOTES,
        scene=scene.facts.scene_text or memory.context_summary,
        intent=scene.facts.act_intent,
        beats=[{"number": n, "beat": beat.description} for n, beat in enumerate(scene.facts.key_beats, 1)],
        kinds=list(NAMES),
        edits=[
            {"number": n, "type": e.type, "what": e.summary, "cause": e.cause, "said": e.user_text or ""}
            for n, e in enumerate(edits, 1)
        ],
        final_shots=memory.final_shots.summary,
        said=list(dict.fromkeys(said))[:MOST_WORDS],
    )
    return answered if by_a_model(answered) else None


def with_causes(events: Sequence[EditEvent], notes: SceneNotes) -> tuple[EditEvent, ...]:
    """The events with the causes that a model read out of what was said, where it quotes what was said with them."""
    edits = dict(enumerate((event for event in events if is_edit(event)), 1))
    told = {
        edits[note.number].call_id: note.cause
        for note in notes.causes
        if note.number in edits and is_quoted(note.quote, edits[note.number].user_text)
    }
    return tuple(
        replace(event, cause=told[event.call_id], by_itself=told[event.call_id]) if event.call_id in told else event
        for event in events
    )


def worded(memory: SceneMemory, scene: Scene, answered: Answered[SceneNotes]) -> SceneMemory:
    """The memory in a model's words where they are safe; what was counted stays as it is."""
    told = answered.value
    names = card_text.names_of(scene.facts)
    learned = tuple(
        Learning(
            learning=card_text.fit(each.learning),
            applies_to=card_text.fit(each.applies_to),
            avoid_applying_to=card_text.fit(each.avoid_applying_to),
            evidence=card_text.fit(each.evidence),
            confidence=Confidence.LOW,
        )
        for each in told.scene_learnings
        if card_text.is_safe(each.learning) and not card_text.leaks(each.learning, names)
    )
    return replace(
        memory,
        context_summary=sentences(told.scene_context_summary, 2, 5) or memory.context_summary,
        edit_summary=sentences(told.edit_summary, 3, 8) or memory.edit_summary,
        learnings=learned if any(is_style(event) for event in memory.events) else memory.learnings,
        moments=_of_known_kinds(memory.moments, scene, told),
        made_by=answered.made_by,
    )


def _of_known_kinds(moments: Sequence[Moment], scene: Scene, notes: SceneNotes) -> tuple[Moment, ...]:
    """The moments, those of a kind that a model shows by a quote; what somebody tagged stays as it was tagged."""
    beats = dict(enumerate((beat.description for beat in scene.facts.key_beats), 1))
    told = {
        note.number - 1: note.kind
        for note in notes.beat_kinds
        if note.kind in NAMES and note.number in beats and is_quoted(note.quote, beats[note.number])
    }
    return tuple(
        replace(moment, kinds={told[at]: 1.0}, given=True) if at in told and not moment.given else moment
        for at, moment in enumerate(moments)
    )


def is_quoted(quote: str, text: str | None) -> bool:
    """Whether some words stand in a text, whatever their case and spaces."""
    mine, whole = (" ".join(each.lower().split()) for each in (quote, text or ""))
    return bool(mine) and mine in whole


def in_old_words(memory: SceneMemory, old: SceneMemory | None) -> SceneMemory:
    """A model's words stay while they still tell of the same edits."""
    if old is None or old.made_by == RULE or [e.call_id for e in old.events] != [e.call_id for e in memory.events]:
        return memory
    return replace(
        memory,
        context_summary=old.context_summary,
        edit_summary=old.edit_summary,
        learnings=old.learnings,
        moments=old.moments if len(old.moments) == len(memory.moments) else memory.moments,
        made_by=old.made_by,
    )


def by_a_model(answered: Answered[Any]) -> bool:
    """Whether a model answered, and not the rule in its place."""
    return answered.outcome in (AnswerOutcome.ANSWERED, AnswerOutcome.REPAIRED)


def is_edit(event: EditEvent) -> bool:
    """Whether it changes a plan, and neither shows nor accepts one."""
    return event.type not in (EventType.INITIAL_GENERATION, EventType.ACCEPTANCE)


def is_style(event: EditEvent) -> bool:
    """Whether it shows the director's own taste."""
    return is_edit(event) and event.cause is Cause.STYLE and not event.accepted


def pieces(text: str) -> list[str]:
    """The sentences of a text."""
    return [piece for piece in re.split(r"(?<=[.!?])\s+", text.strip()) if piece]


def sentences(text: str, least: int, most: int) -> str:
    """The text when it has about the length it should have, cut at the most; else nothing."""
    found = pieces(text)
    return " ".join(found[:most]) if len(found) >= least else ""
