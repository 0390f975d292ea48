"""A backup to read from: a folder, or one archive file."""

from __future__ import annotations

import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final, Protocol

from showbible.errors import Damaged, NotFound
from showbible.storage.backup_manifest import MANIFEST, BackupManifest, read_manifest

CHUNK: Final = 1024 * 1024


class Source(Protocol):
    """Where the files of a backup are read from."""

    def open(self, name: str) -> BinaryIO:
        """The bytes of a file, from its beginning; raises when it is missing."""

    @contextmanager
    def path(self, name: str) -> Iterator[Path]:
        """A place on the disk where a file can be opened."""


class InFolder:
    """A backup as a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def open(self, name: str) -> BinaryIO:
        """The bytes of a file; what is no plain file counts as missing."""
        path = self.folder / name
        if path.is_symlink() or not path.is_file():
            raise missing(name)
        return path.open("rb")

    @contextmanager
    def path(self, name: str) -> Iterator[Path]:
        """The file itself."""
        yield self.folder / name


class InArchive:
    """A backup as one archive file."""

    def __init__(self, archive: tarfile.TarFile) -> None:
        self.archive = archive

    def open(self, name: str) -> BinaryIO:
        """The bytes of a file; what is no plain file counts as missing."""
        try:
            member = self.archive.getmember(name)
            opened = self.archive.extractfile(member) if member.isreg() else None
        except KeyError:
            opened = None
        except (tarfile.TarError, OSError, EOFError) as error:
            raise _broken(error) from error
        if opened is None:
            raise missing(name)
        return opened  # type: ignore[return-value]

    @contextmanager
    def path(self, name: str) -> Iterator[Path]:
        """A copy of the file, for as long as it is needed."""
        with self.open(name) as packed, tempfile.NamedTemporaryFile(suffix=".db") as copy:
            shutil.copyfileobj(packed, copy, CHUNK)
            copy.flush()
            yield Path(copy.name)


@contextmanager
def opened(place: Path) -> Iterator[tuple[BackupManifest, Source]]:
    """A backup and what it says of itself."""
    if not place.exists():
        raise NotFound("backup", str(place))
    if place.is_dir():
        yield _told(InFolder(place))
        return
    try:
        archive = tarfile.open(place, "r:")  # noqa: SIM115 - closed below, whatever the reader raises
    except (tarfile.TarError, OSError, EOFError) as error:
        raise _broken(error) from error
    with archive:
        yield _told(InArchive(archive))


def pieces(source: Source, name: str) -> Iterator[bytes]:
    """The bytes of a file, a little at a time."""
    with source.open(name) as content:
        while piece := content.read(CHUNK):
            yield piece


def _told(source: Source) -> tuple[BackupManifest, Source]:
    with suppress(NotFound), source.open(MANIFEST) as file:
        return read_manifest(file.read()), source
    raise Damaged(f"This is no whole backup: it has no {MANIFEST}. Take another one.")


def missing(name: str) -> NotFound:
    """The refusal to go on without a file."""
    return NotFound("file of the backup", name)


def _broken(error: Exception) -> Damaged:
    return Damaged(f"The archive cannot be read ({error}). It may be cut off: take another backup.")
