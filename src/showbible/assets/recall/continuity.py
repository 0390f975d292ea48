"""Continuity: what a new text contradicts, and which assets a state contradicts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from showbible.assets.model import (
    Contradiction,
    Disagreement,
    EntityKind,
    EntityState,
    Fact,
    entity_key,
    milliseconds,
)
from showbible.assets.recall import rows, story
from showbible.assets.recall.facts.answer import Continuity, SceneContinuity
from showbible.assets.recall.facts.check import KnownWorld, check
from showbible.assets.recall.facts.names import named
from showbible.assets.recall.facts.scene_lines import lines
from showbible.assets.recall.facts.spellings import candidates, leading_names
from showbible.assets.recall.facts.walk import CheckedPart, StoryWalk, WalkPart, walk, with_answer
from showbible.assets.recall.in_force import facts_in_force
from showbible.assets.recall.script import SceneScript, ScriptPart
from showbible.errors import Invalid
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import PERSON, checked_text

MOST_AFTER: Final = 2000
"""How many of the assets after a change are compared with it."""
MOST_ENTITIES: Final = 200
"""How many entities one text is held against."""
MOST_HOLDERS: Final = 20
MOST_SHOTS: Final = 200


def conflicts(db: ProjectDatabase, prompt: str, *, at: float | None = None) -> list[Contradiction]:
    """What a prompt says against the states in force at a story time; nothing where nothing is known."""
    return list(continuity(db, prompt, at=at).conflicts)


def continuity(db: ProjectDatabase, prompt: str, *, at: float | None = None) -> Continuity:
    """What a prompt says against the states in force at a story time, and the changes that it tells itself."""
    (checked,) = story_walk(db, [prompt_part(prompt, at=at)]).parts
    return checked.found


def prompt_part(prompt: str, *, at: float | None, shot_id: str | None = None) -> ScriptPart:
    """A prompt as part of a script, once it can be read."""
    checked_text("prompt", prompt, empty=False)
    return ScriptPart(text=prompt, shot_id=shot_id, start_ms=None if at is None else milliseconds("at", at))


def shot_parts(told: Sequence[tuple[str, str, float | None]]) -> list[ScriptPart]:
    """A list of shots, each with its id, its prompt and its story time, as parts of a script."""
    if len(told) > MOST_SHOTS:
        raise Invalid(f"shots must be {MOST_SHOTS} or fewer.", field="shots")
    return [prompt_part(prompt, at=at, shot_id=shot_id) for shot_id, prompt, at in told]


def scene_parts(scene: SceneScript) -> list[ScriptPart]:
    """What is checked of a scene."""
    if len(scene.parts) > 2 * MOST_SHOTS:
        raise Invalid(f"Scene {scene.scene_id} has over {2 * MOST_SHOTS} shots and beats; check it in lists of shots.")
    return [each for each in scene.parts if each.whole]


def story_walk(db: ProjectDatabase, parts: Sequence[ScriptPart], *, scene: SceneScript | None = None) -> StoryWalk:
    """Parts of a story against what is known, each with the asset that proves it; a scene's readings prove nothing
    against itself.
    """
    text = "\n".join(each.whole for each in parts)
    with db.snapshot():
        kinds = story.kinds(db)
        states = story.states_of(db, _spoken_of(text, kinds))
        known = [*states, *story.states_of(db, _carriers(states)), *_in_hands(db, text, states)]
        scene_id = scene.scene_id if scene is not None else ""
        before = [each for each in known if each.source_scene_id != scene_id or not scene_id or each.made_by == PERSON]
        people = scene.characters if scene is not None else ()
        found = walk([WalkPart(part=each) for each in parts], before, scene_id=scene_id, people=people)
        return replace(found, parts=tuple(_with_proof(db, each, states) for each in found.parts))


def _with_proof(db: ProjectDatabase, checked: CheckedPart, states: Sequence[EntityState]) -> CheckedPart:
    proven = tuple(_proven(db, each, states) for each in checked.found.conflicts)
    return with_answer(checked, replace(checked.found, conflicts=proven))


def scene_continuity(scene: SceneScript, found: StoryWalk) -> SceneContinuity:
    """What was found in a scene, and how everything stands at its end."""
    ends = [each.end_ms for each in scene.parts if each.end_ms is not None]
    return SceneContinuity(
        scene_id=scene.scene_id,
        parts=tuple((each.part.shot_id, _of_part(each, scene)) for each in found.parts),
        lines=tuple(lines(found, scene_id=scene.scene_id, end_ms=max(ends, default=scene.start_ms))),
    )


def _of_part(checked: CheckedPart, scene: SceneScript) -> Continuity:
    """What was found in a part; the text of a scene sums up what its shots tell to change."""
    if checked.part.shot_id is None and scene.shots:
        return replace(checked.found, changes=())
    return checked.found


def _spoken_of(prompt: str, kinds: Mapping[str, str]) -> list[str]:
    return candidates(prompt, kinds)[:MOST_ENTITIES]


def _carriers(states: Sequence[EntityState]) -> list[str]:
    """Those who hold or held what a prompt names, and are not named themselves: things are where they are."""
    holders = {str(each.state["holder"]) for each in states if "holder" in each.state}
    return sorted(holders - {each.entity for each in states})[:MOST_HOLDERS]


def _in_hands(db: ProjectDatabase, prompt: str, states: Sequence[EntityState]) -> list[EntityState]:
    """The things in the hands of those a prompt names, where it speaks of hands."""
    if not any(word in prompt.casefold() for word in ("hand", "things", "objects", "items")):
        return []
    seen = {each.state_id for each in states}
    held = story.held_states(db, _holders(prompt, states), text=prompt)
    return [each for each in held if each.state_id not in seen]


def _holders(prompt: str, states: Sequence[EntityState]) -> list[str]:
    """Those named in a prompt who may hold things that it does not name."""
    people = {each.entity for each in states if each.kind is EntityKind.CHARACTER}
    return list(dict.fromkeys([*people, *named(prompt), *leading_names(prompt)]))[:MOST_HOLDERS]


def _proven(db: ProjectDatabase, found: Contradiction, states: Iterable[EntityState]) -> Contradiction:
    """The conflict with the asset that proves what is known: the state's own, or that of its take."""
    if found.asset_id is not None:
        return found
    telling = [
        each
        for each in states
        if each.entity == found.entity and found.field in each.state and each.start_ms == found.since
    ]
    clip_id = next((each.source_clip_id for each in telling if each.source_clip_id is not None), None)
    if clip_id is None:
        return found
    asset_id = db.value(
        """
        SELECT asset_id
          FROM asset_index
         WHERE project_id = :project_id AND clip_id = :clip_id
         ORDER BY CASE kind WHEN 'video' THEN 0 WHEN 'image' THEN 1 ELSE 2 END, asset_id
         LIMIT 1
        """,
        clip_id=clip_id,
    )
    return replace(found, asset_id=asset_id)


