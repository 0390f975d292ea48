"""The tags of runs, and how many runs have each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from showbible.storage.database import Database
from showbible.values import frozen

MOST_KNOWN: Final = 100


@frozen
class KnownTag:
    """A tag in use, and how many runs of the list have it."""

    tag: str
    runs: int


def tags(db: Database, run_ids: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """The tags of each run named that has any, in the order of the alphabet."""
    if not run_ids:
        return {}
    found: dict[str, list[str]] = defaultdict(list)
    for row in db.all("SELECT run_id, tag FROM run_tags WHERE run_id IN :ids", ids=list(run_ids)):
        found[row.run_id].append(row.tag)
    return {run_id: tuple(sorted(each)) for run_id, each in found.items()}


def known_tags(db: Database, *, archived: bool = False, limit: int = MOST_KNOWN) -> tuple[KnownTag, ...]:
    """The tags that most runs have, of those in the list or of those put away."""
    rows = db.all(_KNOWN_AWAY if archived else _KNOWN, limit=limit)
    return tuple(KnownTag(tag=row.tag, runs=int(row.number)) for row in rows)


_KNOWN_AWAY: Final = """
    SELECT tag, COUNT(*) AS number
      FROM run_tags
      JOIN runs ON runs.run_id = run_tags.run_id
     WHERE archived_at IS NOT NULL
     GROUP BY tag
     ORDER BY number DESC, tag
     LIMIT :limit
"""
# All tags are counted from their index alone, so only the few runs put away are looked up to take them off.
_KNOWN: Final = """
    SELECT known.tag, known.number - COALESCE(away.number, 0) AS number
      FROM (SELECT tag, COUNT(*) AS number FROM run_tags GROUP BY tag) AS known
      LEFT JOIN (SELECT tag, COUNT(*) AS number
                   FROM run_tags
                  WHERE run_id IN (SELECT run_id FROM runs WHERE archived_at > 0)
                  GROUP BY tag) AS away ON away.tag = known.tag
     WHERE known.number > COALESCE(away.number, 0)
     ORDER BY number DESC, known.tag
     LIMIT :limit
"""
