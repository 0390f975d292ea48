"""Transactions, snapshots and the errors a caller sees."""

from __future__ import annotations

import pytest

from showbible.errors import Invalid
from showbible.storage import postgres
from showbible.storage.database import Database
from tests.postgres import Cluster


def _put(db: Database, name: str, value: str = "x") -> None:
    db.run("INSERT INTO facts (name, value) VALUES (:name, :value)", name=name, value=value)


def _names(db: Database) -> list[str]:
    return [row.name for row in db.all("SELECT name FROM facts WHERE name <> 'workspace_id' ORDER BY name")]


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


def test_a_list_stands_for_its_items_and_an_empty_one_for_none(db: Database) -> None:
    with db.transaction():
        for name in ("lamp", "oil", "wick"):
            _put(db, name)

    found = [
        [row.name for row in db.all("SELECT name FROM facts WHERE name IN :names ORDER BY name", names=names)]
        for names in (["oil", "wick"], [], ["oil", "it's", *map(str, range(100))])
    ]

    assert found == [["oil", "wick"], [], ["oil"]]


def test_long_lists_of_numbers_and_names_can_be_asked_for_at_once_and_left_out(db: Database) -> None:
    with db.transaction():
        for name in ("lamp", "oil", "wick"):
            _put(db, name)
    sql = "SELECT name FROM facts WHERE name NOT IN :names AND LENGTH(name) IN :lengths"

    rows = db.all(sql, names=["lamp", *map(str, range(100))], lengths=list(range(4, 12)) * 9)

    assert [row.name for row in rows] == ["wick"]


def test_a_value_is_made_of_every_row_in_the_order_asked_for(db: Database) -> None:
    with db.transaction():
        for name in ("lamp", "oil", "wick"):
            _put(db, name, value=name.upper())

    made = db.made(
        lambda row: f"{row[0]} is {row[1]}",
        "SELECT name, value FROM facts WHERE name IN :names ORDER BY name DESC",
        names=["lamp", "wick"],
    )

    assert made == ["wick is WICK", "lamp is LAMP"]


def test_percents_and_colons_in_a_statement_are_only_text(db: Database) -> None:
    row = db.first("SELECT '50% off' AS price, 'at 12:30' AS hour, CAST(:said AS TEXT) AS said", said="a :b %(c)s")

    assert row is not None and tuple(row) == ("50% off", "at 12:30", "a :b %(c)s")


def test_a_number_too_large_to_be_kept_is_refused(db: Database) -> None:
    with pytest.raises(Invalid, match="too large"), db.transaction():
        db.run("INSERT INTO schedules (event, last_at) VALUES ('x', :at)", at=2**63)


def test_a_connection_in_use_ends_when_it_is_given_back_to_a_closed_database(cluster: Cluster) -> None:
    with cluster.database() as url:
        db = postgres.connect(url)
        with db.apart() as connection:
            line = connection.connection.driver_connection
            db.close()

        assert line is not None and line.closed
