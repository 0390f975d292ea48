"""How runs came to their end, many at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from showbible.runs.model import ENDS, Stage
from showbible.storage.database import Database
from showbible.values import frozen


@frozen
class RunEnding:
    """The last thing a run worked on, and why it went no further if anybody said so."""

    stage: Stage = Stage.INITIALIZED
    error: str | None = None


def endings(db: Database, run_ids: Sequence[str]) -> Mapping[str, RunEnding]:
    """The ending of each run named, from its last two stages."""
    if not run_ids:
        return {}
    rows = db.all(
        """
        SELECT run_id, stage, error
          FROM run_stages
         WHERE run_id IN :ids
           AND position >= (SELECT MAX(position) - 1 FROM run_stages AS last WHERE last.run_id = run_stages.run_id)
         ORDER BY run_id, position
        """,
        ids=list(run_ids),
    )
    found: dict[str, RunEnding] = {}
    for row in rows:
        stage, before = Stage(row.stage), found.get(row.run_id, RunEnding())
        found[row.run_id] = RunEnding(stage=before.stage if stage in ENDS.values() else stage, error=row.error)
    return found
