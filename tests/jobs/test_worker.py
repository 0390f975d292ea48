"""A job always ends: settled, put back, or let go to come back by itself."""

from __future__ import annotations

import threading

from showbible.jobs import queue
from showbible.jobs.queue import Job, JobState, announce
from showbible.jobs.worker import Worker
from showbible.storage.database import Database
from showbible.storage.sqlite import SQLite
from showbible.storage.workspace import Workspace


def _announce(db: Database, *, key: str | None = None) -> None:
    with db.transaction():
        announce(db, "lamp.lit", key=key)


def _states(db: Database) -> list[JobState]:
    return [job.state for job in queue.listed(db).items]


def _set_floor(db: Database, floor: int) -> None:
    """Let the disk count as full below so many free bytes: writes are refused then, as on a full one."""
    assert isinstance(db.rules, SQLite)
    db.rules.floor = floor


FULL = 2**62


def test_an_effect_and_its_settlement_are_one(db: Database) -> None:
    _announce(db)

    def effect_then_crash(job: Job) -> None:
        with db.transaction():
            db.run("INSERT INTO facts (name, value) VALUES ('effect', 'once')")
            queue.settle(db, job)
        raise RuntimeError("after the effect")

    Worker(db, effect_then_crash).run_one()

    assert _states(db) == [JobState.DONE]


def test_a_worker_records_why_a_job_failed(db: Database) -> None:
    _announce(db)

    def refuse(job: Job) -> None:
        raise ValueError("no oil left")

    Worker(db, refuse).run_one()

    job = queue.listed(db).items[0]
    assert (job.state, job.error) == (JobState.QUEUED, "ValueError: no oil left")


def test_a_job_whose_end_could_not_be_written_at_first_is_done_once_it_can(in_files: Workspace) -> None:
    _announce(in_files.db)
    done: list[str] = []

    def work_while_the_disk_fills(job: Job) -> None:
        done.append(job.job_id)
        _set_floor(in_files.db, FULL)
        threading.Timer(0.05, _set_floor, (in_files.db, 0)).start()

    Worker(in_files.db, work_while_the_disk_fills, pauses=[0.02] * 200).run_one()

    assert (_states(in_files.db), len(done)) == ([JobState.DONE], 1)


def test_a_failure_that_could_not_be_written_at_first_is_kept_once_it_can(in_files: Workspace) -> None:
    _announce(in_files.db)

    def fail_while_the_disk_fills(job: Job) -> None:
        _set_floor(in_files.db, FULL)
        threading.Timer(0.05, _set_floor, (in_files.db, 0)).start()
        raise ValueError("no oil left")

    Worker(in_files.db, fail_while_the_disk_fills, pauses=[0.02] * 200).run_one()

    job = queue.listed(in_files.db).items[0]
    assert (job.state, job.error) == (JobState.QUEUED, "ValueError: no oil left")


def test_a_job_whose_end_cannot_be_written_comes_back_by_itself(in_files: Workspace) -> None:
    _announce(in_files.db, key="story-1")
    stuck = Worker(in_files.db, lambda job: _set_floor(in_files.db, FULL), pauses=[0.0])
    stuck.run_one()
    _set_floor(in_files.db, 0)

    with in_files.db.transaction():
        in_files.db.run("UPDATE jobs SET lease_until = 0")  # its time is up
    stuck.beat()  # as it does for as long as its process lives
    Worker(in_files.db, lambda job: None).run_all()

    assert (stuck.held(), _states(in_files.db)) == ([], [JobState.DONE])


def test_a_worker_renews_what_it_holds(db: Database) -> None:
    _announce(db)
    others: list[Job | None] = []

    def work_longer_than_the_lease(job: Job) -> None:
        assert worker.held() == [job]
        with db.transaction():
            db.run("UPDATE jobs SET lease_until = 0")
        worker.beat()
        others.append(queue.claim(db, owner=worker.owner, lease_ms=1000))

    worker = Worker(db, work_longer_than_the_lease, lease_seconds=30)
    worker.run_one()

    assert (others, _states(db)) == ([None], [JobState.DONE])


def test_the_job_of_a_thread_that_died_is_not_renewed(db: Database) -> None:
    _announce(db)
    worker = Worker(db, lambda job: None)
    job = queue.claim(db, owner=worker.owner, lease_ms=-1)
    assert job is not None
    dead = threading.Thread(target=lambda: None)
    dead.start()
    dead.join()

    worker._held[dead] = job  # as a thread leaves it that ends without unwinding
    worker.beat()
    worker.run_all()

    assert _states(db) == [JobState.DONE]


def test_a_job_that_wants_to_end_the_program_only_fails(db: Database) -> None:
    _announce(db)

    def leave(job: Job) -> None:
        raise SystemExit(3)

    Worker(db, leave).run_one()

    assert queue.listed(db).items[0].error == "SystemExit: 3"


def test_a_reason_that_cannot_be_stored_as_it_is_ends_a_job_all_the_same(db: Database) -> None:
    _announce(db)

    def fail(job: Job) -> None:
        raise ValueError("half a \ud800 and a \x00")

    Worker(db, fail).run_one()

    assert queue.listed(db).items[0].error == "ValueError: half a ? and a "


def test_a_thread_of_a_worker_outlives_whatever_goes_wrong(in_files: Workspace) -> None:
    looks = threading.Semaphore(0)

    def look() -> None:
        looks.release()
        raise RuntimeError("no lamp")

    worker = Worker(in_files.db, lambda job: None, threads=0, lease_seconds=0.03, beside=look)
    worker.start()

    looked = [looks.acquire(timeout=10) for _ in range(3)]

    worker.stop()
    assert all(looked)
