"""Processes that share a PostgreSQL database call each other; whoever is not heard looks by himself."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from showbible.bible import Bible
from showbible.jobs import queue
from showbible.jobs.worker import Worker
from showbible.settings import Settings
from showbible.storage.bell import JOBS, RUNS, Bell
from showbible.storage.database import Database
from tests.conftest import IN_FOLDER

ON_SERVER = pytest.mark.parametrize("settings", ["postgresql"], indirect=True)


@pytest.fixture
def rung(db: Database) -> Iterator[threading.Event]:
    """What is set when somebody rings for jobs."""
    bell, heard = Bell(db), threading.Event()
    bell.call(JOBS, heard.set)
    if db.rules.name == "postgresql":
        assert heard.wait(30), "nobody listens"
        heard.clear()
    yield heard
    bell.close()


@ON_SERVER
def test_a_ring_is_heard_once_its_transaction_is_safe(db: Database, rung: threading.Event) -> None:
    with db.transaction():
        db.ring(JOBS)
        assert not rung.wait(0.1)

    assert rung.wait(30)


@ON_SERVER
def test_what_is_undone_was_never_rung_for(db: Database, rung: threading.Event) -> None:
    with pytest.raises(RuntimeError), db.transaction():
        db.ring(JOBS)
        raise RuntimeError
    with db.transaction():
        db.ring(RUNS)

    assert not rung.wait(0.2)


@ON_SERVER
def test_a_listener_that_was_cut_off_listens_again(db: Database, rung: threading.Event) -> None:
    with db.transaction():
        db.value("""
            SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
             WHERE query LIKE 'LISTEN%' AND datname = current_database()
        """)

    assert rung.wait(30)  # it is called when it is heard again, for what came meanwhile


@ON_SERVER
def test_a_worker_that_waits_long_is_called_to_a_new_job(settings: Settings) -> None:
    done = threading.Event()
    with Bible(settings) as bible:
        hands = Worker(bible.db, lambda job: done.set(), threads=1, bell=bible.bell, idle=(600.0, 600.0))
        hands.start()
        with bible.db.transaction():
            queue.announce(bible.db, "run.finished", run_id="r1")

        assert done.wait(30)
        assert hands.stop()


@IN_FOLDER
def test_in_a_folder_nobody_is_heard(db: Database, rung: threading.Event) -> None:
    with db.transaction():
        db.ring(JOBS)

    assert not rung.wait(0.1)
