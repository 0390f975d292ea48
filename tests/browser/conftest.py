"""A real browser, the small site, and a way to look at one with the other."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Protocol

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, expect, sync_playwright

from showbible.bible import Bible
from showbible.settings import Settings
from showbible.web.app import create_app
from showbible.web.serve import Server, bound
from tests.browser import productions
from tests.browser.readers import Readers, Theme
from tests.browser.studio import served, site
from tests.processes import started

# Half the work for the same engine, where it is installed.
CHROMIUM = shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
ARGUMENTS = [
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--force-color-profile=srgb",
    "--autoplay-policy=no-user-gesture-required",
]


TAKEN = "document.querySelector('[data-htmx-powered]') || !document.querySelector('[hx-get], [hx-post]')"
"""True once htmx, which begins a moment after a page has loaded, has taken its places."""


class Visit(Protocol):
    """Opens a page of a site, as a reader with these habits would see it."""

    def __call__(
        self,
        path: str,
        *,
        width: int = 1440,
        theme: Theme = "light",
        javascript: bool = True,
        at: str | None = None,
        said: list[str] | None = None,
        apart: bool = False,
    ) -> Page:
        """The loaded page; `at` is another site's address, `said` takes what the page says in its console.

        Who changes what outlives a page, its clock or its first script, reads `apart`.
        """
        ...


# For this folder only: while Playwright runs, no other test of the process can start an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, started once; scripts/chromium installs it."""
    # A loaded machine may be slow; what never comes still fails.
    expect.set_options(timeout=20_000)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="package")
def studio() -> Iterator[str]:
    """The address of the small site."""
    with served(site()) as address:
        yield address


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the product itself: `showbible serve` on an empty studio, started by its program."""
    with started(tmp_path_factory.mktemp("server") / "studio") as address:
        yield address


@contextmanager
def serving(bible: Bible, port: int = 0) -> Iterator[str]:
    """The address of the product that serves a studio, until the block ends."""
    accepting, addresses = threading.Event(), list[str]()

    def ready(url: str) -> None:
        addresses.append(url)
        accepting.set()

    server = Server(create_app(bible), ready=ready, grace=2)
    thread = threading.Thread(target=server.run, args=([bound("127.0.0.1", port)],))
    thread.start()
    assert accepting.wait(30)
    try:
        yield addresses[0]
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="package")
def filmed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bible]:
    """A studio with real films, for looking only: `keeper` runs, the others have ended."""
    home = tmp_path_factory.mktemp("filmed") / "studio"
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        productions.lighthouse(bible, takes=(2, 3))
        for number in range(3):
            productions.ended(bible, number)
        productions.fresh(bible)
        productions.failed_job(bible)
        yield bible


@pytest.fixture(scope="package")
def dashboard(filmed: Bible) -> Iterator[str]:
    """The address of the product that serves the studio with films."""
    with serving(filmed) as address:
        yield address


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Bible]:
    """An empty studio of one's own, for tests that change things."""
    with Bible(Settings(home=tmp_path / "studio", disk_floor_mb=0, workers=0)) as bible:
        yield bible


@pytest.fixture
def mine(own: Bible) -> Iterator[str]:
    """The address of the product that serves one's own studio."""
    with serving(own) as address:
        yield address


@pytest.fixture(scope="package")
def readers(browser: Browser) -> Readers:
    """The readers of this browser."""
    return Readers(browser)


@pytest.fixture
def visit(readers: Readers, studio: str) -> Iterator[Visit]:
    """Visits to pages, each by a reader of its own."""
    with ExitStack() as visits:

        def opened(
            path: str,
            *,
            width: int = 1440,
            theme: Theme = "light",
            javascript: bool = True,
            at: str | None = None,
            said: list[str] | None = None,
            apart: bool = False,
        ) -> Page:
            page = readers.lend(width=width, theme=theme, javascript=javascript)
            if apart:
                visits.callback(page.context.close)
            else:
                visits.callback(readers.take_back, page, javascript=javascript)
            if said is not None:
                visits.enter_context(heard(page, said))
            page.goto((at or studio) + path)
            if javascript:
                page.wait_for_function(TAKEN)
            return page

        yield opened


@contextmanager
def heard(page: Page, said: list[str]) -> Iterator[None]:
    """Take down what a page says in its console, until the block ends."""

    def console(message: ConsoleMessage) -> None:
        said.append(message.text)

    def failure(error: Error) -> None:
        said.append(str(error))

    page.on("console", console)
    page.on("pageerror", failure)
    yield
    page.remove_listener("console", console)
    page.remove_listener("pageerror", failure)
