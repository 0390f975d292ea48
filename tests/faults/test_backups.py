"""Backups under fire: writers beside them, and kills in the middle of each."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from showbible.backups import restore
from showbible.backups.source import InFolder
from showbible.backups.verify import check
from showbible.bible import Bible
from showbible.errors import NotFound
from showbible.settings import Settings
from showbible.storage.backup_manifest import MANIFEST, read_manifest
from showbible.vocabulary import utcnow
from tests.processes import Child


def _write(say: Callable[[Any], None], settings: Settings) -> None:
    """An asset in the project's file, then a run in the workspace's, again and again."""
    with Bible(settings) as bible:
        for number in count():
            bible.assets("whales").add("image", f"{number}.png", asset_id=f"a{number}")
            bible.runs.start("Whales", budget=1, run_id=f"r{number}", project_id="whales")
            say(number)


def test_every_backup_beside_a_writer_is_of_one_moment(folder: Settings, tmp_path: Path) -> None:
    with Bible(folder) as bible:
        bible.projects.create("whales")
        writer = Child(_write, folder)
        made = []
        for _ in range(3):
            writer.wait_for_word()
            made.append(bible.backups.create())
        writer.kill()

    for number, backup in enumerate(made):
        settings = replace(folder, home=tmp_path / f"back{number}")
        restore.restore(backup.place, settings, replace=False, at=utcnow())
        with Bible(settings) as back:
            runs = {run.id for run in back.runs.list(limit=200).items}
            assert runs == {f"r{each}" for each in range(len(runs))}
            assert back.assets("whales").get(f"a{len(runs) - 1}")
            with pytest.raises(NotFound):  # the next one may be there, whose run was not begun yet
                back.assets("whales").get(f"a{len(runs) + 1}")


def _back_up(say: Callable[[Any], None], settings: Settings) -> None:
    with Bible(settings) as bible:
        say("ready")
        while True:
            bible.backups.create()


@pytest.mark.parametrize("pause", [0.002, 0.01, 0.03])
def test_a_killed_backup_leaves_only_whole_ones(folder: Settings, pause: float) -> None:
    with Bible(folder) as bible:
        bible.projects.create("whales")
        bible.assets("whales").add("image", "a.png", asset_id="a")
        child = Child(_back_up, folder)
        child.wait_for_word()
        time.sleep(pause)
        child.kill()

        last = bible.backups.create()

        assert bible.backups.list()[0].name == last.name
        for backup in bible.backups.list()[:3]:
            bible.backups.verify(backup.name)
        assert not list((folder.home / "backups").glob("*.partial"))


def _restore(say: Callable[[Any], None], place: Path, settings: Settings) -> None:
    say("ready")
    restore.restore(place, settings, replace=True, at=utcnow())


@pytest.mark.parametrize("pause", [0.0, 0.005, 0.02, 0.05])
def test_a_killed_restore_leaves_the_old_studio_or_the_new_one(folder: Settings, tmp_path: Path, pause: float) -> None:
    with Bible(folder) as bible:
        bible.runs.start("Whales", budget=1, run_id="kept")
        for number in range(20):
            bible.blobs.put("media", f"{number}.bin", [bytes(100_000)])
        place = bible.backups.create().place.rename(tmp_path / "apart")
        bible.runs.start("Owls", budget=1, run_id="later")
    child = Child(_restore, place, folder)
    child.wait_for_word()
    time.sleep(pause)
    child.kill()

    with Bible(folder) as found:
        assert {run.id for run in found.runs.list().items} in ({"kept"}, {"kept", "later"})
    restore.restore(place, folder, replace=True, at=utcnow())
    with Bible(folder) as found:
        assert {run.id for run in found.runs.list().items} == {"kept"}


class _Deadly(InFolder):
    """A backup whose reader dies at its second file."""

    opened = 0

    def open(self, name: str) -> BinaryIO:
        self.opened += 1
        if self.opened == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().open(name)


def _verify(say: Callable[[Any], None], place: Path) -> None:
    check(read_manifest((place / MANIFEST).read_bytes()), _Deadly(place))
    say("alive")


def test_a_killed_check_has_changed_nothing_and_can_be_done_again(folder: Settings) -> None:
    with Bible(folder) as bible:
        bible.blobs.put("media", "lamp.bin", [b"light"])
        made = bible.backups.create()
        before = {path: path.stat().st_mtime_ns for path in made.place.rglob("*")}

        child = Child(_verify, made.place)
        child.process.join(60)

        assert (child.process.exitcode, child.rest()) == (-signal.SIGKILL, [])
        assert {path: path.stat().st_mtime_ns for path in made.place.rglob("*")} == before
        assert bible.backups.list()[0].verified_at is None
        assert bible.backups.verify(made.name).verified_at is not None
