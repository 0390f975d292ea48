"""SQLite: one file, many readers, one writer at a time across all processes of the machine."""

from __future__ import annotations

import errno
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import create_engine, event
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DBAPIError

from showbible.errors import Busy, Conflict, Damaged, DiskFull, Misconfigured, ShowbibleError
from showbible.storage import locks, private
from showbible.storage.database import Database, Item

try:
    from pysqlite3 import dbapi2 as driver
except ImportError:  # no wheel for this machine: `doctor` tells which SQLite is in use
    import sqlite3 as driver

DriverError: Final[type[Exception]] = driver.Error
"""What the driver itself raises, to whom talks to it without SQLAlchemy."""

WAIT_SECONDS: Final = 10.0
APPLICATION_ID: Final = 0x53424942  # "SBIB"
RESTORE: Final = "restore it from a backup"

_PRAGMAS: Final = (
    "PRAGMA busy_timeout = 10000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA journal_size_limit = 67108864",
)


def connect(
    path: Path,
    *,
    name: str | None = None,
    remedy: str = RESTORE,
    pool_size: int = 2,
    floor: int = 0,
    queue: Database | None = None,
    make: bool = True,
) -> Database:
    """The database in a file; unless it may be made, a file that is missing stays missing."""
    if make:
        _make(path, name)
    private.tighten(path, *(path.with_name(path.name + ending) for ending in ("-wal", "-shm", ".wlock")))
    engine = create_engine(
        f"sqlite:///{path}",
        module=driver,
        hide_parameters=True,
        pool_size=pool_size,
        max_overflow=40,
        pool_timeout=WAIT_SECONDS,
        creator=partial(_connection, f"file:{quote(str(path))}?mode=rw"),
    )
    event.listen(engine, "begin", _begin)
    return Database(engine, SQLite(path, name=name, remedy=remedy, floor=floor), queue=queue)


def _make(path: Path, name: str | None) -> None:
    try:
        private.file(path)
    except OSError as error:
        raise refusal(path, error, name=name) from error


def bare(path: Path) -> Any:
    """A connection of the driver to a file as it is, without any rule of ours."""
    return driver.connect(str(path))


def existing(path: Path) -> Any:
    """A connection by our rules to a file that is there, for who talks to the driver itself."""
    return _connection(f"file:{quote(str(path))}?mode=rw")


def frozen(path: Path) -> Any:
    """A connection to a file that nobody writes: nothing is put beside it, even where nothing could be."""
    return driver.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)


def at(address: str) -> Any:
    """A connection of the driver to what an address of SQLite's own kind names."""
    return driver.connect(address, uri=True)


def _connection(address: str) -> Any:
    """A connection to a file that is there: SQLite would make an empty one in the place of a missing one."""
    made = driver.connect(address, uri=True, check_same_thread=False, timeout=WAIT_SECONDS, isolation_level=None)
    cursor = made.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()
    return made


def _begin(connection: Connection) -> None:
    # A deferred transaction that writes later fails under load, so who will write says so first.
    if mode := connection.get_execution_options().get("begin"):
        connection.exec_driver_sql(f"BEGIN {mode}")


