"""What somebody brings: a zip, a folder or a single file, listed and measured before any of it is read.

Names that lead out, links, and more than is allowed are refused. Nothing is unpacked: entries are read where they
are.
"""

from __future__ import annotations

import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, Protocol

from showbible.carrying.manifest import MANIFEST
from showbible.errors import Invalid, Malformed, NotFound, TooLarge
from showbible.storage.arrivals import LARGEST_PARCEL
from showbible.values import frozen

GIB: Final = 1024**3
LOG: Final = "-wal"
"""How SQLite calls the file beside a database in which its latest changes stand."""
_BROKEN: Final = (zipfile.BadZipFile, zlib.error, EOFError, struct.error)
"""How the zip reader says that a file is no whole zip."""
_READABLE: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BYTES_OF_ENTRY: Final = 200
"""What one entry may take in a zip's own list."""
_SMALL: Final = 64 * 1024 * 1024
"""Below so many bytes nobody minds how well they are packed."""


@frozen
class ParcelLimits:
    """How much may be brought at once."""

    entries: int = 10_000
    own_entries: int = 50_000
    """The same of an archive that Showbible wrote, which has an entry for each file."""
    packed: int = LARGEST_PARCEL
    unpacked: int = 10 * GIB
    ratio: int = 100
    """How many times larger it may be unpacked."""

    def check(self, sizes: Mapping[str, int], *, packed: int) -> None:
        """Refuse what is more than that."""
        most = self.own_entries if MANIFEST in sizes else self.entries
        if len(sizes) > most:
            raise TooLarge(f"The archive has {len(sizes):,} entries; the limit is {most:,}.")
        total = sum(sizes.values())
        if total > self.unpacked:
            raise TooLarge(f"The archive unpacks to {total:,} bytes; the limit is {self.unpacked:,}.")
        if total > _SMALL and total > self.ratio * packed:
            raise TooLarge(f"The archive unpacks to more than {self.ratio} times its size, as only a trap does.")


OWN_MACHINE: Final = ParcelLimits(own_entries=5_000_000, packed=2**60, unpacked=2**60)
"""What somebody may bring who works on the studio's own machine: as much as its disk has room for."""


class Parcel(Protocol):
    """What was brought, by names."""

    sizes: Mapping[str, int]
    """How many bytes each entry has."""

    def open(self, name: str) -> IO[bytes]:
        """An entry, to be read from its beginning."""


@contextmanager
def parcel(path: Path, limits: ParcelLimits) -> Iterator[Parcel]:
    """What lies at a path, once it is known to be harmless."""
    if not path.exists():
        raise NotFound("file or folder", str(path))
    if path.is_dir():
        yield FolderParcel(path, limits)
    elif not _is_zip(path):
        yield FileParcel(path)
    else:
        with _opened(path, limits) as packed, reading():
            yield ZipParcel(packed, limits, packed_size=path.stat().st_size)


@contextmanager
def reading() -> Iterator[None]:
    """Say in our words that an archive is broken."""
    try:
        yield
    except _BROKEN as error:
        raise Malformed(f"The archive is damaged or incomplete ({error}). Copy it again.", field="archive") from None


class ZipParcel:
    """An archive in one file."""

    def __init__(self, packed: zipfile.ZipFile, limits: ParcelLimits, *, packed_size: int) -> None:
        self._packed = packed
        entries = [entry for entry in packed.infolist() if not entry.is_dir()]
        self.sizes: Mapping[str, int] = {entry.filename: entry.file_size for entry in entries}
        if len(self.sizes) < len(entries):
            raise Invalid("The archive has two entries of one name.", field="archive")
        for entry in packed.infolist():
            _check_entry(entry)
        limits.check(self.sizes, packed=packed_size)

    def open(self, name: str) -> IO[bytes]:
        """An entry, to be read from its beginning."""
        return self._packed.open(name)


class FolderParcel:
    """A folder with everything below it."""

    def __init__(self, root: Path, limits: ParcelLimits) -> None:
        self._root = root
        self.sizes: Mapping[str, int] = dict(_below(root, most=limits.own_entries))
        limits.check(self.sizes, packed=2**60)

    def open(self, name: str) -> IO[bytes]:
        """An entry, to be read from its beginning."""
        return (self._root / name).open("rb")


class FileParcel:
    """A single file, with the log of changes that SQLite may keep beside it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        beside = path.with_name(f"{path.name}{LOG}")
        self.sizes: Mapping[str, int] = {each.name: each.stat().st_size for each in (path, beside) if each.exists()}

    def open(self, name: str) -> IO[bytes]:
        """The file, or the log beside it."""
        return self._path.with_name(name).open("rb")


def checked_name(name: str) -> str:
    """The name of an entry, once it is known to stay inside the archive."""
    parts = name.rstrip("/").split("/")
    if "\\" in name or "\x00" in name or ":" in parts[0] or any(part in ("", ".", "..") for part in parts):
        raise Invalid(f"The archive has an entry {name[:120]!r} that leads out of it.", field="archive")
    return name


def _check_entry(entry: zipfile.ZipInfo) -> None:
    checked_name(entry.filename)
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise Invalid(f"The archive has an entry {entry.filename[:120]!r} that is no plain file.", field="archive")
    if entry.flag_bits & 0x1:
        raise Invalid("The archive is encrypted.", field="archive")
    if entry.compress_type not in _READABLE:
        raise Invalid("The archive is packed in a way that Showbible does not read.", field="archive")


def _is_zip(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(2) == b"PK"


@contextmanager
def _opened(path: Path, limits: ParcelLimits) -> Iterator[zipfile.ZipFile]:
    if (size := path.stat().st_size) > limits.packed:
        raise TooLarge(f"The archive has {size:,} bytes; the limit is {limits.packed:,}.")
    with reading():
        # The reader takes a whole list of entries into memory before anybody can count them.
        if _list_size(path) > limits.own_entries * _BYTES_OF_ENTRY:
            raise TooLarge(f"The archive has more than {limits.own_entries:,} entries.")
        packed = zipfile.ZipFile(path)
    with packed:
        yield packed


def _list_size(path: Path) -> int:
    """How many bytes a zip's own list of entries has, as its last record says."""
    with path.open("rb") as file:
        file.seek(0, os.SEEK_END)
        tail_size = min(file.tell(), 65_557 + 76)
        file.seek(-tail_size, os.SEEK_END)
        tail = file.read()
    end, large = tail.rfind(b"PK\x05\x06"), tail.rfind(b"PK\x06\x06")
    if end < 0:
        raise zipfile.BadZipFile("its end is missing")
    told = int.from_bytes(tail[end + 12 : end + 16], "little")
    return told if large < 0 or told < 0xFFFFFFFF else int.from_bytes(tail[large + 40 : large + 48], "little")


def _below(root: Path, *, most: int) -> Iterator[tuple[str, int]]:
    number = 0
    for folder, _, names in os.walk(root):
        for name in sorted(names):
            path = Path(folder, name)
            if path.is_symlink() or not path.is_file():
                continue
            number += 1
            if number > most:
                raise TooLarge(f"The folder holds more than {most:,} files.")
            yield path.relative_to(root).as_posix(), path.stat().st_size
