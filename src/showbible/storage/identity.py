"""Small facts about the workspace itself."""

from __future__ import annotations

from showbible.storage.database import Database
from showbible.vocabulary import new_id


def workspace_id(db: Database) -> str:
    """The id that tells this workspace from every other; it was made with its tables."""
    return str(db.value("SELECT value FROM facts WHERE name = 'workspace_id'"))


def round_trip(db: Database) -> bool:
    """Whether the database takes something in and gives it back."""
    name = f"probe {new_id()}"
    with db.transaction():
        db.run("INSERT INTO facts (name, value) VALUES (:name, 'here')", name=name)
        found = db.value("SELECT value FROM facts WHERE name = :name", name=name)
        db.run("DELETE FROM facts WHERE name = :name", name=name)
    return bool(found == "here")
