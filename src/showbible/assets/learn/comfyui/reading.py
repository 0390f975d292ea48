"""Let an asset know how it was made, where its file tells."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from showbible.assets.learn.comfyui.file_texts import FilePieces, texts
from showbible.assets.learn.comfyui.generation import Generation, generation
from showbible.assets.learn.comfyui.graph import graph
from showbible.assets.model import Asset
from showbible.assets.recall import library
from showbible.assets.recall.workflows import COMFYUI
from showbible.assets.record import origin
from showbible.assets.record.texts import checked_path
from showbible.errors import Invalid, NotFound
from showbible.storage.blobs import LIMITS, Blobs
from showbible.storage.database import ProjectDatabase

HEAD: Final = 64 * 1024
ENDINGS: Final = frozenset({".png", ".webp", ".json", ""})


def learn_origin(db: ProjectDatabase, blobs: Blobs, folder: Path, asset: Asset) -> Asset:
    """The asset after what its file tells of its making was kept; what a person said of it stays."""
    if posixpath.splitext(asset.path)[1].lower() not in ENDINGS:
        return asset
    if COMFYUI in library.artifact(db, asset.asset_id).metadata:
        return asset
    found: Generation | None = None
    with suppress(NotFound, Invalid), _pieces(blobs, folder, asset.path) as file:
        told = texts(file)
        found = next((made for name in ("prompt", "workflow") if (made := generation(graph(told.get(name, ""))))), None)
    if found is None:
        return asset
    return origin.keep_origin(
        db, asset, prompt=found.prompt, negative_prompt=found.negative_prompt, facts=dict(found.facts)
    )


@contextmanager
def _pieces(blobs: Blobs, folder: Path, path: str) -> Iterator[FilePieces]:
    """The file of an asset, wherever it lies, to be read in pieces."""
    store, _, key = path.partition("/")
    if store in LIMITS and key:
        yield _stored(blobs, store, key)
        return
    place = (folder / checked_path(path)).resolve()
    if not place.is_relative_to(folder.resolve()) or not place.is_file():
        raise NotFound("file", path)
    with place.open("rb") as file:

        def piece(at: int, number: int) -> bytes:
            file.seek(at)
            return file.read(number)

        yield FilePieces(piece)


def _stored(blobs: Blobs, store: str, key: str) -> FilePieces:
    """A file of a store; its beginning is asked for once, since each question may be one to a bucket."""
    size = blobs.stat(store, key).size
    head = b"".join(blobs.read(store, key, 0, min(HEAD, size)))

    def piece(at: int, number: int) -> bytes:
        end = min(at + number, size)
        if end <= len(head) or at >= end:
            return head[at:end]
        return b"".join(blobs.read(store, key, at, end))

    return FilePieces(piece)
