"""Rows of an archive on their way into a studio: each is of the right shape, and of this project alone."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from showbible.carrying.checking import Row, WholeArchive
from showbible.errors import Malformed
from showbible.storage.project_rows import Line, ProjectTable, project_tables
from showbible.storage.schema.kinds import holds_json, holds_real, holds_text
from showbible.values import frozen
from showbible.vocabulary import STORES, checked_id

_LARGEST: Final = 2**63


@frozen
class Fitting:
    """How the rows of one archive become those of a project here, under its own name or another."""

    old_id: str
    new_id: str
    runs: Collection[str]

    @classmethod
    def of(cls, archive: WholeArchive, project_id: str) -> Fitting:
        """Read which runs an archive holds."""
        tables = [table for table in project_tables() if table.family == "workspace"]
        lists = [f"tables/{table.name}.jsonl" for table in tables if {"project_id", "run_id"} <= set(table.names)]
        runs = {checked_id("run", row.get("run_id")) for name in lists for row in archive.rows(name)}
        return cls(old_id=archive.manifest.project_id, new_id=project_id, runs=frozenset(runs))

    def lines(self, table: ProjectTable, archive: WholeArchive, name: str) -> Iterator[Line]:
        """The rows of a table, ready to be written."""
        part = archive.manifest.part(name)
        columns = () if part is None else part.columns
        for row in archive.rows(name):
            if set(row) != set(columns):
                raise _wrong(table.table.name)
            yield self.line(table, row)

    def line(self, table: ProjectTable, row: Row) -> Line:
        """A row of a table, ready to be written."""
        return self._owned(table.table.name, {key: self._value(table, key, value) for key, value in row.items()})

    def words(self, archive: WholeArchive, name: str) -> Iterator[Line]:
        """The entries of a full-text index."""
        of_project = name.startswith("tables/project/")
        for row in archive.rows(name):
            if not all(isinstance(value, str) for value in row.values()):
                raise _wrong(name)
            if of_project:
                yield {**row, "scope": self.new_id}
            else:
                yield {**row, "item_id": self._own_run(name, row["item_id"])}

    def vectors(self, archive: WholeArchive, name: str) -> Iterator[Line]:
        """The places of assets by meaning."""
        for row in archive.rows(name):
            if not all(isinstance(row.get(key), str) for key in ("item_id", "model", "vector")):
                raise _wrong(name)
            yield row

    def key(self, key: str) -> str:
        """Where a file lies in its store."""
        return f"projects/{self.new_id}/" + key.removeprefix(f"projects/{self.old_id}/")

    def _value(self, table: ProjectTable, name: str, value: Any) -> Any:
        column = table.table.columns[name]
        if value is None and column.nullable:
            return None
        if holds_text(column):
            return self._text(table, name, value)
        if holds_real(column):
            fits = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        else:
            fits = isinstance(value, int) and not isinstance(value, bool) and -_LARGEST <= value < _LARGEST
        if not fits:
            raise _wrong(table.table.name)
        return value

    def _text(self, table: ProjectTable, name: str, value: Any) -> str:
        if not isinstance(value, str) or "\x00" in value or not _is_unicode(value):
            raise _wrong(table.table.name)
        if holds_json(table.table.columns[name]):
            _check_json(table.table.name, value)
        return value if self.old_id == self.new_id else self._renamed(value)

    def _renamed(self, value: str) -> str:
        """A text that says where files lie, or whose something is, in the words of this studio."""
        moved = re.sub(_PATH.format(old=re.escape(self.old_id)), rf"\g<1>projects/{self.new_id}/", value)
        return re.sub(_OWNER.format(old=re.escape(self.old_id)), rf'\g<1>"{self.new_id}"', moved)

    def _owned(self, table: str, row: Row) -> Row:
        """A row that belongs to the project and to its runs, whatever it said."""
        if "project_id" in row:
            row["project_id"] = self.new_id
        if table == "story_changes":
            row["owner"] = self.new_id
        elif table == "changes":
            self._check_book(row)
        elif "run_id" in row and "project_id" not in row:
            self._own_run(table, row["run_id"])
        return row

    def _check_book(self, row: Row) -> None:
        """A change of the studio's book is one of a run's pilots, of its record, or of what it taught of a provider."""
        owner, kind = row["owner"], row["kind"]
        if owner.startswith("run/"):
            self._own_run("changes", owner.removeprefix("run/"))
        elif owner or kind not in ("production", "learning"):
            raise _wrong("changes")

    def _own_run(self, what: str, run_id: str) -> str:
        if run_id not in self.runs:
            raise Malformed(f"{what} in the archive speaks of a run that does not come with it.", field="archive")
        return run_id


_PATH: Final = rf"\b((?:{'|'.join(STORES)})/)projects/{{old}}/"
_OWNER: Final = r'("project_id": ?)"{old}"'


def runs_to_learn_from(archive: WholeArchive) -> list[str]:
    """The runs that were over when they were exported, and of which nobody had learned yet."""
    known = {row["run_id"] for name in ("productions", "forgotten_productions") for row in _rows(archive, name)}
    return [
        row["run_id"] for row in _rows(archive, "runs") if row["status"] != "running" and row["run_id"] not in known
    ]


def _rows(archive: WholeArchive, table: str) -> Iterator[Mapping[str, Any]]:
    return archive.rows(f"tables/workspace/{table}.jsonl")


def _check_json(table: str, value: str) -> None:
    try:
        json.loads(value)
    except (ValueError, RecursionError):
        raise _wrong(table) from None


def _is_unicode(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _wrong(what: str) -> Malformed:
    return Malformed(f"A row of {what} in the archive says something that cannot be kept.", field="archive")
