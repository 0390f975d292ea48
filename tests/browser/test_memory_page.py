"""`/memory` and `/analytics` in a browser: peek, correct, rate, undo, filter, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from showbible.bible import Bible
from showbible.lessons.model import PairRuling, PairVerdict
from showbible.lessons.recall import combinations, history, rulings
from showbible.settings import Settings
from showbible.vocabulary import utcnow
from tests.browser import memory_data
from tests.browser.conftest import Visit, serving
from tests.browser.test_accessibility import violations_everywhere

# A browser breaks downloads off when it leaves; the server's file is then closed by the collector, which warns.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

PAGES = (
    "/memory",
    "/memory?peek=teaser",
    "/memory?q=nothing",
    "/memory/combinations",
    "/memory/combinations?peek=hopeful&music=strings",
    "/memory/providers?peek=tidecraft",
    "/memory/history",
    "/memory/try?concept=A+teaser",
    "/analytics",
)


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a studio that has finished a season, for looking only."""
    home = tmp_path_factory.mktemp("learned") / "studio"
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        memory_data.fill(bible, number=16)
        with serving(bible) as address:
            yield address


@pytest.fixture
def few(own: Bible) -> Bible:
    """A studio of one's own with four finished runs."""
    own.projects.create("northlight", name="Northlight")
    for made in memory_data.plans(4, now=utcnow()):
        memory_data.produce(own, made)
    return own


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_a_phone_has_no_violation_and_complains_of_nothing(visit: Visit, learned: str, path: str) -> None:
    said: list[str] = []
    page = visit(path, at=learned, width=390, said=said)

    wide = page.evaluate("document.documentElement.scrollWidth")

    assert (wide, violations_everywhere(page, widths=(390, 1440)), said) == (390, {}, [])


def first_pattern(page: Page) -> str:
    return page.locator(".pattern [data-item]").first.inner_text()


def test_keys_walk_the_patterns_peek_and_leave(visit: Visit, learned: str) -> None:
    page = visit("/memory", at=learned)
    page.keyboard.type("jo")
    drawer = page.get_by_role("complementary", name=first_pattern(page))
    expect(drawer).to_be_visible()

    page.keyboard.press("j")
    second = page.locator(".pattern [data-item]").nth(1).inner_text()
    expect(page.get_by_role("complementary", name=second)).to_be_visible()
    page.keyboard.press("Escape")

    expect(page.locator("#peek")).to_be_hidden()


def test_typing_filters_the_list_and_the_address_keeps_it(visit: Visit, learned: str) -> None:
    page = visit("/memory", at=learned)

    page.get_by_role("searchbox").press_sequentially("trail")

    expect(page.locator(".pattern [data-item]")).to_have_text(["Trailer"])
    expect(page).to_have_url(f"{learned}/memory?q=trail&state=&sort=used")
    page.reload()
    expect(page.locator(".pattern [data-item]")).to_have_text(["Trailer"])


def test_a_switch_pauses_a_pattern_and_undo_uses_it_again(visit: Visit, few: Bible, mine: str) -> None:
    page = visit("/memory", at=mine)
    name = first_pattern(page)
    page.get_by_role("switch", name=f"Use {name}").click()
    expect(page.get_by_role("switch", name=f"Use {name}")).to_have_attribute("aria-checked", "false")

    page.get_by_role("button", name="Undo", exact=True).click()

    expect(page.get_by_role("switch", name=f"Use {name}")).to_have_attribute("aria-checked", "true")
    assert rulings.rulings(few.db) == {}


def test_a_plan_is_corrected_in_the_drawer(visit: Visit, few: Bible, mine: str) -> None:
    page = visit("/memory", at=mine)
    page.locator(".pattern [data-item]").first.click()
    page.get_by_text("Correct the plan").click()
    page.get_by_label("Scenes").fill("9")

    page.get_by_role("button", name="Save").click()

    expect(page.locator(".drawer .history")).to_contain_text("Scenes")
    assert [ruling.scenes for ruling in rulings.rulings(few.db).values()] == [9]


def test_what_is_forgotten_leaves_the_page_and_undo_brings_it_back(visit: Visit, few: Bible, mine: str) -> None:
    page = visit("/memory", at=mine)
    name = first_pattern(page)
    page.locator(".pattern [data-item]").first.click()
    page.get_by_role("button", name="Forget").click()
    expect(page.locator(".pattern").filter(has_text=name)).to_have_count(0)

    page.get_by_role("button", name="Undo", exact=True).click()

    expect(page.locator(".pattern").filter(has_text=name)).to_have_count(1)


def test_stars_rate_a_run_and_undo_takes_them_back(visit: Visit, few: Bible, mine: str) -> None:
    page = visit("/memory/history", at=mine)
    stars = page.locator(".entry").first.get_by_role("radio", name="4 stars")
    stars.click()
    expect(page.get_by_text("Rated 4 stars.")).to_be_visible()
    rated = [each.rating for each in few.lessons.history().items if each.rating]

    page.get_by_role("button", name="Undo", exact=True).click()

    expect(stars).not_to_be_checked()
    assert (rated, [each.rating for each in history.everything(few.db) if each.rating]) == ([4], [])


def test_ratings_are_told_beside_their_run_and_taken_back_there(visit: Visit, few: Bible, mine: str) -> None:
    page = visit("/memory/history", at=mine)
    entry, told = page.locator(".entry").first, page.locator(".drawer .history")
    entry.get_by_role("radio", name="4 stars").click()
    entry.get_by_role("link", name="What was said of").click()

    told.get_by_role("button", name="Undo: Rating").click()

    expect(told.get_by_role("listitem")).to_have_count(2)
    expect(entry.get_by_role("radio", name="4 stars")).not_to_be_checked()
    assert violations_everywhere(page, widths=(1440, 390)) == {}


