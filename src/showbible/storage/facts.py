"""Small facts that a database keeps of itself, by name."""

from __future__ import annotations

import json
from typing import Any

from showbible.storage.database import Database


def kept(db: Database, name: str) -> Any:
    """The fact of that name; None when there is none."""
    found = db.value("SELECT value FROM facts WHERE name = :name", name=name)
    return None if found is None else json.loads(found)


def newest(db: Database, prefix: str, *, limit: int) -> list[Any]:
    """The facts whose names begin so, the last by name first."""
    sql = "SELECT value FROM facts WHERE name LIKE :theirs ORDER BY name DESC LIMIT :limit"
    return [json.loads(row.value) for row in db.all(sql, theirs=f"{prefix}%", limit=limit)]


def trim(db: Database, prefix: str, *, kept: int) -> None:
    """Forget all but so many of the facts whose names begin so, the last by name, in the caller's transaction."""
    db.run(
        """
        DELETE FROM facts
         WHERE name LIKE :theirs
           AND name NOT IN (SELECT name FROM facts WHERE name LIKE :theirs ORDER BY name DESC LIMIT :kept)
        """,
        theirs=f"{prefix}%",
        kept=kept,
    )


def keep(db: Database, name: str, value: object) -> None:
    """Keep a fact, in the caller's transaction; what was known under its name is forgotten."""
    db.run(
        """
        INSERT INTO facts (name, value) VALUES (:name, :value)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """,
        name=name,
        value=json.dumps(value, ensure_ascii=False),
    )
