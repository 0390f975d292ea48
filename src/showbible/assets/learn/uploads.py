"""Files that are uploaded for an asset: kept under a name of ours, gone with it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Final

from showbible.assets.model import AssetKind
from showbible.assets.recall import index_facts
from showbible.errors import Invalid, NotFound
from showbible.storage.blobs import LIMITS, Blobs, Stored, sniffed
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import ProjectId, checked_id, new_id


def prefix(project_id: str) -> str:
    """Where the uploads of a project lie in a store."""
    return f"projects/{checked_id('project', project_id)}/assets/"


def keep(blobs: Blobs, project_id: ProjectId, kind: AssetKind, content: Iterable[bytes]) -> Stored:
    """Put a file into the store of its kind; its ending follows from its first bytes."""
    pieces = iter(content)
    head = next((piece for piece in pieces if piece), b"")
    if not head:
        raise Invalid("The file is empty.", field="file")
    key = f"{prefix(project_id)}{new_id()}{ENDINGS.get(sniffed(head), '')}"
    return blobs.put(_STORES.get(kind, "media"), key, chain([head], pieces))


_STORES: Final = {AssetKind.VIDEO: "videos", AssetKind.AUDIO: "audio"}
ENDINGS: Final = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/gif": ".gif",
    "image/webp": ".webp",
    "image/avif": ".avif",
    "video/mp4": ".mp4",
    "video/quicktime": ".mov",
    "video/webm": ".webm",
    "audio/mp4": ".m4a",
    "audio/wav": ".wav",
    "audio/ogg": ".ogg",
    "audio/flac": ".flac",
    "audio/mpeg": ".mp3",
}
"""How the name of a file ends, by what the file is."""


def remove_upload(db: ProjectDatabase, blobs: Blobs, path: str) -> None:
    """Remove an uploaded file that no asset uses any more; files from elsewhere are left alone."""
    store, _, key = path.partition("/")
    if store not in LIMITS or not key.startswith(prefix(db.project_id)):
        return
    if index_facts.is_used(db, path):
        return
    try:
        blobs.delete(store, key)
    except NotFound:
        return


def remove_uploads(blobs: Blobs, project_id: ProjectId) -> None:
    """Remove every uploaded file of a project."""
    for store in ("videos", "audio", "media"):
        for stored in list(blobs.listed(store, prefix(project_id))):
            blobs.delete(store, stored.key)
