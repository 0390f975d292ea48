"""What is shown of a long run: the newest, as much as fits, and the way to the rest."""

from __future__ import annotations

import pytest

from showbible.errors import Invalid
from showbible.runs.model import AssetType, NewDelivery, Run, Totals
from showbible.runs.recall import bounds, one
from showbible.runs.recall.bounds import IN_PASSING, Most
from showbible.runs.record import delivery, life, notes, pilots
from showbible.storage.database import Database
from showbible.vocabulary import KIB
from tests.builders import a_run


def _delivered(db: Database, number: int, prompt: str | None = None) -> str:
    run_id = a_run(db)
    for place in range(number):
        kind = "audio" if place % 3 == 2 else "video"
        delivery.deliver(db, run_id, kind, f"{place}.mp4", NewDelivery(asset_id=f"a{place}", prompt=prompt))
    return run_id


def _names(run: Run) -> list[str]:
    return [made.asset_id for made in run.assets]


def test_the_newest_of_each_list_are_shown_in_their_order_with_the_number_of_all(db: Database) -> None:
    run_id = _delivered(db, 5)
    for number in range(4):
        notes.note(db, run_id, "error", f"error {number}")
        notes.note(db, run_id, "warning", f"warning {number}")
        pilots.add_pilot(db, run_id, f"p{number}", tier="animated", budget=1)
        life.enter(db, run_id, "editing")

    run = one.run(db, run_id, most=Most(items=2, size=10_000))

    assert (_names(run), run.errors, run.warnings) == (["a3", "a4"], ("error 2", "error 3"), ("warning 2", "warning 3"))
    assert ([pilot.pilot_id for pilot in run.pilots], len(run.timeline)) == (["p2", "p3"], 2)
    assert run.totals == Totals(pilots=4, assets=5, stages=5, errors=4, warnings=4)


def test_a_run_that_fits_is_shown_whole(db: Database) -> None:
    run_id = _delivered(db, 3)
    notes.note(db, run_id, "error", "No oil.")

    assert one.run(db, run_id, most=IN_PASSING) == one.run(db, run_id)


def test_long_texts_leave_room_for_fewer(db: Database) -> None:
    run_id = _delivered(db, 6, prompt="x" * 10 * KIB)

    run = one.run(db, run_id, most=IN_PASSING)

    assert (_names(run), run.totals.assets) == (["a3", "a4", "a5"], 6)


def test_a_long_error_is_still_told_to_who_wrote_it(db: Database) -> None:
    run_id = _delivered(db, 6, prompt="x" * 10 * KIB)
    for letter in "ab":
        notes.note(db, run_id, "error", letter * 32 * KIB)

    run = one.run(db, run_id, most=IN_PASSING)

    assert ([error[0] for error in run.errors], len(run.assets)) == (["b"], 3)


def test_pages_of_assets_lead_on_in_the_order_they_came(db: Database) -> None:
    run_id = _delivered(db, 5)

    first = bounds.asset_page(db, run_id, limit=3)
    second = bounds.asset_page(db, run_id, limit=3, cursor=first.next_cursor)

    assert [[made.asset_id for made in page.items] for page in (first, second)] == [["a0", "a1", "a2"], ["a3", "a4"]]
    assert (first.total, second.total, second.next_cursor) == (5, 5, None)


def test_the_cursor_of_a_run_leads_back_to_what_it_does_not_show(db: Database) -> None:
    run = one.run(db, _delivered(db, 7), most=Most(items=2, size=10_000))

    seen, cursor = _names(run), bounds.older_assets(run.assets, total=run.totals.assets)
    while cursor is not None:
        page = bounds.asset_page(db, run.run_id, limit=2, cursor=cursor)
        seen, cursor = [*(made.asset_id for made in page.items), *seen], page.next_cursor

    assert seen == [f"a{number}" for number in range(7)]


def test_pages_can_be_of_one_type(db: Database) -> None:
    run_id = _delivered(db, 6)

    page = bounds.asset_page(db, run_id, kind=AssetType.AUDIO, limit=1)

    assert ([made.asset_id for made in page.items], page.total) == (["a2"], 2)


def test_a_page_ends_where_its_texts_grow_too_long_and_the_next_goes_on_there(db: Database) -> None:
    run_id = _delivered(db, 40, prompt="x" * 31 * KIB)

    first = bounds.asset_page(db, run_id)
    second = bounds.asset_page(db, run_id, cursor=first.next_cursor)

    assert (len(first.items), len(second.items), second.next_cursor) == (32, 8, None)
    assert [made.asset_id for made in bounds.every_asset(db, run_id)] == [f"a{number}" for number in range(40)]


@pytest.mark.parametrize("cursor", ["x", "WzEsMiwzXQ"])
def test_a_cursor_of_somebody_else_is_refused(db: Database, cursor: str) -> None:
    with pytest.raises(Invalid, match="not one of ours"):
        bounds.asset_page(db, a_run(db), cursor=cursor)
