"""Everybody can read and work our pages: in both themes, at both ends of width, by keyboard, without scripts."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.studio import COMMAND, NAV

AXE = Axe()
# No rule that is on asks for the style sheets, which would be fetched and read for every look.
LOOK: dict[str, Any] = {"resultTypes": ["violations"], "preload": {"assets": ["media"]}}
RULES: dict[str, Any] = LOOK | {"rules": {"target-size": {"enabled": True}}}
COLOURS: dict[str, Any] = LOOK | {"runOnly": ["color-contrast", "link-in-text-block"]}
"""All that may be wrong in one theme and right in the other, when both show the same elements."""
SHAPES: dict[str, Any] = RULES | {"rules": RULES["rules"] | {rule: {"enabled": False} for rule in COLOURS["runOnly"]}}
"""All others."""


def violations(page: Page, *, rules: dict[str, Any] = RULES, unseen: bool = False) -> list[str]:
    """What is wrong with a page, or with what of it was not seen when it was last looked at."""
    if page.evaluate("!window.axe"):
        page.evaluate(AXE.axe_script)
    found = page.evaluate(LOOKED, [rules, unseen])
    return [f"{rule['id']}: {node['html']}" for rule in found for node in rule["nodes"]]


LOOKED = """async ([rules, unseen]) => {
  const shown = [...document.body.querySelectorAll("*")].filter((each) => each.checkVisibility());
  const news = unseen ? shown.filter((each) => !window.seen.has(each)) : shown;
  window.seen = new WeakSet(shown);
  if (!news.length) return [];
  return (await axe.run(unseen ? { include: news } : document, rules)).violations;
}"""


def violations_everywhere(
    page: Page, *, widths: tuple[int, ...], coloured: tuple[int, ...] = ()
) -> dict[tuple[str, int], list[str]]:
    """What is wrong with a page at each width; its colours in both themes at the first, unless others are named.

    No colour depends on the width but those of the navigation and of the reel, which are looked at everywhere. Of what
    only another width shows, the colours are looked at there.
    """
    found = {}
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        if width in (coloured or widths[:1]):
            found["light", width] = violations(page)
            page.emulate_media(color_scheme="dark")
            found["dark", width] = violations(page, rules=COLOURS)
            page.emulate_media(color_scheme="light")
        else:
            found["light", width] = [*violations(page, rules=COLOURS, unseen=True), *violations(page, rules=SHAPES)]
    return {where: what for where, what in found.items() if what}


@pytest.mark.parametrize("path", ["/", "/busy", "/runs/lighthouse-7"])
def test_a_page_has_no_violation(visit: Visit, path: str) -> None:
    page = visit(path)

    widths = (1440, 1000, 390)
    assert violations_everywhere(page, widths=widths, coloured=widths) == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_open_sheet_and_toasts_have_no_violation(visit: Visit, theme: Literal["light", "dark"]) -> None:
    page = visit("/", theme=theme, width=390)
    page.get_by_text("More", exact=True).click()
    page.evaluate(
        """for (const kind of ["news", "bad"])
             document.dispatchEvent(new CustomEvent("toast", { detail: { message: "Card archived.", kind } }))"""
    )

    assert violations(page) == []


def test_nothing_is_wider_than_the_window(visit: Visit) -> None:
    page = visit("/")

    widths = []
    for width in (1440, 1000, 390):
        page.set_viewport_size({"width": width, "height": 900})
        widths.append(page.evaluate("document.documentElement.scrollWidth"))

    assert widths == [1440, 1000, 390]


def test_the_first_tab_stop_skips_to_the_content(visit: Visit) -> None:
    page = visit("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()

    page.keyboard.press("Enter")

    expect(page.get_by_role("main")).to_be_focused()


def test_tab_goes_through_the_navigation_in_order(visit: Visit) -> None:
    page = visit("/")
    stops = []

    for _ in range(2 + len(NAV)):
        page.keyboard.press("Tab")
        stops.append(page.evaluate("document.activeElement.textContent.trim()"))

    assert stops == ["Skip to content", "Showbible", *(item.label for item in NAV)]


def test_without_scripts_a_page_reads_and_shows_no_dead_control(visit: Visit) -> None:
    page = visit("/", javascript=False)

    expect(page.get_by_text(COMMAND)).to_be_visible()
    expect(page.locator("copy-button, theme-switch").locator("visible=true")).to_have_count(0)


def test_without_scripts_a_phone_reaches_every_place(visit: Visit) -> None:
    page = visit("/", javascript=False, width=390)

    page.get_by_text("More", exact=True).click()

    assert page.get_by_role("navigation", name="Main").get_by_role("link").all_inner_texts() == [i.label for i in NAV]
