"""One door to a database: plain SQL with `:named` values, the same on SQLite and PostgreSQL.

Reads may happen anywhere, from any thread. Writes happen inside `transaction()`, which nests;
the innermost failure undoes only what happened inside it.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import lru_cache
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import BigInteger, Text, TextClause, bindparam, event, text
from sqlalchemy.engine import Connection, CursorResult, Engine, Row
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from showbible.errors import Busy, Invalid, ShowbibleError
from showbible.values import frozen
from showbible.vocabulary import ProjectId

__all__ = ["Database", "DatabaseGuard", "Life", "ProjectDatabase", "Row", "Rules"]

Item = TypeVar("Item")
Params = Mapping[str, Any]

_A_FEW: Final = 16
"""Items of a list that are bound one by one."""


@frozen
class Life:
    """One incarnation of a project: an id that is deleted and made again lives anew."""

    project_id: ProjectId
    incarnation: str


class DatabaseGuard(Protocol):
    """What makes sure that a database is still the one that was opened."""

    def before_reading(self) -> None:
        """Raise when what would be read is not what was opened."""

    def before_writing(self, connection: Connection) -> None:
        """Raise, inside the write transaction, when this program must not write here."""


class Rules(Protocol):
    """What differs between the databases."""

    name: str
    skip_locked: str
    """The clause that lets claimers pass each other, where the database needs one."""
    share: str
    """The clause that keeps a row as it was found until the transaction ends, where the database needs one."""
    long_list: str
    """What a long list in an `IN` is asked as, given as JSON, where the database reads that sooner than each item."""

    def writing(self, engine: Engine) -> AbstractContextManager[Connection]:
        """A connection inside a write transaction, committed on a clean exit."""

    def looking(self, engine: Engine) -> AbstractContextManager[Connection]:
        """A connection for single reads, outside any transaction."""

    def reading(self, engine: Engine) -> AbstractContextManager[Connection]:
        """A connection that sees one moment of the database until it is given back."""

    def spelled(self, sql: str) -> str:
        """A statement as the driver itself reads it: an engine would compile it once for every file."""

    def straight(
        self, connection: Connection, sql: str, params: Params, make: Callable[[tuple[Any, ...]], Item]
    ) -> list[Item] | None:
        """What is made of rows from the driver itself, where that is quicker; None where it is not, or it objects."""

    def hold(self, connection: Connection, name: str) -> None:
        """Keep other writers of the same named thing out until the transaction ends."""

    def ring(self, connection: Connection, channel: str) -> None:
        """Call whoever waits for news of a kind, when the transaction is committed, where that can be done."""

    def clock_ms(self, connection: Connection) -> int:
        """A clock that all processes sharing this database read alike and nobody sets back."""

    def translate(self, error: DBAPIError) -> ShowbibleError | None:
        """A driver's error in the caller's words, where there are such words."""


class Database:
    """A database that any number of threads may share."""

    def __init__(self, engine: Engine, rules: Rules, *, queue: Database | None = None) -> None:
        self.engine = engine
        self.rules = rules
        self.queue = queue or self
        """The database that holds the job queue of what is announced here."""
        self.guard: DatabaseGuard | None = None
        """Who makes sure that it is still what was opened."""
        self._local = threading.local()

    def of(self, life: Life, guard: DatabaseGuard) -> ProjectDatabase:
        """The same database, and the same open transactions, in the hands of one project."""
        return ProjectDatabase(self, life, guard)

    def all(self, sql: str, /, **params: Any) -> list[Row[Any]]:
        """Every row."""
        with self.connection() as connection:
            return list(_executed(connection, sql, self._named(params), self.rules).all())

    def tuples(self, sql: str, /, **params: Any) -> Sequence[tuple[Any, ...]]:
        """Every row as it comes, without the names of its columns."""
        return self.made(tuple, sql, **params)

    def made(self, make: Callable[[tuple[Any, ...]], Item], sql: str, /, **params: Any) -> list[Item]:
        """What is made of every row as it comes: no row is kept beside its value."""
        named = self._named(params)
        with self.connection() as connection:
            if self.rules.long_list:
                found = self.rules.straight(connection, *_flat(sql, named, self.rules), make)
                if found is not None:
                    return found
            return [make(tuple(row)) for row in _executed(connection, sql, named, self.rules).all()]

    def first(self, sql: str, /, **params: Any) -> Row[Any] | None:
        """The first row, if there is one."""
        with self.connection() as connection:
            return _executed(connection, sql, self._named(params), self.rules).first()

    def value(self, sql: str, /, **params: Any) -> Any:
        """The first column of the first row, or None."""
        with self.connection() as connection:
            return _executed(connection, sql, self._named(params), self.rules).scalar()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Let every read inside see the same moment."""
        if self._connection is not None:
            yield
            return
        self._look()
        with self._translated(), self.rules.reading(self.engine) as connection, self._using(connection):
            yield

    def run(self, sql: str, /, **params: Any) -> int:
        """Change something inside a transaction; gives the number of rows it touched."""
        return _executed(self._writer, sql, self._named(params), self.rules).rowcount

    def many(self, sql: str, rows: Iterable[Params], /) -> None:
        """The same change for many rows."""
        listed = [dict(self._named(row)) for row in rows]
        if listed:
            self._writer.exec_driver_sql(self.rules.spelled(sql), listed)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing; inside another transaction, all or nothing of this part."""
        if self.writing:
            self._admit()
            with self._writer.begin_nested():
                yield
            return
        if self._connection is not None:
            raise RuntimeError("A snapshot cannot become a transaction: start the transaction first.")
        self._look()
        self._local.after_commit, self._local.admitted = {}, set()
        with self._translated(), self.rules.writing(self.engine) as connection, self._using(connection):
            self._local.writing = True
            try:
                self._admit()
                yield
            finally:
                self._local.writing = False
        for call in self._local.after_commit.values():
            call()

    @property
    def writing(self) -> bool:
        """Whether this thread is inside a transaction."""
        return bool(getattr(self._local, "writing", False))

    def after_commit(self, name: str, call: Callable[[], None]) -> None:
        """Do something once, when the outermost transaction of this thread is safe on disk."""
        self._local.after_commit.setdefault(name, call)

    def hold(self, name: str) -> None:
        """Be the only writer of the thing called `name` until the transaction ends."""
        self.rules.hold(self._writer, name)

    def ring(self, channel: str) -> None:
        """Call whoever waits for news of a kind, once the transaction is safe, where the database can do that."""
        self.rules.ring(self._writer, channel)

    def clock_ms(self) -> int:
        """Milliseconds on a clock fit for leases."""
        with self.connection() as connection:
            return self.rules.clock_ms(connection)

    def close(self) -> None:
        """Give every connection back to the system; one that is in use goes as soon as it is given back."""
        if self.rules.name == "postgresql":
            event.listen(self.engine.pool, "checkin", _ended)
        self.engine.dispose()

    def _named(self, params: Params) -> Params:
        """The values of a statement by their names."""
        return params

    @property
    def _connection(self) -> Connection | None:
        return getattr(self._local, "connection", None)

    @property
    def _writer(self) -> Connection:
        connection = self._connection
        if connection is None or not self.writing:
            raise RuntimeError("Writes belong inside a transaction: use `with db.transaction():`.")
        return connection

    def _look(self) -> None:
        if self.guard is not None:
            self.guard.before_reading()

    def _admit(self) -> None:
        """Let the guard look once in each outermost transaction, which then belongs to all that is inside it."""
        if self.guard is not None and self.guard not in self._local.admitted:
            self.guard.before_writing(self._writer)
            self._local.admitted.add(self.guard)

    @contextmanager
    def _using(self, connection: Connection) -> Iterator[None]:
        self._local.connection = connection
        try:
            yield
        finally:
            self._local.connection = None

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """The connection of the open transaction or snapshot, else one for a single read."""
        if self._connection is not None:
            yield self._connection
            return
        self._look()
        with self._translated(), self.rules.looking(self.engine) as connection:
            yield connection

    @contextmanager
    def apart(self) -> Iterator[Connection]:
        """A connection that belongs to no transaction of ours."""
        with self._translated(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except PoolTimeout:
            raise Busy("Too many calls are reading at once. Try again in a moment.") from None
        except OverflowError:
            raise Invalid("A number is too large to be kept.") from None
        except DBAPIError as error:
            if (ours := self.rules.translate(error)) is not None:
                raise ours from error
            raise


class ProjectDatabase(Database):
    """A database in the hands of one project: every statement knows its `:project_id`."""

    def __init__(self, db: Database, life: Life, guard: DatabaseGuard) -> None:
        super().__init__(db.engine, db.rules, queue=None if db.queue is db else db.queue)
        self.life, self.guard, self._local = life, guard, db._local

    @property
    def project_id(self) -> ProjectId:
        """The project whose memory this is."""
        return self.life.project_id

    def _named(self, params: Params) -> Params:
        return {"project_id": self.project_id, **params}


def _executed(connection: Connection, sql: str, params: Params, rules: Rules) -> CursorResult[Any]:
    lists = {name: value for name, value in params.items() if isinstance(value, list | tuple)}
    if rules.long_list and (long := {name: value for name, value in lists.items() if len(value) > _A_FEW}):
        sql = _as_json(sql, tuple(long), rules.long_list)
        params = {**params, **{name: json.dumps(value) for name, value in long.items()}}
    few = tuple((name, _holds_numbers(value)) for name, value in lists.items() if params[name] is value)
    if few:
        return connection.execute(_text(sql, few), params)
    return connection.exec_driver_sql(rules.spelled(sql), params)


def _ended(line: Any, _record: object) -> None:
    """Close a connection that comes back to a pool which nobody empties any more."""
    if line is not None:
        line.close()


def _flat(sql: str, params: Params, rules: Rules) -> tuple[str, Params]:
    """A statement whose lists are each one value, where the database can read them so."""
    lists = {name: json.dumps(value) for name, value in params.items() if isinstance(value, list | tuple)}
    return (_as_json(sql, tuple(lists), rules.long_list), {**params, **lists}) if lists else (sql, params)


def _holds_numbers(values: Sequence[object]) -> bool:
    return bool(values) and isinstance(values[0], int)


@lru_cache(maxsize=1024)
def _as_json(sql: str, names: tuple[str, ...], long_list: str) -> str:
    for name in names:
        sql = re.sub(rf"\bIN\s+:{name}\b", f"IN {long_list.format(name=name)}", sql)
    return sql


@lru_cache(maxsize=1024)
def _text(sql: str, lists: tuple[tuple[str, bool], ...]) -> TextClause:
    """A statement in which a value that is a list stands for all its items in an `IN`."""
    # PostgreSQL compares even an empty list by type; ids, and so most lists, are texts.
    bound = [bindparam(name, expanding=True, type_=BigInteger() if numbers else Text()) for name, numbers in lists]
    return text(sql).bindparams(*bound)
