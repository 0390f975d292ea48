"""Read what is so in the story from remarks on it and from its scenes, beside what assets show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import structlog

from showbible.assets.learn.quotes import stands_in
from showbible.assets.model import Note, StateInput, entity_key
from showbible.assets.prompts import STORY_FACTS, PartFact
from showbible.assets.recall import library, readings, story
from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.spellings import candidates
from showbible.assets.recall.facts.words import english_words
from showbible.assets.recall.readings import ReadingSource, note_source, scene_source
from showbible.assets.recall.script import SceneScript, ScriptPart
from showbible.assets.record import derived, notes, scene_readings
from showbible.errors import Invalid, NotFound
from showbible.llm.client import LLM
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import RULE

BATCH: Final = 200
_MOST_KNOWN: Final = 100

log = structlog.get_logger("showbible.assets")


def read_notes(db: ProjectDatabase, llm: LLM) -> None:
    """Read every remark that nobody has read; one without a segment tells what is so all along."""
    while waiting := readings.unread_notes(db, limit=BATCH):
        for note in waiting:
            if note.note_type != readings.FAILURE:
                _read(db, llm, note_source(note.note_id), [_remark(db, note)], ())
        notes.mark_read(db, [note.note_id for note in waiting])


def _remark(db: ProjectDatabase, note: Note) -> ScriptPart:
    segment_id = note.segment_id
    if segment_id is None and note.asset_id is not None:
        about = library.assets_by_id(db, [note.asset_id]).get(note.asset_id)
        segment_id = about.segment_id if about is not None else None
    try:
        start = None if segment_id is None else story.segment(db, segment_id).start_ms
    except NotFound:
        start = None
    return ScriptPart(text=note.summary, start_ms=start)


def read_scenes(db: ProjectDatabase, llm: LLM, scenes: Sequence[SceneScript]) -> None:
    """Read the scenes whose words are new; what was read of others moves with them, and of those gone it goes."""
    known = readings.scene_readings(db)
    for scene in scenes:
        was = known.pop(scene.scene_id, None)
        if was is None or was.digest != scene.digest:
            _read(db, llm, scene_source(scene.scene_id), scene.parts, scene.characters)
            scene_readings.keep(db, scene)
        elif was.start_ms != scene.start_ms:
            scene_readings.move(db, scene, was)
    for scene_id in known:
        scene_readings.drop(db, scene_id)


def _read(
    db: ProjectDatabase, llm: LLM, source: ReadingSource, parts: Sequence[ScriptPart], people: Sequence[str]
) -> None:
    kinds = story.kinds(db)
    text = "\n".join(each.whole for each in parts)
    known = {name: kinds[name] for name in candidates(text, kinds)[:_MOST_KNOWN]}
    named = {entity_key(name) for name in known}
    known |= {name: "character" for name in people[:_MOST_KNOWN] if entity_key(name) not in named}
    told, made_by = _both(llm, parts, known)
    try:
        derived.derive(db, source, _states(source, parts, told), made_by=made_by)
    except Invalid as error:
        log.warning("assets.reading_refused", source=source.key, reason=str(error))


def _both(llm: LLM, parts: Sequence[ScriptPart], known: Mapping[str, str]) -> tuple[list[PartFact], str]:
    """What the rules read, and what a model reads beside it in words that are there; and who told of it."""
    told = STORY_FACTS.by_rule(parts=parts, known=known).facts
    answered = llm.ask(STORY_FACTS, parts=parts, known=known) if llm.name != RULE else None
    if answered is None or answered.made_by == RULE:
        return told, RULE
    read = {(each.part, entity_key(each.entity), each.field.casefold()) for each in told}
    more = [
        each
        for each in answered.value.facts
        if (each.part, entity_key(each.entity), each.field.casefold()) not in read and _is_there(each, parts, known)
    ]
    return sorted([*told, *more], key=lambda each: each.part), answered.made_by if more else RULE


def _is_there(told: PartFact, parts: Sequence[ScriptPart], known: Mapping[str, str]) -> bool:
    """Whether a part of that number was shown, has the words that the fact is said to rest on, and says the value."""
    if not 0 <= told.part < len(parts) or not stands_in(told.words, parts[told.part].whole):
        return False
    names = {entity_key(name) for name in known}
    said = english_words(told.value)
    passing = table.of_section(table.groups_of(said), "worn", "condition", "person")
    heard = set(english_words(parts[told.part].whole))
    return bool(passing) or entity_key(told.value) in names or not heard.isdisjoint(said)


Moment = tuple[str, str | None, int | None]
"""An entity's key, a shot and a story time."""


def _states(source: ReadingSource, parts: Sequence[ScriptPart], told: Sequence[PartFact]) -> list[StateInput]:
    """One state for what is told of an entity at a moment; a change, and a field told anew, come at their sentence."""
    moments: dict[Moment, list[PartFact]] = {}
    values: dict[tuple[int, str, str], str] = {}
    for each in told:
        part, field = parts[each.part], (each.part, entity_key(each.entity), each.field)
        if values.get(field) == each.value:
            continue
        at = part.moment(each.words) if each.change or field in values else part.start_ms
        values[field] = each.value
        moments.setdefault((entity_key(each.entity), part.shot_id, at), []).append(each)
    return [_state(source, key, facts) for key, facts in moments.items()]


def _state(source: ReadingSource, key: Moment, facts: Sequence[PartFact]) -> StateInput:
    _, shot_id, at = key
    return StateInput(
        entity=facts[0].entity,
        kind=facts[0].kind,
        state={each.field: each.value for each in facts},
        t_start=None if at is None else at / 1000,
        source_shot_id=shot_id,
        source_note_id=source.id if source.kind == "note" else None,
        source_scene_id=source.id if source.kind == "scene" else None,
        words={each.field: each.words for each in facts},
    )
