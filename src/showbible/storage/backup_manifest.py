"""What a backup says of itself."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final

from showbible.errors import Damaged, Misconfigured
from showbible.values import frozen
from showbible.vocabulary import moment, rfc3339, stamp

FORMAT: Final = 1
"""How a backup is laid out; a newer layout gets a new number."""

MANIFEST: Final = "manifest.json"
_PART: Final = re.compile(r"[^/\\\0]{1,255}")
_TOPS: Final = frozenset({"workspace.db", "studio.json", "studio.toml", "projects", "stores", "tables"})


@frozen
class BackedUpFile:
    """A file of a backup, by its place in it."""

    name: str
    size: int
    sha256: str
    written: int
    """When it was last written, in nanoseconds since 1970."""


@frozen
class BackupManifest:
    """What a backup holds, and of which studio and moment."""

    made_at: datetime
    showbible: str
    database: str
    """`sqlite` or `postgresql`."""
    workspace_id: str
    schema: Mapping[str, int]
    """The schema version of each family of tables."""
    columns: Mapping[str, tuple[str, ...]]
    """The columns of each table, where tables are kept as text."""
    files: tuple[BackedUpFile, ...]
    left_out: Mapping[str, str]
    """Why, by the name of each file that could not be read."""

    @property
    def size(self) -> int:
        """The bytes of all files together."""
        return sum(file.size for file in self.files)

    def text(self) -> str:
        """The manifest as it is written."""
        told = asdict(self) | {"format": FORMAT, "made_at": rfc3339(self.made_at), "made_at_us": stamp(self.made_at)}
        return json.dumps(told, indent=1)


def read_manifest(text: bytes) -> BackupManifest:
    """The manifest in a file; refuses one that is broken, or that a newer Showbible wrote."""
    try:
        told = json.loads(text)
        newer = int(told["format"]) > FORMAT
    except (ValueError, KeyError, TypeError) as error:
        raise Damaged(f"The backup's {MANIFEST} cannot be read ({error}). Take another backup.") from error
    if newer:
        raise Misconfigured(
            f"This backup has layout {told['format']} and was made by Showbible {told.get('showbible')}; "
            f"this one reads layouts up to {FORMAT}. Upgrade Showbible first."
        )
    try:
        return _manifest(told)
    except (ValueError, KeyError, TypeError) as error:
        raise Damaged(f"The backup's {MANIFEST} is incomplete ({error}). Take another backup.") from error


def _manifest(told: Mapping[str, Any]) -> BackupManifest:
    return BackupManifest(
        made_at=moment(told["made_at_us"]),
        showbible=str(told["showbible"]),
        database=str(told["database"]),
        workspace_id=str(told["workspace_id"]),
        schema={str(family): int(version) for family, version in told["schema"].items()},
        columns={str(table): tuple(map(str, columns)) for table, columns in told["columns"].items()},
        files=tuple(_file(file) for file in told["files"]),
        left_out={str(name): str(why) for name, why in told["left_out"].items()},
    )


def _file(told: Mapping[str, Any]) -> BackedUpFile:
    return BackedUpFile(
        name=_checked_name(str(told["name"])),
        size=int(told["size"]),
        sha256=str(told["sha256"]),
        written=int(told["written"]),
    )


def _checked_name(name: str) -> str:
    """The name itself, when it stays inside the folder that it is put into."""
    parts = name.split("/")
    if parts[0] not in _TOPS or any(part in (".", "..") or not _PART.fullmatch(part) for part in parts):
        raise ValueError(f"{name!r} is no place in a studio")
    return name
