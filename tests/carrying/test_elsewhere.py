"""What was brought to one machine is taken in by a worker on another."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from showbible.bible import Bible
from showbible.carrying.requests import Imports
from showbible.jobs.job import JobState
from showbible.settings import Settings
from showbible.storage import arrivals
from showbible.vocabulary import utcnow
from tests.postgres import Cluster
from tests.seaweed import S3Server


@pytest.fixture
def here(cluster: Cluster, s3: S3Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    """A machine of a studio on PostgreSQL and S3."""
    with cluster.database() as database:
        yield s3.settings(Settings(home=tmp_path / "here", database=database, disk_floor_mb=0), monkeypatch)


def _asked(bible: Bible, archive: Path) -> str:
    imports = Imports(bible.resources)
    place = imports.new_place()
    shutil.copy(archive, place)
    return imports.ask(None, wait=False, brought=place).import_id


def _waiting(bible: Bible) -> list[str]:
    return [entry.key for entry in arrivals.parcels(bible.blobs).entries(arrivals.PARCELS)]


def test_an_import_is_done_by_a_worker_that_has_never_seen_the_file(
    here: Settings, archive: Path, tmp_path: Path
) -> None:
    with Bible(here) as server, Bible(replace(here, home=tmp_path / "there")) as worker:
        import_id = _asked(server, archive)
        shutil.rmtree(here.home / "arriving")

        worker.worker().run_all()

        assert Imports(server.resources).get(import_id).state is JobState.DONE
        assert server.projects.get("whales").name == "Whales & co"
        assert _waiting(server) == []


def test_what_nobody_took_in_goes_after_a_while_and_its_import_says_so(here: Settings, archive: Path) -> None:
    with Bible(here) as bible:
        import_id = _asked(bible, archive)

        assert arrivals.clear_parcels(bible.blobs, before=utcnow() + timedelta(minutes=1)) == 1

        bible.worker().run_all()
        ended = Imports(bible.resources).get(import_id)
        assert (ended.state, ended.error) == (
            JobState.FAILED,
            "What was brought waited too long and is gone. Send it again.",
        )
