"""Which living runs use an asset that another run made."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

from showbible.storage.database import Database

BATCH: Final = 500


def users(db: Database, project_id: str, asset_ids: Sequence[str]) -> Mapping[str, str | None]:
    """Those of some assets that a run of the project has delivered, too, or starts from.

    A run that delivered an asset is named beside it; one that only starts from it is not: the project has it.
    """
    seeds = {asset_id for row in db.all(_SEEDS, project_id=project_id) for asset_id in json.loads(row.seed_asset_ids)}
    found: dict[str, str | None] = {asset_id: None for asset_id in asset_ids if asset_id in seeds}
    for start in range(0, len(asset_ids), BATCH):
        rows = db.all(_DELIVERED, project_id=project_id, ids=list(asset_ids[start : start + BATCH]))
        found |= {row.asset_id: row.run_id for row in rows}
    return found


_SEEDS: Final = "SELECT seed_asset_ids FROM runs WHERE project_id = :project_id AND seed_asset_ids <> '[]'"
_DELIVERED: Final = """
    SELECT run_assets.asset_id, run_assets.run_id
      FROM runs
      JOIN run_assets ON run_assets.run_id = runs.run_id
     WHERE runs.project_id = :project_id AND run_assets.asset_id IN :ids
     ORDER BY run_assets.delivered_at, run_assets.run_id
"""
