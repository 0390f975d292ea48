"""Locks that die with their process, so that nobody waits for the dead."""

from __future__ import annotations

import fcntl
import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.engine import Connection

from showbible.errors import Busy
from showbible.storage.database import Database


def take(handle: int, *, until: float) -> bool:
    """Take the lock of an open file; False when it is still held at the moment `until` of the monotonic clock."""
    nap = 0.0005
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                return False
            time.sleep(nap * random.uniform(0.5, 1.0))
            nap = min(nap * 1.5, 0.004)
        else:
            return True


@contextmanager
def on_file(path: Path, *, seconds: float, what: str) -> Iterator[None]:
    """Be the only one on this machine who holds a lock file, which is there only as long as somebody does."""
    handle = _taken(path, until=time.monotonic() + seconds, what=what)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(handle)


def _taken(path: Path, *, until: float, what: str) -> int:
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        if not take(handle, until=until):
            os.close(handle)
            raise Busy(f"Another process is busy with {what}. Try again in a moment.")
        if _is_at(handle, path):
            return handle
        os.close(handle)  # its holder removed it when it let go: what lies there now is another lock


def _is_at(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


@contextmanager
def on_server(db: Database, name: str) -> Iterator[None]:
    """Be the only one on any machine who holds the lock of that name, on a connection of its own."""
    with db.apart() as connection:
        connection = connection.execution_options(isolation_level="AUTOCOMMIT")
        connection.execute(text("SELECT pg_advisory_lock(hashtextextended(:name, 0))"), {"name": name})
        try:
            yield
        finally:
            _let_go(connection, name)


def _let_go(connection: Connection, name: str) -> None:
    try:
        connection.execute(text("SELECT pg_advisory_unlock(hashtextextended(:name, 0))"), {"name": name})
    except Exception:
        connection.invalidate()  # a lock that cannot be let go of ends with its connection
        raise
