"""Vectors: which are near, in which scope and for which model, in a file and on a server."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from showbible.errors import Invalid
from showbible.settings import Settings
from showbible.storage import halfvec, postgres, sqlite, vectors
from showbible.storage.bit_index import BitIndex
from showbible.storage.database import Database
from showbible.storage.text_index import Only
from showbible.storage.vectors import EXACT, Vector, VectorIndex
from tests.postgres import Cluster

MAP = VectorIndex(name="map", dimensions=4)
LARGE = VectorIndex(name="large", dimensions=96)
EAST, NORTH, WEST, UP = [1.0, 0, 0, 0], [0, 1.0, 0, 0], [-1.0, 0, 0, 0], [0, 0, 1.0, 0]

Matrix = NDArray[np.float32]


@pytest.fixture
def near(db: Database) -> Database:
    """A database with an empty index."""
    with db.transaction(), db.connection() as connection:
        vectors.create(connection, MAP)
    return db


@pytest.fixture
def matrix() -> Matrix:
    """More vectors than are compared one by one, all different."""
    made: Matrix = np.random.default_rng(5).standard_normal((EXACT + 500, LARGE.dimensions), dtype=np.float32)
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    return made


@pytest.fixture
def large(folder: Settings, matrix: Matrix) -> Iterator[Database]:
    """A file with one large scope, each item called by its row."""
    db = sqlite.connect(folder.home / "large.db")
    with db.transaction(), db.connection() as connection:
        vectors.create(connection, LARGE)
        vectors.put_many(db, LARGE, _named(matrix))
    yield db
    db.close()


def _named(matrix: Matrix) -> Iterator[Vector]:
    return (Vector(scope="story", item_id=str(at), model="m", values=row) for at, row in enumerate(matrix))


def _put(db: Database, item_id: str, vector: list[float], *, scope: str = "story", model: str = "m") -> None:
    with db.transaction():
        vectors.put(db, MAP, scope=scope, item_id=item_id, model=model, vector=vector)


def _near(db: Database, vector: list[float], *, scope: str = "story", model: str = "m") -> list[tuple[str, float]]:
    found = vectors.nearest(db, MAP, vector, scope=scope, model=model)
    return [(near.item_id, round(near.similarity, 1)) for near in found]


def _nearest(db: Database, vector: Matrix) -> str:
    return vectors.nearest(db, LARGE, vector, scope="story", model="m", limit=1)[0].item_id


def test_a_scope_that_was_asked_before_is_seen_as_it_is_now(near: Database) -> None:
    _put(near, "tree", EAST)
    _put(near, "lake", NORTH)
    before = _near(near, EAST)

    _put(near, "tree", WEST)
    changed = _near(near, EAST)
    with near.transaction():
        vectors.remove(near, MAP, scope="story", item_id="lake")

    assert (before[0], changed[-1], _near(near, EAST)) == (("tree", 1.0), ("tree", -1.0), [("tree", -1.0)])


def test_what_was_rolled_back_is_not_remembered(near: Database) -> None:
    _put(near, "tree", EAST)
    with pytest.raises(ZeroDivisionError), near.transaction():
        vectors.put(near, MAP, scope="story", item_id="lake", model="m", vector=NORTH)
        assert [name for name, _ in _near(near, NORTH)] == ["lake", "tree"]
        raise ZeroDivisionError

    _put(near, "hill", UP)

    assert _near(near, UP)[0] == ("hill", 1.0)


def test_the_nearest_come_first(near: Database) -> None:
    _put(near, "west", WEST)
    _put(near, "north", NORTH)
    _put(near, "northeast", [3.0, 4.0, 0, 0])

    assert _near(near, [0, 7.0, 0, 0]) == [("north", 1.0), ("northeast", 0.8), ("west", 0.0)]


def test_other_scopes_and_other_models_are_not_compared(near: Database) -> None:
    _put(near, "ours", EAST)
    _put(near, "theirs", EAST, scope="elsewhere")
    _put(near, "old", EAST, model="m0")

    assert _near(near, EAST) == [("ours", 1.0)]


def test_a_new_vector_takes_the_place_of_the_old(near: Database) -> None:
    _put(near, "lamp", EAST, model="m0")
    _put(near, "lamp", NORTH)

    assert (_near(near, NORTH), _near(near, EAST, model="m0")) == ([("lamp", 1.0)], [])


def test_a_removed_vector_is_gone(near: Database) -> None:
    _put(near, "lamp", EAST)

    with near.transaction():
        vectors.remove(near, MAP, scope="story", item_id="lamp")

    assert _near(near, EAST) == []


def test_zeros_are_near_nothing(near: Database) -> None:
    _put(near, "lamp", EAST)
    _put(near, "silence", [0, 0, 0, 0])

    assert (_near(near, [0, 0, 0, 0]), _near(near, EAST)) == ([], [("lamp", 1.0), ("silence", 0.0)])


@pytest.mark.parametrize("vector", [[], [[1.0, 2.0]], [1.0, 0, 0, float("nan")], [float("inf"), 0, 0, 0]])
def test_what_is_no_vector_is_refused(near: Database, vector: list[float]) -> None:
    with pytest.raises(Invalid, match="vector"):
        _put(near, "lamp", vector)


def test_a_change_of_model_leaves_a_list_of_what_to_do(near: Database) -> None:
    _put(near, "lamp", EAST, model="m0")
    _put(near, "door", EAST, model="m2")
    _put(near, "boat", EAST)

    todo = sorted(vectors.outdated(near, MAP, model="m"))
    missing = vectors.missing(near, MAP, ["boat", "lamp", "new"], scope="story", model="m")

    assert (todo, missing) == ([("story", "door"), ("story", "lamp")], ["lamp", "new"])


def test_of_many_the_nearest_is_the_true_one(large: Database, matrix: Matrix) -> None:
    asked = matrix[::50] + 0.02 * np.random.default_rng(6).standard_normal(matrix[::50].shape, dtype=np.float32)

    found = [_nearest(large, vector) for vector in asked]

    assert found == [str(at) for at in np.argmax(asked @ matrix.T, axis=1)]


def test_what_another_connection_commits_is_found_at_once(large: Database, matrix: Matrix) -> None:
    _nearest(large, matrix[0])
    other = sqlite.connect(Path(large.engine.url.database or ""))

    with other.transaction():
        vectors.put(other, LARGE, scope="story", item_id="late", model="m", vector=matrix[0] + matrix[1])
    other.close()

    assert _nearest(large, matrix[0] + matrix[1]) == "late"


def test_a_transaction_sees_its_own_vectors_and_leaves_none_behind(large: Database, matrix: Matrix) -> None:
    undone, kept = matrix[0] + matrix[1], matrix[2] - matrix[3]
    with pytest.raises(ZeroDivisionError), large.transaction():
        vectors.put(large, LARGE, scope="story", item_id="undone", model="m", vector=undone)
        inside = _nearest(large, undone)
        1 / 0  # noqa: B018

    with large.transaction():
        vectors.put(large, LARGE, scope="story", item_id="kept", model="m", vector=kept)

    assert (inside, _nearest(large, kept)) == ("undone", "kept")
    assert _nearest(large, undone) in ("0", "1")


def test_a_vector_that_moved_is_found_where_it_is_now(large: Database, matrix: Matrix) -> None:
    _nearest(large, matrix[0])

    with large.transaction():
        vectors.put(large, LARGE, scope="story", item_id="7", model="m", vector=-matrix[7])
    first = vectors.nearest(large, LARGE, matrix[7], scope="story", model="m", limit=1)[0]

    assert (_nearest(large, -matrix[7]), first.similarity < 0.9) == ("7", True)


def test_memory_that_outlived_its_rows_is_read_anew(large: Database, matrix: Matrix) -> None:
    _nearest(large, matrix[0])
    turned = np.roll(matrix, 1, axis=0)

    for _ in range(4):
        with large.transaction():
            vectors.put_many(large, LARGE, _named(turned))

    assert [_nearest(large, matrix[at]) for at in range(0, 500, 50)] == [str(at + 1) for at in range(0, 500, 50)]


def test_many_threads_search_while_one_writes(large: Database, matrix: Matrix) -> None:
    def write(at: int) -> str:
        with large.transaction():
            vectors.put(large, LARGE, scope="story", item_id=f"late{at}", model="m", vector=-matrix[at])
        return _nearest(large, -matrix[at])

    with ThreadPoolExecutor(8) as threads:
        written = [threads.submit(write, at) for at in range(20)]
        found = list(threads.map(lambda at: _nearest(large, matrix[at]), range(100)))

    assert found == [str(at) for at in range(100)]
    assert [late.result() for late in written] == [f"late{at}" for at in range(20)]


def test_what_is_kept_in_memory_goes_with_its_database(large: Database, matrix: Matrix) -> None:
    db = Database(large.engine, large.rules)
    _nearest(db, matrix[0])
    left = weakref.ref(db)

    del db
    gc.collect()

    assert left() is None


def test_signs_nominate_the_least_different() -> None:
    chance = np.random.default_rng(3)
    rows = chance.integers(-100, 100, size=(1000, 100), dtype=np.int8)
    planes = BitIndex(100)
    batches = iter([(np.arange(1, 601), rows[:600]), (np.arange(601, 1001), rows[600:]), None])
    planes.catch_up(lambda _seq: next(batches))

    asked = chance.standard_normal(100, dtype=np.float32)
    different = ((rows > 0) != (asked > 0)).sum(axis=1)

    nominated = planes.nominate(asked, 50)
    assert sorted(different[nominated - 1]) == sorted(different)[:50]


def test_a_model_of_another_length_finds_room_beside_the_first(near: Database) -> None:
    _put(near, "east", EAST)
    vectors.fit(near, MAP, dimensions=6)
    _put(near, "six", [0, 0, 0, 0, 0, 1.0], model="m6")
    _put(near, "east", [0, 0, 0, 0, 1.0, 1.0], model="m6")
    _put(near, "north", NORTH)

    assert _near(near, [0, 0, 0, 0, 0, 2.0], model="m6") == [("six", 1.0), ("east", 0.7)]
    assert _near(near, NORTH) == [("north", 1.0)]


def test_a_model_that_changed_its_length_under_its_name_finds_only_what_is_alike(near: Database) -> None:
    _put(near, "east", EAST)
    vectors.fit(near, MAP, dimensions=2)
    _put(near, "two", [1.0, 0])

    assert (_near(near, EAST), _near(near, [1.0, 0])) == ([("east", 1.0)], [("two", 1.0)])


def test_of_many_another_length_is_searched_by_its_signs(large: Database, matrix: Matrix) -> None:
    longer = np.concatenate([matrix, matrix[::-1]], axis=1)
    with large.transaction():
        vectors.put_many(large, LARGE, (replace(each, item_id=f"long{each.item_id}") for each in _named(longer)))

    found = vectors.nearest(large, LARGE, longer[7], scope="story", model="m", limit=1)

    assert ([each.item_id for each in found], _nearest(large, matrix[9])) == (["long7"], "9")


def test_room_is_made_once_and_indexed_for_every_length(cluster: Cluster) -> None:
    with cluster.empty_database() as url:
        db = postgres.connect(url)
        with db.transaction(), db.connection() as connection:
            vectors.create(connection, MAP)
        for dimensions in (4, 6, 4, 6, 5000):
            vectors.fit(db, MAP, dimensions=dimensions)
        made = db.all("SELECT indexname FROM pg_indexes WHERE indexname LIKE 'map_vectors_near%' ORDER BY indexname")
        db.close()

    assert [row.indexname for row in made] == ["map_vectors_near_4", "map_vectors_near_6"]


def test_a_large_scope_on_a_server_is_searched_by_its_index(cluster: Cluster) -> None:
    chance = np.random.default_rng(4)
    with cluster.empty_database() as url:
        db = postgres.connect(url)
        made = chance.standard_normal((400, 4), dtype=np.float32)
        with db.transaction(), db.connection() as connection:
            vectors.create(connection, MAP)
            vectors.put_many(db, MAP, _named(made))
            vectors.put(db, MAP, scope="elsewhere", item_id="foreign", model="m", vector=EAST)

        asked = np.array(EAST, dtype=np.float32)
        found = [halfvec.nearest(db, MAP, asked, scope="story", model="m", limit=9, exact=at) for at in (1, 1000)]
        db.close()

    assert [row.item_id for row in found[0]] == [row.item_id for row in found[1]]
    assert len(found[0]) == 9


def test_without_pgvector_vectors_are_kept_for_the_day_it_is_there(cluster: Cluster) -> None:
    with cluster.without_pgvector() as url:
        db = postgres.connect(url)
        with db.transaction(), db.connection() as connection:
            vectors.create(connection, MAP)
        vectors.fit(db, MAP, dimensions=4)
        _put(db, "east", EAST)
        without = (_near(db, EAST), _near_of(db, EAST), vectors.want(db, MAP) or "")
        with db.connection() as connection:
            lengths = vectors.lengths(connection, MAP)

        cluster.add_pgvector(url)
        halfvec.take_up(db, [MAP])
        with_it = (_near(db, EAST), _near_of(db, EAST), vectors.want(db, MAP))
        db.close()

    assert (without[:2], lengths) == (([], []), [4])
    assert "CREATE EXTENSION vector" in without[2]
    assert with_it == ([("east", 1.0)], ["east"], None)


def _near_of(db: Database, vector: list[float]) -> list[str]:
    part = Only(test="SELECT 1 WHERE entry.item_id = :only", value="east")
    return [near.item_id for near in vectors.nearest(db, MAP, vector, scope="story", model="m", only=part)]
