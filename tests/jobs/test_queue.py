"""Jobs are saved with their facts, claimed once, retried, and never lost in silence."""

from __future__ import annotations

from datetime import timedelta

import pytest

from showbible.errors import Conflict, Invalid, NotFound
from showbible.jobs import queue, schedule
from showbible.jobs.queue import Job, JobState, LeaseLost, announce
from showbible.jobs.worker import Worker, boot
from showbible.storage.database import Database
from showbible.storage.workspace import Workspace
from showbible.vocabulary import stamp, utcnow
from tests.builders import a_project


def _announce(db: Database, event: str = "lamp.lit", *, key: str | None = None, **payload: object) -> str:
    with db.transaction():
        return announce(db, event, key=key, **payload)


def _claim(db: Database, *, lease_ms: int = 60_000) -> Job:
    job = queue.claim(db, owner=f"{boot(db)}:1:test", lease_ms=lease_ms)
    assert job is not None
    return job


def _states(db: Database) -> list[JobState]:
    return [job.state for job in queue.listed(db).items]


def _make_due(db: Database) -> None:
    with db.transaction():
        db.run("UPDATE jobs SET due_at = :now WHERE state = 'queued'", now=stamp(utcnow()))


def test_a_job_announced_in_a_failed_transaction_does_not_exist(db: Database) -> None:
    with pytest.raises(ZeroDivisionError), db.transaction():
        announce(db, "lamp.lit")
        1 / 0  # noqa: B018

    assert queue.listed(db).items == []


def test_a_job_is_claimed_by_one_worker_only(db: Database) -> None:
    _announce(db)

    _claim(db)

    assert queue.claim(db, owner=f"{boot(db)}:2:other", lease_ms=1000) is None


def test_a_claimed_job_carries_what_was_announced(db: Database) -> None:
    _announce(db, run_id="r1", scenes=[1, 2])

    assert _claim(db).payload == {"run_id": "r1", "scenes": [1, 2]}


def test_jobs_come_in_the_order_they_were_announced(db: Database) -> None:
    announced = [_announce(db, number=n) for n in range(5)]

    assert [_claim(db).job_id for _ in range(5)] == announced


def test_a_lease_that_ran_out_is_taken_over(db: Database) -> None:
    _announce(db)
    first = _claim(db, lease_ms=-1)

    second = _claim(db)

    assert (second.job_id, second.attempt) == (first.job_id, 2)


def test_a_lease_from_before_a_reboot_is_taken_over(db: Database) -> None:
    _announce(db)
    first = queue.claim(db, owner="another-boot:1:test", lease_ms=10**9)

    second = _claim(db)

    assert first is not None and second.job_id == first.job_id


def test_a_worker_that_lost_its_lease_cannot_settle(db: Database) -> None:
    _announce(db)
    late = _claim(db, lease_ms=-1)
    _claim(db)

    with pytest.raises(LeaseLost), db.transaction():
        queue.settle(db, late)

    assert _states(db) == [JobState.RUNNING]


def test_a_renewed_lease_is_not_taken_over(db: Database) -> None:
    _announce(db)
    held = _claim(db, lease_ms=-1)

    queue.renew(db, [held], lease_ms=60_000)

    assert queue.claim(db, owner=f"{boot(db)}:2:other", lease_ms=1000) is None


def test_a_lease_is_renewed_only_for_the_attempt_that_holds_it(db: Database) -> None:
    _announce(db)
    late = _claim(db, lease_ms=-1)
    _claim(db, lease_ms=-1)

    queue.renew(db, [late], lease_ms=60_000)
    queue.claim(db, owner=f"{boot(db)}:2:other", lease_ms=1000)

    assert queue.listed(db).items[0].lost == 2


