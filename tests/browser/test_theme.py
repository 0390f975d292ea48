"""Light, dark or as the system says: chosen once, kept, and there before the first paint."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit

DARK = "rgb(12, 13, 15)"
LIGHT = "rgb(243, 244, 245)"

WATCH = """
window.themes = [];
new MutationObserver(() => {
  const theme = document.documentElement?.dataset.theme;
  if (document.body && window.themes.at(-1) !== theme) window.themes.push(theme);
}).observe(document, { subtree: true, childList: true, attributes: true });
"""


def ground(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))


def test_a_page_follows_the_system_until_told_otherwise(visit: Visit) -> None:
    page = visit("/", theme="light")

    page.emulate_media(color_scheme="dark")

    assert ground(page) == DARK


def test_a_chosen_theme_applies_at_once(visit: Visit) -> None:
    page = visit("/", theme="light")

    page.get_by_role("radio", name="Dark").check()

    assert ground(page) == DARK


def test_a_chosen_theme_outlives_a_reload_without_a_flash(visit: Visit) -> None:
    page = visit("/", theme="light", apart=True)
    page.get_by_role("radio", name="Dark").check()
    page.add_init_script(WATCH)

    page.reload()

    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    assert page.evaluate("window.themes") == ["dark"]


def test_the_address_may_ask_for_a_theme_and_changes_no_choice(visit: Visit) -> None:
    page = visit("/?theme=dark", theme="light")
    asked = ground(page)

    page.goto(page.url.removesuffix("?theme=dark"))

    assert (asked, ground(page)) == (DARK, LIGHT)


def test_a_choice_in_one_tab_reaches_the_other(visit: Visit) -> None:
    page = visit("/", theme="light", apart=True)
    other = page.context.new_page()
    other.goto(page.url)

    page.get_by_role("radio", name="Dark").check()

    expect(other.get_by_role("radio", name="Dark")).to_be_checked()
