"""The tools that write, offered only where somebody has switched them on."""

from __future__ import annotations

from typing import Final

from showbible.bible import Bible
from showbible.integrations.mcp import arguments as given
from showbible.integrations.mcp.tools import StudioTool, ToolAnswer
from showbible.shapes.assets import AssetDetail
from showbible.shapes.base import together
from showbible.shapes.conversations import MemoryShape
from showbible.shapes.lessons import RecordShape
from showbible.shapes.story import NoteShape


def record_asset(bible: Bible, asked: given.AssetArguments) -> ToolAnswer:
    """Write down an asset that was made for a project; it can be found at once."""
    assets = bible.assets(asked.project_id)
    made = assets.add(**asked.model_dump(exclude={"project_id"}))
    shape = AssetDetail.of(together(made, assets.artifact(made.asset_id)))
    return ToolAnswer(text=f"The {made.kind} {made.asset_id} is written down.", shape=shape)


def note(bible: Bible, asked: given.NoteArguments) -> ToolAnswer:
    """Leave a remark on a project or on a segment of its timeline; what it tells of the story is read from it."""
    made = bible.assets(asked.project_id).note(asked.note_type, asked.summary, segment_id=asked.segment_id)
    return ToolAnswer(text=f"The note {made.note_id} is written down.", shape=NoteShape.of(made))


def rate_run(bible: Bible, asked: given.RatingArguments) -> ToolAnswer:
    """Say how good a finished run was, for the next plans to learn from; a newer rating replaces it."""
    rated = bible.lessons.rate(asked.run_id, asked.rating, notes=asked.notes)
    return ToolAnswer(text=f"Run {rated.run_id} is rated {rated.rating} of 5.", shape=RecordShape.of(rated))


def remember(bible: Bible, asked: given.MemoryArguments) -> ToolAnswer:
    """Remember something of a user, for a character or a series."""
    talks = bible.conversations
    scope = talks.scope(asked.user_id, character_id=asked.character_id, series_id=asked.series_id)
    made = talks.remember(scope, asked.type, asked.text, importance=asked.importance, speaker=asked.speaker)
    return ToolAnswer(text=f"The {made.type} {made.memory_id} is remembered.", shape=MemoryShape.of(made))


WRITING: Final = (
    StudioTool(act=record_asset, takes=given.AssetArguments, tells=AssetDetail, writes=True),
    StudioTool(act=note, takes=given.NoteArguments, tells=NoteShape, writes=True),
    StudioTool(act=rate_run, takes=given.RatingArguments, tells=RecordShape, writes=True),
    StudioTool(act=remember, takes=given.MemoryArguments, tells=MemoryShape, writes=True),
)
