"""`/`: what runs now, what needs a person, what came of it lately."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import event

from showbible import flow
from showbible.bible import Bible
from showbible.jobs import queue
from showbible.settings import Settings
from showbible.storage.database import Database
from showbible.studio.ledger import paid, turns
from showbible.studio.ledger.model import Intent, OrderState
from showbible.vocabulary import Micros
from showbible.web.app import create_app
from showbible.web.pages.home.needs import Need
from showbible.web.pages.home.page import SAMPLE, HomePage
from tests.browser.home_data import past, payment
from tests.builders import a_finished_run, a_run
from tests.web.conftest import Caller

PERSON = {"accept": "text/html"}
HTMX = {"accept": "text/html", "hx-request": "true"}


@contextmanager
def counted(db: Database) -> Iterator[list[str]]:
    """The statements that a database is asked inside the block."""
    asked: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        asked.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    yield asked
    event.remove(db.engine, "before_cursor_execute", note)


def test_it_shows_what_runs_and_what_has_ended(visit_any: Caller, any_bible: Bible) -> None:
    a_run(any_bible.db, "Whales at dusk")
    a_finished_run(any_bible.db, "Owls at dawn")

    page = HomePage(any_bible)

    assert [card.title for card in page.running] == ["Whales at dusk"]
    assert [card.title for card in page.recent] == ["Owls at dawn"]


def test_an_empty_studio_says_how_to_begin(visit_any: Caller) -> None:
    answer = visit_any("GET", "/")

    assert answer.status_code == 200
    assert "Nothing recorded yet" in answer.text and "showbible produce" in answer.text


def test_a_failed_run_says_where_and_why(any_bible: Bible) -> None:
    run_id = a_run(any_bible.db, "Foghorn")
    any_bible.runs.enter(run_id, "generating_audio")
    any_bible.runs.finish(run_id, "failed", error="quota exceeded")

    needs = HomePage(any_bible).needs

    text = "Failed while generating audio: quota exceeded"
    assert needs == (Need(hue="bad", icon="failed", title="Foghorn", text=text, href=f"/runs/{run_id}", act="Look"),)


def test_a_run_that_waits_for_a_verdict_needs_you(any_bible: Bible) -> None:
    run_id = a_run(any_bible.db, "Two pilots")
    any_bible.runs.enter(run_id, "evaluating")

    needs = HomePage(any_bible).needs

    assert [(need.title, need.act) for need in needs] == [("Two pilots", "Review")]


def test_a_failed_job_needs_you(any_bible: Bible) -> None:
    with any_bible.db.transaction():
        queue.announce(any_bible.db, "run.finished", run_id="x")
    job = queue.claim(any_bible.db, owner="test", lease_ms=1000)
    assert job is not None
    queue.give_up(any_bible.db, job, "no room")

    needs = HomePage(any_bible).needs

    assert [(need.title, need.href) for need in needs] == [("1 job failed", "/jobs?state=failed")]


def test_hostile_text_stays_text(visit_any: Caller, any_bible: Bible) -> None:
    a_run(any_bible.db, "<script>alert(1)</script>")

    answer = visit_any("GET", "/")

    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in answer.text
    assert "<script>alert" not in answer.text


# Money


def test_a_payment_nobody_can_account_for_comes_first(visit_any: Caller, any_bible: Bible) -> None:
    intent = payment(any_bible, a_run(any_bible.db, "Night shoot"))

    need = HomePage(any_bible).needs[0]

    assert (need.title, need.payment.rpartition("/")[2]) == ("Was $0.42 charged?", intent)
    assert need.text == "skylight was asked for scene 3, take 2 of “Night shoot” and never said how it ended."


@pytest.mark.parametrize(("charged", "cost"), [("yes", 420_000), ("no", 0)])
@pytest.mark.both_databases
def test_a_word_about_a_payment_is_booked(visit_any: Caller, any_bible: Bible, charged: str, cost: int) -> None:
    run_id = a_run(any_bible.db)
    intent = payment(any_bible, run_id)

    answer = visit_any("POST", f"/payments/{run_id}/{intent}", data={"charged": charged}, headers=PERSON)

    entry = paid.entry(any_bible.db, intent)
    assert (answer.status_code, entry.state, entry.cost) == (303, OrderState.FAILED, cost)


@pytest.mark.both_databases
def test_a_payment_is_settled_only_once(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)
    address = f"/payments/{run_id}/{payment(any_bible, run_id)}"
    visit_any("POST", address, data={"charged": "no"}, headers=PERSON)

    answer = visit_any("POST", address, data={"charged": "yes"}, headers=HTMX)

    assert (answer.status_code, "is known" in answer.headers["hx-trigger"]) == (409, True)


@pytest.mark.parametrize(
    ("address", "charged", "status"), [("r/x", "yes", 404), ("nobody/x", "yes", 404), ("r/x", "perhaps", 422)]
)
def test_a_word_about_nothing_is_refused(
    visit_any: Caller, any_bible: Bible, address: str, charged: str, status: int
) -> None:
    payment(any_bible, a_run(any_bible.db, run_id="r"))

    assert visit_any("POST", f"/payments/{address}", data={"charged": charged}, headers=PERSON).status_code == status


@pytest.mark.both_databases
def test_a_payment_of_a_deleted_run_still_needs_you(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run(any_bible.db, "Night shoot")
    intent = payment(any_bible, run_id)
    flow.forget_user(any_bible.resources, "local")

    need = HomePage(any_bible).needs[0]
    answer = visit_any("POST", need.payment, data={"charged": "yes"}, headers=PERSON)

    assert (need.href, "a film whose name was removed" in need.text) == ("", True)
    assert (answer.status_code, paid.entry(any_bible.db, intent).cost) == (303, 420_000)


@pytest.mark.both_databases
def test_an_order_of_a_cancelled_run_is_shown_while_it_is_followed(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run(any_bible.db, "Night shoot")
    with any_bible.db.transaction():
        turns.ask(any_bible.db, run_id, "{}")
    turn = turns.take(any_bible.db, run_id, owner="gone", lease_ms=1)
    assert turn is not None
    intent = Intent(step="scene 3", provider="skylight", request_sha256="0", price=Micros(420_000))
    with any_bible.db.transaction():
        entry = paid.intend(any_bible.db, turn, intent, left=10**9)
    assert entry is not None
    paid.submitted(any_bible.db, entry.intent_id, ref="123")
    any_bible.runs.finish(run_id, "cancelled")

    (need,) = HomePage(any_bible).needs

    assert (need.title, need.payment, need.href) == ("$0.42 may still be charged", "", f"/runs/{run_id}")
    assert need.text.startswith("“Night shoot” was cancelled while skylight works on scene 3 (skylight job 123).")
    assert need.text in visit_any("GET", "/").text


# A first film


def test_a_server_that_works_makes_a_sample_with_one_click(folder: Settings) -> None:
    with Bible(replace(folder, workers=1)) as bible:
        caller = Caller(create_app(bible))
        offered = caller("GET", "/").text
        answer = caller("POST", "/sample", headers=PERSON)
        made = bible.runs.list().items
        caller.close()

    assert "Make a sample film" in offered
    assert (answer.status_code, [run.concept for run in made]) == (303, [SAMPLE])


def test_a_server_without_a_worker_offers_no_sample(visit_any: Caller, any_bible: Bible) -> None:
    offered = visit_any("GET", "/").text

    answer = visit_any("POST", "/sample", headers=PERSON)

    assert ("Make a sample film" in offered, answer.status_code, any_bible.runs.list().total) == (False, 409, 0)


# What the weeks brought


def test_weeks_are_drawn_and_end_in_a_sentence(any_bible: Bible) -> None:
    any_bible.projects.create("northlight")
    past(any_bible, weeks=3, each=1)

    spend, quality = HomePage(any_bible).charts

    assert spend.sentence.endswith("$0.35 less than the week before.")
    assert quality.sentence == "The last films averaged 78 points, 4 above where these weeks began."


def test_one_week_makes_no_chart(any_bible: Bible) -> None:
    any_bible.lessons.wrap(a_finished_run(any_bible.db).run_id)

    assert HomePage(any_bible).charts == ()


def test_what_was_learned_names_its_source(any_bible: Bible) -> None:
    any_bible.projects.create("northlight")
    past(any_bible, weeks=1, each=1)
    chats = any_bible.conversations
    chats.remember(chats.scope("sam", character_id="nova"), "preference", "Sam likes rain")

    learned = HomePage(any_bible).learned

    assert [(each.text, each.why) for each in learned] == [
        ("Teaser: photorealistic gave 74 points", "The Last Keeper, teaser: the lamp in the storm, $1.90"),
        ("Sam likes rain", "nova remembers"),
    ]


def test_news_reads_nothing_that_only_changes_by_the_week(any_bible: Bible) -> None:
    any_bible.projects.create("northlight")
    past(any_bible, weeks=2, each=1)

    page = HomePage(any_bible, news=True)

    assert (page.charts, page.learned) == ((), ())


def test_more_failures_need_no_more_reads(any_bible: Bible) -> None:
    reads = []
    for number in (1, 2):
        a_finished_run(any_bible.db, f"Lost {number}", status="failed")
        with counted(any_bible.db) as statements:
            HomePage(any_bible)
        reads.append(len(statements))

    assert reads[0] == reads[1] > 0
