"""`/jobs`: states, reasons, and a fresh start for what failed."""

from __future__ import annotations

import csv
import io
from datetime import timedelta

import pytest

from showbible.bible import Bible
from showbible.jobs import queue, timekeeping
from showbible.jobs.queue import JobState
from showbible.settings import Settings
from showbible.storage.database import Database
from showbible.vocabulary import stamp, utcnow
from showbible.web.pages.home import page as home
from showbible.web.pages.jobs.page import JobFilter, JobsPage
from tests.clocks import Wall
from tests.web.conftest import Caller, calling

PERSON = {"accept": "text/html"}


@pytest.fixture
def failed(any_bible: Bible) -> str:
    """A job that gave up."""
    with any_bible.db.transaction():
        queue.announce(any_bible.db, "run.finished", key="r1", run_id="r1")
    job = queue.claim(any_bible.db, owner="test", lease_ms=1000)
    assert job is not None
    queue.give_up(any_bible.db, job, "<b>no room</b>")
    return job.job_id


def test_a_failed_job_says_why_in_plain_text(visit_any: Caller, failed: str) -> None:
    answer = visit_any("GET", "/jobs")

    assert "&lt;b&gt;no room&lt;/b&gt;" in answer.text and f"/jobs/{failed}/retry" in answer.text


def test_it_counts_every_state(any_bible: Bible, failed: str) -> None:
    page = JobsPage(any_bible, JobFilter())

    assert page.counts == {"queued": 0, "running": 0, "done": 0, "failed": 1}


@pytest.mark.both_databases
def test_a_retried_job_waits_again(visit_any: Caller, any_bible: Bible, failed: str) -> None:
    answer = visit_any("POST", f"/jobs/{failed}/retry", headers=PERSON)

    assert (answer.status_code, queue.find(any_bible.db, failed).state) == (303, JobState.QUEUED)


def test_a_retry_leaves_a_filtered_list_where_it_is(visit_any: Caller, failed: str) -> None:
    answer = visit_any("POST", f"/jobs/{failed}/retry?state=failed", headers=PERSON)

    assert answer.headers["location"] == "/jobs?state=failed"


@pytest.mark.parametrize(("query", "number"), [("", 2), ("?state=failed", 1), ("?state=done", 0)])
def test_a_file_holds_exactly_the_jobs_listed(
    visit_any: Caller, any_bible: Bible, failed: str, query: str, number: int
) -> None:
    with any_bible.db.transaction():
        queue.announce(any_bible.db, "run.finished", key="r2", run_id="r2")

    rows, table = visit_any("GET", f"/jobs.json{query}").json(), visit_any("GET", f"/jobs.csv{query}").text

    assert len(rows) == number
    assert [row["job_id"] for row in csv.DictReader(io.StringIO(table))] == [row["job_id"] for row in rows]


def test_only_a_failed_job_can_be_retried(visit_any: Caller, failed: str) -> None:
    visit_any("POST", f"/jobs/{failed}/retry", headers=PERSON)

    answer = visit_any("POST", f"/jobs/{failed}/retry", headers=PERSON)

    assert answer.status_code == 409


def test_a_job_is_told_in_plain_words(visit_any: Caller, failed: str) -> None:
    answer = visit_any("GET", "/jobs")

    assert "Learning from a finished run" in answer.text


def _announced(db: Database, *, ago: timedelta) -> None:
    with db.transaction():
        queue.announce(db, "run.finished", run_id="r1")
        db.run("UPDATE jobs SET due_at = :at, announced_at = :at", at=stamp(utcnow() - ago))


@pytest.mark.parametrize(("minutes", "late"), [(5, ""), (20, "15m 0s")])
def test_a_job_that_waits_says_since_when_and_whether_that_is_too_long(
    any_bible: Bible, minutes: int, late: str
) -> None:
    _announced(any_bible.db, ago=timedelta(minutes=minutes))

    page = JobsPage(any_bible, JobFilter())

    assert [(page.since(job)[0], page.overdue(job)) for job in page.list.items] == [("Waiting since", late)]
    assert (page.late is not None) == bool(late)


@pytest.mark.both_databases
def test_a_job_that_runs_says_since_when(any_bible: Bible) -> None:
    _announced(any_bible.db, ago=timedelta(minutes=20))
    job = queue.claim(any_bible.db, owner="test", lease_ms=1000)

    page = JobsPage(any_bible, JobFilter())

    assert job is not None
    running = page.list.items[0]
    assert (page.since(running), page.overdue(running)) == (("Running since", job.started_at), "")


def test_every_page_says_when_jobs_are_late(visit_any: Caller, any_bible: Bible) -> None:
    _announced(any_bible.db, ago=timedelta(hours=1))

    pages = {path: visit_any("GET", path).text for path in ("/runs", "/jobs")}

    assert all('class="amiss" href="/jobs"' in text for text in pages.values())
    assert "Jobs stand still" in pages["/runs"] and "start a worker" in pages["/jobs"]


def test_a_late_job_needs_you(any_bible: Bible) -> None:
    _announced(any_bible.db, ago=timedelta(hours=1))

    assert [need.title for need in home.HomePage(any_bible).needs] == ["Jobs stand still"]


def test_a_page_without_trouble_says_nothing_of_it(visit_any: Caller, failed: str) -> None:
    assert 'class="amiss"' not in visit_any("GET", "/runs").text


@pytest.mark.both_databases
def test_a_person_can_say_that_the_clock_is_right(settings: Settings) -> None:
    wall = Wall()
    with Bible(settings, clock=wall) as bible, calling(bible) as visit:
        timekeeping.observe(bible.db, wall)
        wall.jump(days=400)
        doubted, needs = visit("GET", "/jobs").text, home.HomePage(bible).needs

        answer = visit("POST", "/jobs/clock", headers=PERSON)

        assert "400 days ahead" in doubted and "The clock is right" in doubted
        assert [need.title for need in needs] == ["The clock is in doubt"]
        assert (answer.status_code, bible.clock_doubt()) == (303, None)


@pytest.mark.parametrize(("path", "status"), [("/jobs?state=zzz", 422), ("/jobs?cursor=zzz", 422)])
def test_a_wrong_filter_is_refused(visit_any: Caller, path: str, status: int) -> None:
    assert visit_any("GET", path).status_code == status


def test_an_unknown_job_is_not_found(visit_any: Caller) -> None:
    assert visit_any("POST", "/jobs/nobody/retry", headers=PERSON).status_code == 404


@pytest.mark.parametrize(("path", "said"), [("/jobs", "Nothing to do yet"), ("/jobs?state=failed", "No job is failed")])
def test_an_empty_list_says_so(visit_any: Caller, path: str, said: str) -> None:
    assert said in visit_any("GET", path).text
