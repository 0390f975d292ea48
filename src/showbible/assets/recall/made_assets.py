"""What was made of a story so far: the records of several assets at once, and those that have no place in its time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from showbible.assets.model import Artifact, Asset, Disagreement, EntityState
from showbible.assets.recall import library, rows
from showbible.assets.recall.facts.check import KnownWorld, check
from showbible.storage import search
from showbible.storage.database import ProjectDatabase

MOST_UNTIMED: Final = 500
"""How many assets without a story time are compared with a state."""


def artifacts(db: ProjectDatabase, asset_ids: Sequence[str]) -> dict[str, Artifact]:
    """Those of some assets that exist, as they were recorded."""
    sql = "SELECT * FROM artifacts WHERE project_id = :project_id AND artifact_id IN :ids AND about IS NULL"
    found = rows.by_id(db, sql, asset_ids, key="artifact_id")
    return {asset_id: rows.artifact(row) for asset_id, row in found.items()}


def untimed(db: ProjectDatabase, known: EntityState) -> list[Disagreement]:
    """The assets outside of the story's time that contradict a state which holds from its beginning."""
    if known.paused or known.start_ms is not None:
        return []
    named = search.nominated(db, rows.WORDS, known.entity, scope=db.project_id, limit=MOST_UNTIMED)
    found = library.assets_by_id(db, [each.item_id for each in named])
    return [
        Disagreement(asset_id=asset.asset_id, field=each.field, known=each.known, shown=each.proposed, start_ms=0)
        for asset in found.values()
        if asset.segment_id is None and asset.asset_id != known.source_asset_id
        for each in check(_told(asset), KnownWorld.of([known]), at_ms=0).conflicts
    ]


def _told(asset: Asset) -> str:
    return "\n".join(filter(None, (asset.prompt, asset.caption)))
