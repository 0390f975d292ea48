"""Tags and comparisons in a browser: put on by hand and in bulk, seen live, and a set that is changed in place."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from showbible.bible import Bible
from tests.browser.conftest import Visit
from tests.browser.home_data import past
from tests.browser.test_accessibility import violations_everywhere
from tests.builders import a_run


@pytest.fixture
def tagged(own: Bible) -> Bible:
    """A studio with six finished runs, two of them tagged, and one under way."""
    own.projects.create("northlight")
    first, second, *_ = past(own, weeks=2)
    a_run(own.db, "Still at sea", run_id="sea")
    own.runs.tag(first, ["festival", "night shoot"])
    own.runs.tag(second, ["festival"])
    return own


def test_chosen_runs_are_tagged_with_enter_and_undone(visit: Visit, tagged: Bible, mine: str) -> None:
    page = visit("/runs", at=mine)
    page.get_by_role("checkbox", name="Choose Still at sea").check()
    page.locator("#tag summary").click()

    page.get_by_label("Tag the chosen runs").fill("To watch")
    page.keyboard.press("Enter")

    expect(page.locator("#tags-sea")).to_have_text("Tagged to watch")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.locator("#tags-sea")).to_be_hidden()


@pytest.mark.parametrize("view", ["cards", "table"])
def test_an_open_list_shows_a_tag_as_it_comes(visit: Visit, tagged: Bible, mine: str, view: str) -> None:
    said: list[str] = []
    page = visit(f"/runs?view={view}", at=mine, said=said)
    expect(page.locator("connection-pill")).to_contain_text("Live")

    tagged.runs.tag("sea", ["festival"])

    expect(page.locator("#tags-sea")).to_have_text("Tagged festival")
    assert said == []


@pytest.mark.parametrize("view", ["cards", "table"])
def test_a_run_with_a_dot_in_its_id_changes_while_one_looks(visit: Visit, own: Bible, mine: str, view: str) -> None:
    a_run(own.db, "Episode one", run_id="episode.1")
    page = visit(f"/runs?view={view}", at=mine)
    expect(page.locator("connection-pill")).to_contain_text("Live")

    own.runs.tag("episode.1", ["festival"])
    own.runs.finish("episode.1")

    expect(page.get_by_text("Tagged festival")).to_be_visible()
    expect(page.locator("main").get_by_text("Completed").last).to_be_visible()


def test_a_run_is_tagged_by_keyboard_and_the_field_stays_ready(visit: Visit, tagged: Bible, mine: str) -> None:
    page = visit("/runs/past-3", at=mine)
    field = page.get_by_label("New tag")
    page.get_by_text("Add a tag").press("Enter")

    field.fill("Best of the year")
    field.press("Enter")

    expect(page.locator("#run-tags").get_by_role("link")).to_have_text("best of the year")
    expect(field).to_be_focused()
    expect(field).to_have_value("")


def test_a_removed_tag_comes_back(visit: Visit, tagged: Bible, mine: str) -> None:
    page = visit("/runs/past-1", at=mine)

    page.get_by_role("button", name="Remove the tag festival").click()

    expect(page.locator("#run-tags").get_by_role("link")).to_have_text(["night shoot"])
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.locator("#run-tags").get_by_role("link")).to_have_text(["festival", "night shoot"])


def test_without_scripts_runs_are_tagged_and_found_by_their_tag(visit: Visit, tagged: Bible, mine: str) -> None:
    page = visit("/runs/sea", at=mine, javascript=False)
    page.get_by_text("Add a tag").click()
    page.get_by_label("New tag").fill("festival")
    page.get_by_role("button", name="Add", exact=True).click()

    page.locator("#run-tags").get_by_role("link", name="festival").click()

    expect(page.locator("[data-item]")).to_have_count(3)
    assert page.url == f"{mine}/runs?tag=festival"


def test_a_run_is_looked_for_added_and_left_out(visit: Visit, tagged: Bible, mine: str) -> None:
    page = visit("/runs/compare?ids=past-1&ids=past-2", at=mine)
    page.get_by_text("Add a run").click()
    page.get_by_role("searchbox").press_sequentially("foghorn")
    expect(page.locator("#candidates li")).to_have_count(1)

    page.get_by_role("link", name="Add The foghorn answers, trailer").click()

    page.wait_for_url("**/runs/compare?ids=past-1&ids=past-2&ids=past-4")
    page.get_by_role("link", name="Leave The Last Keeper, teaser").click()
    page.wait_for_url("**/runs/compare?ids=past-2&ids=past-4")


def test_without_scripts_a_comparison_grows_from_nothing(visit: Visit, tagged: Bible, mine: str) -> None:
    page = visit("/runs/compare", at=mine, javascript=False)
    page.get_by_role("link", name="Add Still at sea").click()

    page.get_by_role("searchbox").fill("foghorn")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Add The foghorn answers, trailer").click()

    expect(page.locator("#diff-title")).to_be_visible()
    assert page.url == f"{mine}/runs/compare?ids=sea&ids=past-4"


@pytest.mark.parametrize("path", ["/runs/past-1", "/runs/compare?ids=past-1&ids=past-2&q=a", "/runs?peek=past-1"])
def test_tags_and_sets_have_no_violation(visit: Visit, tagged: Bible, mine: str, path: str) -> None:
    page = visit(path, at=mine)

    assert violations_everywhere(page, widths=(1440, 390)) == {}
    assert page.evaluate("document.documentElement.scrollWidth") == 390
