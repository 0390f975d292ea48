"""A backup as the server tells of it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Self

from showbible.backups.api import Backup
from showbible.shapes.base import Shape


class BackupShape(Shape):
    """A backup in the data folder; `left_out` says which projects could not be read, and why."""

    name: str
    made_at: datetime
    verified_at: datetime | None
    files: int
    bytes: int
    showbible: str
    left_out: dict[str, str]

    @classmethod
    def of(cls, backup: Backup) -> Self:
        """The shape of a backup."""
        return cls(
            name=backup.name,
            made_at=backup.made_at,
            verified_at=backup.verified_at,
            files=len(backup.manifest.files),
            bytes=backup.manifest.size,
            showbible=backup.manifest.showbible,
            left_out=dict(backup.manifest.left_out),
        )


class BackupList(Shape):
    """The backups in the data folder, newest first."""

    backups: list[BackupShape]

    @classmethod
    def of(cls, backups: Iterable[Backup]) -> Self:
        """The shapes of many."""
        return cls(backups=[BackupShape.of(backup) for backup in backups])
