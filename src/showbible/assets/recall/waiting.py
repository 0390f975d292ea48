"""Which projects have something that waits for a vector."""

from __future__ import annotations

from showbible.storage.database import Database
from showbible.vocabulary import ProjectId


def projects_to_embed(db: Database, *, model: str) -> list[ProjectId]:
    """The projects of one database with an asset that has no vector of this model for its present words."""
    found = db.all(
        """
        SELECT DISTINCT project_id
          FROM asset_index
         WHERE embedded_by IS NULL OR embedded_by <> :model
         ORDER BY project_id
        """,
        model=model,
    )
    return [ProjectId(row.project_id) for row in found]
