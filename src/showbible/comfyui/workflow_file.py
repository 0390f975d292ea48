"""A file that may tell how it was made, read in pieces from wherever it lies."""

from __future__ import annotations

import posixpath
from typing import Final

from showbible.comfyui.file_texts import FilePieces, texts
from showbible.comfyui.generation import Generation, generation
from showbible.comfyui.graph import graph
from showbible.storage.blobs import Blobs

HEAD: Final = 64 * 1024
ENDINGS: Final = frozenset({".png", ".webp", ".json", ""})


def may_tell(path: str) -> bool:
    """Whether a file is of a kind into which workflows are written."""
    return posixpath.splitext(path)[1].lower() in ENDINGS


def told_by(file: FilePieces) -> Generation | None:
    """How a file was made; None where it does not tell."""
    told = texts(file)
    return next((made for name in ("prompt", "workflow") if (made := generation(graph(told.get(name, ""))))), None)


def stored_pieces(blobs: Blobs, store: str, key: str) -> FilePieces:
    """A file of a store; its beginning is asked for once, since each question may be one to a bucket."""
    size = blobs.stat(store, key).size
    head = b"".join(blobs.read(store, key, 0, min(HEAD, size)))

    def piece(at: int, number: int) -> bytes:
        end = min(at + number, size)
        if end <= len(head) or at >= end:
            return head[at:end]
        return b"".join(blobs.read(store, key, at, end))

    return FilePieces(piece)