def held(page: Page, address: str) -> list[tuple[Route, APIResponse]]:
    """Answers of the server to a request for an address, as soon as it has given them; the page waits for the first."""
    answers: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        answers.append((route, route.fetch()))

    page.route(address, hold, times=1)
    return answers


def test_a_drawer_asked_for_before_a_rating_shows_it_all_the_same(visit: Visit, few: Bible, mine: str) -> None:
    page = visit("/memory/history", at=mine, apart=True)
    entry = page.locator(".entry").first
    answers = held(page, f"{mine}/memory/history?*peek=*")
    with page.expect_request("**?*peek=*"):
        entry.get_by_role("link", name="What was said of").click()
    entry.get_by_role("radio", name="4 stars").click()
    expect(page.get_by_text("Rated 4 stars.")).to_be_visible()

    for route, answer in answers:
        route.fulfill(response=answer)

    expect(page.locator(".drawer .history").get_by_role("button", name="Undo: Rating")).to_be_visible()
    assert len(answers) == 1


def test_a_drawer_opened_while_the_page_is_read_again_stays_open(visit: Visit, few: Bible, mine: str) -> None:
    page = visit("/memory/history", at=mine, apart=True)
    entry, told = page.locator(".entry").first, page.locator(".drawer .history")
    answers = held(page, f"{mine}/memory/history")
    with page.expect_request(f"{mine}/memory/history"):
        entry.get_by_role("radio", name="4 stars").click()
    entry.get_by_role("link", name="What was said of").click()
    expect(told).to_be_visible()

    with page.expect_response("**?*peek=*"):
        for route, answer in answers:
            route.fulfill(response=answer)

    expect(told.get_by_role("button", name="Undo: Rating")).to_be_visible()
    assert len(answers) == 1


def test_what_is_taught_meanwhile_is_announced_and_nothing_moves(visit: Visit, few: Bible, mine: str) -> None:
    page = visit("/memory", at=mine)
    before = page.locator(".pattern [data-item]").all_inner_texts()
    for made in list(memory_data.plans(6, now=utcnow()))[4:]:
        memory_data.produce(few, replace(made, concept="Brand intro for Northlight Films", status="completed"))

    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    news = page.get_by_role("link", name="1 new, show")
    expect(news).to_be_visible()
    assert page.locator(".pattern [data-item]").all_inner_texts() == before
    news.click()
    expect(page.locator(".pattern [data-item]")).to_have_count(len(before) + 1)


def test_a_combination_is_judged_in_the_drawer_and_undo_takes_it_back(visit: Visit, few: Bible, mine: str) -> None:
    for each in few.lessons.history().items:
        few.lessons.rate(each.run_id, 5)
    page = visit("/memory/combinations", at=mine)
    page.keyboard.type("jo")
    page.get_by_label("Do they go together?").select_option("works")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".drawer .history")).to_contain_text("works")
    decided = list(combinations.rulings(few.db).values())

    page.get_by_role("button", name="Undo", exact=True).click()

    expect(page.get_by_label("Do they go together?")).to_have_value("")
    assert (decided, combinations.rulings(few.db)) == ([PairRuling(verdict=PairVerdict.WORKS)], {})


def test_a_combination_is_forgotten_and_undo_brings_it_back(visit: Visit, few: Bible, mine: str) -> None:
    for each in few.lessons.history().items:
        few.lessons.rate(each.run_id, 5)
    page = visit("/memory/combinations", at=mine)
    rows = page.locator("[data-item]")
    before = rows.all_inner_texts()
    rows.first.click()
    page.get_by_role("button", name="Forget").click()
    expect(rows).to_have_text(before[1:])

    page.get_by_role("button", name="Undo", exact=True).click()

    expect(rows).to_have_text(before)


def test_what_a_run_showed_of_a_provider_is_corrected_in_the_drawer(visit: Visit, few: Bible, mine: str) -> None:
    page = visit("/memory/providers", at=mine)
    page.locator("[data-item]").first.click()
    page.get_by_role("link", name="Correct").first.click()
    tips = page.get_by_role("textbox", name="Prompt tips")
    tips.fill("Name the lamp")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".drawer .history")).to_contain_text("Name the lamp")

    page.get_by_role("button", name="Undo", exact=True).click()

    expect(tips).not_to_have_value("Name the lamp")
    assert violations_everywhere(page, widths=(1440, 390)) == {}


def test_without_scripts_a_run_is_rated_and_a_pattern_paused(visit: Visit, few: Bible, mine: str) -> None:
    page = visit("/memory/history", at=mine, javascript=False)
    page.locator(".entry").first.get_by_role("radio", name="5 stars").click()
    page.goto(f"{mine}/memory")

    page.get_by_role("switch").first.click()

    expect(page.get_by_role("switch").first).to_have_attribute("aria-checked", "false")
    assert [each.rating for each in history.everything(few.db) if each.rating] == [5]


def test_a_stretch_of_time_is_in_the_address_and_back_undoes_it(visit: Visit, learned: str) -> None:
    page = visit("/analytics", at=learned)
    page.get_by_label("From").fill("2001-01-01")
    page.get_by_label("To", exact=True).fill("2001-02-01")
    expect(page.get_by_text("No run ended in this stretch")).to_be_visible()

    page.go_back()
    page.go_back()

    expect(page.get_by_role("heading", name="Spend by week")).to_be_visible()
