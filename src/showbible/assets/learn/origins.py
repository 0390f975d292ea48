"""Let an asset know how it was made, where its file tells."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from showbible.assets.model import Asset
from showbible.assets.recall import library
from showbible.assets.recall.workflows import COMFYUI
from showbible.assets.record import origin
from showbible.assets.record.texts import checked_path
from showbible.comfyui.file_texts import FilePieces
from showbible.comfyui.generation import Generation
from showbible.comfyui.workflow_file import may_tell, stored_pieces, told_by
from showbible.errors import Invalid, NotFound
from showbible.storage.blobs import LIMITS, Blobs
from showbible.storage.database import ProjectDatabase


def learn_origin(db: ProjectDatabase, blobs: Blobs, folder: Path, asset: Asset) -> Asset:
    """The asset after what its file tells of its making was kept; what a person said of it stays."""
    if not may_tell(asset.path) or COMFYUI in library.artifact(db, asset.asset_id).metadata:
        return asset
    found: Generation | None = None
    with suppress(NotFound, Invalid), _pieces(blobs, folder, asset.path) as file:
        found = told_by(file)
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
        yield stored_pieces(blobs, store, key)
        return
    place = (folder / checked_path(path)).resolve()
    if not place.is_relative_to(folder.resolve()) or not place.is_file():
        raise NotFound("file", path)
    with place.open("rb") as file:

        def piece(at: int, number: int) -> bytes:
            file.seek(at)
            return file.read(number)

        yield FilePieces(piece)
