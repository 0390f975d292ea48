"""Every page fits: with text twice as large, under a finger on a phone, and without a word in the console."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from showbible.bible import Bible
from showbible.lessons.model import Shelf
from showbible.settings import Settings
from tests.browser import cast_data, direction_data, home_data, receipts_data
from tests.browser.conftest import TAKEN, Visit, serving

PAGES = (
    "/",
    "/runs",
    "/runs?view=table",
    "/runs?peek=past-1",
    "/projects",
    "/projects/northlight",
    "/projects/northlight/entities",
    "/projects/northlight/timeline",
    "/projects/northlight/notes",
    "/projects/northlight/continuity",
    "/projects/northlight/direction",
    "/cast",
    "/cast/nova",
    "/memory",
    "/memory/combinations",
    "/memory/providers",
    "/memory/history",
    "/memory/try",
    "/preferences",
    "/library",
    "/analytics",
    "/recall",
    "/storage",
)

LARGER = "document.documentElement.style.fontSize = '200%'"
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
TOO_SMALL = """() => {
  const size = (each) => {
    const around = each.closest("label") ?? each;
    const [box, more] = [around.getBoundingClientRect(), getComputedStyle(each, "::after")];
    const reach = more.position === "absolute" ? [parseFloat(more.width) || 0, parseFloat(more.height) || 0] : [0, 0];
    return [Math.max(box.width, reach[0]), Math.max(box.height, reach[1])];
  };
  const words = (each) => [...each.parentElement.childNodes].some((near) => near.nodeType === 3 && near.data.trim());
  const inText = (each) => each.matches("a") && getComputedStyle(each).display === "inline" && words(each);
  return [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width)
    .filter((each) => each.getBoundingClientRect().bottom > 0)
    .filter((each) => !inText(each) && !each.closest("svg, .visually-hidden"))
    .filter((each) => Math.min(...size(each)) < 43.9)
    .map((each) => `${each.outerHTML.slice(0, 120)} is ${size(each).map(Math.round).join(" by ")}`);
}"""

CUT = """[...document.querySelectorAll(".figures > * > .table-box")]
  .filter((each) => each.scrollWidth > each.clientWidth).length"""
OVERLAPS = """() => [...document.querySelectorAll(".stops")].flatMap((axis) => {
  const seen = [...axis.children].filter((each) => each.checkVisibility());
  const shown = seen.map((each) => each.getBoundingClientRect());
  return shown.slice(1).filter((each, n) => each.left < shown[n].right + 4);
}).length"""


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a studio in which every page has something to show, for looking only."""
    home = tmp_path_factory.mktemp("full") / "studio"
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        bible.projects.create("northlight", name="Northlight")
        cast_data.cast(bible)
        direction_data.directed(bible, "northlight")
        receipts_data.asked(bible)
        bible.library.keep(Shelf.BRAND, "logo", path="brand/logo.svg", description="Northlight, on dark")
        # Last: those before let the background work, which nobody waits for here.
        home_data.past(bible, weeks=6, each=1)
        bible.runs.start("The Last Keeper, night shoot", run_id="now", budget="5", project_id="northlight")
        home_data.payment(bible, "now")
        home_data.views(bible)
        with serving(bible) as address:
            yield address


def walked(page: Page, at: str) -> Iterator[str]:
    """Each page in turn, once it is ready."""
    for path in PAGES:
        page.goto(at + path)
        page.wait_for_function(TAKEN)
        yield path


def test_every_page_fits_a_phone_and_text_twice_as_large_with_large_targets_and_an_empty_console(
    visit: Visit, full: str
) -> None:
    said: list[str] = []
    page = visit("/", at=full, said=said)

    found = {path: wrongs(page) for path in walked(page, full)}

    assert {path: wrong for path, wrong in found.items() if wrong != (False, [], False)} == {}
    assert said == []


def wrongs(page: Page) -> tuple[bool, list[str], bool]:
    """Whether it is too wide for a phone, what is too small for a finger there, and whether large text breaks it."""
    page.set_viewport_size({"width": 390, "height": 844})
    on_a_phone = page.evaluate(TOO_WIDE), page.evaluate(TOO_SMALL)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.evaluate(LARGER)
    return *on_a_phone, page.evaluate(TOO_WIDE)


def test_the_table_of_runs_shows_the_status_on_a_phone(visit: Visit, full: str) -> None:
    page = visit("/runs?view=table", at=full, width=390)

    box = page.locator(".table.runs tbody .chip").first.bounding_box()

    assert box is not None and box["x"] + box["width"] <= 390


def test_no_figure_is_cut_and_no_label_runs_into_the_next(visit: Visit, full: str) -> None:
    page = visit("/analytics", at=full)

    found = {}
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 900})
        found[width] = page.evaluate(CUT), page.evaluate(OVERLAPS)

    assert found == {1440: (0, 0), 390: (0, 0)}


def test_going_back_leaves_a_stream_without_a_word(visit: Visit, full: str) -> None:
    said: list[str] = []
    page = visit("/runs", at=full, said=said)

    page.get_by_role("link", name="Peek at").first.click()
    page.wait_for_url("**peek=**")
    page.go_back()
    page.wait_for_url("**/runs")
    page.locator("#peek").wait_for(state="hidden")

    assert said == []
