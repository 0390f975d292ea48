"""What assets cost the runs that delivered them."""

from __future__ import annotations

from collections.abc import Collection

from showbible.runs.model import Delivery, Tier
from showbible.storage.database import Database
from showbible.storage.rows import value_of


def deliveries(db: Database, asset_ids: Collection[str], *, run_ids: Collection[str]) -> dict[str, Delivery]:
    """Those of some assets that one of some runs delivered."""
    if not asset_ids or not run_ids:
        return {}
    found = db.all(
        "SELECT * FROM run_assets WHERE run_id IN :run_ids AND asset_id IN :asset_ids",
        run_ids=sorted(run_ids),
        asset_ids=sorted(asset_ids),
    )
    return {row.asset_id: value_of(Delivery, row) for row in found}


def tiers(db: Database, run_ids: Collection[str]) -> dict[tuple[str, str], Tier]:
    """How each pilot of some runs makes its film."""
    if not run_ids:
        return {}
    found = db.all("SELECT run_id, pilot_id, tier FROM run_pilots WHERE run_id IN :run_ids", run_ids=sorted(run_ids))
    return {(row.run_id, row.pilot_id): Tier(row.tier) for row in found}
