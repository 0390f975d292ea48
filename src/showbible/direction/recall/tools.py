"""The planning tools that are told of the director, and how each should use what it is told."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from showbible.errors import Invalid


class Tool(StrEnum):
    """The planning tools that receive a preference block."""

    SCENE_GURU = "scene_guru"
    RECOMMEND_KEY_BEATS = "recommend_key_beats"
    RECOMMEND_FILLER_STRATEGY = "recommend_filler_strategy"
    BUDGET_BEAT_PACKAGES = "budget_beat_packages"
    GENERATE_BEAT_PACKAGE = "generate_beat_package"
    PROPOSE_EDIT_PLAN = "propose_edit_plan"


EXAMPLES: Final[Mapping[Tool, tuple[str, ...]]] = {
    Tool.SCENE_GURU: (
        "Keep the cards in mind when you advise; mention one only when it changes your advice.",
        "Ask about a preference only when it decides between two good readings of the scene.",
    ),
    Tool.RECOMMEND_KEY_BEATS: (
        "When a card values what a turn costs someone, check whether that cost is itself a turn of the story.",
        "A liking for certain coverage, such as closer reactions, never adds a key beat: beats are turns, not shots.",
        "Pass over every card whose conditions this scene does not meet.",
    ),
    Tool.RECOMMEND_FILLER_STRATEGY: (
        "When cards favour consequence, let support shots make the inner state of whoever bears it readable.",
        "When cards drop setup shots, plan no support that repeats where we are, unless the place must be learned.",
        "Thicken or thin out only the beats a card speaks of, never the whole scene alike.",
    ),
    Tool.BUDGET_BEAT_PACKAGES: (
        "Give extra shots only to beats of the function that a card names.",
        "Where beats that cannot be undone were expanded before, spend there and leave the other packages as they are.",
        "When the act needs compression stay lean, whatever the averages of earlier scenes.",
    ),
    Tool.GENERATE_BEAT_PACKAGE: (
        "Turn a card into decisions: whose shot it is, how large, from which angle, moving or not, how long, and why.",
        "Where a card speaks of shame or vulnerability, consider who bears the cost before you choose the subject.",
        "Keep cards about emotion away from shots that explain space, make action clear, or are meant to stay cool.",
    ),
    Tool.PROPOSE_EDIT_PLAN: (
        "When a scene feels generic, look for neutral setup that a shot of pressure or consequence could replace.",
        "When a scene feels heavy, cut support that raises neither feeling, space, power nor knowledge.",
        "When a card and the present instruction disagree, carry out the instruction.",
    ),
}

FEWER: Final[Mapping[Tool, int]] = {Tool.RECOMMEND_KEY_BEATS: 5, Tool.SCENE_GURU: 5}
"""Tools that receive fewer cards than the others."""


def tool_named(name: str) -> Tool:
    """The planning tool of this name."""
    try:
        return Tool(name)
    except ValueError:
        raise Invalid(f"tool must be one of {', '.join(Tool)}, not {name[:80]!r}.", field="tool") from None
