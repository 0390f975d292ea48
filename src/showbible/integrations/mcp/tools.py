"""What an assistant may call: each tool asks a memory by its public face, and answers in words and in fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from showbible.bible import Bible
from showbible.errors import Invalid
from showbible.integrations.mcp.arguments import Arguments
from showbible.shapes.base import Shape
from showbible.values import frozen

MOST_MISTAKES = 5


@frozen
class ToolAnswer:
    """An answer in words for a prompt, and the same in fields for a program."""

    text: str
    shape: Shape


Act = Callable[[Bible, Any], ToolAnswer]


@frozen
class StudioTool:
    """One tool: its name and what it is for are those of the function that does it."""

    act: Act
    takes: type[Arguments]
    tells: type[Shape]
    writes: bool = False
    destroys: bool = False
    """Whether something that was there may be gone afterwards."""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.act.__name__

    @property
    def purpose(self) -> str:
        """What it is for, in a sentence."""
        return self.act.__doc__ or ""

    def input_schema(self) -> dict[str, Any]:
        """What it takes, as a JSON schema."""
        return self.takes.model_json_schema()

    def output_schema(self) -> dict[str, Any]:
        """What it tells, as a JSON schema whose root is the object itself."""
        schema = self.tells.model_json_schema(mode="serialization")
        root = schema.pop("$ref", "").rpartition("/")[2]
        return {**schema["$defs"][root], **schema} if root else schema

    def call(self, bible: Bible, arguments: Mapping[str, Any]) -> ToolAnswer:
        """Do it; what is wrong with the arguments is told in the caller's words."""
        return self.act(bible, self._read(arguments))

    def _read(self, arguments: Mapping[str, Any]) -> Arguments:
        try:
            return self.takes.model_validate(arguments)
        except ValidationError as error:
            found = error.errors(include_url=False)
            raise Invalid(" ".join(map(self._mistake, found[:MOST_MISTAKES]))) from None

    def _mistake(self, found: ErrorDetails) -> str:
        name = ".".join(str(part)[:80] for part in found["loc"])
        if found["type"] == "extra_forbidden":
            return f"{self.name} has no argument {name!r}; it takes {', '.join(self.takes.model_fields)}."
        if found["type"] == "missing":
            return f"{self.name} needs the argument {name!r}."
        said = found["msg"].removeprefix("Value error, ")
        return f"{name}: {said}." if name else f"{self.name}: {said}."
