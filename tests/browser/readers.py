"""Readers of pages: tabs of a browser, lent to one test after the other and clean each time."""

from __future__ import annotations

from collections import defaultdict
from typing import Literal

from playwright.sync_api import Browser, Error, Page

Theme = Literal["light", "dark"]


class Readers:
    """The tabs that are open: to use one again costs half of what a new one does."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._waiting: dict[bool, list[Page]] = defaultdict(list)

    def lend(self, *, width: int, theme: Theme, javascript: bool) -> Page:
        """A tab that shows nothing yet, of a reader who has seen nothing yet."""
        waiting = self._waiting[javascript]
        page = waiting.pop() if waiting else self._new(javascript)
        page.set_viewport_size({"width": width, "height": 844 if width < 860 else 900})
        page.emulate_media(media="screen", color_scheme=theme, reduced_motion="reduce")
        return page

    def take_back(self, page: Page, *, javascript: bool) -> None:
        """Let a reader forget everything; one who cannot is let go."""
        try:
            _forget(page)
        except Error:
            page.context.close()
        else:
            self._waiting[javascript].append(page)

    def _new(self, javascript: bool) -> Page:
        allowed = ["clipboard-read", "clipboard-write"]
        return self._browser.new_context(java_script_enabled=javascript, permissions=allowed).new_page()


def _forget(page: Page) -> None:
    page.context.set_offline(False)
    page.context.clear_cookies()
    page.evaluate("localStorage.clear()")
    page.mouse.move(-1, -1)
    for key in ("Alt", "Control", "Meta", "Shift"):
        page.keyboard.up(key)
    # A page that leaves by itself keeps its process, and with it what was compiled: the next one costs a quarter less.
    page.evaluate("location.replace('about:blank')")
    page.wait_for_url("about:blank")
