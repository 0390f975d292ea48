"""The backups that a studio makes by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import structlog

from showbible import __version__
from showbible.backups.api import Backups
from showbible.backups.create import BackedUpStudio
from showbible.resources import Resources

log = structlog.get_logger("showbible")


def backups(resources: Resources) -> Backups:
    """The backups of a studio."""
    return Backups(BackedUpStudio(workspace=resources.workspace, blobs=resources.blobs, version=__version__))


def make_backup(resources: Resources, _fact: Mapping[str, Any]) -> None:
    """A backup is made and the oldest go; one that had to leave a project out says so and removes none."""
    kept = backups(resources)
    made = kept.create()
    log.info("backup.made", name=made.name, bytes=made.manifest.size, left_out=dict(made.manifest.left_out))
    kept.prune(resources.backups_kept)
