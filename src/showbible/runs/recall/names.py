"""Runs by the letters of their concept or id, among the newest."""

from __future__ import annotations

from typing import Final

from showbible.runs.model import Summary
from showbible.runs.recall import rows
from showbible.storage.database import Database
from showbible.storage.typeahead import MOST_READ, Letters

AMONG: Final = 10_000


def named(db: Database, typed: Letters, *, limit: int) -> list[Summary]:
    """The newest runs whose concept or id holds the letters."""
    found = db.all(NAMED, **typed.patterns, among=AMONG, most=MOST_READ)
    return typed.best(rows.summaries(db, found), text=lambda run: f"{run.concept} {run.run_id}", limit=limit)


NAMED: Final = f"""
    SELECT {rows.SUMMARY}
      FROM runs
     WHERE run_id IN (SELECT run_id
                        FROM (SELECT run_id, concept FROM runs ORDER BY started_at DESC, run_id DESC LIMIT :among)
                          AS newest
                       WHERE LOWER(concept || ' ' || run_id) LIKE :one ESCAPE '!'
                         AND LOWER(concept || ' ' || run_id) LIKE :two ESCAPE '!'
                       LIMIT :most)
     ORDER BY started_at DESC, run_id DESC
"""  # noqa: S608
