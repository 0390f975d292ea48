"""Whatever people correct, pause, forget and bring back obeys the same rules, on each database."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import pytest

from showbible.corrections import Correctable, Corrections, Fields, Seen, as_text, from_text
from showbible.errors import Conflict, Invalid, Malformed, NotFound
from showbible.storage.database import Database


@dataclass(frozen=True, kw_only=True)
class Tip:
    """Something that was learned."""

    name: str
    text: str
    made_by: str = "rule"
    paused: bool = False


def read(db: Database, name: str) -> Tip:
    row = db.first("SELECT * FROM tips WHERE name = :name", name=name.lower())
    if row is None:
        raise NotFound("tip", name)
    return Tip(name=row.name, text=row.text, made_by=row.made_by, paused=bool(row.paused))


def put(db: Database, tip: Tip) -> Tip:
    db.run("INSERT INTO tips VALUES (:name, :text, :made_by, :paused)", **{**vars(tip), "paused": int(tip.paused)})
    return tip


def take(db: Database, tip: Tip) -> Tip:
    db.run("DELETE FROM tips WHERE name = :name", name=tip.name)
    return tip


def write(db: Database, tip: Tip, wanted: Fields, _: datetime) -> None:
    put(db, replace(take(db, tip), **wanted))


def check(_: Tip, wanted: Fields) -> Fields:
    return {name: value.strip() if isinstance(value, str) else value for name, value in wanted.items()}


TIP = Correctable[Database, Tip, Tip](
    name="tip",
    read=read,
    key=lambda tip: tip.name,
    lock=lambda tip: f"tip:{tip.name}",
    fields=lambda tip: {"text": tip.text, "made_by": tip.made_by, "paused": tip.paused},
    check=check,
    write=write,
    mark=lambda tip: tip.text,
    take=take,
    put=put,
)


@pytest.fixture
def tips(db: Database) -> Corrections[Database, Tip, Tip]:
    """A memory of two tips."""
    with db.transaction():
        db.run("CREATE TABLE tips (name TEXT, text TEXT, made_by TEXT, paused INTEGER)")
        put(db, Tip(name="light", text="Name the light"))
        put(db, Tip(name="rain", text="Avoid rain"))
    return Corrections(db, TIP)


def told(tips: Corrections[Database, Tip, Tip], name: str = "light") -> list[tuple[Any, Any]]:
    return [(dict(change.before), dict(change.after)) for change in tips.history(name)]


def test_a_correction_is_a_persons_word_and_is_written_down(tips: Corrections[Database, Tip, Tip]) -> None:
    found = tips.correct("light", {"text": " Name the lamp "})

    assert found == tips.get("light") == Tip(name="light", text="Name the lamp", made_by="person")
    assert told(tips) == [
        ({"text": "Name the light", "made_by": "rule"}, {"text": "Name the lamp", "made_by": "person"})
    ]


def test_a_pause_leaves_whose_word_it_is(tips: Corrections[Database, Tip, Tip]) -> None:
    paused = tips.pause("light")
    woken = tips.pause("light", paused=False)

    assert (paused.paused, paused.made_by, woken) == (True, "rule", Tip(name="light", text="Name the light"))


def test_what_stands_already_is_no_change(tips: Corrections[Database, Tip, Tip]) -> None:
    tips.correct("light", {"text": "Name the light"})

    assert (tips.get("light").made_by, tips.history("light")) == ("rule", [])


@pytest.mark.parametrize("seen", [0, "Name the light", {"text": "Name the light"}])
def test_what_somebody_changed_meanwhile_is_not_overwritten(tips: Corrections[Database, Tip, Tip], seen: Seen) -> None:
    tips.correct("light", {"text": "Name the lamp"})

    with pytest.raises(Conflict, match="text is Name the lamp, you wrote Name the sun"):
        tips.correct("light", {"text": "Name the sun"}, seen=seen)

    assert tips.get("light").text == "Name the lamp"


@pytest.mark.parametrize("seen", ["Name the lamp", {"text": "Name the lamp"}, {"paused": False}])
def test_who_has_seen_what_stands_may_change_it(tips: Corrections[Database, Tip, Tip], seen: Seen) -> None:
    tips.correct("light", {"text": "Name the lamp"})

    assert tips.correct("light", {"text": "Name the sun"}, seen=seen).text == "Name the sun"


def test_who_wants_what_stands_quarrels_with_nobody(tips: Corrections[Database, Tip, Tip]) -> None:
    tips.correct("light", {"text": "Name the lamp"})

    assert tips.correct("light", {"text": "Name the lamp"}, seen=0).text == "Name the lamp"


def test_undo_touches_only_what_that_change_did_and_can_be_undone(tips: Corrections[Database, Tip, Tip]) -> None:
    tips.correct("light", {"text": "Name the lamp"})
    tips.pause("light")

    undone = tips.undo("light", tips.history("light")[-1].seq)
    again = tips.undo("light", tips.history("light")[0].seq)

    assert (undone, again) == (
        Tip(name="light", text="Name the light", paused=True),
        Tip(name="light", text="Name the lamp", made_by="person", paused=True),
    )


def test_a_change_of_another_thing_is_not_undone(tips: Corrections[Database, Tip, Tip]) -> None:
    tips.correct("rain", {"text": "Avoid snow"})

    with pytest.raises(NotFound, match="no change"):
        tips.undo("light", tips.history("rain")[0].seq)


def test_a_thing_has_one_history_by_whatever_id_it_is_asked_for(tips: Corrections[Database, Tip, Tip]) -> None:
    tips.correct("LIGHT", {"text": "Name the lamp"})

    assert tips.undo("Light", tips.history("light")[0].seq).text == "Name the light"


def test_what_is_forgotten_goes_with_its_history_and_is_restored_from_a_text(
    tips: Corrections[Database, Tip, Tip],
) -> None:
    before = tips.correct("light", {"text": 'Name the "lamp"\n<b>'})

    text = as_text(tips.forget("light"))
    with pytest.raises(NotFound):
        tips.get("light")
    tips.restore(from_text(Tip, text))

    assert (tips.get("light"), tips.history("light")) == (before, [])


@pytest.mark.parametrize("wanted", [{"colour": "red"}, {"made_by": "rule"}])
def test_what_a_thing_does_not_have_cannot_be_corrected(
    tips: Corrections[Database, Tip, Tip], wanted: dict[str, str]
) -> None:
    with pytest.raises(Invalid, match="Nothing about a tip is called"):
        tips.correct("light", wanted)


def test_a_kind_does_only_what_it_was_registered_with(db: Database, tips: Corrections[Database, Tip, Tip]) -> None:
    bare = Corrections(db, replace(TIP, write=None, take=None, put=None))

    refused = pytest.raises(Invalid, match="A tip cannot be")
    with refused:
        bare.pause("light")
    with refused:
        bare.forget("light")
    with refused:
        bare.restore(tips.get("light"))


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"name":"light","text":5}', '{"name":"l","text":"\\u0000"}'])
def test_only_what_was_taken_away_can_be_restored(text: str) -> None:
    with pytest.raises(Malformed, match="cannot be restored"):
        from_text(Tip, text)