def test_a_failed_job_waits_longer_each_time_and_then_gives_up(db: Database) -> None:
    _announce(db)
    for _ in range(queue.MOST_ATTEMPTS):
        _make_due(db)
        queue.put_back(db, _claim(db), "the lamp is out")

    job = queue.listed(db).items[0]

    assert (job.state, job.error) == (JobState.FAILED, "the lamp is out")
    assert [queue.pause_after(n) // 1_000_000 for n in (1, 2, 3, 4)] == [1, 4, 16, 64]


def test_a_job_put_back_is_not_due_at_once(db: Database) -> None:
    _announce(db)
    queue.put_back(db, _claim(db), "the lamp is out")

    assert queue.claim(db, owner=f"{boot(db)}:1:test", lease_ms=1000) is None


def test_a_clock_set_back_does_not_strand_a_job(db: Database) -> None:
    _announce(db)
    with db.transaction():
        db.run("UPDATE jobs SET due_at = :later", later=stamp(utcnow() + timedelta(days=1)))

    assert _claim(db).event == "lamp.lit"


def _lose(db: Database, *, times: int) -> None:
    for _ in range(3 * times):
        if queue.listed(db).items[0].lost == times:
            break
        _make_due(db)
        queue.claim(db, owner=f"{boot(db)}:1:test", lease_ms=-1)
    _make_due(db)


def test_a_job_that_kills_its_worker_is_given_up(db: Database) -> None:
    _announce(db)

    _lose(db, times=queue.MOST_LOST)

    job = queue.listed(db).items[0]
    assert (job.state, job.errors, job.lost) == (JobState.FAILED, 0, queue.MOST_LOST)
    assert "without a word" in str(job.error)


def test_a_job_whose_workers_were_killed_more_often_than_it_may_fail_is_still_done(db: Database) -> None:
    _announce(db)
    _lose(db, times=queue.MOST_ATTEMPTS + 1)

    Worker(db, lambda job: None).run_all()

    job = queue.listed(db).items[0]
    assert (job.state, job.error, job.lost) == (JobState.DONE, None, queue.MOST_ATTEMPTS + 1)


def test_kills_do_not_use_up_the_errors_that_a_job_may_have(db: Database) -> None:
    _announce(db)
    _lose(db, times=queue.MOST_ATTEMPTS + 1)

    state = queue.put_back(db, _claim(db), "the lamp is out")

    assert state is JobState.QUEUED


def test_a_lost_job_is_due_at_once_and_then_later_each_time() -> None:
    pauses = [queue.pause_after_loss(lost) // 1_000_000 for lost in (1, 2, 3, 4, queue.MOST_LOST)]

    assert pauses == [0, 1, 2, 4, 600]


def test_a_lost_job_makes_way_for_a_newer_one_with_the_same_key(db: Database) -> None:
    _announce(db, key="story-1", number=1)
    _claim(db, lease_ms=-1)
    _announce(db, key="story-1", number=2)

    assert _claim(db).payload == {"number": 2}


def test_a_failed_job_can_be_retried(db: Database) -> None:
    job_id = _announce(db)
    queue.give_up(db, _claim(db), "no")

    retried = queue.retry(db, queue.find(db, job_id).job_id)

    assert (retried.state, retried.attempt, retried.error) == (JobState.QUEUED, 0, None)


def test_only_a_failed_job_can_be_retried(db: Database) -> None:
    job_id = _announce(db)

    with pytest.raises(Conflict, match="only a failed job"):
        queue.retry(db, queue.find(db, job_id).job_id)


def test_an_unknown_job_is_not_found(db: Database) -> None:
    with pytest.raises(NotFound, match="no job 'nope'"):
        queue.find(db, "nope")


def test_with_a_key_the_newest_announcement_replaces_the_one_that_waits(db: Database) -> None:
    for number in range(3):
        _announce(db, key="story-1", number=number)

    assert [job.payload for job in queue.listed(db).items] == [{"number": 2}]


def test_two_jobs_with_one_key_never_run_at_once(db: Database) -> None:
    _announce(db, key="story-1", number=1)
    first = _claim(db)
    _announce(db, key="story-1", number=2)

    assert queue.claim(db, owner=f"{boot(db)}:2:other", lease_ms=1000) is None

    queue.finish(db, first)
    assert _claim(db).payload == {"number": 2}


def test_a_failure_makes_way_for_a_newer_job_with_the_same_key(db: Database) -> None:
    _announce(db, key="story-1", number=1)
    first = _claim(db)
    _announce(db, key="story-1", number=2)

    queue.put_back(db, first, "the lamp is out")

    assert sorted(_states(db)) == [JobState.DONE, JobState.QUEUED]


def test_what_a_project_announces_reaches_the_workspace(workspace: Workspace) -> None:
    project = a_project(workspace)

    job_id = _announce(project, asset_id="a1")

    assert [job.job_id for job in queue.listed(workspace.db).items] == [job_id]


def test_what_a_dead_process_left_in_an_outbox_is_relayed_later(in_files: Workspace) -> None:
    project = a_project(in_files)
    with project.transaction():
        announce(project, "lamp.lit", number=1)
        project._local.after_commit.clear()  # as if the process had died right after the commit

    relayed = queue.relay(project)

    assert (relayed, [job.payload for job in queue.listed(in_files.db).items]) == (1, [{"number": 1}])


def test_the_list_of_jobs_pages_without_gaps(db: Database) -> None:
    announced = [_announce(db, number=n) for n in range(7)]

    seen, cursor = [], None
    while True:
        page = queue.listed(db, limit=3, cursor=cursor)
        seen += [job.job_id for job in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break

    assert (seen, page.total) == (announced[::-1], 7)


@pytest.mark.parametrize("cursor", ["x", "W10", "WzEsMl0", "🎬", "A" * 5000])
def test_a_foreign_cursor_is_refused(db: Database, cursor: str) -> None:
    with pytest.raises(Invalid, match="cursor"):
        queue.listed(db, cursor=cursor)


@pytest.mark.parametrize("limit", [0, -1, 201])
def test_a_limit_out_of_range_is_refused(db: Database, limit: int) -> None:
    with pytest.raises(Invalid, match="limit"):
        queue.listed(db, limit=limit)


def test_a_periodic_event_is_announced_once_a_period(db: Database) -> None:
    schedule.announce_due(db, {"sweep": 3600.0})
    schedule.announce_due(db, {"sweep": 3600.0})

    assert [job.event for job in queue.listed(db).items] == ["sweep"]


def test_a_new_studio_waits_for_its_first_backup_until_one_is_due(db: Database) -> None:
    schedule.announce_due(db, {"backup.due": 3600.0})
    with db.transaction():
        db.run("UPDATE schedules SET last_at = last_at - :hour", hour=3600 * 1_000_000)
    waiting = queue.listed(db).total
    schedule.announce_due(db, {"backup.due": 3600.0})

    assert (waiting, [job.event for job in queue.listed(db).items]) == (0, ["backup.due"])


def test_jobs_are_forgotten_by_how_they_ended(db: Database) -> None:
    _announce(db, "one")
    queue.finish(db, _claim(db))
    _announce(db, "two")
    queue.give_up(db, _claim(db), "no")

    queue.forget(db, state=JobState.DONE, before=utcnow() + timedelta(minutes=1), most=10)

    assert [job.event for job in queue.listed(db).items] == ["two"]


def test_only_so_many_jobs_are_forgotten_at_once(db: Database) -> None:
    for number in range(3):
        _announce(db, number=number)
        queue.finish(db, _claim(db))

    gone = queue.forget(db, state=JobState.DONE, before=utcnow() + timedelta(minutes=1), most=2)

    assert (gone, [job.payload for job in queue.listed(db).items]) == (2, [{"number": 2}])
