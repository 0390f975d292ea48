"""Let go of captions, learned ones too, and bring them back."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from showbible.assets.model import MOST_LOOKS, Artifact, Asset, checked_name
from showbible.assets.recall import library
from showbible.assets.record import index
from showbible.assets.record.library import RECORDED
from showbible.errors import Invalid, NotFound
from showbible.jobs.queue import announce
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import PERSON, PROSE_LIMIT, checked_id, checked_text, stamp


def forget_caption(db: ProjectDatabase, asset_id: str, caption_id: str) -> Artifact:
    """Take a caption away, whoever gave it, with what was read from it; gives what it was.

    After a learned one, this version of the file is not looked at again: it would be learned anew.
    """
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        told = library.captions(db, checked_id("asset", asset_id))
        gone = next((each for each in told if each.artifact_id == checked_id("caption", caption_id)), None)
        if gone is None:
            raise NotFound("caption", caption_id)
        db.run(
            "DELETE FROM artifacts WHERE project_id = :project_id AND artifact_id = :caption_id",
            caption_id=caption_id,
        )
        index.refresh(db, [asset_id])
        if gone.made_by != PERSON:
            db.run(_LOOK_NO_MORE, asset_id=asset_id, most=MOST_LOOKS)
        announce(db, RECORDED, key=db.project_id, project_id=db.project_id)
        return gone


_LOOK_NO_MORE: Final = """
    UPDATE asset_index
       SET looks = :most, look = CASE look WHEN 'waiting' THEN 'failed' ELSE look END
     WHERE project_id = :project_id AND asset_id = :asset_id
"""


def put_caption_back(
    db: ProjectDatabase,
    asset_id: str,
    caption_id: str,
    *,
    text: str,
    made_by: str,
    version: int,
    at: datetime,
) -> Asset:
    """A caption that was taken away, as it was; one that is there already stays as it is."""
    row = {
        "caption_id": checked_id("caption", caption_id),
        "text": checked_text("text", text, limit=PROSE_LIMIT, empty=False),
        "made_by": checked_name("made_by", made_by),
        "version": version,
        "at": stamp(at),
    }
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        known = library.artifact(db, checked_id("asset", asset_id))
        if not 1 <= version <= known.version:
            raise Invalid(f"version must be one that the asset has had: 1 to {known.version}.", field="version")
        db.run(_PUT, **row, asset_id=asset_id)
        index.refresh(db, [asset_id])
        announce(db, RECORDED, key=db.project_id, project_id=db.project_id)
        return library.asset(db, asset_id)


_PUT: Final = """
    INSERT INTO artifacts (
        project_id, artifact_id, kind, about, text, made_by, tags, metadata, version, uses, used_at, created_at)
    VALUES (:project_id, :caption_id, 'caption', :asset_id, :text, :made_by, '[]', '{}', :version, 1, :at, :at)
        ON CONFLICT (project_id, artifact_id) DO NOTHING
"""
