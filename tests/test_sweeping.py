"""What a clean-up takes by the table of what is kept, and what it may never take."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from showbible import sweeping
from showbible.bible import Bible
from showbible.errors import NotFound, TooLarge
from showbible.lessons.model import Shelf
from showbible.runs.recall.files import run_folder
from showbible.settings import Settings
from showbible.storage.retention import MIB, RECORDS, STORES
from showbible.storage.stores import weights
from showbible.sweeping import CleanupReport
from showbible.vocabulary import DEFAULT_PROJECT
from tests.clocks import Wall

BYTES = b"a picture of ours"


@dataclass(frozen=True)
class Studio:
    """A studio with a clock that tests move."""

    bible: Bible
    wall: Wall

    def run(self, *, over: bool = True) -> str:
        """A run with a progress report, a working file and a film."""
        runs = self.bible.runs
        run_id = runs.start("Whales", budget=1).run_id
        runs.report(run_id, "writer", "running", message="a line")
        for store in ("runs", "videos"):
            self.bible.blobs.put(store, f"{self.folder(run_id)}note.json", [b"{}"])
        if over:
            runs.finish(run_id)
        return run_id

    def folder(self, run_id: str) -> str:
        """Where its files lie in a store."""
        return run_folder(DEFAULT_PROJECT, run_id)

    def has(self, run_id: str, store: str = "runs") -> bool:
        """Whether a run has files in a store."""
        return weights.weight(self.bible.blobs, store, self.folder(run_id)).files > 0

    def clean(self, *, dry_run: bool = False) -> CleanupReport:
        """Clean up now."""
        return sweeping.clean_up(self.bible.resources, dry_run=dry_run)


@pytest.fixture
def studio(settings: Settings) -> Iterator[Studio]:
    """An empty studio whose clock was looked at today."""
    wall = Wall()
    with Bible(settings, clock=wall) as bible:
        found = Studio(bible, wall)
        found.clean()
        yield found


def gone(report: CleanupReport) -> dict[str, int]:
    return {each.name: each.items for each in report.removals if each.items}


def test_working_files_go_after_their_days_and_the_run_and_its_film_stay(studio: Studio) -> None:
    run_id = studio.run()
    studio.wall.pass_by(days=(STORES["runs"].days or 0) - 1)
    studio.clean()
    before = studio.has(run_id)

    studio.wall.pass_by(days=2)
    studio.clean()

    assert (before, studio.has(run_id), studio.has(run_id, "videos")) == (True, False, True)
    assert studio.bible.runs.keeping(run_id).swept_at is not None and studio.bible.runs.get(run_id).run_id == run_id


def test_what_runs_is_pinned_or_named_elsewhere_stays(studio: Studio) -> None:
    running, pinned, named, kept = studio.run(over=False), studio.run(), studio.run(), studio.run()
    studio.bible.runs.pin(pinned)
    studio.bible.assets(DEFAULT_PROJECT).add("image", f"runs/{studio.folder(named)}note.json")
    studio.bible.library.keep(Shelf.BRAND, "logo", path=f"runs/{studio.folder(kept)}note.json")
    studio.wall.pass_by(days=400)

    studio.clean()

    assert all(studio.has(run_id) for run_id in (running, pinned, named, kept))


def test_what_is_no_longer_pinned_goes(studio: Studio) -> None:
    run_id = studio.run()
    studio.bible.runs.pin(run_id)
    studio.bible.runs.pin(run_id, pinned=False)
    studio.wall.pass_by(days=400)

    studio.clean()

    assert not studio.has(run_id)


def test_progress_goes_after_its_days_and_is_counted_as_dropped(studio: Studio) -> None:
    run_id = studio.run()
    studio.wall.pass_by(days=(RECORDS["progress"].days or 0) + 1)

    report = studio.clean()

    assert (gone(report)["progress"], studio.bible.runs.reports(run_id)) == (1, ([], 1))


def test_a_dry_run_tells_what_would_go_and_changes_nothing(studio: Studio) -> None:
    run_id = studio.run()
    studio.wall.pass_by(days=400)

    told, again = studio.clean(dry_run=True), studio.clean(dry_run=True)
    there = studio.has(run_id)

    assert (there, gone(told)) == (True, gone(again))
    assert gone(studio.clean()) == gone(told)


def test_a_clock_that_jumped_takes_nothing_and_says_why(studio: Studio) -> None:
    run_id = studio.run()
    studio.wall.jump(days=400)

    report = studio.clean()

    assert (studio.has(run_id), report.removals, "days ahead of" in (report.refused or "")) == (True, (), True)


def test_an_upload_that_nothing_names_goes_after_a_day(studio: Studio) -> None:
    studio.bible.projects.create("whales")
    assets = studio.bible.assets("whales")
    named = assets.upload("image", [BYTES])
    lost = assets.keep_file("image", [BYTES])

    young = gone(studio.clean())
    studio.wall.pass_by(days=2)
    report = studio.clean()

    assert ("orphans" in young, gone(report)["orphans"]) == (False, 1)
    assert studio.bible.blobs.stat("media", named.path.partition("/")[2]).size == len(BYTES)
    with pytest.raises(NotFound):
        studio.bible.blobs.stat("media", lost.key)


def test_all_working_files_of_a_run_share_one_limit(studio: Studio) -> None:
    run_id, most = studio.run(), STORES["runs"].most_bytes or 0
    put = studio.bible.blobs.put
    put("runs", f"{studio.folder(run_id)}large.json", [b"0" * (most - MIB)])

    with pytest.raises(TooLarge, match="for all files of a run"):
        put("runs", f"{studio.folder(run_id)}more.json", [b"0" * 2 * MIB])

    again = put("runs", f"{studio.folder(run_id)}large.json", [b"0" * (most - MIB)])
    assert again.size == most - MIB


def test_what_a_killed_clean_up_moved_aside_goes_the_next_day(studio: Studio) -> None:
    aside = studio.bible.workspace.home / "stores" / "partial" / "aside"
    aside.mkdir(parents=True)
    (aside / "note.json").touch()
    os.utime(aside, (0, 0))

    young = gone(studio.clean())
    studio.wall.pass_by(days=2)

    assert ("partial_files" in young, gone(studio.clean())["partial_files"], aside.exists()) == (False, 1, False)
