"""`/projects/{p}/memory-folder`: a project's memory for assistants that speak only files."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Request, Response

from showbible.integrations.memory_folder.commands import Command, ViewCommand
from showbible.integrations.memory_folder.folder import MemoryFolder
from showbible.shapes.memory_folder import FolderAnswer
from showbible.web.deps import OpenBible
from showbible.web.once import once

router = APIRouter(prefix="/projects/{project_id}", tags=["assistants"])


@router.post("/memory-folder", response_model=FolderAnswer)
def run(
    project_id: str, command: Annotated[Command, Body()], request: Request, bible: OpenBible
) -> Response | FolderAnswer:
    """Answer one of the six commands that assistants know: view, create, str_replace, insert, delete, rename."""
    folder = MemoryFolder(bible, project_id)
    if isinstance(command, ViewCommand):
        return FolderAnswer(text=folder.obey(command))
    return once(folder.notebook.db, request, lambda: FolderAnswer(text=folder.obey(command)), status=200)
