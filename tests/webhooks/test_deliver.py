"""A notice is signed, tried until it is taken, and keeps its name."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.flow import perform
from showbible.jobs import queue
from showbible.jobs.queue import Job, JobState
from showbible.settings import Settings
from showbible.storage.database import Database
from showbible.studio.ledger import paid
from showbible.studio.ledger.model import OrderState
from showbible.troubles import deaf_hook
from tests.builders import a_finished_run, a_run
from tests.processes import Child
from tests.webhooks.receivers import SECRET, receiving

DOCS = Path(__file__).parents[2] / "docs" / "integrations.md"


def _work(bible: Bible) -> None:
    """Do what is due, and what would be due after its pause."""
    worker = bible.worker()
    for _ in range(12):
        worker.run_all()
        with bible.db.transaction():
            bible.db.run("UPDATE jobs SET due_at = 0 WHERE event = 'webhook.due' AND state = 'queued'")


def _deliveries(db: Database) -> list[Job]:
    return [job for job in queue.listed(db).items if job.event == "webhook.due"]


def test_a_finished_run_is_told_of_without_words_of_the_story(settings: Settings) -> None:
    with receiving() as receiver, Bible(receiver.told_by(settings)) as bible:
        run = a_finished_run(bible.db, "A secret ending")

        _work(bible)

        (came,) = receiver.came
        told = json.loads(came.body)
        assert told == {
            "event": "run.finished",
            "id": came.headers["Showbible-Delivery"],
            "run": run.run_id,
            "project": run.project_id,
            "time": told["time"],
            "links": {"run": f"/runs/{run.run_id}", "project": f"/projects/{run.project_id}"},
        }


def test_a_failed_run_says_so(folder: Settings) -> None:
    with receiving() as receiver, Bible(receiver.told_by(folder)) as bible:
        a_finished_run(bible.db, status="failed")

        _work(bible)

        assert [came.headers["Showbible-Event"] for came in receiver.came] == ["run.failed"]


def test_a_payment_of_unknown_outcome_is_told_of(folder: Settings) -> None:
    with receiving() as receiver, Bible(receiver.told_by(folder)) as bible:
        run_id = a_run(bible.db)
        with bible.db.transaction():
            bible.db.run(_INTENT, run_id=run_id)
            paid.close(bible.db, "order-1", state=OrderState.UNKNOWN, cost=0, error="silence")

        _work(bible)

        assert [json.loads(came.body)["event"] for came in receiver.came] == ["payment.unknown"]


_INTENT = """
    INSERT INTO ledger (
        intent_id, run_id, step, try_number, provider, request_sha256, state, reserved, cost, intended_at, project_id)
    VALUES ('order-1', :run_id, 'shot', 1, 'far', 'x', 'submitted', 5, 0, 1, 'default')
"""


def test_a_run_that_was_brought_here_after_its_end_is_told_to_nobody(folder: Settings) -> None:
    with receiving() as receiver, Bible(receiver.told_by(folder)) as bible:
        run = a_finished_run(bible.db)
        _work(bible)
        with bible.db.transaction():
            queue.announce(bible.db, "run.finished", key=run.run_id, run_id=run.run_id)

        _work(bible)

        assert len(receiver.came) == 1


def test_nobody_is_told_unless_a_person_wants_it(small: Bible) -> None:
    a_finished_run(small.db)

    _work(small)

    assert _deliveries(small.db) == []


def test_what_fails_twice_is_delivered_the_third_time_under_the_same_name(settings: Settings) -> None:
    with receiving(500, 503, 200) as receiver, Bible(receiver.told_by(settings)) as bible:
        a_finished_run(bible.db)

        _work(bible)

        names = {came.headers["Showbible-Delivery"] for came in receiver.came}
        (job,) = _deliveries(bible.db)
        assert (len(receiver.came), len(names), job.state, job.errors) == (3, 1, JobState.DONE, 2)


def test_a_hook_that_keeps_failing_ends_and_is_a_trouble_that_names_its_host_alone(folder: Settings) -> None:
    with receiving(500) as receiver, Bible(receiver.told_by(folder)) as bible:
        a_finished_run(bible.db)

        _work(bible)

        (job,), trouble = _deliveries(bible.db), deaf_hook(bible)
        assert (job.state, job.errors) == (JobState.FAILED, 9)
        assert trouble is not None
        assert f"127.0.0.1:{receiver.server_port} answered 500" in trouble.text
        assert "token-in-path" not in f"{trouble} {job}"


def test_a_redirect_is_not_followed(folder: Settings) -> None:
    with (
        receiving() as inside,
        receiving(307, location=inside.url) as receiver,
        Bible(receiver.told_by(folder)) as bible,
    ):
        a_finished_run(bible.db)

        bible.worker().run_all()
        bible.worker().run_all()

        assert ("no redirect is followed" in (_deliveries(bible.db)[0].error or ""), inside.came) == (True, [])


def test_a_hook_that_was_taken_away_is_told_nothing_more(folder: Settings) -> None:
    with receiving(500) as receiver:
        with Bible(receiver.told_by(folder)) as bible:
            a_finished_run(bible.db)
            bible.worker().run_all()
        with Bible(folder) as bible:
            _work(bible)

            assert [job.state for job in _deliveries(bible.db)] == [JobState.DONE]


def test_the_documented_receiver_knows_a_notice_of_ours_from_one_that_is_not(folder: Settings) -> None:
    is_genuine = _documented()
    with receiving() as receiver, Bible(receiver.told_by(folder)) as bible:
        a_finished_run(bible.db)
        _work(bible)
        (came,) = receiver.came

    header = came.headers["Showbible-Signature"]
    assert is_genuine(SECRET, came.body, header)
    assert not is_genuine(SECRET, came.body + b" ", header)
    assert not is_genuine("another secret", came.body, header)
    assert not is_genuine(SECRET, came.body, header, now=time.time() + 3600)


def _documented() -> Callable[..., bool]:
    section = DOCS.read_text().partition("\n## Webhooks\n")[2]
    (code,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    found: Callable[..., bool] = names["is_genuine"]
    return found


def _deliver_and_stay(say: Callable[[Any], None], settings: Settings) -> None:
    """A worker that sends, and is then held up before it can settle."""
    with Bible(settings) as bible:
        job = None
        while job is None or job.event != "webhook.due":
            job = queue.claim(bible.db, owner="dead:1", lease_ms=1)
            assert job is not None
            perform(bible.resources, job)
            if job.event != "webhook.due":
                queue.finish(bible.db, job)
        say("sent")
        time.sleep(600)


def test_a_worker_that_dies_after_sending_lets_the_same_name_be_sent_again(folder: Settings) -> None:
    with receiving() as receiver, Bible(receiver.told_by(folder)) as bible:
        a_finished_run(bible.db)
        child = Child(_deliver_and_stay, receiver.told_by(folder))
        child.wait_for_word()
        child.kill()

        _work(bible)

        names = [came.headers["Showbible-Delivery"] for came in receiver.came]
        assert (len(names), len(set(names))) == (2, 1)


@pytest.mark.parametrize(
    "url", ["https://127.0.0.1/x", "https://localhost/x", "https://[::1]/x", "https://2130706433/x"]
)
def test_an_internal_address_is_never_sent_to(folder: Settings, url: str) -> None:
    with Bible(replace(folder, webhooks=url, webhooks_secret=SECRET)) as bible:
        a_finished_run(bible.db)

        bible.worker().run_all()
        bible.worker().run_all()

        assert "is an internal address: nothing is sent there" in (_deliveries(bible.db)[0].error or "")
