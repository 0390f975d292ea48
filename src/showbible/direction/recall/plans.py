"""A scene as a caller brings it, once it can be stored and shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, Final

from showbible.direction.model import KeyBeat, SceneFacts, Snapshot
from showbible.direction.recall import scenes, snapshots
from showbible.errors import Invalid, TooLarge
from showbible.storage.database import ProjectDatabase
from showbible.values import frozen
from showbible.vocabulary import KIB, LOCAL_USER, PROSE_LIMIT, checked_id, checked_json, checked_text

MOST_SHOTS: Final = 5000
MOST_BEATS: Final = 500
MOST_CHARACTERS: Final = 500
SHOTS_LIMIT: Final = 4096 * KIB
WORD_LIMIT: Final = 1 * KIB


@frozen
class NewScene:
    """A scene as a caller puts it."""

    planning_stage: str
    facts: SceneFacts = field(default_factory=SceneFacts)
    shots: Sequence[Mapping[str, Any]] = ()
    scene_index: int | None = None
    ready: bool | None = None
    user_id: str = LOCAL_USER


def checked_facts(facts: SceneFacts) -> SceneFacts:
    """The facts themselves, once they can be stored and shown."""
    if len(facts.key_beats) > MOST_BEATS or len(facts.characters) > MOST_CHARACTERS:
        raise TooLarge(f"A scene has at most {MOST_BEATS} key beats and {MOST_CHARACTERS} characters.")
    for name in ("scene_text", "act_intent", "filler_strategy"):
        checked_text(name, getattr(facts, name), limit=PROSE_LIMIT)
    for name, word in (("scene_type", facts.scene_type), ("geography", facts.geography), ("location", facts.location)):
        checked_text(name, word or "", limit=WORD_LIMIT)
    for character in facts.characters:
        checked_text("characters", character, limit=WORD_LIMIT)
    _checked_beats(facts.key_beats)
    return facts


def _checked_beats(beats: Sequence[KeyBeat]) -> None:
    if len({beat.beat_id for beat in beats}) < len(beats):
        raise Invalid("Two key beats have the same beat_id.", field="confirmed_key_beats")
    for beat in beats:
        checked_id("beat", beat.beat_id)
        checked_text("description", beat.description, limit=PROSE_LIMIT)
        checked_text("function", beat.function or "", limit=WORD_LIMIT)
        checked_text("affected_character", beat.affected_character or "", limit=WORD_LIMIT)


def checked_shots(shots: Sequence[Mapping[str, Any]]) -> Snapshot:
    """The shots in order, once each has an id of its own."""
    if len(shots) > MOST_SHOTS:
        raise TooLarge(f"A scene has at most {MOST_SHOTS:,} shots.")
    checked_json("shots", list(shots), limit=SHOTS_LIMIT)
    found = snapshots.read(shots)
    for shot in found:
        checked_id("shot", shot.shot_id)
    return found


def plan(
    db: ProjectDatabase, facts: SceneFacts, shots: Sequence[Mapping[str, Any]] | None, *, scene_id: str | None
) -> tuple[SceneFacts, Snapshot]:
    """A plan to look at, and what is known of its scene; what was left out is taken from the scene of that id."""
    bare = checked_facts(facts) == SceneFacts()
    known = scenes.scene(db, scene_id) if bare and scene_id is not None else None
    kept = known.shots if known else ()
    return known.facts if known else facts, snapshots.active(checked_shots(shots) if shots is not None else kept)
