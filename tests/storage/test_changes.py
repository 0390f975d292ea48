"""What people changed can be read again, newest first, and goes with what it was about."""

from __future__ import annotations

from showbible.storage import changes
from showbible.storage.database import Database


def write(db: Database, item_id: str, before: dict[str, object], after: dict[str, object]) -> None:
    with db.transaction():
        changes.note(db, kind="pattern", item_id=item_id, before=before, after=after)


def read(db: Database, item_id: str) -> list[tuple[object, object]]:
    found = changes.of(db, kind="pattern", item_id=item_id)
    return [(change.before, change.after) for change in found]


def test_changes_are_read_newest_first_with_only_what_differs(db: Database) -> None:
    write(db, "noir", {"style": "slow", "mood": "dark"}, {"style": "fast", "mood": "dark"})
    write(db, "noir", {"style": "fast"}, {"style": "calm"})

    assert read(db, "noir") == [({"style": "fast"}, {"style": "calm"}), ({"style": "slow"}, {"style": "fast"})]


def test_what_changes_nothing_leaves_no_trace(db: Database) -> None:
    write(db, "noir", {"style": "slow"}, {"style": "slow"})

    assert read(db, "noir") == []


def test_what_is_forgotten_is_forgotten_with_its_history(db: Database) -> None:
    for name in ("noir", "western"):
        write(db, name, {}, {"style": "slow"})

    with db.transaction():
        changes.drop(db, kind="pattern", item_id="noir")

    assert (read(db, "noir"), read(db, "western")) == ([], [({}, {"style": "slow"})])


def test_only_the_newest_changes_of_a_thing_are_kept(db: Database) -> None:
    for number in range(changes.MOST + 3):
        write(db, "noir", {"number": number}, {"number": number + 1})

    assert [after for _, after in read(db, "noir")][:: changes.MOST - 1] == [
        {"number": changes.MOST + 3},
        {"number": 4},
    ]
