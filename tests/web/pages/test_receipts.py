"""`/recall`: the receipts of what was recalled, and a form that asks for more."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.briefing.model import Reason
from showbible.errors import NotFound
from showbible.web.pages.receipts.page import ReceiptFilter, ReceiptPage, ReceiptsPage
from tests.builders import a_run
from tests.direction.builders import taught
from tests.web.conftest import Caller, Visit

PERSON = {"accept": "text/html"}


def asked(bible: Bible, query: str = "whales at dusk", **scope: Any) -> str:
    """The receipt of a question."""
    return str(bible.recall(query, **scope).receipt_id)


def ask(visit: Caller, **form: str) -> tuple[int, str]:
    answer = visit("POST", "/recall", data=form, headers=PERSON)
    return answer.status_code, answer.text


def test_receipts_come_newest_first(any_bible: Bible) -> None:
    asked(any_bible, "first")
    asked(any_bible, "second")

    page = ReceiptsPage(any_bible, ReceiptFilter())

    assert ([receipt.asked.query for receipt in page.list.items], page.list.total) == (["second", "first"], 2)


@pytest.mark.both_databases
def test_the_list_is_narrowed_to_a_project_or_a_user(visit_any: Caller, any_bible: Bible) -> None:
    any_bible.projects.create("whales")
    asked(any_bible, "of whales", project="whales")
    asked(any_bible, "for ana", user="ana")

    lists = [visit_any("GET", f"/recall?{query}").text for query in ("project=whales", "user=ana")]

    assert [re.findall(r"data-item>(.*?)</a>", text) for text in lists] == [["of whales"], ["for ana"]]


def test_a_long_list_comes_in_pages_of_fifty(any_bible: Bible) -> None:
    for number in range(51):
        asked(any_bible, f"question {number}")

    first = ReceiptsPage(any_bible, ReceiptFilter())
    cursor = re.findall(r"cursor=([^&]+)", first.list.next or "")[0]

    assert [receipt.asked.query for receipt in ReceiptsPage(any_bible, ReceiptFilter(), cursor).list.items] == [
        "question 0"
    ]


def test_a_file_holds_exactly_the_receipts_listed(visit_any: Caller, any_bible: Bible) -> None:
    asked(any_bible, "mine", user="ana")
    asked(any_bible, "another's", user="ben")

    rows, table = visit_any("GET", "/recall.json?user=ana").json(), visit_any("GET", "/recall.csv?user=ana").text

    assert [(row["query"], row["user_id"]) for row in rows] == [("mine", "ana")]
    assert [row["receipt_id"] for row in csv.DictReader(io.StringIO(table))] == [rows[0]["receipt_id"]]


def test_without_receipts_it_says_how_to_get_one(visit_any: Caller) -> None:
    assert "No question yet" in visit_any("GET", "/recall").text


def test_an_empty_filter_says_which_to_remove(visit_any: Caller, any_bible: Bible) -> None:
    asked(any_bible)

    text = visit_any("GET", "/recall?user=nobody").text

    assert "No receipt of nobody" in text and 'href="/recall">Show all receipts' in text


# One receipt


def looked_up(bible: Bible, receipt_id: str) -> ReceiptPage:
    return ReceiptPage(bible, bible.recall.receipt(receipt_id))


def test_a_receipt_says_what_was_told_and_why(any_bible: Bible) -> None:
    run_id = a_run(any_bible.db, "Whales at dusk")

    page = looked_up(any_bible, asked(any_bible))

    assert [
        (part.memory, [(each.named.label, each.named.href, each.item.why) for each in part.told])
        for part in page.chapters
    ] == [("runs", [("Whales at dusk", f"/runs/{run_id}", "its concept says whales, dusk")])]


def test_a_receipt_says_what_was_left_out_and_why(any_bible: Bible) -> None:
    a_run(any_bible.db, "Whales at dusk")
    a_run(any_bible.db, "Whales at dusk, again")

    page = looked_up(any_bible, asked(any_bible, budget_tokens=110))

    left = [each.reason for part in page.chapters for each in part.left_out]
    assert left == [Reason.OVER_BUDGET]
    assert page.sentence(page.receipt).endswith("; 1 more had no room, so a larger budget would tell more.")


def test_cards_are_called_by_what_they_say(any_bible: Bible) -> None:
    card = taught(any_bible).profile().cards[0]

    page = looked_up(any_bible, asked(any_bible, project="whales"))

    spoken = [
        (each.named.label, each.named.href)
        for part in page.chapters
        if part.memory == "direction"
        for each in part.told
    ]
    assert spoken == [(card.preference, "/projects/whales/direction")]


def test_memories_are_called_by_their_words_and_lead_to_the_cast(any_bible: Bible) -> None:
    scope = any_bible.conversations.scope("ana", character_id="nova")
    any_bible.conversations.remember(scope, "fact", "Ana loves whales")

    page = looked_up(any_bible, asked(any_bible, user="ana", character="nova"))

    memory = page.chapters[0].told[0]
    assert (memory.named.label, (memory.named.href or "").startswith("/cast/nova?user=ana&peek=")) == (
        "Ana loves whales",
        True,
    )


@pytest.mark.both_databases
def test_what_is_gone_meanwhile_is_only_named(any_bible: Bible) -> None:
    run_id = a_run(any_bible.db, "Whales at dusk")
    receipt = asked(any_bible)
    any_bible.runs.delete(run_id)

    thing = looked_up(any_bible, receipt).chapters[0].told[0]

    assert (thing.named.label, thing.named.href, thing.gone) == (run_id, None, True)


@pytest.mark.both_databases
def test_a_receipt_of_a_deleted_project_is_gone_with_it(any_bible: Bible) -> None:
    any_bible.projects.create("whales")
    receipt = asked(any_bible, project="whales")
    any_bible.projects.delete("whales")

    with pytest.raises(NotFound):
        looked_up(any_bible, receipt)


def test_silent_memories_say_why(any_bible: Bible) -> None:
    page = looked_up(any_bible, asked(any_bible))

    assert tuple(page.silent(page.receipt)) == (
        ("Lessons", "Asked, and knows nothing near enough.", False),
        ("Runs", "Asked, and knows nothing near enough.", False),
        ("Conversations", "Not asked: neither a character nor a series was given.", False),
        ("Direction", "Not asked: no project was given.", False),
        ("Assets", "Not asked: no project was given.", False),
    )


def test_the_bar_adds_up_to_what_was_used(any_bible: Bible) -> None:
    a_run(any_bible.db, "Whales at dusk")

    page = looked_up(any_bible, asked(any_bible))

    assert sum(part.tokens for part in page.chapters) + page.frame == page.receipt.tokens


def test_an_unknown_receipt_is_not_found(visit: Visit) -> None:
    assert visit()("GET", "/recall/rcp_nobody").status_code == 404


# Asking


def test_asking_shows_the_text_and_keeps_the_receipt(visit_any: Caller, any_bible: Bible) -> None:
    a_run(any_bible.db, "Whales at dusk")

    status, text = ask(visit_any, query="whales", user="local", budget="400")

    kept = any_bible.recall.receipts().items[0]
    assert (status, kept.asked.query, kept.asked.budget_tokens) == (200, "whales", 400)
    assert re.search(r'<pre class="handed mono"[^>]*>.*Whales at dusk', text, re.DOTALL)


def test_a_receipt_looked_up_later_repeats_nothing(visit_any: Caller, any_bible: Bible) -> None:
    a_run(any_bible.db, "Whales at dusk")

    text = visit_any("GET", f"/recall/{asked(any_bible)}").text

    assert ("<pre" in text, "Ask again" in text) == (False, True)


@pytest.mark.parametrize(
    ("form", "status", "said"),
    [
        ({"query": " "}, 422, "query"),
        ({"query": "whales", "budget": "many"}, 422, "The budget is a whole number of tokens"),
        ({"query": "whales", "project": "nobody"}, 404, "There is no project"),
        ({"query": "whales", "character": "nova"}, 422, "Characters remember users"),
    ],
)
def test_a_question_that_cannot_be_asked_stays_in_its_form(
    visit_any: Caller, form: dict[str, str], status: int, said: str
) -> None:
    found, text = ask(visit_any, **form)

    assert found == status
    assert said in re.findall(r'role="alert">.*?<span>(.*?)</span>', text)[0]
    assert f"required>{form['query'].strip()}</textarea>" in text


def test_hostile_text_stays_text(visit_any: Caller, any_bible: Bible) -> None:
    bad = '"><img src=x onerror=alert(1)>'
    a_run(any_bible.db, f"Whales {bad}")

    _, answer = ask(visit_any, query=f"Whales {bad}", user="local")
    pages = (answer, visit_any("GET", "/recall").text)

    assert all("<img src=x" not in page and "&lt;img src=x" in page for page in pages)
