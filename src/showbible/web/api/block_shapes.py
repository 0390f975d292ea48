"""What the API says to planning tools: preference blocks, their uses, and the edits to expect."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from showbible.direction.model import Block, Edit
from showbible.direction.recall.uses import Use
from showbible.web.api.direction_shapes import CardWords, StatsShape
from showbible.web.shapes.base import Shape


class BlockShape(Shape):
    """What a planning prompt is told."""

    profile_summary: str
    preferences: list[CardWords]
    stats_summary: StatsShape | None
    override_policy: str
    usage_examples: list[str]


class BlockAnswer(Shape):
    """A block, and the same as text for a prompt; both null while there is no profile."""

    block: BlockShape | None
    prompt: str | None

    @classmethod
    def of(cls, block: Block | None) -> BlockAnswer:
        """The answer that shows a block."""
        if block is None:
            return cls(block=None, prompt=None)
        shown = BlockShape(
            profile_summary=block.profile_summary,
            preferences=[CardWords.words_of(card) for card in block.cards],
            stats_summary=StatsShape.of(block.stats) if block.stats else None,
            override_policy=block.override_policy,
            usage_examples=list(block.usage_examples),
        )
        return cls(block=shown, prompt=block.prompt)


class UseShape(Shape):
    """A use of a block, as it was noted."""

    use_id: str
    tool: str
    scene_id: str | None
    run_id: str | None
    card_ids: list[str]
    used_at: datetime

    @classmethod
    def of(cls, use: Use) -> UseShape:
        """The answer that shows a use."""
        return cls(
            use_id=use.use_id,
            tool=use.tool,
            scene_id=use.scene_id,
            run_id=use.run_id,
            card_ids=list(use.card_ids),
            used_at=use.used_at,
        )


class EditShape(Shape):
    """An edit this director would probably make."""

    op: str
    shot_id: str | None = None
    shot_ids: list[str] | None = None
    field: str | None = None
    to: Any = None
    after_shot_id: str | None = None
    before_shot_id: str | None = None
    shot: dict[str, Any] | None = None
    card_id: str
    confidence: str
    why: str

    @classmethod
    def of(cls, edit: Edit) -> EditShape:
        """The answer that shows an edit."""
        shown = {name: getattr(edit, name) for name in cls.model_fields if name not in ("shot_ids", "shot")}
        return cls(**shown, shot_ids=list(edit.shot_ids) or None, shot=dict(edit.shot) if edit.shot else None)


class EditList(Shape):
    """The edits, in the order of the plan."""

    edits: list[EditShape]
