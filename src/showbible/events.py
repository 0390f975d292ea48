"""What is announced, in words for a person; how long the work for it may take, and what announces itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

PHRASES: Final[Mapping[str, str]] = {
    "run.finished": "Learning from a finished run",
    "run.charged": "Counting a late charge of a run",
    "run.deleted": "Removing what a deleted run left",
    "exchange.recorded": "Remembering a conversation",
    "memories.unplaced": "Placing memories by meaning",
    "asset.delivered": "Taking in what a run delivered",
    "asset.deleted": "Removing the file of a deleted asset",
    "assets.recorded": "Reading new assets",
    "states.changed": "Telling assets of a changed entity",
    "scenes.told": "Reading what scenes tell",
    "scene.ready": "Learning from a scene's edits",
    "direction.changed": "Renewing a director's profile",
    "project.deleted": "Removing a deleted project",
    "import.asked": "Taking in what was brought",
    "workspace.tidied": "Tidying the workspace",
    "files.tidied": "Clearing away leftover files",
    "backup.due": "Making a backup",
    "payment.unknown": "Telling of a payment of unknown outcome",
    "webhook.due": "Telling another program",
}
"""What a job does because of each event, in words for a person."""

ALLOWED: Final[Mapping[str, float]] = {
    "exchange.recorded": 1800.0,
    "memories.unplaced": 4 * 3600.0,
    "asset.delivered": 3600.0,
    "assets.recorded": 4 * 3600.0,
    "scenes.told": 3600.0,
    "scene.ready": 1800.0,
    "direction.changed": 1800.0,
    "project.deleted": 3600.0,
    "import.asked": 4 * 3600.0,
    "files.tidied": 3600.0,
    "backup.due": 4 * 3600.0,
}
"""The seconds that the work for an event may take before somebody should look, where 15 minutes would be too few."""

ATTEMPTS: Final[Mapping[str, int]] = {"webhook.due": 9}
"""How often the work for an event may fail before it is given up, where five times would be too few."""

PERIODS: Final[Mapping[str, float]] = {"workspace.tidied": 300.0, "files.tidied": 86_400.0}
"""Events that announce themselves, and the seconds between."""

WAITING: Final = frozenset({"backup.due"})
"""Events that a new studio announces only when their time has passed once: it has nothing yet to keep."""


def periods(*, backup_hours: float) -> dict[str, float]:
    """What announces itself in a studio that makes a backup every so many hours; 0 makes none."""
    return dict(PERIODS) | ({"backup.due": backup_hours * 3600} if backup_hours else {})
