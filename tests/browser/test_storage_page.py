"""The storage page: what takes how much, what would go, and a clean-up that takes it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from showbible.bible import Bible
from showbible.jobs import timekeeping
from showbible.runs.recall.files import run_folder
from showbible.settings import Settings
from showbible.vocabulary import DEFAULT_PROJECT
from tests.browser.conftest import Visit, serving
from tests.browser.test_accessibility import violations_everywhere
from tests.clocks import Wall


@pytest.fixture
def aged(folder: Settings) -> Iterator[str]:
    """A server whose only run ended long ago."""
    wall = Wall()
    with Bible(folder, clock=wall) as bible:
        run_id = bible.runs.start("Whales", budget=5).run_id
        bible.runs.finish(run_id)
        bible.blobs.put("runs", run_folder(DEFAULT_PROJECT, run_id) + "script.json", [b"0" * 2048])
        timekeeping.observe(bible.db, wall)
        wall.pass_by(days=100)
        with serving(bible) as address:
            yield address


def test_what_would_go_is_shown_and_goes_at_a_press(visit: Visit, aged: str) -> None:
    page = visit("/storage", at=aged)
    page.get_by_role("link", name="What would go").click()
    expect(page.locator("#report")).to_contain_text("Working files of runs1, 2 KB")
    violations = violations_everywhere(page, widths=(390, 1280))

    page.get_by_role("button", name="Clean up now").click()

    expect(page.locator("#toasts")).to_contain_text("2 KB of files among them")
    expect(page.locator("#report")).to_contain_text("Nothing is old enough to go.")
    assert not violations


@pytest.fixture
def emptied(folder: Settings, tmp_path: Path) -> Iterator[tuple[Bible, str]]:
    """A server whose only project has been exported into a file, and deleted."""
    with Bible(folder) as bible, serving(bible) as address:
        bible.projects.create("whales")
        bible.assets("whales").add("image", "whale.png")
        bible.carrying.export("whales", tmp_path / "whales.zip")
        bible.projects.delete("whales")
        yield bible, address


def test_what_is_brought_in_is_shown_on_its_way_and_at_its_end_and_a_spoilt_file_says_why(
    visit: Visit, emptied: tuple[Bible, str], tmp_path: Path
) -> None:
    bible, address = emptied
    spoilt = tmp_path / "spoilt.zip"
    spoilt.write_bytes((tmp_path / "whales.zip").read_bytes()[:500])
    page = visit("/storage", at=address)
    imports = page.locator("#imports")

    for file, ended in ((tmp_path / "whales.zip", "Import of whales"), (spoilt, "damaged or incomplete")):
        page.locator("#import-file").set_input_files(file)
        page.get_by_role("button", name="Import").click()
        expect(imports).to_contain_text("It waits for a worker.")
        bible.worker().run_all()
        expect(imports).to_contain_text(ended)
        expect(imports).not_to_contain_text("It waits for a worker.")

    assert bible.projects.get("whales").name == "whales"
