"""`/api/v1/jobs`."""

from __future__ import annotations

from showbible.bible import Bible
from showbible.jobs import queue
from tests.web.conftest import Caller


def _failed_job(bible: Bible) -> str:
    with bible.db.transaction():
        job_id = queue.announce(bible.db, "run.finished", run_id="r1")
    job = queue.claim(bible.db, owner="server:1:x", lease_ms=60_000)
    assert job is not None
    queue.give_up(bible.db, job, "No oil.")
    return job_id


def test_a_failed_job_says_why_and_can_be_retried(any_bible: Bible, visit_any: Caller) -> None:
    job_id = _failed_job(any_bible)

    listed = visit_any("GET", "/api/v1/jobs?state=failed").json()
    retried = visit_any("POST", f"/api/v1/jobs/{job_id}/retry")

    assert (listed["total"], listed["jobs"][0]["error"]) == (1, "No oil.")
    assert (retried.status_code, retried.json()["state"]) == (200, "queued")


def test_what_cannot_be_retried_is_a_conflict(any_bible: Bible, visit_any: Caller) -> None:
    job_id = _failed_job(any_bible)
    visit_any("POST", f"/api/v1/jobs/{job_id}/retry")

    assert visit_any("POST", f"/api/v1/jobs/{job_id}/retry").status_code == 409


def test_unknown_jobs_and_states_are_refused(visit_any: Caller) -> None:
    statuses = [
        visit_any("POST", "/api/v1/jobs/nope/retry").status_code,
        visit_any("GET", "/api/v1/jobs?state=asleep").status_code,
        visit_any("GET", "/api/v1/jobs?limit=0").status_code,
        visit_any("GET", "/api/v1/jobs?cursor=x").status_code,
    ]

    assert statuses == [404, 422, 422, 422]
