"""What a planning tool will be told, word for word, and why some cards are left out; looking is no use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from showbible.briefing.tokens import tokens
from showbible.direction.model import Card, CardState, Confidence, Profile, Scene, SceneFacts
from showbible.direction.recall import block as blocks
from showbible.direction.recall.tools import Tool, tool_named
from showbible.vocabulary import PROSE_LIMIT, checked_text
from showbible.web.pages.direction.cards import scene_name
from showbible.web.words import plain

TOOLS: Final = tuple((tool.value, plain(tool.value)) for tool in Tool)


@dataclass(frozen=True, kw_only=True)
class LeftOut:
    """A card that this tool is not told of, and why."""

    card_id: str
    preference: str
    why: str


@dataclass(frozen=True, kw_only=True)
class PromptTold:
    """The prompt for one tool, one scene and one request."""

    tool: str
    scene: str
    steering: str
    scenes: tuple[tuple[str, str], ...]
    prompt: str
    tokens: int
    told: int
    left_out: tuple[LeftOut, ...]


def told(
    profile: Profile, scenes: Sequence[Scene], facts: SceneFacts | None, *, tool: str, scene: str, steering: str
) -> PromptTold:
    """What a tool will be told; `scenes` are those to choose from, `facts` those of the chosen one."""
    wanted = tool_named(tool)
    wish = checked_text("steering", steering, limit=PROSE_LIMIT) or None
    built = blocks.built(profile, wanted, facts=facts, steering=wish)
    spoken = {card.card_id for card in built.cards}
    fits = {card.card_id for card in blocks.built(profile, wanted, facts=facts, steering=None).cards}
    return PromptTold(
        tool=wanted,
        scene=scene,
        steering=steering,
        scenes=tuple((each.scene_id, _called(each)) for each in scenes),
        prompt=built.prompt,
        tokens=tokens(built.prompt),
        told=len(spoken),
        left_out=tuple(
            LeftOut(card_id=card.card_id, preference=card.preference, why=_why(card, fits, chosen=facts is not None))
            for card in profile.cards
            if card.card_id not in spoken and card.state is not CardState.ARCHIVED
        ),
    )


def _called(scene: Scene) -> str:
    name = scene_name(scene.scene_id, scene.scene_index)
    return f"{name}, {scene.facts.location}" if scene.facts.location else name


def _why(card: Card, fits: set[str], *, chosen: bool) -> str:
    if card.state is CardState.PAUSED:
        return "Paused"
    if card.card_id in fits:
        return "The request overrules it"
    if card.confidence is Confidence.LOW:
        return "Not sure enough while surer cards speak"
    return "Does not fit this scene, or finds no room" if chosen else "This tool takes only the surest"