def disagreeing(db: ProjectDatabase, known: EntityState) -> list[Disagreement]:
    """The assets of a state's time whose own words contradict it, in story order; none while it is paused."""
    if known.paused:
        return []
    found = db.all(
        """
        SELECT asset_index.asset_id, asset_index.prompt, asset_index.caption, segments.start_ms
          FROM segments
          JOIN asset_index ON asset_index.project_id = segments.project_id
                          AND asset_index.segment_id = segments.segment_id
         WHERE segments.project_id = :project_id AND segments.start_ms >= :start_ms AND segments.start_ms < :end_ms
         ORDER BY segments.start_ms, asset_index.asset_id
         LIMIT :most
        """,
        start_ms=known.start_ms or 0,
        end_ms=2**62 if known.end_ms is None else known.end_ms,
        most=MOST_AFTER,
    )
    others = _others(db, known)
    return [
        Disagreement(
            asset_id=row.asset_id,
            field=conflict.field,
            known=conflict.known,
            shown=conflict.proposed,
            start_ms=row.start_ms,
        )
        for row in found
        if row.asset_id != known.source_asset_id
        for conflict in _against(known, others, "\n".join(filter(None, (row.prompt, row.caption))), row.start_ms)
    ]


def _others(db: ProjectDatabase, known: EntityState) -> list[EntityState]:
    """What else people said of the same fields of the entity.

    What rules and models read from an asset is no proof against a person's change: it is the very
    thing that may disagree now.
    """
    found = db.all(
        """
        SELECT *
          FROM entity_states
         WHERE project_id = :project_id AND entity_key = :entity_key AND made_by = 'person' AND state_id <> :state_id
           AND paused_at IS NULL
        """,
        entity_key=entity_key(known.entity),
        state_id=known.state_id,
    )
    said = [rows.state(row) for row in found]
    return [each for each in said if not known.state.keys().isdisjoint(each.state)]


def _against(known: EntityState, others: Sequence[EntityState], text: str, at_ms: int) -> list[Contradiction]:
    """What a text says against a state that no other word outdoes then."""
    found = check(text, KnownWorld.of([known, *others]), at_ms=at_ms) if text else None
    still = {fact.field for fact in _still(known, others, at_ms=at_ms)}
    return [each for each in found.conflicts if each.field in still] if found is not None else []


def _still(known: EntityState, others: Sequence[EntityState], *, at_ms: int) -> list[Fact]:
    """What a state says that no other word outdoes at a story time, field by field."""
    held = [each for each in others if (each.start_ms or 0) <= at_ms and (each.end_ms is None or each.end_ms > at_ms)]
    return [fact for fact in facts_in_force([known, *held]) if fact.state.state_id == known.state_id]
