"""Whatever was acknowledged survives kill -9, and every job has its effect once."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from typing import Any

import pytest

from showbible import flow
from showbible.bible import Bible
from showbible.jobs import queue
from showbible.jobs.queue import Job, JobState
from showbible.jobs.worker import Worker
from showbible.runs.record import life
from showbible.settings import Settings
from showbible.storage.database import Database
from tests.builders import a_run
from tests.processes import Child

Say = Callable[[Any], None]


# Kills of a writing process; `benchmarks.server_kills` has as many as one likes


def _deliver_for_ever(say: Say, settings: Settings, run_id: str, name: str) -> None:
    with Bible(settings) as bible:
        for number in range(10**6):
            asset_id = f"{name}-{number}"
            bible.runs.deliver(run_id, "video", f"{asset_id}.mp4", asset_id=asset_id, scene_id=asset_id, cost="0.01")
            say(asset_id)


def test_50_kills_of_a_writing_process_lose_nothing_acknowledged(folder: Settings) -> None:
    chance = random.Random(7)
    with Bible(folder) as bible:
        run_id = a_run(bible.db)
    acknowledged: set[str] = set()

    for number in range(50):
        child = Child(_deliver_for_ever, folder, run_id, f"child{number}")
        acknowledged.add(child.wait_for_word())
        time.sleep(chance.uniform(0, 0.03))
        acknowledged.update(child.kill())

    with Bible(folder) as bible:
        run = bible.runs.get(run_id)
        kept = {asset.asset_id for asset in run.assets}
        assert acknowledged - kept == set()
        assert len(kept - acknowledged) <= 50, "more came in than one unheard delivery per kill"
        assert (run.spent, run.scenes_completed) == (len(kept) * 10_000, len(kept))
        assert bible.db.value("PRAGMA integrity_check") == "ok"


# 8 processes writing one workspace


def _deliver_some(say: Say, settings: Settings, run_id: str, name: str) -> None:
    longest = 0.0
    with Bible(settings) as bible:
        for number in range(50):
            started = time.monotonic()
            bible.runs.deliver(run_id, "video", f"{name}-{number}.mp4", asset_id=f"{name}-{number}", cost="0.01")
            longest = max(longest, time.monotonic() - started)
    say(longest)


def test_8_processes_on_one_run_lose_no_update_and_none_waits_for_ever(settings: Settings) -> None:
    with Bible(settings) as bible:
        run_id = a_run(bible.db, budget=100)

    children = [Child(_deliver_some, settings, run_id, f"child{number}") for number in range(8)]
    waits = [child.join()[0] for child in children]

    with Bible(settings) as bible:
        run = bible.runs.get(run_id)
    assert (len(run.assets), run.spent) == (400, 4_000_000)
    assert max(waits) < 10.0  # the promise, and the limit at which a writer is told to try later


# Jobs under fire


def _have_effects(say: Say, settings: Settings, owner: str) -> None:
    with Bible(settings) as bible:

        def effect(job: Job) -> None:
            with bible.db.transaction():
                name = f"effect {job.payload['number']} by {owner} in attempt {job.attempt}"
                bible.db.run("INSERT INTO facts (name, value) VALUES (:name, '')", name=name)
                queue.settle(bible.db, job)

        worker = Worker(bible.db, effect, threads=2, lease_seconds=1.0)
        worker.start()
        say("ready")
        while True:
            time.sleep(60)


def _open_jobs(db: Database) -> int:
    counts = queue.counts(db)
    return counts[JobState.QUEUED] + counts[JobState.RUNNING]


@pytest.mark.timeout(400)
def test_1000_jobs_on_3_workers_with_kills_have_each_effect_once(settings: Settings) -> None:
    chance = random.Random(11)
    with Bible(settings) as bible:
        with bible.db.transaction():
            for number in range(1000):
                queue.announce(bible.db, "lamp.lit", number=number)
        children = [Child(_have_effects, settings, f"first{number}") for number in range(3)]
        kills = 0

        while _open_jobs(bible.db):
            time.sleep(chance.uniform(0.05, 0.25))
            if kills < 12:
                victim = chance.randrange(3)
                children[victim].wait_for_word()
                children[victim].kill()
                children[victim] = Child(_have_effects, settings, f"next{kills}")
                kills += 1

        for child in children:
            child.kill()
        done = [row.name.split()[1] for row in bible.db.all("SELECT name FROM facts WHERE name LIKE 'effect %'")]
        assert sorted(map(int, done)) == list(range(1000))
        assert kills > 3


def _claim_and_wait(say: Say, settings: Settings) -> None:
    with Bible(settings) as bible:
        Worker(bible.db, lambda job: (say(job.job_id), time.sleep(600))[0], threads=1, lease_seconds=1.0).run_one()  # type: ignore[func-returns-value]


def test_the_job_of_a_killed_worker_is_taken_over_within_its_lease(settings: Settings) -> None:
    with Bible(settings) as bible:
        with bible.db.transaction():
            job_id = queue.announce(bible.db, "lamp.lit")
        child = Child(_claim_and_wait, settings)
        assert child.wait_for_word() == job_id
        child.kill()

        done: list[str] = []
        worker = Worker(bible.db, lambda job: done.append(job.job_id), lease_seconds=1.0)
        while not worker.run_all():
            time.sleep(0.05)

        assert done == [job_id]


def _die_of_a_job(_say: Say, settings: Settings) -> None:
    with Bible(settings) as bible:
        Worker(bible.db, lambda job: os.kill(os.getpid(), signal.SIGKILL), lease_seconds=0.01).run_all()


def _killed_workers(bible: Bible, number: int) -> None:
    """Let so many workers be killed at the job that waits, without the pauses between."""
    for _ in range(2 * number):
        if queue.listed(bible.db).items[0].attempt >= number:
            break
        child = Child(_die_of_a_job, bible.settings)
        child.process.join(60)
        with bible.db.transaction():
            bible.db.run("UPDATE jobs SET due_at = 0, lease_until = 0")


def test_a_job_whose_worker_was_killed_6_times_is_done_by_a_healthy_one(settings: Settings) -> None:
    with Bible(settings) as bible:
        with bible.db.transaction():
            queue.announce(bible.db, "lamp.lit", key="story-1")
        _killed_workers(bible, 6)

        healthy = Worker(bible.db, lambda job: None)
        healthy.run_all()  # finds that the last of them is gone
        with bible.db.transaction():
            bible.db.run("UPDATE jobs SET due_at = 0 WHERE state = 'queued'")
        healthy.run_all()

        job = queue.listed(bible.db).items[0]
        assert (job.state, job.error, job.lost, job.errors) == (JobState.DONE, None, 6, 0)


def test_a_job_that_kills_every_worker_is_given_up_with_a_reason(folder: Settings) -> None:
    with Bible(folder) as bible:
        with bible.db.transaction():
            queue.announce(bible.db, "lamp.lit")
            bible.db.run("UPDATE jobs SET lost = :lost", lost=queue.MOST_LOST - 2)
        _killed_workers(bible, 2)

        done = Worker(bible.db, lambda job: None).run_all()

        job = queue.listed(bible.db).items[0]
        assert (done, job.state) == (0, JobState.FAILED)
        assert job.error == "Its worker stopped without a word 20 times."


def _die_before_settling(_say: Say, settings: Settings) -> None:
    with Bible(settings) as bible:

        def wrap_and_die(job: Job) -> None:
            flow.perform(bible.resources, job)
            os.kill(os.getpid(), signal.SIGKILL)

        Worker(bible.db, wrap_and_die, lease_seconds=0.01).run_all()


def test_a_job_whose_effect_was_complete_when_its_worker_died_ends_done(settings: Settings) -> None:
    with Bible(settings) as bible:
        run = bible.runs.start("Whales", budget=1)
        bible.runs.finish(run.id)
        child = Child(_die_before_settling, settings)
        child.process.join(60)
        effect = bible.lessons.history().total

        while not bible.worker().run_all():
            time.sleep(0.01)  # until the lease of the dead has run out

        assert (effect, bible.lessons.history().total) == (1, 1)
        assert [(job.state, job.lost) for job in queue.listed(bible.db).items] == [(JobState.DONE, 1)]


# A run whose process died


def _start_and_die(say: Say, settings: Settings) -> None:
    with Bible(settings) as bible:
        say(life.start(bible.db, "Whales", 1).run_id)
        time.sleep(600)


def test_a_run_whose_process_died_can_be_resumed_by_another(settings: Settings) -> None:
    child = Child(_start_and_die, settings)
    run_id = child.wait_for_word()
    child.kill()

    with Bible(settings) as bible:
        bible.runs.enter(run_id, "generating_video")
        bible.runs.deliver(run_id, "video", "a.mp4", cost="0.10")
        run = bible.runs.finish(run_id)

    assert (run.progress, run.spent) == (100, 100_000)
