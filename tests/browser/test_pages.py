"""Every page on a studio with real films: readable by everybody, quiet in the console, no wider than the window."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.test_accessibility import violations, violations_everywhere

# A browser breaks downloads off when it seeks; the server's file is then closed by the collector, which warns.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

PAGES = (
    "/",
    "/runs",
    "/runs?view=table",
    "/runs?status=failed&q=nothing",
    "/runs/keeper",
    "/runs/begun",
    "/runs/ended-2",
    "/runs/compare?ids=ended-1,ended-3",
    "/runs/keeper/preview",
    "/jobs",
)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_a_phone_has_no_violation_and_complains_of_nothing(visit: Visit, dashboard: str, path: str) -> None:
    said: list[str] = []
    page = visit(path, at=dashboard, width=390, said=said)

    wide = page.evaluate("document.documentElement.scrollWidth")

    assert (wide, violations_everywhere(page, widths=(390, 1440)), said) == (390, {}, [])


def test_the_open_palette_and_the_sheet_of_keys_have_no_violation(visit: Visit, dashboard: str) -> None:
    page = visit("/", at=dashboard)
    page.keyboard.press("Control+k")
    expect(page.get_by_role("option").first).to_be_visible()
    palette = violations(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("option").first).to_be_hidden()

    page.keyboard.press("?")

    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert (palette, violations(page)) == ([], [])


def headings(page: Page) -> list[str]:
    return page.get_by_role("heading", level=1).all_inner_texts()


@pytest.mark.parametrize(
    ("path", "heading"),
    [("/", "2 runs under way"), ("/runs", "Runs"), ("/runs/keeper", "The Last Keeper"), ("/jobs", "Jobs")],
)
def test_every_page_reads_without_scripts(visit: Visit, dashboard: str, path: str, heading: str) -> None:
    page = visit(path, at=dashboard, javascript=False)

    dead = page.locator(".transport, .zoom, [data-mode], command-palette, key-map").locator("visible=true")
    assert headings(page) == [heading]
    expect(dead).to_have_count(0)


def test_without_scripts_a_film_has_its_own_controls(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper", at=dashboard, javascript=False)

    assert page.locator(".screen video").first.get_attribute("controls") is not None


# Lists


def test_a_chosen_filter_is_in_the_address_and_back_undoes_it(visit: Visit, dashboard: str) -> None:
    page = visit("/runs", at=dashboard)
    page.get_by_role("combobox", name="Any status").select_option("failed")
    page.wait_for_url("**status=failed**")
    chosen = (page.url.removeprefix(dashboard), page.locator("[data-item]").all_inner_texts())

    page.go_back()

    expect(page.locator("[data-item]")).to_have_count(5)
    assert chosen == ("/runs?status=failed&sort=newest&view=cards", ["Foghorn explainer"])
    assert page.url == f"{dashboard}/runs"


def test_ticked_runs_are_compared(visit: Visit, dashboard: str) -> None:
    page = visit("/runs", at=dashboard, javascript=False)
    for name in ("Tide tables, cold open", "Keeper, podcast intro"):
        page.get_by_role("checkbox", name=f"Choose {name}").check()

    page.get_by_role("button", name="Compare chosen").click()

    expect(page.locator(".verdict")).to_have_text("A scored 5.5 more than B, for the same money.")


# Keys


def test_ctrl_k_finds_a_run_and_enter_goes_there(visit: Visit, dashboard: str) -> None:
    page = visit("/", at=dashboard)
    page.keyboard.press("Control+k")
    page.keyboard.type("fogh")
    expect(page.get_by_role("option")).to_have_count(1)

    page.keyboard.press("Enter")

    page.wait_for_url("**/runs/ended-2")


def test_enter_means_what_was_typed_and_not_what_is_still_shown(visit: Visit, dashboard: str) -> None:
    page = visit("/", at=dashboard, apart=True)
    entered, held = False, list[Route]()
    page.keyboard.press("Control+k")
    expect(page.get_by_role("option").first).to_be_visible()
    page.route("**/palette?q=*", lambda route: route.continue_() if entered else held.append(route))

    page.keyboard.type("fogh")
    entered = True
    page.keyboard.press("Enter")

    page.wait_for_url("**/runs/ended-2")


def test_arrows_choose_in_the_palette_and_escape_leaves_it(visit: Visit, dashboard: str) -> None:
    page = visit("/", at=dashboard)
    page.get_by_role("link", name="Search or jump to").click()
    expect(page.get_by_role("option").first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option").nth(1)).to_have_attribute("aria-selected", "true")

    page.keyboard.press("Escape")

    expect(page.get_by_role("combobox", name="Search")).to_be_hidden()


def test_g_and_a_letter_go_to_a_page(visit: Visit, dashboard: str) -> None:
    page = visit("/", at=dashboard)

    page.keyboard.type("gr")

    expect(page).to_have_url(f"{dashboard}/runs")


def test_j_and_k_walk_a_list_and_slash_searches_it(visit: Visit, dashboard: str) -> None:
    page = visit("/runs", at=dashboard)
    page.keyboard.type("jjk")
    first = page.evaluate("document.activeElement.textContent")

    page.keyboard.press("/")

    assert first == page.locator("[data-item]").first.inner_text()
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_letters_can_be_switched_off(visit: Visit, dashboard: str) -> None:
    page = visit("/runs", at=dashboard)
    page.keyboard.press("?")
    page.get_by_role("checkbox", name="Keys of a single letter work").uncheck()
    page.get_by_role("button", name="Close").click()

    page.keyboard.type("gj")

    assert page.url == f"{dashboard}/runs"
