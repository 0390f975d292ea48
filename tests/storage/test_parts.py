"""A part of a scope: what is in it is found however much else would come first."""

from __future__ import annotations

import numpy as np
import pytest

from showbible.storage import search, vectors
from showbible.storage.database import Database
from showbible.storage.search import Index, SearchEntry
from showbible.storage.text_index import Only
from showbible.storage.vectors import EXACT, Vector, VectorIndex

SHELF = Index(name="shelf")
MAP = VectorIndex(name="map", dimensions=64)
OLD = "SELECT 1 WHERE entry.item_id LIKE 'old%' AND CAST(:only AS TEXT) = 'old'"


@pytest.fixture
def shelf(db: Database) -> Database:
    """A database with an empty index of words and one of vectors."""
    with db.transaction(), db.connection() as connection:
        search.create(connection, SHELF)
        vectors.create(connection, MAP)
    return db


@pytest.fixture(params=["few", "many"])
def old(request: pytest.FixtureRequest) -> Only:
    """The three old items, told as few items or as a rule that many may follow."""
    item_ids = ("old0", "old1", "old2") if request.param == "few" else None
    return Only(test=OLD, value="old", item_ids=item_ids)


def _fill(db: Database, new: int) -> None:
    names = [*(f"old{at}" for at in range(3)), *(f"new{at}" for at in range(new))]
    texts = ["a whale far out at sea", "the grey sea", "rain", *["whale whale"] * new]
    with db.transaction():
        entries = [SearchEntry(scope="story", item_id=name, a=text) for name, text in zip(names, texts, strict=True)]
        search.put_many(db, SHELF, entries)


def test_words_are_found_in_a_part_that_better_rows_outnumber(shelf: Database, old: Only) -> None:
    _fill(shelf, new=60)

    found = search.nominated(shelf, SHELF, "whales", scope="story", limit=5, budget=20, only=old)

    assert [row.item_id for row in found] == ["old0"]


def test_a_part_of_a_scope_is_not_looked_for_in_another(shelf: Database, old: Only) -> None:
    _fill(shelf, new=1)

    assert search.nominated(shelf, SHELF, "whale", scope="elsewhere", only=old) == []


def test_the_nearest_of_a_part_are_found_behind_thousands_of_nearer_ones(shelf: Database, old: Only) -> None:
    asked, aside = np.eye(64)[0], np.eye(64)[1]
    near = asked + 0.01 * np.random.default_rng(1).standard_normal((EXACT + 100, 64))
    far = [asked + aside, asked + 3 * aside, -asked]
    made = {**{f"new{at}": row for at, row in enumerate(near)}, **{f"old{at}": row for at, row in enumerate(far)}}
    with shelf.transaction():
        named = (Vector(scope="story", item_id=name, model="m", values=row) for name, row in made.items())
        vectors.put_many(shelf, MAP, named)

    found = vectors.nearest(shelf, MAP, asked, scope="story", model="m", limit=3, only=old)

    assert [each.item_id for each in found] == ["old0", "old1", "old2"]


def test_the_vectors_of_some_items_are_given_as_their_model_made_them(shelf: Database) -> None:
    with shelf.transaction():
        for name, model in (("lamp", "m"), ("door", "other")):
            vectors.put(shelf, MAP, scope="story", item_id=name, model=model, vector=[3.0, 4.0, *[0.0] * 62])

    found = vectors.given(shelf, MAP, ["lamp", "door", "none"], scope="story", model="m", dimensions=64)

    assert {name: [round(float(each), 1) for each in row[:3]] for name, row in found.items()} == {"lamp": [0.6, 0.8, 0]}
