"""Give assets captions, let go of them, learned ones too, and bring them back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from showbible.assets.model import MOST_LOOKS, Artifact, Asset, checked_name
from showbible.assets.recall import library
from showbible.assets.record import index
from showbible.corrections import Correctable
from showbible.errors import Conflict, Invalid, Malformed
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import PERSON, checked_id, checked_text, new_id, stamp, utcnow


def caption(
    db: ProjectDatabase,
    asset_id: str,
    text: str,
    *,
    made_by: str = PERSON,
    seen: str | None = None,
    at: datetime | None = None,
) -> Asset:
    """Give an asset a caption; the raw words are kept as an artifact of their own.

    `seen` is the caption that whoever writes had before them.
    """
    checked_text("text", text, empty=False)
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        known = library.artifact(db, checked_id("asset", asset_id))
        if seen is not None:
            _check_seen(library.asset(db, asset_id), seen, text)
        row, now = (
            {"about": asset_id, "text": text, "made_by": made_by, "version": known.version},
            stamp(at or utcnow()),
        )
        db.run(_SAY_AGAIN, **row, now=now)
        add(db, [row], now=now)
        index.refresh(db, [asset_id])
        index.announce_news(db)
    return library.asset(db, asset_id)


_SAY_AGAIN: Final = """
    UPDATE artifacts SET created_at = :now
     WHERE project_id = :project_id AND about = :about AND kind = 'caption' AND text = :text
       AND made_by = :made_by AND version = :version
"""
"""An earlier wording that is said again is the newest word."""


def _check_seen(known: Asset, seen: str, text: str) -> None:
    """Refuse words written about a caption that has changed meanwhile."""
    now = known.caption or ""
    if _lines(now) != _lines(seen):
        raise Conflict(f"The caption was changed meanwhile: it says “{now}”, you wrote “{text}”. Read it anew.")


def _lines(text: str) -> list[str]:
    # A form sends other line ends than it was given.
    return [line.rstrip() for line in text.strip().splitlines()]


def add(db: ProjectDatabase, captions: Iterable[Mapping[str, Any]], *, now: int) -> None:
    """Keep captions that are new, in the caller's transaction; one told again is there already."""
    db.many(_ADD, [{**each, "project_id": db.project_id, "artifact_id": new_id(), "now": now} for each in captions])


_ADD: Final = """
    INSERT INTO artifacts (
        project_id, artifact_id, kind, about, text, made_by, tags, metadata, version, uses, used_at, created_at)
    SELECT CAST(:project_id AS TEXT), CAST(:artifact_id AS TEXT), 'caption', CAST(:about AS TEXT),
           CAST(:text AS TEXT), CAST(:made_by AS TEXT), '[]', '{}', CAST(:version AS INTEGER), 1,
           CAST(:now AS BIGINT), CAST(:now AS BIGINT)
     WHERE NOT EXISTS (
           SELECT 1
             FROM artifacts
            WHERE project_id = :project_id AND about = :about AND kind = 'caption'
              AND text = :text AND made_by = :made_by AND version = :version)
"""


def correctable(asset_id: str) -> Correctable[ProjectDatabase, Artifact, Artifact]:
    """The captions of one asset, whoever gave them, to forget and to restore."""

    def put(db: ProjectDatabase, taken: Artifact) -> Artifact:
        if taken.about != asset_id:
            raise Malformed("This is a caption of another asset.", field="taken")
        return _put(db, taken)

    return Correctable(
        name="caption",
        read=lambda db, caption_id: library.caption(db, asset_id, caption_id),
        lock=lambda _: "assets",
        take=_take,
        put=put,
    )


def _take(db: ProjectDatabase, gone: Artifact) -> Artifact:
    db.run("DELETE FROM artifacts WHERE project_id = :project_id AND artifact_id = :id", id=gone.artifact_id)
    _settle(db, gone)
    if gone.made_by != PERSON:
        # It would be learned anew from this version of the file.
        db.run(_LOOK_NO_MORE, asset_id=gone.about, most=MOST_LOOKS)
    return gone


_LOOK_NO_MORE: Final = """
    UPDATE asset_index
       SET looks = :most, look = CASE look WHEN 'waiting' THEN 'failed' ELSE look END
     WHERE project_id = :project_id AND asset_id = :asset_id
"""


def _put(db: ProjectDatabase, taken: Artifact) -> Artifact:
    """One that is there already stays as it is."""
    row = {
        "caption_id": checked_id("caption", taken.artifact_id),
        "asset_id": checked_id("asset", taken.about),
        "text": checked_text("text", taken.text or "", empty=False),
        "made_by": checked_name("made_by", taken.made_by),
        "version": taken.version,
        "at": stamp(taken.created_at),
    }
    db.hold(f"assets:{db.project_id}")
    newest = library.artifact(db, taken.about or "").version
    if not 1 <= taken.version <= newest:
        raise Invalid(f"version must be one that the asset has had: 1 to {newest}.", field="version")
    db.run(_PUT, **row)
    _settle(db, taken)
    return taken


_PUT: Final = """
    INSERT INTO artifacts (
        project_id, artifact_id, kind, about, text, made_by, tags, metadata, version, uses, used_at, created_at)
    VALUES (:project_id, :caption_id, 'caption', :asset_id, :text, :made_by, '[]', '{}', :version, 1, :at, :at)
        ON CONFLICT (project_id, artifact_id) DO NOTHING
"""


def _settle(db: ProjectDatabase, caption: Artifact) -> None:
    index.refresh(db, [caption.about or ""])
    index.announce_news(db)
