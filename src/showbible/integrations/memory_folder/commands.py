"""The six commands of a memory folder, as assistants send them: a part that a command does not know is a mistake."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr, TypeAdapter, ValidationError

from showbible.errors import Invalid

Path = Annotated[StrictStr, Field(max_length=1024, description="A path that begins with /memories.")]


class FolderCommand(BaseModel):
    """What all commands have in common."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ViewCommand(FolderCommand):
    """Show a folder, or a file with numbered lines: all of them, or from one to another."""

    command: Literal["view"]
    path: Path
    view_range: Annotated[list[StrictInt], Field(min_length=2, max_length=2)] | None = None
    """The first and the last line; -1 is the end."""


class CreateCommand(FolderCommand):
    """Write a new file."""

    command: Literal["create"]
    path: Path
    file_text: StrictStr


class ReplaceCommand(FolderCommand):
    """Replace a text that stands in a file exactly once."""

    command: Literal["str_replace"]
    path: Path
    old_str: StrictStr
    new_str: StrictStr = ""


class InsertCommand(FolderCommand):
    """Put lines behind a line of a file; 0 is its beginning."""

    command: Literal["insert"]
    path: Path
    insert_line: StrictInt
    insert_text: StrictStr


class DeleteCommand(FolderCommand):
    """Remove a file, or a folder with all that lies in it."""

    command: Literal["delete"]
    path: Path


class RenameCommand(FolderCommand):
    """Move a file, or a folder with all that lies in it."""

    command: Literal["rename"]
    old_path: Path
    new_path: Path


Command = Annotated[
    ViewCommand | CreateCommand | ReplaceCommand | InsertCommand | DeleteCommand | RenameCommand,
    Field(discriminator="command"),
]
_COMMANDS: TypeAdapter[Command] = TypeAdapter(Command)


def read_command(told: Any) -> Command:
    """The command that an assistant sent, or a sentence that says what is wrong with it."""
    try:
        return _COMMANDS.validate_python(told)
    except ValidationError as error:
        raise Invalid(_sentence(error)) from None


def _sentence(error: ValidationError) -> str:
    found = error.errors(include_url=False)[0]
    name = ".".join(str(part) for part in found["loc"][1:]) or "command"
    if found["type"] == "extra_forbidden":
        return f"The command {found['loc'][0]} takes no {name[:80]!r}."
    if found["type"].startswith("union_tag"):
        return "The command is one of view, create, str_replace, insert, delete and rename."
    return f"{name}: {found['msg']}."
