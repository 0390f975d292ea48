"""What people call the stages and the pilots of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from showbible.runs.model import Pilot, Stage

STAGES: Final[Mapping[Stage, tuple[str, str]]] = {
    Stage.INITIALIZED: ("Start", "Starting"),
    Stage.ANALYZING_ASSETS: ("Assets", "Analyzing assets"),
    Stage.PLANNING_PILOTS: ("Pilots", "Planning pilots"),
    Stage.GENERATING_SCRIPTS: ("Scripts", "Writing scripts"),
    Stage.GENERATING_VIDEO: ("Video", "Generating video"),
    Stage.GENERATING_AUDIO: ("Audio", "Generating audio"),
    Stage.EVALUATING: ("Evaluate", "Evaluating"),
    Stage.EDITING: ("Edit", "Editing"),
    Stage.RENDERING: ("Render", "Rendering"),
}
"""The working stages in order: a word for a narrow place, and what goes on there."""


def doing(stage: Stage) -> str:
    """What goes on in a stage."""
    return STAGES[stage][1] if stage in STAGES else stage.capitalize()


def letter(position: int) -> str:
    """The letter of a pilot, by the order in which they joined."""
    return chr(ord("A") + position) if position < 26 else str(position + 1)


def letters(pilots: Sequence[Pilot]) -> dict[str, str]:
    """What pages call the pilots of a run."""
    return {pilot.pilot_id: letter(position) for position, pilot in enumerate(pilots)}
