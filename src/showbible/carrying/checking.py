"""An archive of ours, checked through and through before anything of it counts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from showbible.carrying import earlier
from showbible.carrying import manifest as manifests
from showbible.carrying.manifest import FILES, LARGEST, MANIFEST, VECTORS, Manifest, Part
from showbible.carrying.outgoing import DATABASE_FILES, Progress
from showbible.carrying.parcels import Parcel
from showbible.errors import Invalid, Malformed
from showbible.storage.blobs import CHUNK, LIMITS
from showbible.storage.project_indexes import SEARCH_COLUMNS, SEARCHES
from showbible.storage.project_rows import project_tables
from showbible.storage.stores.keys import checked_key

LONGEST_LINE: Final = 64 * 1024 * 1024

Row = dict[str, Any]


@dataclass(frozen=True)
class WholeArchive:
    """An archive that is what its manifest says."""

    parcel: Parcel
    manifest: Manifest

    def rows(self, name: str) -> Iterator[Row]:
        """The lines of a list; none when the archive has no such list."""
        if self.manifest.part(name) is None:
            return
        with self.parcel.open(name) as entry:
            while line := entry.readline(LONGEST_LINE):
                yield _row(name, line)

    def content(self, name: str) -> Iterator[bytes]:
        """The bytes of a file."""
        with self.parcel.open(name) as entry:
            while piece := entry.read(CHUNK):
                yield piece

    @cached_property
    def files(self) -> Mapping[str, str]:
        """The hash of each file, by its name."""
        return {str(row["name"]): str(row["sha256"]) for row in self.rows(FILES)}


def checked(parcel: Parcel, progress: Progress) -> WholeArchive:
    """Read all of an archive once; anything that is missing, of another hash or of no use is refused."""
    if parcel.sizes[MANIFEST] > LARGEST:
        raise Invalid(f"{MANIFEST} is larger than any that Showbible writes.", field="archive")
    with parcel.open(MANIFEST) as entry:
        archive = WholeArchive(parcel, manifests.read(entry.read()))
    known = _lists()
    for number, part in enumerate(archive.manifest.parts, start=1):
        _check_part(archive, part, known)
        progress("checking rows", number, len(archive.manifest.parts))
    for number, (name, sha256) in enumerate(archive.files.items(), start=1):
        _check_file(archive, name, sha256)
        progress("checking files", number, len(archive.files))
    return archive


def _lists() -> Mapping[str, frozenset[str]]:
    """The lists that this program can take in, and what their lines may say."""
    tables = {f"tables/{table.name}.jsonl": frozenset(table.names) for table in project_tables()}
    words = {f"tables/{each.name}.jsonl": frozenset(SEARCH_COLUMNS) for each in SEARCHES}
    return {**earlier.LISTS, **tables, **words, VECTORS: frozenset(), FILES: frozenset()}


def _check_part(archive: WholeArchive, part: Part, known: Mapping[str, frozenset[str]]) -> None:
    if part.name not in known or not set(part.columns) <= known[part.name]:
        raise Invalid(f"The archive has a list {part.name[:120]!r} that Showbible cannot read.", field="archive")
    digest, size, lines = hashlib.sha256(), 0, 0
    with _there(archive.parcel, part.name) as entry:
        while piece := entry.read(CHUNK):
            digest.update(piece)
            size, lines = size + len(piece), lines + piece.count(b"\n")
    if (digest.hexdigest(), size, lines) != (part.sha256, part.size, part.lines):
        raise _changed(part.name)


def _check_file(archive: WholeArchive, name: str, sha256: str) -> None:
    _check_place(name, archive.manifest.project_id, size=archive.parcel.sizes.get(name, 0))
    digest = hashlib.sha256()
    with _there(archive.parcel, name) as entry:
        while piece := entry.read(CHUNK):
            digest.update(piece)
    if digest.hexdigest() != sha256:
        raise _changed(name)


def _check_place(name: str, project_id: str, *, size: int) -> None:
    """Refuse a file that would lie anywhere but among those of its project."""
    kind, _, path = name.partition("/")
    if kind == "folder" and path and path.rpartition("/")[2] not in DATABASE_FILES:
        return
    store, _, key = path.partition("/")
    if kind != "files" or store not in LIMITS or not checked_key(key).startswith(f"projects/{project_id}/"):
        raise Invalid(f"The archive has a file {name[:120]!r} that is not one of its project's.", field="archive")
    if size > LIMITS[store]:
        raise Invalid(f"The file {name[:120]!r} is over the limit of its store.", field="archive")


def _there(parcel: Parcel, name: str) -> Any:
    if name not in parcel.sizes:
        raise Malformed(f"The archive lacks {name[:120]!r}, which its manifest lists.", field="archive")
    return parcel.open(name)


def _row(name: str, line: bytes) -> Row:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict):
        raise Malformed(f"A line of {name!r} in the archive cannot be read.", field="archive")
    return row


def _changed(name: str) -> Malformed:
    return Malformed(f"{name!r} in the archive is not what was exported. Export it again.", field="archive")
