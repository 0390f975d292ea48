"""The product itself, started as a person starts it, seen in a browser."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit


def test_an_address_that_leads_nowhere_says_what_to_do(visit: Visit, server: str) -> None:
    page = visit("/nowhere", at=server)

    expect(page.get_by_role("definition")).to_have_text(
        [
            "There is nothing at this address.",
            "Check the address, or find the thing from its list: it may have been deleted.",
        ]
    )


def test_the_server_lets_our_scripts_and_styles_through(visit: Visit, server: str) -> None:
    page = visit("/nowhere", at=server)

    page.get_by_role("radio", name="Dark").check()

    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(12, 13, 15)"
