"""A story as one zip, written piece by piece: its rows as lines of JSON, its files as they are, and a manifest."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Final

import showbible
from showbible.carrying.manifest import FILES, MANIFEST, VECTORS, Manifest, Part, present_schema
from showbible.errors import NotFound
from showbible.projects import recall as projects
from showbible.projects.model import Project
from showbible.storage.blobs import CHUNK, Blobs
from showbible.storage.database import Database, ProjectDatabase
from showbible.storage.one_moment import OneMoment, one_moment
from showbible.storage.project_indexes import SEARCH_COLUMNS, SEARCHES, dimensions_of, vector_lines
from showbible.storage.project_rows import Line, project_tables
from showbible.storage.workspace import Workspace
from showbible.vocabulary import STORES, stamp, utcnow

Progress = Callable[[str, int, int], object]
"""Is told what is being done, how much of it is done, and of how much; 0 where nobody knows."""

_COMPRESSION: Final = 3
DATABASE_FILES: Final = ("memory.db", "memory.db-wal", "memory.db-shm", "memory.db.wlock")
_WITHOUT_DATE: Final = (1980, 1, 1, 0, 0, 0)


def export(
    workspace: Workspace, blobs: Blobs, project_id: str, *, progress: Progress, at: datetime | None = None
) -> Iterator[bytes]:
    """A project as an archive, all of one moment, in pieces; what cannot be opened is refused before the first."""
    known = projects.project(workspace.db, project_id)
    memory = workspace.project(known.project_id, incarnation=known.incarnation)
    folder = workspace.folder(known.project_id)
    archive = _Archive(project=known, blobs=blobs, folder=folder, progress=progress)
    pieces = archive.pieces(workspace.db, memory, at=at or utcnow())
    return chain([next(pieces)], pieces)


class Outlet:
    """What a zip is written into: it keeps nothing longer than until somebody takes it."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self.size = 0

    def write(self, piece: bytes) -> int:
        """Take a piece in."""
        self._pieces.append(bytes(piece))
        self.size += len(piece)
        return len(piece)

    def flush(self) -> None:
        """There is nowhere to flush to."""

    def taken(self) -> Iterator[bytes]:
        """Everything that was written since this was last asked."""
        pieces, self._pieces, self.size = self._pieces, [], 0
        if pieces:
            yield b"".join(pieces)


@dataclass(kw_only=True)
class _Archive:
    """One archive while it is written."""

    project: Project
    blobs: Blobs
    folder: Path
    progress: Progress
    outlet: Outlet = field(default_factory=Outlet)
    parts: list[Part] = field(default_factory=list)
    dimensions: set[int] = field(default_factory=set)

    def pieces(self, workspace: Database, memory: ProjectDatabase, *, at: datetime) -> Iterator[bytes]:
        """The bytes of the archive; nothing is kept open once they are not asked for any more."""
        with one_moment(workspace, memory) as seen:
            yield from self._written(seen, at)
        yield from self.outlet.taken()

    def _written(self, seen: OneMoment, at: datetime) -> Iterator[bytes]:
        """Everything, the manifest last: by then all of it is counted."""
        with zipfile.ZipFile(self.outlet, "w", zipfile.ZIP_DEFLATED, compresslevel=_COMPRESSION) as packed:  # type: ignore[call-overload]
            for table in project_tables():
                lines, columns = table.lines(seen, self.project.project_id), table.names
                yield from self._listed(packed, f"tables/{table.name}.jsonl", lines, columns=columns)
            for words in SEARCHES:
                lines = words.lines(seen, self.project.project_id)
                yield from self._listed(packed, f"tables/{words.name}.jsonl", lines, columns=SEARCH_COLUMNS)
            yield from self._listed(packed, VECTORS, self._vectors(seen))
            yield from self._files(packed)
            yield from self._entry(packed, MANIFEST, [self._manifest(at).text()])

    def _listed(
        self, packed: zipfile.ZipFile, name: str, lines: Iterable[Line], *, columns: tuple[str, ...] = ()
    ) -> Iterator[bytes]:
        """Write a list, and note what it holds."""
        counted = _Counted(lines)
        yield from self._entry(packed, name, counted)
        self.progress("rows", sum(part.lines for part in self.parts) + counted.lines, 0)
        self.parts.append(counted.part(name, columns))

    def _entry(
        self, packed: zipfile.ZipFile, name: str, content: Iterable[bytes], *, stored: bool = False
    ) -> Iterator[bytes]:
        info = zipfile.ZipInfo(name, _WITHOUT_DATE)
        info.external_attr = 0o600 << 16
        info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
        with packed.open(info, "w", force_zip64=True) as entry:
            for piece in content:
                entry.write(piece)
                if self.outlet.size > CHUNK:
                    yield from self.outlet.taken()

    def _vectors(self, seen: OneMoment) -> Iterator[Line]:
        for line in vector_lines(seen, self.project.project_id):
            self.dimensions.add(dimensions_of(line["vector"]))
            yield line

    def _files(self, packed: zipfile.ZipFile) -> Iterator[bytes]:
        """Write every file of the project, then their list; one that goes meanwhile is not missed by anybody."""
        listed = []
        for name, content in self._contents():
            try:
                counted = _Hashed(next(content, b""), content)
            except NotFound:
                continue
            yield from self._entry(packed, name, counted, stored=True)
            listed.append({"name": name, "size": counted.size, "sha256": counted.digest.hexdigest()})
            self.progress("files", len(listed), 0)
        yield from self._listed(packed, FILES, listed)

    def _contents(self) -> Iterator[tuple[str, Iterator[bytes]]]:
        for store in STORES:
            for stored in self.blobs.listed(store, f"projects/{self.project.project_id}/"):
                yield f"files/{store}/{stored.key}", self.blobs.read(store, stored.key)
        for path in _own_files(self.folder):
            yield f"folder/{path.relative_to(self.folder).as_posix()}", _read(path)

    def _manifest(self, at: datetime) -> Manifest:
        return Manifest(
            project_id=self.project.project_id,
            name=self.project.name,
            created_at=stamp(self.project.created_at),
            written_at=stamp(at),
            program=showbible.__version__,
            schema=present_schema(),
            parts=tuple(self.parts),
            dimensions=tuple(sorted(self.dimensions)),
        )


class _Counted:
    """Lines of JSON as they are written, counted and hashed on the way."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines = lines
        self.lines, self.size, self._digest = 0, 0, hashlib.sha256()

    def __iter__(self) -> Iterator[bytes]:
        for line in self._lines:
            text = json.dumps(line, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"
            self.lines, self.size = self.lines + 1, self.size + len(text)
            self._digest.update(text)
            yield text

    def part(self, name: str, columns: tuple[str, ...]) -> Part:
        """What was written."""
        return Part(name=name, lines=self.lines, size=self.size, sha256=self._digest.hexdigest(), columns=columns)


class _Hashed:
    """The bytes of a file, hashed on the way."""

    def __init__(self, first: bytes, rest: Iterator[bytes]) -> None:
        self._first, self._rest = first, rest
        self.digest, self.size = hashlib.sha256(), 0

    def __iter__(self) -> Iterator[bytes]:
        piece = self._first
        while piece:
            self.digest.update(piece)
            self.size += len(piece)
            yield piece
            piece = next(self._rest, b"")


def _own_files(folder: Path) -> Iterator[Path]:
    """What people put beside a project's database; links are left where they are."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink() and path.name not in DATABASE_FILES:
            yield path


def _read(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(CHUNK):
            yield piece
