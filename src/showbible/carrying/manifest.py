"""What an archive says of itself: which story it holds, in which tables and files, and what each must hash to."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from showbible.errors import Conflict, Invalid
from showbible.storage import migrate
from showbible.storage.migrate import Family
from showbible.values import frozen
from showbible.vocabulary import checked_id, checked_text

FORMAT: Final = "showbible project"
VERSION: Final = 1

MANIFEST: Final = "manifest.json"
FILES: Final = "files.jsonl"
"""The list of the files, a line each."""
VECTORS: Final = "vectors.jsonl"
LARGEST: Final = 4 * 1024 * 1024

_FAMILIES: Final[tuple[Family, ...]] = ("workspace", "project")


@frozen
class Part:
    """One list of lines in an archive."""

    name: str
    lines: int
    size: int
    sha256: str
    columns: tuple[str, ...] = ()
    """What each line says, where it is a row of a table."""


@frozen
class Manifest:
    """What an archive holds."""

    project_id: str
    name: str
    created_at: int
    written_at: int
    program: str
    schema: Mapping[str, int]
    parts: tuple[Part, ...]
    dimensions: tuple[int, ...]
    """The lengths of its vectors."""

    @property
    def digest(self) -> str:
        """The same for archives that hold the same, whenever they were written."""
        told = [self.project_id, self.name, self.created_at, *sorted((part.name, part.sha256) for part in self.parts)]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()

    @property
    def is_of_this_schema(self) -> bool:
        """Whether it was written by a program that has the same tables."""
        return all(self.schema[family] == migrate.head(family) for family in _FAMILIES)

    @property
    def rows(self) -> int:
        """How many rows all its tables have."""
        return sum(part.lines for part in self.parts if part.name.startswith("tables/"))

    def part(self, name: str) -> Part | None:
        """The list of that name, if there is one."""
        return next((part for part in self.parts if part.name == name), None)

    def text(self) -> bytes:
        """The manifest as it is written."""
        told = {"format": FORMAT, "version": VERSION, **asdict(self)}
        return json.dumps(told, ensure_ascii=False, indent=1).encode()


def present_schema() -> dict[str, int]:
    """The versions of the tables that this program writes."""
    return {family: migrate.head(family) for family in _FAMILIES}


def read(text: bytes) -> Manifest:
    """The manifest that an archive has; one of a newer program, or of something else, is refused."""
    try:
        told = json.loads(text)
        if told["format"] != FORMAT:
            raise Invalid(f"{MANIFEST} is not that of a Showbible archive.", field="archive")
        _check_versions(told)
        return _manifest(told)
    except (KeyError, TypeError, ValueError, RecursionError):
        raise Invalid(f"{MANIFEST} does not have the shape of a Showbible archive's.", field="archive") from None


def _check_versions(told: Mapping[str, Any]) -> None:
    newer = [f"format {told['version']}"] if int(told["version"]) > VERSION else []
    newer += [
        f"{family} schema {told['schema'][family]}"
        for family in _FAMILIES
        if int(told["schema"][family]) > migrate.head(family)
    ]
    if newer:
        raise Conflict(
            f"The archive was written by a newer Showbible ({', '.join(newer)}). Upgrade this one, then import it."
        )


def _manifest(told: Mapping[str, Any]) -> Manifest:
    parts = tuple(
        Part(
            name=str(part["name"]),
            lines=int(part["lines"]),
            size=int(part["size"]),
            sha256=str(part["sha256"]),
            columns=tuple(map(str, part["columns"])),
        )
        for part in told["parts"]
    )
    return Manifest(
        project_id=checked_id("project", told["project_id"]),
        name=checked_text("name", told["name"], limit=1024, empty=False),
        created_at=int(told["created_at"]),
        written_at=int(told["written_at"]),
        program=str(told["program"])[:80],
        schema={family: int(told["schema"][family]) for family in _FAMILIES},
        parts=parts,
        dimensions=tuple(map(int, told["dimensions"])),
    )
