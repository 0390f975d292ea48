"""What one run does without: kept, logged, archived, and gone with the run."""

from __future__ import annotations

import pytest

from showbible.errors import Conflict, Invalid, NotFound, TooLarge
from showbible.runs.model import MuteKind
from showbible.runs.recall import documents, log, mutes, one
from showbible.runs.record import life
from showbible.runs.record import mutes as run_mutes
from showbible.storage.database import Database
from showbible.vocabulary import moment, rfc3339
from tests.builders import a_run

AT = moment(1_700_000_000_000_000)


def test_what_is_muted_is_kept_and_told_in_the_log(db: Database) -> None:
    run_id = a_run(db)

    turned = [run_mutes.mute(db, run_id, "card", "c1", says="Closer.", at=AT) for _ in range(2)]

    (mute,) = mutes.mutes(db, run_id)
    data = log.newest(db, run_id, limit=1)[0].body["data"]
    assert (turned, mute.kind, mute.item_id, mute.at) == ([True, False], MuteKind.CARD, "c1", AT)
    assert data == {"kind": "card", "item_id": "c1", "says": "Closer.", "muted": True}


def test_unmuting_takes_away_one_thing_and_nothing_else(db: Database) -> None:
    run_id = a_run(db)
    for kind in MuteKind:
        run_mutes.mute(db, run_id, kind, "same")

    turned = [run_mutes.unmute(db, run_id, "card", "same") for _ in range(2)]

    assert (turned, [mute.kind for mute in mutes.mutes(db, run_id)]) == ([True, False], [MuteKind.PATTERN])


def test_a_mute_belongs_to_its_run_and_goes_with_it(db: Database) -> None:
    run_id, other = a_run(db), a_run(db)
    run_mutes.mute(db, run_id, "card", "c1")
    run_mutes.mute(db, other, "card", "c1")

    life.delete(db, run_id)

    assert [len(mutes.mutes(db, each)) for each in (run_id, other)] == [0, 1]


def test_a_run_is_archived_with_what_it_did_without(db: Database) -> None:
    run_id = a_run(db)
    run_mutes.mute(db, run_id, "card", "c1", at=AT)
    life.finish(db, run_id)

    kept = documents.state(one.run(db, run_id))

    assert kept["muted"] == [{"kind": "card", "item_id": "c1", "at": rfc3339(AT)}]


def test_a_run_that_is_over_mutes_nothing(db: Database) -> None:
    run_id = a_run(db)
    life.finish(db, run_id)

    with pytest.raises(Conflict, match="is over"):
        run_mutes.mute(db, run_id, "card", "c1")


@pytest.mark.parametrize(
    ("kind", "item_id", "error"), [("hook", "c1", Invalid), ("card", "", Invalid), ("card", "x" * 600, TooLarge)]
)
def test_what_cannot_be_muted_is_refused(db: Database, kind: str, item_id: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        run_mutes.mute(db, a_run(db), kind, item_id)


def test_an_unknown_run_mutes_nothing(db: Database) -> None:
    with pytest.raises(NotFound):
        run_mutes.mute(db, "nobody", "card", "c1")
