"""Whatever opens over a page closes by Escape or a click elsewhere, gives the focus back, and stays on the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from showbible.bible import Bible
from tests.browser.conftest import Visit
from tests.browser.test_elements import add

BOX = """<details class="ask"><summary class="button">Ask</summary>
<div class="ask-box"><p>Sure?</p><button>Yes</button></div></details>"""


def is_inside(box: Locator, width: int) -> bool:
    """Whether all of a box is on the screen."""
    found = box.bounding_box()
    return found is not None and found["x"] >= 0 and found["x"] + found["width"] <= width


def test_escape_closes_a_box_and_gives_focus_back(visit: Visit) -> None:
    page = visit("/")
    add(page, BOX)
    page.get_by_text("Ask", exact=True).click()
    page.get_by_role("button", name="Yes").focus()

    page.keyboard.press("Escape")

    expect(page.locator(".ask-box")).to_be_hidden()
    expect(page.locator("summary", has_text="Ask")).to_be_focused()


def test_a_click_elsewhere_closes_a_box_and_gives_focus_back(visit: Visit) -> None:
    page = visit("/")
    add(page, BOX)
    page.get_by_text("Ask", exact=True).click()

    page.get_by_role("heading", level=1).click()

    expect(page.locator(".ask-box")).to_be_hidden()
    expect(page.locator("summary", has_text="Ask")).to_be_focused()


def test_who_goes_on_to_another_control_stays_there(visit: Visit) -> None:
    page = visit("/")
    add(page, BOX + '<input aria-label="Next">')
    page.get_by_text("Ask", exact=True).click()

    page.get_by_label("Next").click()

    expect(page.locator(".ask-box")).to_be_hidden()
    expect(page.get_by_label("Next")).to_be_focused()


def test_escape_closes_only_what_is_on_top(visit: Visit, own: Bible, mine: str) -> None:
    own.runs.start("A lamp", run_id="lamp", budget="5")
    page = visit("/runs?view=table&peek=lamp", at=mine)
    page.get_by_text("Keep this view").click()

    page.keyboard.press("Escape")

    expect(page.get_by_label("Name")).to_be_hidden()
    expect(page.locator("#peek")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "opener"), [("/projects", "New project"), ("/runs?view=table", "Keep this view"), ("/library", "Add")]
)
def test_a_box_is_wholly_on_the_screen_of_a_phone(visit: Visit, own: Bible, mine: str, path: str, opener: str) -> None:
    own.projects.create("northlight", name="Northlight")
    page = visit(path, at=mine, width=390)

    page.locator("summary", has_text=opener).first.click()

    expect(page.locator(".ask[open] > .ask-box")).to_be_visible()
    assert is_inside(page.locator(".ask[open] > .ask-box"), 390)


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_box_at_either_edge_is_moved_onto_the_screen(visit: Visit, side: str) -> None:
    page = visit("/", width=1000)
    add(page, f'<div class="bond" dir="{"rtl" if side == "right" else "ltr"}">{BOX}</div>')

    page.get_by_text("Ask", exact=True).click()

    assert is_inside(page.locator(".ask-box"), 1000)


def test_a_box_is_placed_in_the_same_moment_that_it_opens(visit: Visit) -> None:
    page = visit("/", width=1000)
    add(page, f'<div class="bond">{BOX}</div>')

    left = page.evaluate(
        """() => {
          document.querySelector(".bond summary").click();
          return document.querySelector(".bond .ask-box").getBoundingClientRect().left;
        }"""
    )

    assert left >= 0
