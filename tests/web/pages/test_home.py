"""`/`: what runs now, what needs a person, what came of it lately."""

from __future__ import annotations

from showbible.bible import Bible
from showbible.jobs import queue
from showbible.web.pages.home import Need, gathered
from tests.builders import a_finished_run, a_run
from tests.web.conftest import Caller


def test_it_shows_what_runs_and_what_has_ended(visit_any: Caller, any_bible: Bible) -> None:
    a_run(any_bible.db, "Whales at dusk")
    a_finished_run(any_bible.db, "Owls at dawn")

    page = gathered(any_bible)

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

    needs = gathered(any_bible).needs

    text = "Failed while generating audio: quota exceeded"
    assert needs == (Need(hue="bad", icon="failed", title="Foghorn", text=text, href=f"/runs/{run_id}", act="Look"),)


def test_a_run_that_waits_for_a_verdict_needs_you(any_bible: Bible) -> None:
    run_id = a_run(any_bible.db, "Two pilots")
    any_bible.runs.enter(run_id, "evaluating")

    needs = gathered(any_bible).needs

    assert [(need.title, need.act) for need in needs] == [("Two pilots", "Review")]


def test_a_failed_job_needs_you(any_bible: Bible) -> None:
    with any_bible.db.transaction():
        queue.announce(any_bible.db, "run.finished", run_id="x")
    job = queue.claim(any_bible.db, owner="test", lease_ms=1000)
    assert job is not None
    queue.give_up(any_bible.db, job, "no room")

    needs = gathered(any_bible).needs

    assert [(need.title, need.href) for need in needs] == [("1 job failed", "/jobs?state=failed")]


def test_hostile_text_stays_text(visit_any: Caller, any_bible: Bible) -> None:
    a_run(any_bible.db, "<script>alert(1)</script>")

    answer = visit_any("GET", "/")

    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in answer.text
    assert "<script>alert" not in answer.text
