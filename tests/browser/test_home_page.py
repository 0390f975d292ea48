"""Home in a browser: a first film with one click, what needs a person, and what came of it."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from showbible.bible import Bible
from showbible.studio.ledger import paid, turns
from showbible.studio.ledger.model import OrderState
from tests import processes
from tests.browser.conftest import Visit
from tests.browser.home_data import fill, payment
from tests.browser.test_accessibility import violations_everywhere
from tests.builders import a_run


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[str]:
    """The address of the product on an empty studio, with its worker, in a process of its own."""
    with processes.served(tmp_path / "studio") as (address, process):
        yield address
        process.send_signal(signal.SIGKILL)  # who asked for a film need not wait until it can be left


def test_one_click_makes_a_film_and_the_page_shows_it_happening(visit: Visit, empty: str) -> None:
    said: list[str] = []
    page = visit("/", at=empty, said=said)

    page.get_by_role("button", name="Make a sample film").click()

    card = page.locator(".run-card").filter(has_text="The Last Keeper")
    expect(page.get_by_role("heading", level=1)).to_have_text("1 run under way")
    expect(card.get_by_role("progressbar")).to_have_attribute("value", re.compile(r"[1-9]\d*"))
    expect(card).to_contain_text("Generating video", timeout=60_000)
    assert said == []


def test_a_first_film_needs_no_scripts(visit: Visit, empty: str) -> None:
    page = visit("/", at=empty, javascript=False)

    page.get_by_role("button", name="Make a sample film").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("1 run under way")


@pytest.mark.parametrize("javascript", [True, False])
def test_a_payment_is_settled_in_words(visit: Visit, own: Bible, mine: str, javascript: bool) -> None:
    intent = payment(own, a_run(own.db, "Night shoot"))
    page = visit("/", at=mine, javascript=javascript)
    page.get_by_text("It was charged").click()

    page.get_by_role("button", name="Book $0.42").click()

    expect(page.get_by_role("heading", name="Was $0.42 charged?")).to_have_count(0)
    entry = paid.entry(own.db, intent)
    assert (entry.state, entry.cost) == (OrderState.FAILED, 420_000)


def test_a_full_home_has_no_violation_and_says_what_came_of_it(visit: Visit, own: Bible, mine: str) -> None:
    fill(own)
    page = visit("/", at=mine)
    page.get_by_text("It was not").click()

    expect(page.locator("#quality figcaption")).to_contain_text("points")
    expect(page.locator("#learned .row")).to_have_count(3)
    assert violations_everywhere(page, widths=(1440, 390)) == {}
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_news_does_not_touch_what_is_read_once(visit: Visit, own: Bible, mine: str) -> None:
    fill(own)
    page = visit("/", at=mine)
    expect(page.locator("connection-pill")).to_contain_text("Live")
    page.locator("#trends summary").first.click()

    a_run(own.db, "Just begun")

    expect(page.get_by_role("link", name="Just begun")).to_be_visible()
    expect(page.locator("#trends table").first).to_be_visible()


def test_a_queue_that_is_held_up_is_not_shown_as_all_well(visit: Visit, own: Bible, mine: str) -> None:
    run_id = a_run(own.db, "Foghorn")
    with own.db.transaction():
        turns.ask(own.db, run_id, "{}")
    page = visit("/", at=mine)
    expect(page.locator("connection-pill")).to_have_text("Live")

    turns.waits(own.db, run_id, "The disk is full.")
    own.runs.warning(run_id, "Waits: The disk is full.")

    expect(page.locator("connection-pill")).to_have_text("Live, a film waits")
    expect(page.locator("#needs .row-text")).to_have_text("Waits: The disk is full.")


@pytest.mark.parametrize("javascript", [True, False])
def test_one_story_is_chosen_and_left_again(visit: Visit, own: Bible, mine: str, javascript: bool) -> None:
    for story in ("whales", "owls"):
        own.projects.create(story, name=story.capitalize())
        a_run(own.db, f"{story} at dusk", project_id=story)
    page = visit("/", at=mine, javascript=javascript)
    page.get_by_role("combobox", name="Story").select_option("Owls")
    if not javascript:
        page.get_by_role("button", name="Show").click()
    expect(page.locator(".run-card")).to_have_count(1)
    page.wait_for_url(f"{mine}/?story=owls")

    page.locator("#home").get_by_role("link", name="Every story").click()

    expect(page.locator(".run-card")).to_have_count(2)


def test_the_page_of_a_story_goes_on_by_itself_and_stays_with_it(visit: Visit, own: Bible, mine: str) -> None:
    for story in ("whales", "owls"):
        own.projects.create(story)
        a_run(own.db, f"{story} at dusk", project_id=story)
    page = visit("/?story=owls", at=mine)

    a_run(own.db, "whales at dawn", project_id="whales")
    a_run(own.db, "owls at dawn", project_id="owls")

    expect(page.get_by_role("heading", level=1)).to_have_text("2 runs under way")
    expect(page.locator(".run-card h3")).to_have_text(["owls at dawn", "owls at dusk"])
    assert violations_everywhere(page, widths=(1440, 390)) == {}
