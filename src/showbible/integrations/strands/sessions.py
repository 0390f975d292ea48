"""Sessions that survive a crash: what Strands snapshots is kept among the files of a run.

Snapshots lie in the store `runs` beside the other working files of their run, in the studio's folder or its bucket,
and go with it.
"""

from __future__ import annotations

import asyncio
import builtins
import re
from typing import Any, Final

from showbible.bible import Bible
from showbible.errors import NotFound, ShowbibleError
from showbible.integrations.strands.library import SnapshotSessionManager, Storage, StorageError
from showbible.runs.recall.files import run_folder
from showbible.vocabulary import DEFAULT_PROJECT

STORE: Final = "runs"
FOLDER: Final = "strands"
_PIECE: Final = 100
"""Letters of one part of a key; a part of ours has at most 128."""
_PLAIN: Final = re.compile(r"[^A-Za-z0-9-]")
_CODED: Final = re.compile(r"_([0-9a-f]+)_")


def run_session(
    bible: Bible, run_id: str, *, project_id: str = DEFAULT_PROJECT, **options: Any
) -> SnapshotSessionManager:
    """A session manager for the graph or agent of a run; the same run id finds its snapshots again."""
    return SnapshotSessionManager(run_id, storage=RunStorage(bible, run_id, project_id=project_id), **options)


class RunStorage(Storage):
    """Bytes by keys, among the files of one run."""

    def __init__(self, bible: Bible, run_id: str, *, project_id: str = DEFAULT_PROJECT) -> None:
        self._bible = bible
        self._folder = f"{run_folder(project_id, run_id)}{FOLDER}"

    async def write(self, key: str, data: bytes) -> None:
        """Keep bytes under a key: all of them, or what was there before."""
        await asyncio.to_thread(self._write, key, data)

    async def read(self, key: str) -> bytes | None:
        """The bytes under a key; None where there are none."""
        return await asyncio.to_thread(self._read, key)

    async def delete(self, key: str) -> None:
        """Forget a key; a missing one is no error."""
        await asyncio.to_thread(self._delete, key)

    async def list(self, query: str = "") -> builtins.list[str]:
        """The keys that begin with a text, in order."""
        return await asyncio.to_thread(self._list, query)

    def _write(self, key: str, data: bytes) -> None:
        try:
            self._bible.stores.put(STORE, self._place(key), data)
        except ShowbibleError as error:
            raise StorageError(f"The session cannot be kept: {error}") from error

    def _read(self, key: str) -> bytes | None:
        try:
            return b"".join(self._bible.stores.read(STORE, self._place(key)))
        except NotFound:
            return None

    def _delete(self, key: str) -> None:
        try:
            self._bible.stores.delete(STORE, self._place(key))
        except NotFound:
            return

    def _list(self, prefix: str) -> builtins.list[str]:
        files = self._bible.blobs.entries(STORE, self._folder)
        keys = [_key(each.key.removeprefix(f"{self._folder}/")) for each in files]
        return sorted(key for key in keys if key.startswith(prefix))

    def _place(self, key: str) -> str:
        return f"{self._folder}/{_place(key)}"


def _place(key: str) -> str:
    """A key of Strands, which may be any text, as parts that a store takes; nothing of it is lost."""
    coded = _PLAIN.sub(lambda found: f"_{ord(found.group()):x}_", key)
    *folders, name = [coded[start : start + _PIECE] for start in range(0, len(coded) or 1, _PIECE)]
    # Folders and files begin with other letters, so that no key is the folder of another.
    return "/".join([*(f"k{piece}" for piece in folders), f"z{name}"])


def _key(place: str) -> str:
    coded = "".join(part[1:] for part in place.split("/"))
    return _CODED.sub(lambda found: chr(int(found.group(1), 16)), coded)
