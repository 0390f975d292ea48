"""Which home the files of a studio have, by its settings."""

from __future__ import annotations

from showbible.settings import Settings
from showbible.storage import private
from showbible.storage.blobs import MIB, Blobs, Folder
from showbible.storage.stores.bucket import Bucket
from showbible.storage.stores.copies import LocalCopies
from showbible.storage.stores.remote import RemoteFiles


def open_stores(settings: Settings) -> Blobs:
    """The folder of the studio, or the bucket that `SHOWBIBLE_STORES` names."""
    home = settings.home.absolute()
    folder = Folder(private.folder(home / "stores"), floor=settings.disk_floor_mb * MIB)
    if settings.stores is None:
        return folder
    remote = RemoteFiles.at(settings.stores, endpoint=settings.s3_endpoint)
    probe = RemoteFiles.at(settings.stores, endpoint=settings.s3_endpoint, retries=0)
    copies = LocalCopies(home / "cache" / "files", most=settings.stores_cache_mb * MIB)
    return Bucket(remote, here=folder, copies=copies, probe=probe)
