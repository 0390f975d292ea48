"""A clean-up among uploaders, and one that is killed: nothing named goes missing, nothing goes by halves."""

from __future__ import annotations

import signal
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from showbible import sweeping
from showbible.bible import Bible
from showbible.errors import ShowbibleError
from showbible.runs.recall.files import run_folder
from showbible.settings import Settings
from showbible.storage.blobs import Folder
from showbible.storage.stores import weights
from showbible.vocabulary import DEFAULT_PROJECT
from tests.clocks import Wall
from tests.processes import Child

UPLOADERS, UPLOADS = 4, 15
NAMES = ("script.json", "cut.edl", "state.json")


def _upload(say: Callable[[Any], None], settings: Settings, number: int) -> None:
    """Upload until enough was taken in; what was taken for a leftover is sent again."""
    with Bible(settings) as bible:
        assets, kept = bible.assets(DEFAULT_PROJECT), 0
        while kept < UPLOADS:
            try:
                say(assets.upload("image", [f"{number} {kept}".encode()]).path)
                kept += 1
            except ShowbibleError:
                continue


def _clean(say: Callable[[Any], None], settings: Settings) -> None:
    """Clean up without end, and without mercy for what is young."""
    with Bible(settings) as bible:
        say("cleaning")
        while True:
            sweeping.clean_up(bible.resources, grace=timedelta(0))


def test_nothing_that_an_asset_names_is_missing_after_a_clean_up_among_uploaders(settings: Settings) -> None:
    with Bible(settings) as bible:
        bible.projects.create(DEFAULT_PROJECT)
        lost = bible.assets(DEFAULT_PROJECT).keep_file("image", [b"nobody names this"])
        cleaner = Child(_clean, settings)
        assert cleaner.wait_for_word() == "cleaning"
        uploaders = [Child(_upload, settings, number) for number in range(UPLOADERS)]

        paths = [path for each in uploaders for path in each.join()]
        cleaner.kill()
        sweeping.clean_up(bible.resources, grace=timedelta(0))

        there = {f"media/{each.key}" for each in bible.blobs.listed("media")}
        assert (len(paths), there) == (UPLOADERS * UPLOADS, set(paths))
        assert f"media/{lost.key}" not in there


class Halting(Folder):
    """Files that tell whenever the folder of a run goes, and wait there for their end at a given word."""

    say: Callable[[Any], None]
    left: int

    def discard(self, store: str, prefix: str) -> None:
        """Tell, then take it away, then tell again."""
        self._tell(prefix)
        super().discard(store, prefix)
        self._tell(prefix)

    def _tell(self, prefix: str) -> None:
        self.left -= 1
        self.say(prefix)
        if not self.left:
            signal.pause()


def _sweep(say: Callable[[Any], None], settings: Settings, words: int) -> None:
    wall = Wall()
    with Bible(settings, clock=wall) as bible:
        halting = Halting(settings.home / "stores")
        halting.say, halting.left = say, words
        wall.pass_by(days=400)
        sweeping.clean_up(replace(bible.resources, blobs=halting))


def _files(bible: Bible, run_id: str) -> int:
    return weights.weight(bible.blobs, "runs", run_folder(DEFAULT_PROJECT, run_id)).files


def test_a_clean_up_killed_in_the_middle_leaves_whole_runs_and_the_next_one_finishes(settings: Settings) -> None:
    wall = Wall()
    with Bible(settings, clock=wall) as bible:
        runs = [bible.runs.start("Whales", budget=1).run_id for _ in range(8)]
        for run_id in runs:
            bible.runs.finish(run_id)
            for name in NAMES:
                bible.blobs.put("runs", run_folder(DEFAULT_PROJECT, run_id) + name, [b"{}"])
        for words in (1, 2, 5):
            child = Child(_sweep, settings, words)
            for _ in range(words):
                child.wait_for_word()
            child.kill()
            assert {_files(bible, run_id) for run_id in runs} <= {0, len(NAMES)}
        wall.pass_by(days=400)

        sweeping.clean_up(bible.resources)

        swept = [bible.runs.keeping(run_id).swept_at is not None for run_id in runs]
        assert ([_files(bible, run_id) for run_id in runs], swept) == ([0] * len(runs), [True] * len(runs))
