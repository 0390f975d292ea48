"""Assets one by one and newest first, and the artifacts they were made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from showbible.assets.model import Artifact, Asset, AssetKind
from showbible.assets.recall import rows
from showbible.errors import NotFound
from showbible.storage.database import ProjectDatabase
from showbible.storage.paging import Page
from showbible.storage.rows import newest_first, required
from showbible.storage.text_index import Only
from showbible.vocabulary import checked_id

FEW: Final = 2_000
"""Assets of a kind up to which a search looks at each of them."""


def asset(db: ProjectDatabase, asset_id: str) -> Asset:
    """One asset as a search shows it."""
    checked_id("asset", asset_id)
    found = assets_by_id(db, [asset_id])
    if asset_id not in found:
        raise NotFound("asset", asset_id)
    return found[asset_id]


def assets_by_id(db: ProjectDatabase, asset_ids: Sequence[str]) -> dict[str, Asset]:
    """Those of the assets that exist."""
    return {row.asset_id: rows.asset(row) for row in rows_by_id(db, asset_ids)}


def rows_by_id(db: ProjectDatabase, asset_ids: Sequence[str]) -> list[Any]:
    """The same as rows, for who needs but a few of many as values."""
    if not asset_ids:
        return []
    return db.all(
        f"SELECT {rows.ASSET} FROM asset_index WHERE project_id = :project_id AND asset_id IN :asset_ids",  # noqa: S608
        asset_ids=list(asset_ids),
    )


def part(db: ProjectDatabase, kind: AssetKind) -> Only:
    """The assets of one kind, for a search of nothing else."""
    found = db.all(_OF_KIND, kind=kind, most=FEW + 1)
    few = tuple(row.asset_id for row in found) if len(found) <= FEW else None
    return Only(test=_IS_OF_KIND, value=kind, item_ids=few)


_OF_KIND = "SELECT asset_id FROM asset_index WHERE project_id = :project_id AND kind = :kind LIMIT :most"
_IS_OF_KIND = """
    SELECT 1
      FROM asset_index
     WHERE asset_index.project_id = entry.scope AND asset_index.asset_id = entry.item_id AND asset_index.kind = :only
"""


def unknown(db: ProjectDatabase, asset_ids: Sequence[str]) -> list[str]:
    """Those of some ids under which the project has nothing."""
    if not asset_ids:
        return []
    rows = db.all(
        "SELECT artifact_id FROM artifacts WHERE project_id = :project_id AND artifact_id IN :ids",
        ids=list(asset_ids),
    )
    known = {row.artifact_id for row in rows}
    return [asset_id for asset_id in asset_ids if asset_id not in known]


def newest(
    db: ProjectDatabase,
    *,
    kind: AssetKind | None = None,
    limit: int,
    cursor: str | None = None,
) -> Page[Asset]:
    """Assets, newest first."""
    total, key = count(db, kind=kind), ("created_at", "asset_id")
    if kind is None:
        return newest_first(db, _NEWEST, rows.asset, key=key, total=total, limit=limit, cursor=cursor)
    return newest_first(db, _NEWEST_OF_KIND, rows.asset, key=key, total=total, limit=limit, cursor=cursor, kind=kind)


_NEWEST = f"""
    SELECT {rows.ASSET}
      FROM asset_index
     WHERE project_id = :project_id AND (created_at, asset_id) < (:at, :after)
     ORDER BY created_at DESC, asset_id DESC
     LIMIT :limit
"""  # noqa: S608
_NEWEST_OF_KIND = f"""
    SELECT {rows.ASSET}
      FROM asset_index
     WHERE project_id = :project_id AND kind = :kind AND (created_at, asset_id) < (:at, :after)
     ORDER BY created_at DESC, asset_id DESC
     LIMIT :limit
"""  # noqa: S608


def count(db: ProjectDatabase, *, kind: AssetKind | None = None) -> int:
    """How many assets there are."""
    number = db.value(
        """
        SELECT COALESCE(SUM(number), 0)
          FROM asset_counts
         WHERE project_id = :project_id AND (CAST(:kind AS TEXT) IS NULL OR kind = :kind)
        """,
        kind=kind,
    )
    return int(number)


def artifact(db: ProjectDatabase, artifact_id: str) -> Artifact:
    """One artifact, word for word as it was recorded."""
    row = db.first(
        "SELECT * FROM artifacts WHERE project_id = :project_id AND artifact_id = :artifact_id",
        artifact_id=artifact_id,
    )
    return rows.artifact(required(row, "asset", artifact_id))


def captions(db: ProjectDatabase, asset_id: str) -> list[Artifact]:
    """Every caption that an asset was given, oldest first."""
    found = db.all(
        """
        SELECT *
          FROM artifacts
         WHERE project_id = :project_id AND about = :asset_id AND kind = 'caption'
         ORDER BY created_at, artifact_id
        """,
        asset_id=asset_id,
    )
    return [rows.artifact(row) for row in found]


def caption(db: ProjectDatabase, asset_id: str, caption_id: str) -> Artifact:
    """One caption of an asset."""
    told = captions(db, checked_id("asset", asset_id))
    found = next((each for each in told if each.artifact_id == checked_id("caption", caption_id)), None)
    if found is None:
        raise NotFound("caption", caption_id)
    return found
