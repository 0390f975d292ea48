"""Keep the entity summaries of assets in step with what is so in the story."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from showbible.assets.model import EntityState
from showbible.assets.record import index
from showbible.assets.record.repair import STALE, repair
from showbible.jobs.queue import announce
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import PERSON

AT_ONCE: Final = 20
"""Assets whose entity summary is renewed in the transaction of a state; a job renews what is beyond."""


def renew(db: ProjectDatabase, states: Sequence[EntityState]) -> None:
    """Bring the entity summaries of the assets that show these states in step.

    The assets nearest to where a state begins are renewed here, so that a search finds at once what
    was just told. An open-ended state is shown by the whole rest of the story, too: those assets are
    marked by one statement, and one job renews them, each once for all the states told meanwhile.
    """
    first = list(dict.fromkeys(asset_id for each in states for asset_id in showing(db, each)))
    waiting = sum(_mark(db, each, but=first) for each in states)
    index.renew(db, first)
    if waiting:
        announce(db, STALE, key=db.project_id, project_id=db.project_id)


def _mark(db: ProjectDatabase, known: EntityState, *, but: Sequence[str]) -> int:
    """Let the assets of a state's time wait for the job; gives how many did not wait yet."""
    if not _is_timed(known) or len(but) < AT_ONCE:
        return 0
    return db.run(
        """
        UPDATE asset_index
           SET needs_reindex = 1
         WHERE project_id = :project_id AND needs_reindex = 0 AND asset_id NOT IN :but
           AND segment_id IN (SELECT segment_id
                                FROM segments
                               WHERE project_id = :project_id AND end_ms > :start_ms AND start_ms < :end_ms)
        """,
        but=list(but),
        start_ms=known.start_ms,
        end_ms=_end(known),
    )


def renew_these(db: ProjectDatabase, asset_ids: Sequence[str]) -> None:
    """Bring the entity summaries of some assets, and of all that wait, in step, apart from the change that asked."""
    repair(db)
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        index.renew(db, asset_ids)
        index.announce_news(db)


def _is_timed(known: EntityState) -> bool:
    """Whether a state is linked to assets by its story time alone; what a note or a scene was read to say is not."""
    read = known.made_by != PERSON and (known.source_note_id or known.source_scene_id)
    return known.start_ms is not None and known.source_asset_id is None and known.source_clip_id is None and not read


def _end(known: EntityState) -> int:
    return 2**62 if known.end_ms is None else known.end_ms


def showing(db: ProjectDatabase, known: EntityState) -> list[str]:
    """The assets that a state is linked to: its own, those of its take, or the first ones of its time."""
    if known.source_asset_id is not None or known.source_clip_id is not None:
        found = db.all(
            """
            SELECT asset_id
              FROM asset_index
             WHERE project_id = :project_id AND (asset_id = :asset_id OR clip_id = :clip_id)
            """,
            asset_id=known.source_asset_id,
            clip_id=known.source_clip_id,
        )
    elif _is_timed(known):
        found = db.all(
            """
            SELECT asset_index.asset_id
              FROM segments
              JOIN asset_index ON asset_index.project_id = segments.project_id
                              AND asset_index.segment_id = segments.segment_id
             WHERE segments.project_id = :project_id AND segments.end_ms > :start_ms AND segments.start_ms < :end_ms
             ORDER BY segments.start_ms, asset_index.asset_id
             LIMIT :most
            """,
            start_ms=known.start_ms,
            end_ms=_end(known),
            most=AT_ONCE,
        )
    else:
        found = []
    return [row.asset_id for row in found]
