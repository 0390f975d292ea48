"""Assets by the letters of their words, among the newest of a project."""

from __future__ import annotations

from typing import Final

from showbible.assets.model import Asset
from showbible.assets.recall import rows
from showbible.storage.database import ProjectDatabase
from showbible.storage.typeahead import MOST_READ, Letters

AMONG: Final = 2_000


def named(db: ProjectDatabase, typed: Letters, *, limit: int) -> list[Asset]:
    """The newest assets whose caption, prompt or file name holds the letters."""
    found = db.all(NAMED, **typed.patterns, among=AMONG, most=MOST_READ)
    return typed.best(map(rows.asset, found), text=_words, limit=limit)


def _words(asset: Asset) -> str:
    return f"{asset.caption or ''} {asset.prompt or ''} {asset.path}"


NAMED: Final = """
    SELECT *
      FROM (SELECT *, LOWER(COALESCE(caption, '') || ' ' || COALESCE(prompt, '') || ' ' || name) AS words
              FROM asset_index
             WHERE project_id = :project_id
             ORDER BY created_at DESC, asset_id DESC
             LIMIT :among) AS newest
     WHERE words LIKE :one ESCAPE '!' AND words LIKE :two ESCAPE '!'
     ORDER BY created_at DESC, asset_id DESC
     LIMIT :most
    """
