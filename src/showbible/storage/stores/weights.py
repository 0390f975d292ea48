"""How much lies in a store."""

from __future__ import annotations

from typing import NamedTuple

from showbible.storage.blobs import Blobs


class Weight(NamedTuple):
    """How many files, and how many bytes they have together."""

    files: int
    size: int


def weight(blobs: Blobs, store: str, prefix: str = "") -> Weight:
    """How much lies under a prefix."""
    files = size = 0
    for entry in blobs.entries(store, prefix):
        files, size = files + 1, size + entry.size
    return Weight(files, size)
