"""Transactions, snapshots and the errors a caller sees."""

from __future__ import annotations

import pytest

from showbible.storage.database import Database


def _put(db: Database, name: str, value: str = "x") -> None:
    db.run("INSERT INTO facts (name, value) VALUES (:name, :value)", name=name, value=value)


def _names(db: Database) -> list[str]:
    return [row.name for row in db.all("SELECT name FROM facts ORDER BY name")]


def test_a_transaction_that_fails_leaves_nothing(db: Database) -> None:
    with pytest.raises(ZeroDivisionError), db.transaction():
        _put(db, "lamp")
        1 / 0  # noqa: B018

    assert _names(db) == []


def test_an_inner_failure_undoes_only_the_inner_part(db: Database) -> None:
    with db.transaction():
        _put(db, "outer")
        with pytest.raises(ZeroDivisionError), db.transaction():
            _put(db, "inner")
            1 / 0  # noqa: B018

    assert _names(db) == ["outer"]


def test_a_write_outside_a_transaction_is_refused(db: Database) -> None:
    with pytest.raises(RuntimeError, match="inside a transaction"):
        _put(db, "lamp")

    assert _names(db) == []
