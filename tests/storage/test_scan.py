"""Full text on a SQLite without FTS5: slower, and otherwise the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from showbible.errors import Damaged
from showbible.storage import scan, search, sqlite
from showbible.storage.database import Database
from showbible.storage.search import Index, SearchEntry
from showbible.storage.text_index import Only

SHELF = Index(name="shelf")
TEXTS = [
    "a city at night",
    "a whale breaching at dusk",
    "a whale asleep",
    "黒い猫が走る",
    "100% rain_coat",
    "the whale's tail",
]
ASKED = ["whales at dusk", "猫", "100%", "rain_coat", "don't whale*", "whal", "%", '"', "nothing of it"]


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Database]:
    """A file whose rows have no index."""
    db = sqlite.connect(tmp_path / "bare.db")
    with db.transaction(), db.connection() as connection:
        scan.create(connection, SHELF)
    _put(db)
    yield db
    db.close()


@pytest.fixture
def indexed(tmp_path: Path) -> Iterator[Database]:
    """The same rows with an index."""
    db = sqlite.connect(tmp_path / "indexed.db")
    with db.transaction(), db.connection() as connection:
        search.create(connection, SHELF)
    _put(db)
    yield db
    db.close()


def _put(db: Database) -> None:
    with db.transaction():
        entries = [SearchEntry(scope="story", item_id=str(at), a=text) for at, text in enumerate(TEXTS)]
        search.put_many(db, SHELF, [*entries, SearchEntry(scope="other", item_id="0", a="a whale")])


@pytest.mark.parametrize("query", ASKED)
def test_the_same_rows_are_found_with_and_without_an_index(bare: Database, indexed: Database, query: str) -> None:
    found = [search.find(db, SHELF, query, scope="story") for db in (bare, indexed)]

    without, with_index = ([(hit.item_id, hit.terms) for hit in hits] for hits in found)
    assert sorted(without) == sorted(with_index)


def test_the_row_with_most_of_a_question_comes_first(bare: Database) -> None:
    found = search.find(bare, SHELF, "whales that breach at dusk", scope="story", limit=2)

    assert [hit.item_id for hit in found] == ["1", "5"]


def test_a_part_is_looked_through_alone(bare: Database) -> None:
    only = Only(test="SELECT 1 WHERE entry.item_id = :only", value="2")

    assert [row.item_id for row in search.nominated(bare, SHELF, "whale", scope="story", only=only)] == ["2"]


def test_stems_are_counted(bare: Database) -> None:
    spread = search.survey(bare, SHELF, ["whale", "dusk", "unicorn"], scope="story", budget=10)

    assert (spread.rows, spread.stem_rows) == (len(TEXTS), {"whale": 3, "dusk": 1, "unicorn": 0})


def test_rebuilding_gives_the_rows_an_index_once_sqlite_has_fts5(bare: Database) -> None:
    with pytest.raises(Damaged, match="Rebuild it"):
        search.check(bare, SHELF)
    with bare.transaction():
        search.rebuild(bare, SHELF)

    search.check(bare, SHELF)
    assert [hit.item_id for hit in search.find(bare, SHELF, "dusk", scope="story")] == ["1"]
