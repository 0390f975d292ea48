"""A project whose removal was killed in the middle is removed by the next, and only then can be made again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from showbible import flow
from showbible.bible import Bible
from showbible.projects import record
from showbible.resources import Resources
from showbible.settings import Settings
from showbible.storage.blobs import FileEntry, Folder
from showbible.vocabulary import ProjectId
from tests.processes import Child

WHALES = ProjectId("whales")


class Slow(Folder):
    """Files that take their time to be listed, so that a remover can be caught among them."""

    say: Callable[[Any], None]

    def entries(self, store: str, prefix: str = "", *, after: str = "") -> Iterator[FileEntry]:
        """Say that the removal has come this far, and stay here."""
        self.say("among the files")
        time.sleep(600)
        yield from super().entries(store, prefix, after=after)


def _remove_and_die(say: Callable[[Any], None], settings: Settings) -> None:
    with Bible(settings) as bible:
        slow = Slow(settings.home / "stores")
        slow.say = say
        hands = Resources(workspace=bible.workspace, blobs=slow)
        flow.remove_life(hands, record.delete(bible.db, WHALES))


@pytest.fixture
def half_removed(settings: Settings) -> Iterator[Bible]:
    """A studio in which the remover of a project was killed among its files."""
    with Bible(settings) as bible:
        bible.projects.create(WHALES)
        run = bible.runs.start("Whales", budget=1, project_id=WHALES)
        bible.blobs.put("runs", f"projects/whales/runs/{run.id}/state.json", [b"{}"])
        bible.assets(WHALES).add("image", "old.png", asset_id="old")
        child = Child(_remove_and_die, settings)
        assert child.wait_for_word() == "among the files"
        child.kill()
        yield bible


def test_the_next_worker_finishes_and_what_is_made_anew_stays(half_removed: Bible) -> None:
    bible = half_removed

    bible.worker().run_all()
    bible.projects.create(WHALES)
    bible.assets(WHALES).add("image", "new.png", asset_id="new", prompt="A new whale")
    bible.worker().run_all()

    assert list(bible.blobs.listed("runs")) == [] and bible.runs.list().total == 0
    assert [hit.asset.asset_id for hit in bible.assets(WHALES).search("whale").items] == ["new"]
