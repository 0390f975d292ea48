"""A disk that is really full: writes are refused in words, reads go on, and space brings everything back."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from showbible.bible import Bible
from showbible.errors import DiskFull
from showbible.jobs import queue
from showbible.jobs.queue import JobState
from showbible.jobs.worker import Worker
from showbible.settings import Settings
from tests import processes
from tests.builders import a_run
from tests.web.conftest import calling

UPLOAD = "/api/v1/library/brand/upload"
LARGE = {"file": ("a.bin", b"x" * 2_000_000)}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 8 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("this machine does not let us mount a small disk")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def _fill(folder: Path) -> Path:
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError:
            return filler


def test_a_full_disk_refuses_writes_keeps_reads_and_recovers(small_disk: Path) -> None:
    with Bible(Settings(home=small_disk / "studio", disk_floor_mb=0)) as bible:
        run_id = a_run(bible.db)
        filler = _fill(small_disk)

        with pytest.raises(DiskFull, match="Free some space"):
            for _ in range(2000):
                bible.runs.report(run_id, "renderer", "running", message="x" * 8000)
        with pytest.raises(DiskFull, match="Free some space"):
            bible.blobs.put("media", "film", [b"x" * 4_000_000])

        assert bible.runs.get(run_id).run_id == run_id
        filler.unlink()
        bible.runs.report(run_id, "renderer", "completed")
        assert bible.runs.finish(run_id).progress == 100
        assert bible.db.value("PRAGMA integrity_check") == "ok"
        assert not list((bible.workspace.home / "stores" / "partial").iterdir())


def test_a_job_that_ran_while_the_disk_was_full_ends_once_there_is_space(small_disk: Path) -> None:
    settings = Settings(home=small_disk / "studio", disk_floor_mb=1)
    with Bible(settings) as bible:
        with bible.db.transaction():
            queue.announce(bible.db, "lamp.lit", key="story-1")
        fillers: list[Path] = []
        worker = Worker(bible.db, lambda job: fillers.append(_fill(small_disk)), threads=1, pauses=[0.02] * 10**4)
        worker.start()
        _wait_until(lambda: bool(fillers))

        fillers[0].unlink()
        _wait_until(lambda: not worker.held())

        worker.stop()
        assert [(job.state, job.attempt) for job in queue.listed(bible.db).items] == [(JobState.DONE, 1)]


def _wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_full_disk_for_files_on_their_way_in_is_told_as_such(
    small_disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fill(small_disk)
    monkeypatch.setattr(tempfile, "tempdir", str(small_disk))

    with Bible(Settings(home=tmp_path / "studio", disk_floor_mb=0, workers=0)) as bible, calling(bible) as call:
        answer = call("POST", UPLOAD, files=LARGE)

    assert (answer.status_code, "Free some space" in answer.json()["detail"]) == (507, True)


def test_a_server_needs_no_other_disk_than_that_of_its_data(small_disk: Path, tmp_path: Path) -> None:
    # A little room is left, or Python would look for another place for its files by itself.
    os.truncate(filler := _fill(small_disk), filler.stat().st_size - 65_536)

    with processes.started(tmp_path / "studio", TMPDIR=str(small_disk)) as url:
        answer = httpx.post(f"{url}{UPLOAD}", files=LARGE, timeout=60)

    assert answer.status_code == 201
