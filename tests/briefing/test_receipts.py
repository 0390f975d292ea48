"""Receipts are kept for a while, name things without repeating them, and go with whom they are about."""

from __future__ import annotations

from datetime import timedelta

import pytest

from showbible import flow
from showbible.bible import Bible
from showbible.briefing import record
from showbible.errors import NotFound
from tests.briefing.conftest import EVERYTHING, SUNDAY


def test_a_receipt_says_what_was_recalled_and_what_was_left_out(full: Bible) -> None:
    brief = full.recall("whales", **EVERYTHING, at=SUNDAY)

    assert full.recall.receipt(str(brief.receipt_id)) == brief.receipt


def test_a_receipt_does_not_repeat_what_was_remembered(full: Bible) -> None:
    full.recall("whales", user="lena", character="emma")

    assert "I love whales" not in full.db.value("SELECT body FROM receipts")


def test_an_unknown_receipt_is_not_found(bible: Bible) -> None:
    with pytest.raises(NotFound, match="There is no receipt 'rcp_nobody'"):
        bible.recall.receipt("rcp_nobody")


def test_receipts_are_listed_newest_first_a_page_at_a_time(bible: Bible) -> None:
    ids = [bible.recall(f"whale {day}", at=SUNDAY + timedelta(days=day)).receipt_id for day in range(5)]

    first = bible.recall.receipts(limit=3)
    second = bible.recall.receipts(limit=3, cursor=first.next_cursor)

    assert [each.receipt_id for each in (*first.items, *second.items)] == ids[::-1]
    assert (first.total, second.next_cursor) == (5, None)


def test_receipts_of_a_project_or_a_user_are_listed_alone(bible: Bible) -> None:
    bible.projects.create("whales")
    ours, hers = bible.recall("a", project="whales"), bible.recall("b", user="lena")

    of_project, of_user = bible.recall.receipts(project="whales"), bible.recall.receipts(user="lena")

    assert ([each.receipt_id for each in of_project.items], of_project.total) == ([ours.receipt_id], 1)
    assert ([each.receipt_id for each in of_user.items], of_user.total) == ([hers.receipt_id], 1)


def test_old_receipts_and_those_beyond_the_most_go(bible: Bible) -> None:
    days = (100, 89, 3, 2, 1)
    ids = {day: bible.recall("whales", at=SUNDAY - timedelta(days=day)).receipt_id for day in days}

    gone = record.forget_old(bible.db, at=SUNDAY, most=2)

    assert (gone, [each.receipt_id for each in bible.recall.receipts().items]) == (3, [ids[1], ids[2]])


def test_tidying_up_drops_old_receipts(bible: Bible) -> None:
    bible.recall("whales", at=SUNDAY - timedelta(days=4000))

    flow.tidy_up(bible.resources, {})

    assert bible.recall.receipts().total == 0


def test_receipts_go_with_their_user(bible: Bible) -> None:
    bible.recall("whales", user="lena")
    bible.recall("owls", user="otto")

    gone = flow.forget_user(bible.resources, "lena")

    assert (gone["receipts"], [each.asked.query for each in bible.recall.receipts().items]) == (1, ["owls"])


def test_receipts_go_with_their_project(bible: Bible) -> None:
    bible.projects.create("whales")
    bible.recall("whales", project="whales")

    bible.projects.delete("whales")

    assert bible.recall.receipts().total == 0
