"""Files of a distant store that this machine has at hand, for tools that want a path.

They are called by the hash of their content, so none can ever be out of date. There are as many as there is
room for; who was not asked for longest goes first, and all of them may go at any time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from showbible.errors import Damaged
from showbible.storage import handles, private
from showbible.storage.stores.drafts import Draft
from showbible.vocabulary import new_id

_ENDLESS: Final = 2**63


class LocalCopies:
    """A folder of copies, bounded by the bytes that they may have together."""

    def __init__(self, folder: Path, *, most: int) -> None:
        self.folder = folder
        self.most = most

    @contextmanager
    def lent(self, sha256: str, ending: str, content: Callable[[], Iterable[bytes]]) -> Iterator[Path]:
        """A file with this content, brought from the store unless it is here; it lasts as long as it is looked at."""
        name = private.folder(self.folder / "lent") / f"{new_id()}{ending}"
        try:
            if not self._linked(sha256, name):
                self._fetch(sha256, name, content)
            yield name
        finally:
            name.unlink(missing_ok=True)

    def adopt(self, draft: Path, sha256: str) -> None:
        """Keep a file that is about to be removed: whoever stored it will want to look at it soon."""
        with suppress(OSError):
            if draft.stat().st_size <= self.most:
                private.folder(self.folder)
                os.replace(draft, self.folder / sha256)
                self._make_room()

    def _linked(self, sha256: str, name: Path) -> bool:
        """Whether the content is here; a name of its own keeps it there while it is looked at."""
        try:
            os.link(self.folder / sha256, name)
        except FileNotFoundError:
            return False
        os.utime(name)
        return True

    def _fetch(self, sha256: str, name: Path, content: Callable[[], Iterable[bytes]]) -> None:
        with handles.folder(self.folder, ["lent"], make=True) as folder:
            draft = Draft.of(folder, content(), limit=_ENDLESS, refusal="", durable=False)
        os.replace(self.folder / "lent" / draft.name, name)
        if draft.sha256 != sha256:
            raise Damaged("The file store gave back other bytes than were stored. Restore the file from a backup.")
        with suppress(OSError):
            if draft.size <= self.most:
                os.link(name, self.folder / sha256)
                self._make_room()

    def _make_room(self) -> None:
        kept = [(file, file.stat()) for file in self.folder.iterdir() if file.is_file()]
        taken = sum(found.st_size for _, found in kept)
        for file, found in sorted(kept, key=lambda each: each[1].st_mtime):
            if taken <= self.most:
                return
            file.unlink(missing_ok=True)
            taken -= found.st_size
