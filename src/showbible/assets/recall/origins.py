"""Which assets came from a run, and what nobody but they tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import stamp

BATCH: Final = 500


def of_run(db: ProjectDatabase, run_id: str, *, until: datetime, among: Sequence[str] | None = None) -> dict[str, str]:
    """What a run made, or was said to have made, up to a moment: each id with the path of its file."""
    told = {} if among is None else {"among": list(among)}
    found = db.all(_OF_RUN if among is None else _THESE, run_id=run_id, until=stamp(until), **told)
    return {row.artifact_id: row.path or "" for row in found}


_OF_RUN: Final = """
    SELECT artifact_id, path
      FROM artifacts
     WHERE project_id = :project_id AND run_id = :run_id AND about IS NULL AND used_at <= :until
     ORDER BY artifact_id
"""
_THESE: Final = """
    SELECT artifact_id, path
      FROM artifacts
     WHERE project_id = :project_id AND artifact_id IN :among
       AND run_id = :run_id AND about IS NULL AND used_at <= :until
"""


def told_only_by(db: ProjectDatabase, asset_ids: Sequence[str]) -> set[str]:
    """The names of those of whom nothing is known but what was read from these assets."""
    names: dict[str, str] = {}
    theirs: set[str] = set()
    for batch in batches(asset_ids):
        for row in db.all(_READ_FROM, asset_ids=batch):
            names[row.entity_key] = row.entity
            theirs.add(row.state_id)
    known = {
        row.entity_key
        for keys in batches(list(names))
        for row in db.all(_STATES_OF, keys=keys)
        if row.state_id not in theirs
    }
    return {name for key, name in names.items() if key not in known}


_READ_FROM: Final = """
    SELECT state_id, entity_key, entity
      FROM entity_states
     WHERE project_id = :project_id AND source_asset_id IN :asset_ids AND made_by <> 'person'
"""
_STATES_OF: Final = """
    SELECT state_id, entity_key FROM entity_states WHERE project_id = :project_id AND entity_key IN :keys
"""


def batches(ids: Sequence[str]) -> Iterable[list[str]]:
    """Ids in portions that one statement can take."""
    return (list(ids[start : start + BATCH]) for start in range(0, len(ids), BATCH))
