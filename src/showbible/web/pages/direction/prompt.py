"""What a planning tool will be told, word for word, and why some cards are left out; looking is no use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from showbible.briefing.tokens import tokens
from showbible.direction.model import Block, Card, CardState, Confidence, Profile, Scene
from showbible.direction.recall import block as blocks
from showbible.direction.recall.tools import tool_named
from showbible.vocabulary import PROSE_LIMIT, checked_text


@dataclass(frozen=True, kw_only=True)
class ToolPrompt:
    """The block that a tool receives, the scenes to choose from, and each card left out with its reason."""

    block: Block
    scenes: Sequence[Scene]
    left_out: tuple[tuple[Card, str], ...]

    @property
    def tokens(self) -> int:
        """About how long the block is."""
        return tokens(self.block.prompt)


def tool_prompt(profile: Profile, scenes: Sequence[Scene], *, tool: str, scene_id: str, steering: str) -> ToolPrompt:
    """What a tool will be told for one of the scenes, or for any."""
    wanted = tool_named(tool)
    wish = checked_text("steering", steering, limit=PROSE_LIMIT) or None
    facts = next((scene.facts for scene in scenes if scene.scene_id == scene_id), None)
    block = blocks.built(profile, wanted, facts=facts, steering=wish)
    spoken = {card.card_id for card in block.cards}
    fits = {card.card_id for card in blocks.built(profile, wanted, facts=facts, steering=None).cards}
    silent = [card for card in profile.cards if card.card_id not in spoken and card.state is not CardState.ARCHIVED]
    left_out = tuple((card, _why(card, fits, chosen=facts is not None)) for card in silent)
    return ToolPrompt(block=block, scenes=scenes, left_out=left_out)


def _why(card: Card, fits: set[str], *, chosen: bool) -> str:
    if card.state is CardState.PAUSED:
        return "Paused"
    if card.card_id in fits:
        return "The request overrules it"
    if card.confidence is Confidence.LOW:
        return "Not sure enough while surer cards speak"
    return "Does not fit this scene, or finds no room" if chosen else "This tool takes only the surest"
