"""A PostgreSQL that goes away and comes back: told as such, and nothing acknowledged is lost."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from showbible.bible import Bible
from showbible.errors import Misconfigured, Unreachable
from showbible.jobs import queue
from showbible.jobs.queue import Job, JobState
from showbible.jobs.worker import Worker
from showbible.settings import Settings
from showbible.storage import vectors
from showbible.storage.layout import ASSET_VECTORS
from tests.builders import a_run
from tests.postgres import Cluster


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """A server that a test may stop."""
    with Cluster.started() as running:
        yield running


def test_a_restart_loses_nothing_and_needs_no_restart_of_ours(own_cluster: Cluster, tmp_path: Path) -> None:
    with (
        own_cluster.database() as url,
        Bible(Settings(home=tmp_path / "studio", database=url, disk_floor_mb=0)) as bible,
    ):
        run_id = a_run(bible.db)
        own_cluster.stop()

        with pytest.raises(Unreachable, match="does not answer"):
            a_run(bible.db)
        own_cluster.start()

        assert bible.runs.get(run_id).run_id == run_id
        assert bible.runs.list().total == 1


def test_a_job_that_ran_while_the_server_was_away_ends_once_it_is_back(own_cluster: Cluster, tmp_path: Path) -> None:
    with (
        own_cluster.database() as url,
        Bible(Settings(home=tmp_path / "studio", database=url, disk_floor_mb=0)) as bible,
    ):
        with bible.db.transaction():
            queue.announce(bible.db, "lamp.lit")
        own = threading.Thread(target=own_cluster.start)

        def work_while_the_server_restarts(job: Job) -> None:
            own_cluster.stop()
            own.start()

        Worker(bible.db, work_while_the_server_restarts, pauses=[0.2] * 100).run_one()

        own.join()
        assert [(job.state, job.attempt) for job in queue.listed(bible.db).items] == [(JobState.DONE, 1)]


def test_a_connection_that_the_server_ends_is_replaced(own_cluster: Cluster, tmp_path: Path) -> None:
    with (
        own_cluster.database() as url,
        Bible(Settings(home=tmp_path / "studio", database=url, disk_floor_mb=0)) as bible,
    ):
        run_id = a_run(bible.db)
        own_cluster.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'showbible'")

        assert bible.runs.get(run_id).run_id == run_id


def test_a_database_that_does_not_exist_is_told(cluster: Cluster, tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match="does not let us in"):
        Bible(Settings(home=tmp_path / "studio", database=cluster.url("nowhere")))


def test_without_pgvector_things_are_found_by_words_until_a_restart_takes_it_up(
    cluster: Cluster, tmp_path: Path
) -> None:
    with cluster.without_pgvector() as url:
        settings = Settings(home=tmp_path / "studio", database=url, disk_floor_mb=0)
        with Bible(settings) as bible:
            bible.projects.create("tides")
            bible.assets("tides").add("image", "pier.png", prompt="A pier at dusk", asset_id="pier")
            bible.worker().run_all()
            worded = [hit.asset.asset_id for hit in bible.assets("tides").search("pier").items]
            failed = queue.counts(bible.db)[JobState.FAILED]
            without = _near(bible, "A pier at dusk")

        cluster.add_pgvector(url)
        with Bible(settings) as bible:
            with_it = _near(bible, "A pier at dusk")

    assert (worded, failed) == (["pier"], 0)
    assert (without, with_it) == ([], ["pier"])


def _near(bible: Bible, text: str) -> list[str]:
    embedder = bible.embeddings.asking()
    assert embedder is not None
    (vector,) = embedder.embed([text])
    near = vectors.nearest(bible.db, ASSET_VECTORS, vector, scope="tides", model=embedder.name)
    return [each.item_id for each in near]
