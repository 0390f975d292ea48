"""Keep what was suggested to a run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from showbible.storage.database import Database
from showbible.vocabulary import stamp, utcnow


def note_suggestion(db: Database, run_id: str, body: Mapping[str, Any], *, at: datetime | None = None) -> None:
    """Keep the suggestion that a run started with; the first one stays."""
    with db.transaction():
        db.run(
            """
            INSERT INTO run_suggestions (run_id, body, at) VALUES (:run_id, :body, :at)
                ON CONFLICT (run_id) DO NOTHING
            """,
            run_id=run_id,
            body=json.dumps(dict(body), allow_nan=False),
            at=stamp(at or utcnow()),
        )
