"""Files that are uploaded for an asset: kept under a name of ours, gone with it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from showbible.assets.model import AssetKind
from showbible.assets.recall import index_facts
from showbible.errors import NotFound
from showbible.storage.blobs import LIMITS, Blobs, Stored
from showbible.storage.database import ProjectDatabase
from showbible.storage.stores.keys import asset_prefix
from showbible.storage.uploads import Upload
from showbible.vocabulary import ProjectId


def keep(blobs: Blobs, project_id: ProjectId, kind: AssetKind, content: Iterable[bytes]) -> Stored:
    """Put a file into the store of its kind; its ending follows from its first bytes."""
    return Upload.of(content).put(blobs, _STORES.get(kind, "media"), asset_prefix(project_id))


_STORES: Final = {AssetKind.VIDEO: "videos", AssetKind.AUDIO: "audio"}


def remove_upload(db: ProjectDatabase, blobs: Blobs, path: str) -> None:
    """Remove an uploaded file that no asset uses any more; files from elsewhere are left alone."""
    store, _, key = path.partition("/")
    if store not in LIMITS or not key.startswith(asset_prefix(db.project_id)):
        return
    if index_facts.is_used(db, path):
        return
    try:
        blobs.delete(store, key)
    except NotFound:
        return
