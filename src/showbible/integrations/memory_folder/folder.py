"""A memory folder of one project: the six commands over notes of an assistant's own and what is known already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from showbible.bible import Bible
from showbible.errors import Conflict, NotFound
from showbible.integrations.memory_folder import edits
from showbible.integrations.memory_folder.commands import (
    Command,
    CreateCommand,
    DeleteCommand,
    InsertCommand,
    RenameCommand,
    ReplaceCommand,
    ViewCommand,
    read_command,
)
from showbible.integrations.memory_folder.markdown import MARKDOWN_FILES, ProjectMarkdown
from showbible.notebooks.api import Notebook
from showbible.notebooks.model import ROOT, SHOWN, checked_path, is_shown
from showbible.vocabulary import LOCAL_USER, plural


class MemoryFolder:
    """`/memories` of a project: notes to read and write, and `/memories/project`, which shows what is known."""

    def __init__(self, bible: Bible, project: str, *, user: str = LOCAL_USER, writing: bool = True) -> None:
        self.notebook: Notebook = bible.notebook(project)
        self.writing = writing
        self._shown = ProjectMarkdown(bible=bible, project_id=project, user_id=user)

    def run(self, told: Mapping[str, Any]) -> str:
        """What an assistant is answered to a command such as `{"command": "view", "path": "/memories"}`."""
        return self.obey(read_command(told))

    def obey(self, command: Command) -> str:
        """The answer to a command that was read already."""
        if isinstance(command, ViewCommand):
            return self._view(command)
        if not self.writing:
            raise Conflict(f"This folder may only be read here, and {command.command} writes to it.")
        return self._write(command)

    def _write(self, command: Command) -> str:
        match command:
            case CreateCommand(path=path, file_text=text):
                self.notebook.create(path, text)
                return f"The file {path} was created."
            case ReplaceCommand(path=path, old_str=old, new_str=new):
                self.notebook.change(path, lambda text: edits.replaced(text, old, new, path=path))
                return f"The file {path} was changed: one place was replaced."
            case InsertCommand(path=path, insert_line=line, insert_text=more):
                now = self.notebook.change(path, lambda text: edits.inserted(text, line, more))
                return f"The file {path} was changed: it has {plural(len(edits.lines_of(now)), 'line')} now."
            case DeleteCommand(path=path):
                return f"{path} was deleted: {plural(self.notebook.delete(path), 'file')}."
            case RenameCommand(old_path=old, new_path=new):
                self.notebook.rename(old, new)
                return f"{old} is called {new} now."
            case _:
                raise AssertionError("every command is answered")

    def _view(self, command: ViewCommand) -> str:
        path = command.path.removesuffix("/")
        if path == ROOT:
            return _listed(path, [*self._notes(path), *_shown_lines()])
        if path == SHOWN:
            return _listed(path, _shown_lines())
        text = self._shown_text(path) if is_shown(path) else self._note_text(path)
        if text is None:
            return _listed(path, self._notes(checked_path(path)))
        return f"{path}, line by line:\n{edits.numbered(text, command.view_range)}" if text else f"{path} is empty."

    def _shown_text(self, path: str) -> str:
        name = path.removeprefix(f"{SHOWN}/")
        if name not in MARKDOWN_FILES:
            raise NotFound("file", path)
        return self._shown.text(name)

    def _note_text(self, path: str) -> str | None:
        """What a file of notes says; None for a folder."""
        try:
            return self.notebook.read(path)
        except NotFound:
            if self._notes(checked_path(path)):
                return None
            raise

    def _notes(self, folder: str) -> list[str]:
        there = [each for each in self.notebook.files() if each.path.startswith(f"{folder}/")]
        return [f"{each.size}\t{each.path}" for each in there]


def _shown_lines() -> list[str]:
    return [f"read-only\t{SHOWN}/{name}" for name in MARKDOWN_FILES]


def _listed(path: str, lines: list[str]) -> str:
    return "\n".join((f"{path} holds {plural(len(lines), 'file')}, each with its bytes:", *lines))
