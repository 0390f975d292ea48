"""What a planning tool will be told, word for word, and why some cards are left out; looking is no use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from showbible.briefing.tokens import tokens
from showbible.direction.model import Block, Card, Profile, Scene
from showbible.direction.recall import block as blocks
from showbible.direction.recall.tools import tool_named
from showbible.vocabulary import PROSE_LIMIT, checked_text


@dataclass(frozen=True, kw_only=True)
class ToolPrompt:
    """The block that a tool receives, the scenes to choose from, and each card left out with its reason."""

    block: Block
    tokens: int
    scenes: Sequence[Scene]
    left_out: tuple[tuple[Card, str], ...]


def tool_prompt(profile: Profile, scenes: Sequence[Scene], *, tool: str, scene_id: str, steering: str) -> ToolPrompt:
    """What a tool will be told for one of the scenes, or for any."""
    wanted, wish = tool_named(tool), checked_text("steering", steering, limit=PROSE_LIMIT) or None
    facts = next((scene.facts for scene in scenes if scene.scene_id == scene_id), None)
    block = blocks.built(profile, wanted, facts=facts, steering=wish)
    left_out = blocks.left_out(block, profile, wanted, facts=facts)
    return ToolPrompt(block=block, tokens=tokens(block.prompt), scenes=scenes, left_out=left_out)
