"""What scripts add to the pages: copying, messages, the sheet of a phone, fragments and live news."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.studio import COMMAND, Stream, served, site


def add(page: Page, html: str) -> None:
    """Put markup into the page as a fragment would."""
    page.evaluate(
        """html => {
          const main = document.querySelector("main");
          main.insertAdjacentHTML("afterbegin", html);
          htmx.process(main);
        }""",
        html,
    )


@pytest.mark.parametrize("path", ["/", "/busy"])
def test_a_page_has_nothing_to_complain_of(visit: Visit, path: str) -> None:
    said: list[str] = []

    page = visit(path, said=said)

    expect(page.locator("connection-pill")).to_have_text("Live")

    assert said == []


def test_the_command_is_copied_whole(visit: Visit) -> None:
    page = visit("/")

    page.get_by_role("button", name="Copy").click()

    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == COMMAND


def test_an_error_stays_until_it_is_dismissed(visit: Visit) -> None:
    page = visit("/", apart=True)
    page.clock.install()
    page.evaluate(
        """for (const [message, kind] of [["Card archived.", "news"], ["Disk full.", "bad"]])
             document.dispatchEvent(new CustomEvent("toast", { detail: { message, kind } }))"""
    )
    page.clock.run_for(8000)
    expect(page.locator(".toast p")).to_have_text(["Disk full."])

    page.get_by_role("button", name="Dismiss").click()

    expect(page.locator(".toast")).to_have_count(0)


def test_escape_closes_the_sheet_and_gives_focus_back(visit: Visit) -> None:
    page = visit("/", width=390)
    more = page.locator("summary", has_text="More")
    more.click()
    page.get_by_role("link", name="Jobs").focus()

    page.keyboard.press("Escape")

    expect(page.get_by_role("link", name="Jobs")).to_be_hidden()
    expect(more).to_be_focused()


def test_a_fragment_replaces_its_place_under_our_policy(visit: Visit) -> None:
    page = visit("/")
    add(page, '<button hx-get="/state" hx-target="#state" hx-swap="outerHTML">Refresh</button>')

    page.get_by_role("button", name="Refresh").click()

    expect(page.locator("#state .tile-value")).to_have_text(["3", "47", "2", "5"])


def test_a_server_that_is_gone_is_said_so(visit: Visit) -> None:
    page = visit("/")
    add(page, '<button hx-get="/state">Refresh</button>')
    page.context.set_offline(True)

    page.get_by_role("button", name="Refresh").click()

    expect(page.locator(".toast p")).to_have_text(re.compile("The server did not answer"))


def test_markup_never_runs_as_script(visit: Visit) -> None:
    page = visit("/")
    add(page, '<button hx-on:click="document.title = 1" hx-get="/state" hx-target="#state">Refresh</button>')
    add(page, '<img src="data:," onerror="document.title = 2"><script>document.title = 3</script>')

    page.get_by_role("button", name="Refresh").click()

    expect(page.locator("#state #state")).to_have_count(1)
    assert page.title() == "Home · Showbible"


def test_a_server_that_stays_away_is_told_since_when_until_it_is_back(visit: Visit) -> None:
    stream = Stream()
    with served(site(stream=stream)) as address:
        page = visit("/runs/lighthouse-7", at=address, apart=True)
        notice = page.locator("connection-lost")
        page.clock.install()
        add(page, '<div hx-sse:connect="/news"></div>')
        expect(page.locator("connection-pill")).to_have_text("Reconnecting…")
        expect(notice).to_be_hidden()
        page.clock.run_for(41_000)
        expect(notice).to_contain_text(re.compile(r"Connection lost 4\d s ago\."))
        # From here on time stands still, and nothing is tried again by itself.
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)

        stream.repaired.set()
        press_until_hidden(notice)

        expect(notice).to_be_hidden()
        expect(page.locator("connection-pill")).to_have_text("Live")
        page.close()


def press_until_hidden(notice: Locator) -> None:
    """Press its button as a person would: once more if a try that was under way had yet to fail.

    Looking and pressing are one step in the page: a notice may go between the two.
    """
    for _ in range(50):
        if notice.evaluate("notice => notice.hidden || notice.querySelector('button').click()"):
            return
        notice.page.wait_for_timeout(100)


def test_the_words_of_a_lost_connection_stand_beside_their_icon(visit: Visit) -> None:
    page = visit("/")
    page.evaluate("document.querySelector('connection-lost').hidden = false")

    icon, words = (page.locator(f"connection-lost > {each}").bounding_box() for each in (".icon", "p"))

    assert icon and words and words["x"] - (icon["x"] + icon["width"]) < 20


def test_a_phone_shows_how_the_connection_is(visit: Visit) -> None:
    page = visit("/", width=390)
    expect(page.locator("connection-pill")).to_have_text("Live")

    box = page.locator("connection-pill").bounding_box()

    assert box and box["width"] >= 8 and box["y"] < 60


def test_the_same_error_counts_up_and_goes_when_the_server_is_back(visit: Visit) -> None:
    page = visit("/runs/lighthouse-7")
    add(page, '<button hx-get="/state" hx-target="#nowhere">Refresh</button><div id="nowhere"></div>')
    page.context.set_offline(True)
    for _ in range(2):
        page.get_by_role("button", name="Refresh").click()
    expect(page.locator(".toast p")).to_have_text([re.compile(r"did not answer.*\(2 times\)")])

    page.context.set_offline(False)
    page.get_by_role("button", name="Refresh").click()

    expect(page.locator(".toast")).to_have_count(0)


def test_only_the_newest_change_offers_to_be_undone(visit: Visit) -> None:
    page = visit("/")
    for word in ("first", "second"):
        markup = f'<div class="toast" data-kind="news"><p>The {word}.</p><form><button>Undo</button></form></div>'
        page.evaluate("html => document.querySelector('toast-stack').insertAdjacentHTML('beforeend', html)", markup)

    expect(page.locator(".toast p")).to_have_text(["The second."])


def test_a_live_page_without_news_says_for_how_long(visit: Visit) -> None:
    page = visit("/runs/lighthouse-7", apart=True)
    page.clock.install()
    page.goto(page.url.replace("/runs/lighthouse-7", "/"))
    expect(page.locator("connection-pill")).to_have_text("Live")

    page.clock.run_for(70_000)

    expect(page.locator("connection-pill")).to_have_text("Live, no news for 1 min")


def test_a_broken_stream_is_told_and_resumes_where_it_stopped(visit: Visit) -> None:
    stream = Stream()
    with served(site(stream=stream)) as address:
        page = visit("/runs/lighthouse-7", at=address, apart=True)
        pill = page.locator("connection-pill")
        expect(pill).to_be_hidden()
        add(page, '<div id="news" hx-sse:connect="/news" hx-swap="beforeend"></div>')
        expect(pill).to_have_text("Reconnecting…")

        stream.repaired.set()

        expect(pill).to_have_text("Live")
        expect(page.locator("#news p")).to_have_text(["item 1", "item 2"])
        page.close()
    assert stream.resumed_after == [None, "1"]
