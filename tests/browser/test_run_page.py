"""The page of a run: news that disturb nobody, what acts in it, and decisions."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from showbible.bible import Bible
from showbible.runs.recall import mutes
from tests.browser import productions
from tests.browser.conftest import Visit, serving
from tests.browser.test_accessibility import violations_everywhere
from tests.builders import a_finished_run
from tests.direction.builders import taught

# A browser breaks downloads off when it seeks; the server's file is then closed by the collector, which warns.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


def clock(page: Page) -> float:
    return float(page.locator(".scrub").input_value())


def until(page: Page, script: str) -> None:
    """Wait until something is so; waiting inside the page would need a policy that evaluates text."""
    for _ in range(400):
        if page.evaluate(script):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"Never so: {script}")


def lines(page: Page) -> list[str]:
    return [
        str(row).removeprefix("line-")
        for row in page.locator("#run-lines li").evaluate_all("rows => rows.map(row => row.id)")
    ]


def enlarged(page: Page, field: Locator) -> float:
    """Draw a field of several lines longer by its corner, as a reader would; gives its new height."""
    field.scroll_into_view_if_needed()
    box = field.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] - 4, box["y"] + box["height"] - 4
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 40, steps=4)
    page.mouse.up()
    now = field.bounding_box()
    assert now is not None and now["height"] > box["height"] + 30
    return now["height"]


# News


def test_news_move_neither_scroll_nor_focus_nor_words_nor_a_playing_film(visit: Visit, own: Bible, mine: str) -> None:
    told = productions.lighthouse(own, size=productions.LONG, takes=(2, 2))
    page = visit("/runs/keeper?t=20", at=mine)
    expect(page.locator("connection-pill")).to_have_text("Live")
    page.get_by_role("button", name="Play").click()
    until(page, "Number(document.querySelector('.scrub').value) > 20.4")
    page.locator("#reject-pilot-a summary").click()
    page.get_by_label("Why not A?").fill("half a sent")
    page.evaluate("window.kept = [...document.querySelectorAll('.screen video')]; scrollTo(0, 200)")
    start = clock(page)

    told.take("pilot-b", "animated", 2, "0.13")

    expect(page.get_by_role("link", name=re.compile("^B: 3 Storm front, 120.0"))).to_be_visible()
    expect(page.get_by_label("Why not A?")).to_be_focused()
    expect(page.get_by_label("Why not A?")).to_have_value("half a sent")
    assert page.evaluate("[scrollY, window.kept.every((film) => film.isConnected)]") == [200, True]
    assert clock(page) >= start
    until(page, f"Number(document.querySelector('.scrub').value) > {clock(page)}")


def test_news_leave_a_field_as_large_as_its_reader_made_it(visit: Visit, own: Bible, mine: str) -> None:
    productions.race(own, pilots=2)
    said: list[str] = []
    page = visit("/runs/race", at=mine, said=said)
    expect(page.locator("connection-pill")).to_have_text("Live")
    page.locator("#reject-pilot-b summary").click()
    field = page.get_by_label("Why not B?")
    made = enlarged(page, field)

    own.runs.judge_pilot("race", "pilot-b", score=99)

    expect(page.locator(".button.solid")).to_have_text("Approve B")
    box = field.bounding_box()
    assert (box and box["height"], said) == (made, [])


def test_a_film_that_arrives_can_be_played_at_once(visit: Visit, own: Bible, mine: str) -> None:
    told = productions.lighthouse(own, takes=(1, 1))
    page = visit("/runs/keeper", at=mine)
    expect(page.locator("connection-pill")).to_have_text("Live")
    told.take("pilot-a", "photorealistic", 1, "0.46")
    arrived = page.get_by_role("link", name=re.compile("^A: 2 The lighthouse, 2.5"))
    expect(arrived).to_be_visible()

    arrived.click()

    front = page.locator(".screen").first.locator("video:not([data-idle])")
    expect(front).to_have_attribute("src", re.compile("pilot-a-2.mp4"))


def test_the_first_pilots_bring_their_screens_along(visit: Visit, own: Bible, mine: str) -> None:
    own.runs.start("Two at once", budget=5, run_id="fresh", total_scenes=2)
    page = visit("/runs/fresh", at=mine)
    expect(page.get_by_text("No pilots yet")).to_be_visible()
    expect(page.locator("connection-pill")).to_have_text("Live")

    for pilot in ("a", "b"):
        own.runs.add_pilot("fresh", pilot, tier="animated", budget=1)

    expect(page.locator(".screen")).to_have_count(2)
    expect(page.get_by_role("group", name="Sound from").get_by_role("button")).to_have_text(["A", "B"])


def test_a_restarted_server_loses_and_doubles_nothing(visit: Visit, own: Bible) -> None:
    own.runs.start("Whales", budget=5, run_id="whales")
    with serving(own) as address:
        page = visit("/runs/whales", at=address)
        expect(page.locator("connection-pill")).to_have_text("Live")
        own.runs.warning("whales", "first")
        expect(page.locator("#run-lines")).to_contain_text("first")
    own.runs.warning("whales", "while nobody served")

    with serving(own, httpx.URL(address).port or 0):
        expect(page.locator("#run-lines")).to_contain_text("while nobody served")
        own.runs.warning("whales", "after")
        expect(page.locator("#run-lines")).to_contain_text("after")
        expected = [str(each.seq) for each in own.runs.happenings(after=0, run_id="whales")]
        assert lines(page) == expected
        page.close()


def test_home_learns_of_a_new_run_by_itself(visit: Visit, own: Bible, mine: str) -> None:
    own.runs.start("Whales", budget=5)
    page = visit("/", at=mine)
    expect(page.locator("connection-pill")).to_have_text("Live")

    own.runs.start("Owls", budget=5)

    expect(page.get_by_role("heading", level=1)).to_have_text("2 runs under way")
    expect(page.get_by_role("link", name="Owls")).to_be_visible()


def test_a_log_that_was_scrolled_up_stays_there_until_asked(visit: Visit, own: Bible, mine: str) -> None:
    own.runs.start("Whales", budget=5, run_id="whales")
    for number in range(60):
        own.runs.warning("whales", f"wave {number}")
    page = visit("/runs/whales", at=mine)
    expect(page.locator("connection-pill")).to_have_text("Live")
    log = page.get_by_role("log")
    log.evaluate("log => (log.scrollTop = 0)")
    expect(page.get_by_role("button", name="Jump to latest")).to_be_visible()
    own.runs.warning("whales", "the last wave")
    expect(log).to_contain_text("the last wave")
    stayed = log.evaluate("log => log.scrollTop")

    page.get_by_role("button", name="Jump to latest").click()

    assert (stayed, log.evaluate("log => log.scrollHeight - log.scrollTop - log.clientHeight < 2")) == (0, True)


def test_a_stage_shows_its_lines_alone_and_once_more_all_of_them(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper", at=dashboard)
    all_lines = page.locator("#run-lines li:visible").count()
    page.get_by_role("link", name="Scripts").click()
    expect(page.locator("#run-lines li:visible")).to_have_text([re.compile("Writing scripts")])
    chosen = page.url.removeprefix(dashboard)

    page.get_by_role("link", name="Scripts").click()

    expect(page.locator("#run-lines li:visible")).to_have_count(all_lines)
    assert (chosen, page.url.removeprefix(dashboard)) == ("/runs/keeper?stage=generating_scripts", "/runs/keeper")


def test_the_log_is_searched_and_what_is_seen_is_copied(visit: Visit, own: Bible, mine: str) -> None:
    own.runs.start("Whales", budget=5, run_id="whales")
    own.runs.warning("whales", "the sea was rough")
    page = visit("/runs/whales", at=mine)
    expect(page.locator("connection-pill")).to_have_text("Live")
    page.keyboard.press("/")
    page.keyboard.type("ROUGH")
    own.runs.warning("whales", "the wind was rough, too")
    expect(page.locator("#run-lines li:visible")).to_have_count(2)

    page.get_by_role("button", name="Copy").click()

    expect(page.locator(".toast p")).to_have_text(["2 lines copied."])
    copied = str(page.evaluate("navigator.clipboard.readText()")).splitlines()
    assert [line[9:] for line in copied] == ["Warning: the sea was rough", "Warning: the wind was rough, too"]


# Memory in play


def test_a_card_is_switched_off_where_it_acts_and_undone(visit: Visit, own: Bible, mine: str) -> None:
    card_id = taught(own).profile().cards[0].card_id
    own.runs.start("A breach", budget=5, run_id="breach", project_id="whales")
    page = visit("/runs/breach", at=mine)
    switch = page.get_by_role("switch")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    muted = [mute.item_id for mute in mutes.mutes(own.db, "breach")]

    page.get_by_role("button", name="Undo", exact=True).click()

    expect(switch).to_have_attribute("aria-checked", "true")
    assert (muted, mutes.mutes(own.db, "breach")) == ([card_id], ())


# Decisions


def test_an_approved_pilot_is_told_everywhere_at_once(visit: Visit, own: Bible, mine: str) -> None:
    productions.lighthouse(own, takes=(1, 1))
    page = visit("/runs/keeper", at=mine)
    expect(page.locator("connection-pill")).to_have_text("Live")

    page.get_by_role("button", name="Approve A").click()

    expect(page.locator(".verdict p")).to_have_text("A is the one the run goes on with.")
    expect(page.locator(".toast p")).to_have_text(["Pilot A is approved."])
    assert own.runs.get("keeper").winning_pilot == "pilot-a"


def test_a_refused_act_says_why(visit: Visit, own: Bible, mine: str) -> None:
    productions.lighthouse(own, takes=(1, 1))
    page = visit("/runs/keeper", at=mine)
    page.evaluate("document.querySelector('#live').remove()")
    own.runs.finish("keeper")

    page.get_by_role("button", name="Approve A").click()

    expect(page.locator(".toast p")).to_have_text(["Run keeper is over (completed); start a new one to go on."])


def test_a_cancelled_run_ends_its_stream_and_offers_no_more_acts(visit: Visit, own: Bible, mine: str) -> None:
    productions.lighthouse(own, takes=(1, 1))
    page = visit("/runs/keeper", at=mine)
    expect(page.locator("connection-pill")).to_have_text("Live")
    page.locator("#cancel summary").click()

    page.get_by_role("button", name="Stop the run").click()

    expect(page.locator("#run-head .chip")).to_have_text("Cancelled")
    expect(page.locator("#cancel, .verdict-acts button")).to_have_count(0)
    expect(page.locator("connection-pill")).to_have_text("Ended")


def test_an_archived_run_says_so_at_once_and_comes_back_by_undo(visit: Visit, own: Bible, mine: str) -> None:
    page = visit(f"/runs/{a_finished_run(own.db).run_id}", at=mine)

    page.get_by_role("button", name="Archive").click()

    expect(page.locator("#run-shelf")).to_contain_text("This run is archived")
    expect(page.get_by_role("button", name="Archive")).to_have_count(0)
    # A message that has the focus waits, however long the page is looked at.
    page.locator(".toast").get_by_role("button", name="Undo").focus()
    assert violations_everywhere(page, widths=(1440, 390)) == {}
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.locator("#run-shelf")).to_be_empty()


def test_without_scripts_a_pilot_is_rejected_with_its_reason(visit: Visit, own: Bible, mine: str) -> None:
    productions.lighthouse(own, takes=(1, 1))
    page = visit("/runs/keeper", at=mine, javascript=False)
    page.locator("#reject-pilot-b summary").click()
    page.get_by_label("Why not B?").fill("The stripes distract.")

    page.locator("#reject-pilot-b").get_by_role("button", name="Reject B").click()

    expect(page.locator(".why-not p")).to_have_text("Rejected: The stripes distract.")


# Sharing


def test_a_preview_takes_in_news_without_touching_what_plays(visit: Visit, own: Bible, mine: str) -> None:
    told = productions.lighthouse(own, takes=(1, 0))
    page = visit("/runs/keeper/preview", at=mine)
    page.evaluate("window.kept = document.querySelector('video')")

    told.take("pilot-a", "photorealistic", 1, "0.46")

    expect(page.locator("#pictures video")).to_have_count(2)
    expect(page.locator(".money dd").nth(1)).to_have_text("$1.07")
    assert page.evaluate("window.kept === document.querySelector('video')")


def test_a_preview_takes_in_what_happens_before_it_listens(visit: Visit, own: Bible, mine: str) -> None:
    told = productions.lighthouse(own, takes=(1, 0))
    page = visit("/runs/keeper", at=mine, apart=True)

    def late(route: Route) -> None:
        told.take("pilot-a", "photorealistic", 1, "0.46")
        route.continue_()

    page.route("**/api/v1/runs/keeper/events*", late, times=1)
    page.goto(f"{mine}/runs/keeper/preview")

    expect(page.locator("#pictures video")).to_have_count(2)
