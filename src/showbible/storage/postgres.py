"""PostgreSQL: every table in one database, any number of processes on any number of machines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import create_engine, make_url
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DBAPIError

from showbible.errors import Busy, DiskFull, Invalid, Misconfigured, ShowbibleError, Unreachable
from showbible.storage.database import Database

WAIT_SECONDS: Final = 10
CHANNEL: Final = "showbible"
"""Where processes that share a database ring for each other."""

# https://www.postgresql.org/docs/current/errcodes-appendix.html
_BUSY: Final = {"55P03", "40P01", "40001"}
_FULL: Final = {"53100"}
_AWAY: Final = ("08", "57P", "53")
_TOO_LARGE: Final = {"22003"}
_NOT_LET_IN: Final = {"28000", "28P01", "3D000"}
# While connecting, the driver gives the server's words and no code.
_NOT_LET_IN_WORDS: Final = ("authentication failed", "does not exist", "no pg_hba.conf entry")
_NAMED: Final = re.compile(r"(?<![:\w]):(\w+)")
"""A value by its name; `::` and the minutes of a time are none."""


def connect(url: str, *, pool_size: int = 8) -> Database:
    """The database behind a `postgresql://` address."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise Misconfigured("PostgreSQL needs one more package: pip install 'showbible[postgres]'.") from None
    engine = create_engine(
        make_url(url).set(drivername="postgresql+psycopg"),
        hide_parameters=True,
        pool_size=pool_size,
        max_overflow=32,
        pool_timeout=WAIT_SECONDS,
        pool_pre_ping=True,
        use_native_hstore=False,  # no table has one, and the server would be asked for it at each start
        connect_args={
            "connect_timeout": WAIT_SECONDS,
            "application_name": "showbible",
            "options": f"-c lock_timeout={WAIT_SECONDS}s -c timezone=UTC",
        },
    )
    return Database(engine, PostgreSQL())


def heard(db: Database, *, pause: float) -> Iterator[str | None]:
    """What is rung on any machine, as it comes; None at first, and after each pause without a ring."""
    with db.apart() as connection:
        line = connection.execution_options(isolation_level="AUTOCOMMIT").connection.driver_connection
        assert line is not None
        try:
            line.execute(f"LISTEN {CHANNEL}")
            yield None
            while True:
                yield from (ring.payload for ring in line.notifies(timeout=pause))
                yield None
        finally:
            connection.invalidate()  # a connection that listens is nobody else's


class PostgreSQL:
    """The rules of a PostgreSQL database."""

    name = "postgresql"
    skip_locked = "FOR UPDATE SKIP LOCKED"
    share = "FOR SHARE"
    long_list = ""

    @contextmanager
    def writing(self, engine: Engine) -> Iterator[Connection]:
        """A transaction beside those of other writers."""
        with engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def looking(self, engine: Engine) -> Iterator[Connection]:
        """A connection on which every statement stands alone."""
        with engine.connect() as connection:
            yield connection.execution_options(isolation_level="AUTOCOMMIT")

    @contextmanager
    def reading(self, engine: Engine) -> Iterator[Connection]:
        """A transaction that sees one moment."""
        with engine.connect() as connection:
            connection = connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            with connection.begin():
                yield connection

    def spelled(self, sql: str) -> str:
        """The driver writes `%(name)s` for what we write `:name`."""
        return _spelled(sql)

    def straight(self, _connection: Connection, _sql: str, _params: Mapping[str, Any], _make: object) -> None:
        """The way to the server is what takes the time."""

    def hold(self, connection: Connection, name: str) -> None:
        """Take the advisory lock of that name until the transaction ends."""
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(hashtextextended(%(name)s, 0))", {"name": name})

    def ring(self, connection: Connection, channel: str) -> None:
        """Ring when the transaction is committed; twice in one transaction rings once."""
        connection.exec_driver_sql(f"SELECT pg_notify('{CHANNEL}', %(channel)s)", {"channel": channel})

    def clock_ms(self, connection: Connection) -> int:
        """The server's clock: the one clock that all machines share."""
        sql = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
        return int(connection.exec_driver_sql(sql).scalar_one())

    def translate(self, error: DBAPIError) -> ShowbibleError | None:
        """The server's error code, turned into what to do."""
        code = getattr(error.orig, "sqlstate", None) or ""
        if code in _BUSY:
            return Busy("Another writer kept the database for too long. Try again.")
        if code in _TOO_LARGE:
            return Invalid("A number is too large to be kept.")
        if code in _FULL:
            return DiskFull("The disk of the PostgreSQL server is full. Free some space, then try again.")
        if code in _NOT_LET_IN or (not code and any(words in str(error.orig) for words in _NOT_LET_IN_WORDS)):
            return Misconfigured(f"PostgreSQL does not let us in: {_first_line(error)}")
        if error.connection_invalidated or code.startswith(_AWAY) or _is_connect_failure(error, code):
            return Unreachable(f"PostgreSQL does not answer: {_first_line(error)}", retry_after=5)
        return None


@lru_cache(maxsize=1024)
def _spelled(sql: str) -> str:
    return _NAMED.sub(r"%(\1)s", sql.replace("%", "%%"))


def _is_connect_failure(error: DBAPIError, code: str) -> bool:
    return not code and type(error.orig).__name__ in ("OperationalError", "ConnectionTimeout", "InterfaceError")


def _first_line(error: DBAPIError) -> str:
    return str(error.orig).strip().partition("\n")[0]
