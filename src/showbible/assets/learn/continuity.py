"""Continuity as callers ask for it: of a prompt, a list of shots or a scene, by rules and with a model where one is."""

from __future__ import annotations

from collections.abc import Sequence

from showbible.assets.learn.second_opinion import second_opinion
from showbible.assets.recall import continuity
from showbible.assets.recall.facts.answer import Continuity, SceneContinuity
from showbible.assets.recall.script import SceneScript
from showbible.llm.client import LLM
from showbible.storage.database import ProjectDatabase


def of_prompt(db: ProjectDatabase, llm: LLM, prompt: str, *, at: float | None = None) -> Continuity:
    """What a prompt says against what is in force at a story time, and the changes that it tells itself."""
    (checked,) = second_opinion(llm, continuity.story_walk(db, [continuity.prompt_part(prompt, at=at)])).parts
    return checked.found


def of_shots(
    db: ProjectDatabase, llm: LLM, told: Sequence[tuple[str, str, float | None]]
) -> list[tuple[str, Continuity]]:
    """The same of each shot of a list, by its id and in its order; what one tells holds for those after it."""
    parts = continuity.shot_parts(told)
    found = second_opinion(llm, continuity.story_walk(db, parts))
    answers = {id(each.part): each.found for each in found.parts}
    return [(part.shot_id or "", answers[id(part)]) for part in parts]


def of_scene(db: ProjectDatabase, llm: LLM, scene: SceneScript) -> SceneContinuity:
    """The same of a scene, part by part, with how everything stands at its end."""
    found = second_opinion(llm, continuity.story_walk(db, continuity.scene_parts(scene), scene=scene))
    return continuity.scene_continuity(scene, found)