class SQLite:
    """The rules of one SQLite file."""

    name = "sqlite"
    skip_locked = ""  # the one writer has nobody to skip
    share = ""  # and nobody changes what it has found
    long_list = "(SELECT value FROM json_each(:{name}))"

    def __init__(self, path: Path, *, name: str | None = None, remedy: str = RESTORE, floor: int = 0) -> None:
        self.path = path
        self.called = name or path.name
        """What callers are told instead of the path, which is nobody's business but this machine's."""
        self.remedy = remedy
        """What to do when the file is damaged."""
        self.floor = floor
        """Free bytes below which nothing more is written."""
        self._turn = threading.Lock()

    @property
    def title(self) -> str:
        """What it is called at the beginning of a sentence."""
        return self.called[:1].upper() + self.called[1:] if " " in self.called else self.called

    @contextmanager
    def writing(self, engine: Engine) -> Iterator[Connection]:
        """Take the turn of this process, then of this machine, then write."""
        with self.alone(), self.begun(engine) as connection:
            yield connection

    @contextmanager
    def begun(self, engine: Engine) -> Iterator[Connection]:
        """The write transaction itself, for who is alone already."""
        self._check_room()
        with engine.connect() as connection:
            connection = connection.execution_options(begin="IMMEDIATE")
            with connection.begin():
                yield connection

    def looking(self, engine: Engine) -> Connection:
        """A connection as it comes: without BEGIN, every statement stands alone."""
        return engine.connect()

    @contextmanager
    def reading(self, engine: Engine) -> Iterator[Connection]:
        """A deferred transaction: it sees what was committed when it first read, and ends where it is given back."""
        with engine.connect() as connection:
            if self.straight(connection, "BEGIN", {}, tuple) is None:
                connection.exec_driver_sql("BEGIN")
            yield connection

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep every other writer of this file out, in this process and in others.

        SQLite's own lock is polled with growing naps, so under load one writer starves for
        seconds; this queue of ours keeps the longest wait short. The lock dies with its process.
        """
        deadline = time.monotonic() + WAIT_SECONDS
        if not self._turn.acquire(timeout=WAIT_SECONDS):
            raise self._busy()
        try:
            handle = self._lock_file()
            try:
                if not locks.take(handle, until=deadline):
                    raise self._busy()
                yield
            finally:
                os.close(handle)
        finally:
            self._turn.release()

    def _lock_file(self) -> int:
        path = self.path.with_name(self.path.name + ".wlock")
        try:
            return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except FileNotFoundError:
            raise Conflict(f"{self.title} was moved or deleted meanwhile. Nothing was written.") from None
        except OSError as error:
            raise refusal(path, error, name=self.called) from error

    def _check_room(self) -> None:
        if self.floor and free_bytes(self.path.parent) < self.floor:
            raise DiskFull(f"The disk that holds {self.called} is nearly full. Free some space, then try again.")

    def _busy(self) -> Busy:
        return Busy(f"Another process has been writing {self.called} for {WAIT_SECONDS:g} s. Try again.")

    def spelled(self, sql: str) -> str:
        """SQLite reads `:named` values itself."""
        return sql

    def straight(
        self, connection: Connection, sql: str, params: Mapping[str, Any], make: Callable[[tuple[Any, ...]], Item]
    ) -> list[Item] | None:
        """What is made of rows from the driver itself, which spares more than half of what a short statement costs."""
        cursor = connection.connection.cursor()
        try:
            found = [*map(make, cursor.execute(sql, params))]
        except DriverError:
            return None  # asked again in the usual way, it fails in words that are understood above
        finally:
            cursor.close()
        return found

    def hold(self, connection: Connection, name: str) -> None:
        """A write transaction on SQLite is alone already."""

    def ring(self, connection: Connection, channel: str) -> None:
        """Nobody could hear it in another process."""

    def clock_ms(self, connection: Connection) -> int:
        """Milliseconds since the machine started, asleep or awake; nobody can set this clock."""
        return int(time.clock_gettime(time.CLOCK_BOOTTIME) * 1000)

    def translate(self, error: DBAPIError) -> ShowbibleError | None:
        """SQLite's own words, turned into what to do."""
        words = str(error.orig).lower()
        if "locked" in words or "busy" in words:
            return self._busy()
        if "full" in words:
            return DiskFull(f"The disk that holds {self.called} is full. Free some space, then try again.")
        if "readonly" in words or "unable to open" in words:
            return Misconfigured(f"{self.title} cannot be opened for writing. Check who owns it and its rights.")
        if "malformed" in words or "not a database" in words or "disk i/o error" in words:
            return Damaged(f"{self.title} is damaged ({error.orig}). Nothing was changed: {self.remedy}.")
        return None


def refusal(path: Path, error: OSError, *, name: str | None = None) -> ShowbibleError:
    """Why a file of ours cannot be written, and what to do; `name` is what callers know it by."""
    called = name or (path.name if path.is_absolute() else str(path))
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskFull(f"The disk that holds {called} is full. Free some space, then try again.")
    return Misconfigured(f"Cannot write {called}: {error.strerror}. Check the data folder and its rights.")


def free_bytes(folder: Path) -> int:
    """The room left for us on the disk of a folder."""
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize


def version() -> tuple[int, ...]:
    """The SQLite in use."""
    return tuple(int(part) for part in driver.sqlite_version.split("."))


def has_wal_reset_bug(found: tuple[int, ...]) -> bool:
    """Whether this SQLite can lose a checkpoint when two processes race for it."""
    fixed = found >= (3, 51, 3) or (3, 50, 7) <= found < (3, 51) or (3, 44, 6) <= found < (3, 45)
    return found >= (3, 7, 0) and not fixed


def peeked(path: Path, sql: str) -> bool:
    """Whether a question to a file has any answer, asked without opening it for writing."""
    try:
        with closing(driver.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=1.0)) as connection:
            return connection.execute(sql).fetchone() is not None
    except driver.Error as error:
        raise Damaged(f"{path} cannot be read ({error}).") from error


def version_of(file: Path) -> int:
    """The schema version in a file's header, read without changing the file."""
    try:
        with closing(driver.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=1.0)) as connection:
            return int(connection.execute("PRAGMA user_version").fetchone()[0])
    except driver.Error as error:
        raise Damaged(f"{file} cannot be read ({error}).") from error


def user_version(connection: Connection) -> int:
    """The schema version written into the file's header."""
    return int(connection.exec_driver_sql("PRAGMA user_version").scalar() or 0)
