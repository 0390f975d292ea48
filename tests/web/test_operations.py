"""What operators ask of a server, and that its answers are true."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import timedelta

import pytest
from prometheus_client.parser import text_string_to_metric_families

import showbible
from showbible.bible import Bible
from showbible.jobs import queue, timekeeping
from showbible.llm.embeddings import choosing
from showbible.settings import Settings
from showbible.storage import migrate
from showbible.storage.database import Database
from showbible.vocabulary import new_id, stamp, utcnow
from showbible.web.app import create_app
from tests.clocks import Wall
from tests.web.conftest import Caller, calling

CHECKS = ("disk", "schema", "store", "files", "jobs", "projects", "queue", "clock", "backups", "webhooks")


class Clockwork:
    """A worker that was last alive some seconds ago."""

    def __init__(self, *, silent: float) -> None:
        self.last_beat = time.monotonic() - silent

    def stop(self) -> None:
        """Nothing runs."""


def _settle(db: Database, state: str, *, number: int, ago: timedelta = timedelta(0)) -> None:
    at = stamp(utcnow() - ago)
    rows = [{"job_id": new_id(), "state": state, "at": at} for _ in range(number)]
    with db.transaction():
        db.many(
            """
            INSERT INTO jobs (job_id, event, payload, state, due_at, announced_at, settled_at)
            VALUES (:job_id, 'run.finished', '{}', :state, :at, :at, :at)
            """,
            rows,
        )


def _states(call: Caller) -> dict[str, str]:
    answer = call("GET", "/readyz").json()
    return {name: check["state"] for name, check in answer["checks"].items()}


def test_a_live_process_says_so(visit_any: Caller) -> None:
    answer = visit_any("GET", "/livez")

    assert (answer.status_code, answer.json()) == (200, {"status": "alive"})


def test_a_live_process_says_so_without_its_database(any_bible: Bible, visit_any: Caller) -> None:
    _break(any_bible)

    answers = {path: visit_any("GET", path).status_code for path in ("/livez", "/readyz", "/metrics")}

    assert answers == {"/livez": 200, "/readyz": 503, "/metrics": 200}


def _break(bible: Bible) -> None:
    """Take a table away, as a restore that went wrong would."""
    with bible.workspace.db.transaction():
        bible.workspace.db.run("ALTER TABLE facts RENAME TO lost")


def test_a_studio_in_order_is_ready(visit_any: Caller) -> None:
    answer = visit_any("GET", "/readyz")

    fine = {"state": "ok", "detail": ""}
    assert answer.status_code == 200
    read = {"state": "ok", "detail": f"Scenes and talk are read by {choosing.reader()}."}
    assert answer.json() == {"status": "ready", "checks": dict.fromkeys(CHECKS, fine) | {"reading": read}}


def test_a_file_store_that_is_away_is_told_beside_all_that_is_well(
    folder: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "x")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "x")
    distant = replace(folder, stores="s3://films", s3_endpoint="http://127.0.0.1:1")
    with Bible(distant) as bible, calling(bible) as call:
        answer = call("GET", "/readyz")

    bad = {name for name, check in answer.json()["checks"].items() if check["state"] != "ok"}
    assert (answer.status_code, bad) == (503, {"files"})


def test_looking_whether_the_store_works_leaves_nothing_behind(any_bible: Bible, visit_any: Caller) -> None:
    visit_any("GET", "/readyz")

    assert any_bible.workspace.db.value("SELECT COUNT(*) FROM facts WHERE name LIKE 'probe%'") == 0


def test_a_schema_from_the_future_is_not_ready(folder: Settings) -> None:
    with Bible(folder) as bible:
        with bible.workspace.db.transaction():
            bible.workspace.db.run(f"PRAGMA user_version = {migrate.head('workspace') + 1}")
        caller = Caller(create_app(bible))
        found = caller("GET", "/readyz")
        caller.close()

    assert (found.status_code, found.json()["checks"]["schema"]["state"]) == (503, "failed")


def test_a_full_disk_is_not_ready(folder: Settings) -> None:
    with Bible(folder) as bible:
        bible.settings = replace(bible.settings, disk_floor_mb=10**9)
        caller = Caller(create_app(bible))
        found = caller("GET", "/readyz")
        caller.close()

    assert (found.status_code, found.json()["checks"]["disk"]["state"]) == (503, "failed")


def test_a_store_that_does_not_answer_is_not_ready(folder: Settings) -> None:
    with Bible(folder) as bible:
        caller = Caller(create_app(bible))
        with bible.workspace.db.transaction():
            found = caller("GET", "/readyz")
        caller.close()

    assert (found.status_code, found.json()["checks"]["store"]["detail"]) == (
        503,
        "The store did not answer within 2 s.",
    )


@pytest.mark.parametrize(
    ("done", "failures", "state"),
    [(10, 10, "ok"), (9, 11, "failed"), (0, 20, "failed"), (1, 2, "degraded"), (0, 0, "ok")],
)
def test_failing_jobs_count_against_readiness(
    any_bible: Bible, visit_any: Caller, done: int, failures: int, state: str
) -> None:
    _settle(any_bible.workspace.db, "done", number=done)
    _settle(any_bible.workspace.db, "failed", number=failures)

    assert _states(visit_any)["jobs"] == state


def test_what_degrades_does_not_stop(any_bible: Bible, visit_any: Caller) -> None:
    _settle(any_bible.workspace.db, "failed", number=1)

    answer = visit_any("GET", "/readyz")

    assert (answer.status_code, answer.json()["status"]) == (200, "degraded")


def test_failures_of_another_day_are_forgiven(any_bible: Bible, visit_any: Caller) -> None:
    _settle(any_bible.workspace.db, "failed", number=20, ago=timedelta(days=1))

    assert _states(visit_any)["jobs"] == "ok"


def _run(db: Database, event: str, *, ago: timedelta) -> None:
    """Let a job have been running for a while."""
    with db.transaction():
        queue.announce(db, event)
    queue.claim(db, owner="server:1:x", lease_ms=10**9)
    with db.transaction():
        db.run("UPDATE jobs SET started_at = :at WHERE state = 'running'", at=stamp(utcnow() - ago))


def _queue(call: Caller) -> tuple[str, str]:
    found = call("GET", "/readyz").json()["checks"]["queue"]
    return found["state"], found["detail"]


def test_a_job_that_waits_too_long_is_told(any_bible: Bible, visit_any: Caller) -> None:
    _settle(any_bible.db, "queued", number=2, ago=timedelta(minutes=20))
    _settle(any_bible.db, "done", number=1)

    state, detail = _queue(visit_any)

    assert state == "degraded"
    assert detail.startswith("“Learning from a finished run” (run.finished) has been waiting for 20m 0s, where 15m 0s")


def test_a_job_that_runs_too_long_is_told(any_bible: Bible, visit_any: Caller) -> None:
    _settle(any_bible.db, "done", number=1)
    _run(any_bible.db, "run.deleted", ago=timedelta(hours=2))

    state, detail = _queue(visit_any)

    assert (state, "has been running for 2h 0m" in detail, "restart the worker" in detail) == ("degraded", True, True)


def test_work_that_may_take_long_is_given_the_time(any_bible: Bible, visit_any: Caller) -> None:
    _run(any_bible.db, "assets.recorded", ago=timedelta(hours=2))

    assert _queue(visit_any) == ("ok", "")


def test_a_queue_where_nothing_ends_is_not_ready(any_bible: Bible, visit_any: Caller) -> None:
    _settle(any_bible.db, "done", number=5, ago=timedelta(hours=3))
    _settle(any_bible.db, "queued", number=2, ago=timedelta(hours=2))

    answer = visit_any("GET", "/readyz")

    assert (answer.status_code, answer.json()["checks"]["queue"]["state"]) == (503, "failed")
    assert "No job has ended for half an hour" in answer.json()["checks"]["queue"]["detail"]


def test_a_clock_in_doubt_is_told_until_a_person_says_that_it_is_right(settings: Settings) -> None:
    wall = Wall()
    with Bible(settings, clock=wall) as bible, calling(bible) as call:
        timekeeping.observe(bible.db, wall)
        wall.jump(days=400)
        doubted = call("GET", "/readyz")

        word = call("POST", "/api/v1/maintenance/clock")

        assert (doubted.status_code, doubted.json()["status"]) == (200, "degraded")
        assert "400 days ahead" in doubted.json()["checks"]["clock"]["detail"]
        assert word.json() == {"trusted": True, "reason": None, "remedy": None}
        assert call("GET", "/readyz").json()["status"] == "ready"


def test_whether_the_clock_is_believed_can_be_asked(settings: Settings) -> None:
    wall = Wall()
    with Bible(settings, clock=wall) as bible, calling(bible) as call:
        timekeeping.observe(bible.db, wall)
        wall.jump(days=-1)

        found, figures = call("GET", "/api/v1/maintenance/clock").json(), _figures(call)

        assert (found["trusted"], "24 hours behind" in found["reason"]) == (False, True)
        assert figures[("clock_in_doubt",)] == 1


@pytest.mark.parametrize(("silent", "state"), [(0, "ok"), (60, "failed")])
def test_a_silent_worker_is_noticed(bible: Bible, silent: float, state: str) -> None:
    app = create_app(bible)
    app.state.worker = Clockwork(silent=silent)
    caller = Caller(app)

    states = _states(caller)

    caller.close()
    assert states["worker"] == state


def test_a_server_without_workers_waits_for_no_beat(bible: Bible) -> None:
    caller = Caller(create_app(bible, worker=Clockwork(silent=60)))

    states = _states(caller)

    caller.close()
    assert "worker" not in states


def test_a_closing_server_is_not_ready(bible: Bible) -> None:
    caller = Caller(create_app(bible))
    caller.app.state.closing.set()

    answer = caller("GET", "/readyz")

    caller.close()
    assert (answer.status_code, answer.json()["checks"]["server"]["state"]) == (503, "failed")


def test_the_version_names_everything_a_report_needs(any_bible: Bible, visit_any: Caller) -> None:
    answer = visit_any("GET", "/version").json()

    assert answer == {
        "app": showbible.__version__,
        "schema": migrate.head("workspace"),
        "database": answer["database"],
        "workspace_id": visit_any("GET", "/version").json()["workspace_id"],
    }
    assert answer["database"].startswith(any_bible.workspace.db.rules.name)


def _figures(call: Caller) -> dict[tuple[str, ...], float]:
    families = text_string_to_metric_families(call("GET", "/metrics").text)
    return {(one.name, *one.labels.values()): one.value for family in families for one in family.samples}


def test_requests_are_counted_by_route_and_status(visit_any: Caller) -> None:
    for path in ("/livez", "/livez", "/nowhere/1", "/nowhere/2"):
        visit_any("GET", path)

    figures = _figures(visit_any)

    assert figures["http_requests_total", "GET", "/livez", "200"] == 2
    assert figures["http_requests_total", "GET", "unmatched", "404"] == 2


def test_an_invented_method_makes_no_new_series(visit_any: Caller) -> None:
    visit_any("BREW", "/livez")

    assert _figures(visit_any)["http_requests_total", "OTHER", "/livez", "405"] == 1


def test_the_queue_is_measured(any_bible: Bible, visit_any: Caller) -> None:
    _settle(any_bible.workspace.db, "queued", number=2, ago=timedelta(minutes=10))
    _settle(any_bible.workspace.db, "failed", number=3)

    figures = _figures(visit_any)

    assert {state: figures["jobs", state] for state in ("queued", "running", "failed")} == {
        "queued": 2,
        "running": 0,
        "failed": 3,
    }
    assert 600 <= figures[("jobs_oldest_ready_seconds",)] < 900


def test_running_jobs_are_measured_with_their_age(any_bible: Bible, visit_any: Caller) -> None:
    _run(any_bible.db, "run.deleted", ago=timedelta(minutes=10))

    figures = _figures(visit_any)

    assert figures["jobs_running", "run.deleted"] == 1
    assert 600 <= figures["jobs_running_seconds", "run.deleted"] < 900


def test_the_disk_and_the_database_are_measured(any_bible: Bible, visit_any: Caller) -> None:
    figures = _figures(visit_any)

    assert figures[("database_up",)] == 1
    assert figures[("disk_free_bytes",)] > 0
    assert (("sqlite_wal_bytes",) in figures) == any_bible.workspace.in_files


def test_two_applications_count_apart(bible: Bible) -> None:
    first, second = Caller(create_app(bible)), Caller(create_app(bible))

    first("GET", "/livez")

    counted = [("http_requests_total", "GET", "/livez", "200") in _figures(caller) for caller in (first, second)]
    first.close()
    second.close()
    assert counted == [True, False]


def test_a_backup_can_be_asked_for_and_is_then_listed_and_measured(settings: Settings) -> None:
    with Bible(settings) as bible, calling(bible) as call:
        asked = call("POST", "/api/v1/maintenance/backups")
        bible.worker().run_all()

        [made] = call("GET", "/api/v1/maintenance/backups").json()["backups"]

        done = [job.job_id for job in queue.listed(bible.db, state=queue.JobState.DONE).items]
        assert (asked.status_code, asked.json()["job_id"] in done) == (202, True)
        assert (made["left_out"], made["verified_at"]) == ({}, None)
        assert "backup_last_success_timestamp" in call("GET", "/metrics").text


def test_a_clean_up_says_per_store_what_goes(settings: Settings) -> None:
    wall = Wall()
    with Bible(settings, clock=wall) as bible, calling(bible) as call:
        run_id = call("POST", "/api/v1/runs", json={"concept": "Whales", "budget": 1}).json()["run_id"]
        call("POST", f"/api/v1/runs/{run_id}/complete", json={"status": "completed"})
        bible.blobs.put("runs", f"projects/default/runs/{run_id}/script.json", [b"{}"])
        timekeeping.observe(bible.db, wall)
        wall.pass_by(days=100)

        pinned = call("POST", f"/api/v1/runs/{run_id}/pin"), _runs_swept(call)
        unpinned = call("DELETE", f"/api/v1/runs/{run_id}/pin"), _runs_swept(call, dry_run=True), _runs_swept(call)

        told = call("GET", f"/api/v1/runs/{run_id}").json()
        assert (pinned[0].status_code, *pinned[1:]) == (204, (0, 0))
        assert (unpinned[0].status_code, *unpinned[1:]) == (204, (1, 2), (1, 2))
        assert (told["pinned"], told["working_files_removed_at"] is not None) == (False, True)


def _runs_swept(call: Caller, *, dry_run: bool = False) -> tuple[int, int]:
    found = call("POST", f"/api/v1/maintenance/cleanup?dry_run={str(dry_run).lower()}").json()
    assert found["dry_run"] is dry_run
    return next((each["items"], each["bytes"]) for each in found["stores"] if each["store"] == "runs")
