"""Rows of `runs` as lists show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from showbible.runs.model import Status, Summary
from showbible.runs.recall.tags import tags
from showbible.storage.database import Database
from showbible.storage.rows import value_of

SUMMARY: Final = """
    run_id, project_id, user_id, concept, status, stage, progress, budget, spent, score, score_order,
    total_scenes, scenes_completed, started_at, completed_at, heard_at, archived_at
"""


def summaries(db: Database, found: Sequence[Any]) -> list[Summary]:
    """The runs in rows of `runs`, with the tags of all read at once."""
    tagged = tags(db, [row.run_id for row in found])
    return [summary(row, tags=tagged.get(row.run_id, ())) for row in found]


def summary(row: Any, *, tags: tuple[str, ...] = ()) -> Summary:
    """The run in a row of `runs`, with tags that were read apart."""
    return value_of(Summary, row, recorded_status=Status(row.status), tags=tags)
