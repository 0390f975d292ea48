"""Make what is derived anew: all of it from the facts, or what could not be written the first time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from showbible.assets.model import ASIDE
from showbible.assets.recall import index_facts, library
from showbible.assets.recall.readings import unread_notes
from showbible.assets.recall.rows import MEANINGS, WORDS
from showbible.assets.record import index
from showbible.assets.record.library import assets
from showbible.assets.record.takes import output
from showbible.errors import Damaged
from showbible.jobs.queue import announce
from showbible.storage import search
from showbible.storage.database import Database, ProjectDatabase
from showbible.storage.vectors import Vector, fit
from showbible.storage.vectors import put_many as put_vectors
from showbible.values import frozen
from showbible.vocabulary import ProjectId

BATCH: Final = 500
STALE: Final = "states.changed"
"""Announced when more search entries wait to be renewed than whoever asked should wait for."""


@frozen
class IndexRepair:
    """How many assets have a search entry now, and how many of them had none or a wrong one."""

    indexed: int
    repaired: int


def repair(db: ProjectDatabase, *, most: int | None = None) -> int:
    """Write the search entries that failed before, or about as many as are wanted at most; gives how many."""
    repaired = 0
    while (most is None or repaired < most) and (waiting := index_facts.to_repair(db, limit=BATCH)):
        with db.transaction():
            db.hold(f"assets:{db.project_id}")
            index.refresh(db, waiting)
            repaired += len(waiting)
        if index_facts.to_repair(db, limit=1) == waiting[:1]:
            break  # it fails again: whoever calls next may have more luck
    return repaired


def wake(db: ProjectDatabase, *, model: str | None) -> None:
    """Repair the first of what failed before, and announce what else waits, when a project is opened."""
    repair(db, most=BATCH)
    if index_facts.to_repair(db, limit=1):
        with db.transaction():
            announce(db, STALE, key=db.project_id, project_id=db.project_id)
    waiting = index_facts.to_read(db, limit=1) or index_facts.to_look_at(db, limit=1) or unread_notes(db, limit=1)
    if waiting or (model is not None and index_facts.to_embed(db, model=model, limit=1)):
        with db.transaction():
            index.announce_news(db)


def reindex(db: ProjectDatabase) -> IndexRepair:
    """Rebuild every search entry from the facts, batch by batch, while others read and write."""
    indexed, repaired, after = 0, 0, ""
    while batch := index_facts.asset_ids_after(db, after, limit=BATCH):
        with db.transaction():
            db.hold(f"assets:{db.project_id}")
            repaired += _file_anew(db, batch)
            repaired += _lacking(db, index_facts.indexable(db, batch))
            indexed += index.refresh(db, batch)
        after = batch[-1]
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        repaired += _drop_orphans(db)
        index.announce_news(db)
    _mend(db)
    return IndexRepair(indexed=indexed, repaired=repaired)


def _mend(db: Database) -> None:
    """Make the full-text index anew from its rows, should it disagree with them."""
    try:
        search.check(db, WORDS)
    except Damaged:
        with db.transaction():
            search.rebuild(db, WORDS)


def backfill(db: ProjectDatabase) -> IndexRepair:
    """Make an asset of every take that has none, then rebuild the index; running it twice changes nothing."""
    made = 0
    while takes := index_facts.clips_without_asset(db, limit=BATCH):
        made += len(assets(db, [output(take) for take in takes]))
    done = reindex(db)
    return IndexRepair(indexed=done.indexed, repaired=done.repaired + made)


def _file_anew(db: ProjectDatabase, asset_ids: list[str]) -> int:
    """File what runs delivered as what its metadata says it is; gives how many were filed as something else."""
    wrong = index_facts.misfiled(db, asset_ids)
    db.many(
        "UPDATE artifacts SET kind = :kind WHERE project_id = :project_id AND artifact_id = :asset_id",
        [{"kind": kind, "project_id": db.project_id, "asset_id": asset_id} for asset_id, kind in wrong.items()],
    )
    index.forget(db, [asset_id for asset_id, kind in wrong.items() if kind in ASIDE])
    return len(wrong)


def _lacking(db: ProjectDatabase, asset_ids: list[str]) -> int:
    """How many of the assets have no entry or one that is marked for repair."""
    if not asset_ids:
        return 0
    sound = db.value(
        WORDS.sql(
            """
            SELECT COUNT(*)
              FROM asset_index
              JOIN {name}_search AS entry ON entry.scope = asset_index.project_id
                                         AND entry.item_id = asset_index.asset_id
             WHERE asset_index.project_id = :project_id AND asset_index.asset_id IN :asset_ids
               AND asset_index.needs_reindex = 0
            """
        ),
        asset_ids=asset_ids,
    )
    return len(asset_ids) - int(sound)


def _drop_orphans(db: ProjectDatabase) -> int:
    """Take out entries whose asset is gone."""
    gone = db.all(
        """
        SELECT asset_id
          FROM asset_index
         WHERE project_id = :project_id
           AND NOT EXISTS (SELECT 1
                             FROM artifacts
                            WHERE artifacts.project_id = asset_index.project_id
                              AND artifacts.artifact_id = asset_index.asset_id)
        """,
    )
    index.forget(db, [row.asset_id for row in gone])
    return len(gone)


def meanings(db: ProjectDatabase, *, model: str, vectors: Sequence[tuple[str, str, Any]]) -> None:
    """Keep the vectors of assets, unless their words have changed since; each is id, words and values."""
    for dimensions in {len(values) for _, _, values in vectors}:
        fit(db, MEANINGS, dimensions=dimensions)
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        now = library.assets_by_id(db, [asset_id for asset_id, _, _ in vectors])
        same = [(i, values) for i, words, values in vectors if i in now and now[i].text == words]
        put_vectors(
            db,
            MEANINGS,
            [Vector(scope=db.project_id, item_id=i, model=model, values=values) for i, values in same],
        )
        db.many(
            "UPDATE asset_index SET embedded_by = :model WHERE project_id = :project_id AND asset_id = :asset_id",
            [{"model": model, "project_id": db.project_id, "asset_id": i} for i, _ in same],
        )


def forget_project(db: Database, project_id: ProjectId) -> None:
    """Remove everything that is known of a project's assets and story."""
    with db.transaction():
        for sql in _FORGOTTEN:
            db.run(sql, project_id=project_id)


_FORGOTTEN: Final = (
    "DELETE FROM asset_index WHERE project_id = :project_id",
    "DELETE FROM asset_counts WHERE project_id = :project_id",
    "DELETE FROM asset_search WHERE scope = :project_id",
    "DELETE FROM asset_vectors WHERE scope = :project_id",
    "DELETE FROM notes WHERE project_id = :project_id",
    "DELETE FROM forgotten_readings WHERE project_id = :project_id",
    "DELETE FROM scene_readings WHERE project_id = :project_id",
    "DELETE FROM entity_states WHERE project_id = :project_id",
    "DELETE FROM artifacts WHERE project_id = :project_id",
    "DELETE FROM clips WHERE project_id = :project_id",
    "DELETE FROM segments WHERE project_id = :project_id",
)
