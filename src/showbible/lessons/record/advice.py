"""Keep what was suggested to a run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from showbible.storage.database import Database
from showbible.vocabulary import stamp, utcnow


def note_suggestion(
    db: Database, run_id: str, body: Mapping[str, Any], *, started_at: datetime, at: datetime | None = None
) -> None:
    """Keep the suggestion that a run started with; the first one stays, and a run deleted meanwhile has none."""
    with db.transaction():
        db.run(
            """
            INSERT INTO run_suggestions (run_id, body, at)
            SELECT runs.run_id, CAST(:body AS TEXT), CAST(:at AS BIGINT)
              FROM runs
             WHERE runs.run_id = :run_id AND runs.started_at = :started_at
                ON CONFLICT (run_id) DO UPDATE SET body = excluded.body, at = excluded.at
                      WHERE run_suggestions.at < :started_at
            """,
            run_id=run_id,
            body=json.dumps(dict(body), allow_nan=False),
            started_at=stamp(started_at),
            at=stamp(at or utcnow()),
        )
