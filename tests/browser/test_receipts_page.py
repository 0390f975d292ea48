"""The receipts of what was recalled: asked, read, filtered and found again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from showbible.bible import Bible
from showbible.settings import Settings
from tests.browser.conftest import Visit, serving
from tests.browser.test_accessibility import violations_everywhere
from tests.direction.builders import taught

BAD = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def recalled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose memories know of whales, and were asked twice."""
    home = tmp_path_factory.mktemp("recalled") / "studio"
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        taught(bible)
        for name in ("Whales at dusk", f"Whales at dawn {BAD}", "Whales, a lullaby"):
            bible.runs.start(name, budget=5, project_id="whales")
        bible.recall("whales at dusk", project="whales")
        bible.recall("whales", user="ana", budget_tokens=120)
        with serving(bible) as address:
            yield address


def test_asking_leads_to_the_text_and_the_receipt_to_the_thing(visit: Visit, recalled: str) -> None:
    page = visit("/recall", at=recalled)
    page.get_by_label("Question").fill("whales at dusk")
    page.get_by_label("Project").nth(1).select_option("whales")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator("#handed-over")).to_contain_text("Whales at dusk")

    page.get_by_role("link", name="Whales at dusk").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Whales at dusk")


def test_a_filter_narrows_the_list_and_stays_in_the_address(visit: Visit, recalled: str) -> None:
    page = visit("/recall", at=recalled)

    page.get_by_role("searchbox").fill("ana")

    expect(page.locator("[data-item]")).to_have_text(["whales"])
    page.wait_for_url("**user=ana**")
    page.reload()
    expect(page.locator("[data-item]")).to_have_text(["whales"])


def test_by_keyboard_alone_a_receipt_is_opened(visit: Visit, recalled: str) -> None:
    page = visit("/", at=recalled)
    page.keyboard.type("ge")
    page.wait_for_url("**/recall")
    newest = page.locator("[data-item]").first.inner_text()

    page.keyboard.press("j")
    page.keyboard.press("Enter")

    page.wait_for_url("**/recall/rcp_*")
    expect(page.get_by_role("heading", level=1)).to_have_text(newest)


def test_without_scripts_it_is_asked_and_read(visit: Visit, recalled: str) -> None:
    page = visit("/recall", at=recalled, javascript=False)
    page.get_by_label("Question").fill("whales")

    page.get_by_role("button", name="Ask", exact=True).click()

    expect(page.get_by_role("heading", level=1)).to_have_text("whales")
    expect(page.locator("#handed-over")).to_contain_text(BAD)


def test_the_pages_fit_a_phone_have_no_violation_and_complain_of_nothing(visit: Visit, recalled: str) -> None:
    said: list[str] = []
    page = visit("/recall", at=recalled, said=said)
    found = violations_everywhere(page, widths=(1440, 390))
    wide = page.evaluate("document.documentElement.scrollWidth")
    page.locator("[data-item]").first.click()
    expect(page.get_by_role("heading", name="Budget")).to_be_visible()

    found |= violations_everywhere(page, widths=(1440, 390))

    assert (found, wide, page.evaluate("document.documentElement.scrollWidth"), said) == ({}, 390, 390, [])


def test_a_page_without_receipts_complains_of_nothing(visit: Visit, recalled: str) -> None:
    said: list[str] = []
    page = visit("/recall?user=nobody", at=recalled, width=390, said=said)

    page.wait_for_load_state("networkidle")

    assert said == []


# The palette


def test_the_palette_finds_a_card_and_goes_there(visit: Visit, recalled: str) -> None:
    page = visit("/", at=recalled)
    page.keyboard.press("Control+k")
    page.keyboard.type("close")
    expect(page.get_by_role("group", name="Cards").get_by_role("option")).to_have_count(1)

    page.get_by_role("group", name="Cards").get_by_role("option").click()

    page.wait_for_url("**/projects/whales/direction")


def test_the_palette_changes_the_theme_without_leaving(visit: Visit, recalled: str) -> None:
    page = visit("/recall", at=recalled)
    page.keyboard.press("Control+k")
    page.keyboard.type("theme dark")
    expect(page.locator(".palette-hit")).to_have_text(["Theme: dark"])

    page.keyboard.press("Enter")

    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("combobox", name="Search")).to_be_hidden()
    assert page.url == f"{recalled}/recall"


def test_the_palette_does_what_it_says_and_tells(visit: Visit, recalled: str) -> None:
    page = visit("/projects/whales", at=recalled)
    page.keyboard.press("Control+k")
    page.keyboard.type("rebuild whales")
    expect(page.locator(".palette-hit").first).to_have_text("Rebuild the search index of whales")

    page.keyboard.press("Enter")

    expect(page.locator(".toast p")).to_have_text(["The search index of whales is rebuilt."])


def test_a_lost_reader_finds_the_way(visit: Visit, recalled: str) -> None:
    page = visit("/projects/whale", at=recalled)
    found = violations_everywhere(page, widths=(1440, 390))

    page.get_by_role("link", name="whales").first.click()

    page.wait_for_url("**/projects/whales")
    assert found == {}
