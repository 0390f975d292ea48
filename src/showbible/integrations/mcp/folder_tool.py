"""The memory folder as one tool: reading always, writing where it is switched on."""

from __future__ import annotations

from showbible.bible import Bible
from showbible.integrations.mcp import arguments as given
from showbible.integrations.mcp.tools import StudioTool, ToolAnswer
from showbible.integrations.memory_folder.folder import MemoryFolder
from showbible.shapes.memory_folder import FolderAnswer


def folder_tool(*, writing: bool) -> StudioTool:
    """The tool, as far as it may go."""

    def memory_folder(bible: Bible, asked: given.FolderArguments) -> ToolAnswer:
        """Work with a project's memory as files below /memories: read what is known, and keep notes of your own."""
        told = asked.model_dump(exclude={"project_id"}, exclude_none=True)
        text = MemoryFolder(bible, asked.project_id, writing=writing).run(told)
        return ToolAnswer(text=text, shape=FolderAnswer(text=text))

    return StudioTool(
        act=memory_folder, takes=given.FolderArguments, tells=FolderAnswer, writes=writing, destroys=writing
    )
