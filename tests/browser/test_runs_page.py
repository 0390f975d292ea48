"""The list of runs in a browser: narrowed, peeked at, acted on in bulk, and live without moving anything."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from showbible.bible import Bible
from showbible.runs.model import Status
from tests.browser.conftest import Visit
from tests.browser.home_data import past, views
from tests.browser.test_accessibility import violations_everywhere
from tests.builders import a_run


@pytest.fixture
def busy(own: Bible) -> Bible:
    """A studio with six finished runs, one under way, and two kept views."""
    own.projects.create("northlight")
    past(own, weeks=2)
    a_run(own.db, "Still at sea", run_id="sea")
    views(own)
    return own


def titles(page: Page) -> list[str]:
    return page.locator("[data-item]").all_inner_texts()


def chosen(page: Page) -> list[str]:
    return [str(box.get_attribute("value")) for box in page.locator("input[name=ids]:checked").all()]


def test_typing_narrows_the_list_and_is_written_into_the_address(visit: Visit, busy: Bible, mine: str) -> None:
    page = visit("/runs", at=mine)

    page.get_by_role("searchbox").press_sequentially("foghorn")

    expect(page.locator("[data-item]")).to_have_count(1)
    expect(page).to_have_url(f"{mine}/runs?q=foghorn&sort=newest&view=cards")
    expect(page.get_by_role("link", name="CSV")).to_have_attribute("href", "/runs.csv?q=foghorn")
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_the_drawer_follows_the_keys_through_the_list(visit: Visit, busy: Bible, mine: str) -> None:
    page = visit("/runs", at=mine)
    page.keyboard.type("jo")
    expect(page.locator("#peek h2")).to_have_text("Still at sea")

    page.keyboard.press("j")

    expect(page.locator("#peek h2")).to_have_text(titles(page)[1])
    page.keyboard.press("Escape")
    expect(page.locator("#peek")).to_be_hidden()


def test_a_range_is_ticked_with_shift_archived_and_undone(visit: Visit, busy: Bible, mine: str) -> None:
    page = visit("/runs", at=mine)
    boxes = page.locator("input[name=ids]")
    boxes.nth(1).click()
    boxes.nth(3).click(modifiers=["Shift"])
    expect(page.locator("[data-count]")).to_have_text("3 chosen.")

    page.get_by_role("button", name="Archive").click()

    expect(page.locator("[data-item]")).to_have_count(4)
    assert chosen(page) == []
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.locator("[data-item]")).to_have_count(7)


def test_a_list_stays_live_after_an_act_and_has_nothing_to_complain_of(visit: Visit, busy: Bible, mine: str) -> None:
    said: list[str] = []
    page = visit("/runs", at=mine, said=said)
    expect(page.locator("connection-pill")).to_contain_text("Live")
    page.locator("input[name=ids]").nth(1).click()
    page.get_by_role("button", name="Archive").click()
    expect(page.locator("[data-item]")).to_have_count(6)

    busy.runs.enter("sea", "editing")

    expect(page.locator("#state-sea")).to_contain_text("Editing")
    assert said == []


def test_a_key_ticks_and_two_are_compared(visit: Visit, busy: Bible, mine: str) -> None:
    page = visit("/runs", at=mine)
    listed = page.locator("input[name=ids]").evaluate_all("boxes => boxes.map((box) => box.value)")

    page.keyboard.type("jjxjx")
    page.get_by_role("button", name="Compare chosen").click()

    page.wait_for_url("**/runs/compare?ids=*&ids=*")
    assert page.url == f"{mine}/runs/compare?ids={listed[1]}&ids={listed[2]}"


def test_what_is_ticked_outlives_a_reload_a_look_and_the_way_back(visit: Visit, busy: Bible, mine: str) -> None:
    page = visit("/runs", at=mine)
    listed = page.locator("input[name=ids]").evaluate_all("boxes => boxes.map((box) => box.value)")
    page.locator("input[name=ids]").nth(1).click()
    page.locator("[data-peek]").first.click()
    expect(page).to_have_url(f"{mine}/runs?sort=newest&peek=sea&sel={listed[1]}")
    page.locator("input[name=ids]").nth(2).press("Space")

    page.reload()

    expect(page.locator("[data-count]")).to_have_text("2 chosen.")
    assert chosen(page) == listed[1:3]
    page.go_back()
    expect(page.locator("[data-count]")).to_have_text("1 chosen.")
    assert chosen(page) == listed[1:2]


def test_a_narrower_list_forgets_what_left_it(visit: Visit, busy: Bible, mine: str) -> None:
    page = visit("/runs", at=mine)
    page.get_by_role("checkbox", name="Choose Still at sea").check()

    page.get_by_role("searchbox").press_sequentially("foghorn")

    expect(page.locator("[data-item]")).to_have_count(1)
    expect(page.locator("[data-count]")).to_have_text("Choose runs to act on them.")
    expect(page).to_have_url(f"{mine}/runs?q=foghorn&sort=newest&view=cards")


def test_cancelling_says_so_at_once_and_then_the_truth(visit: Visit, busy: Bible, mine: str) -> None:
    page = visit("/runs", at=mine, apart=True)
    held: list[Route] = []
    page.route("**/runs/cancel*", lambda route: held.append(route))
    page.get_by_role("checkbox", name="Choose Still at sea").check()
    page.locator("#cancel summary").click()

    page.get_by_role("button", name="Stop the runs").click()

    expect(page.get_by_text("Cancelling…")).to_be_visible()
    held[0].continue_()
    expect(page.locator("#state-sea")).to_contain_text("Cancelled")
    assert busy.runs.get("sea").recorded_status is Status.CANCELLED


@pytest.mark.parametrize("view", ["cards", "table"])
def test_rows_change_in_place_and_new_runs_are_announced(visit: Visit, busy: Bible, mine: str, view: str) -> None:
    page = visit(f"/runs?view={view}", at=mine)
    expect(page.locator("connection-pill")).to_contain_text("Live")
    before = titles(page)
    page.get_by_role("checkbox", name="Choose Still at sea").check()

    busy.runs.enter("sea", "editing")
    a_run(busy.db, "Brand new")

    expect(page.locator(".chip").get_by_text("Editing")).to_be_visible()
    expect(page.get_by_role("link", name="1 new, show")).to_be_visible()
    assert (titles(page), chosen(page)) == (before, ["sea"])


def test_a_kept_view_is_one_click_away_and_may_open_first(visit: Visit, busy: Bible, mine: str) -> None:
    page = visit("/runs?status=failed", at=mine)
    page.get_by_text("Keep this view").click()
    page.get_by_label("Name").fill("Trouble")
    page.get_by_label("The list opens with it").check()
    page.get_by_role("button", name="Keep", exact=True).click()
    expect(page.locator("main").get_by_role("link", name="Trouble")).to_be_visible()
    expect(page.locator(".rail").get_by_role("link", name="Trouble")).to_be_visible()

    page.goto(f"{mine}/runs")

    assert page.url == f"{mine}/runs?status=failed"


def test_without_scripts_runs_are_filtered_archived_and_peeked_at(visit: Visit, busy: Bible, mine: str) -> None:
    page = visit("/runs", at=mine, javascript=False)
    page.get_by_role("combobox", name="Any tier").select_option("animated")
    page.get_by_role("button", name="Filter").click()
    page.locator("input[name=ids]").first.check()

    page.get_by_role("button", name="Archive").click()

    expect(page.locator("[data-item]")).to_have_count(1)
    page.locator("[data-peek]").first.click()
    expect(page.locator("#peek .steps")).to_be_visible()


@pytest.mark.parametrize("path", ["/runs?peek=sea", "/runs?view=table&tier=animated&score=50&from=2026-01-01"])
def test_lists_with_everything_open_have_no_violation(visit: Visit, busy: Bible, mine: str, path: str) -> None:
    page = visit(path, at=mine)
    page.locator("input[name=ids]").first.check()
    if "peek" not in path:
        page.locator(".rest summary").click()

    assert violations_everywhere(page, widths=(1440, 390)) == {}
    assert page.evaluate("document.documentElement.scrollWidth") == 390
