"""The page of a run: films on one clock, and news that disturb nobody."""

from __future__ import annotations

import re
from statistics import median

import httpx
import pytest
from playwright.sync_api import Page, expect

from showbible.bible import Bible
from tests.browser import productions
from tests.browser.conftest import Visit, serving
from tests.direction.builders import taught

# A browser breaks downloads off when it seeks; the server's file is then closed by the collector, which warns.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

FRONT = "figure => figure.querySelector('video:not([data-idle])')"


def films(page: Page) -> list[float]:
    """Where each screen's film stands."""
    read = f"figures => figures.map({FRONT}).map((film) => film.currentTime)"
    return list(page.locator(".screen").evaluate_all(read))


def clock(page: Page) -> float:
    return float(page.locator(".scrub").input_value())


def lines(page: Page) -> list[str]:
    return [
        str(row).removeprefix("line-")
        for row in page.locator("#run-lines li").evaluate_all("rows => rows.map(row => row.id)")
    ]


def until(page: Page, script: str) -> None:
    """Wait until something is so; waiting inside the page would need a policy that evaluates text."""
    for _ in range(400):
        if page.evaluate(script):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"Never so: {script}")


# One clock


def test_a_clip_in_a_lane_brings_every_film_to_its_moment(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper", at=dashboard)

    page.get_by_role("link", name=re.compile("^A: 2 The lighthouse")).click()

    expect(page.locator(".clip[data-now]")).to_have_count(2)
    assert (clock(page), films(page)) == (2, [0, 0])


def test_arrows_walk_the_clips_of_a_lane(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper", at=dashboard)
    page.get_by_role("link", name=re.compile("^B: 1 Dawn swell")).focus()

    page.keyboard.press("ArrowRight")

    expect(page.get_by_role("link", name=re.compile("^B: 2 The lighthouse"))).to_be_focused()
    assert clock(page) == 2


def test_the_moment_and_the_mode_are_in_the_address(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper", at=dashboard)
    page.get_by_role("link", name=re.compile("^A: 2 The lighthouse")).click()
    page.get_by_role("button", name="Wipe").click()

    page.reload()

    expect(page.get_by_role("button", name="Wipe")).to_have_attribute("aria-pressed", "true")
    assert (page.url.removeprefix(dashboard), clock(page)) == ("/runs/keeper?t=2.00&mode=wipe", 2)


def test_a_number_shows_one_pilot_alone(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper", at=dashboard)

    page.keyboard.press("2")

    expect(page.locator(".screen").nth(0)).to_be_hidden()
    expect(page.locator(".screen").nth(1)).to_be_visible()


def test_a_step_is_one_frame(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper", at=dashboard)

    page.get_by_role("button", name="One frame on").click()
    page.get_by_role("button", name="One frame on").click()
    page.get_by_role("button", name="One frame back").click()

    assert clock(page) == pytest.approx(1 / 24, abs=0.01)


def test_films_keep_in_step_and_change_scenes_together(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper", at=dashboard)
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    drifts = []

    while clock(page) < 3.5:
        one, other = films(page)
        drifts.append(abs(one - other))
        page.wait_for_timeout(50)

    sources = page.locator(".screen").evaluate_all(f"figures => figures.map({FRONT}).map((film) => film.src.slice(-7))")
    assert median(drifts) <= 1 / 24
    assert sources == ["a-2.mp4", "b-2.mp4"]


def test_a_film_that_fell_behind_catches_up(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper", at=dashboard)
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    until(page, "Number(document.querySelector('.scrub').value) > 2.4")

    page.locator(".screen").nth(1).evaluate(f"figure => (({FRONT})(figure).currentTime = 0)")

    until(
        page,
        f"() => {{ const [one, other] = [...document.querySelectorAll('.screen')].map({FRONT});"
        " return other.currentTime > 0.3 && Math.abs(one.currentTime - other.currentTime) < 0.15; }",
    )


@pytest.mark.parametrize(
    ("typed", "moment"), [("1.5", 1.5), ("0:03", 3), ("+2", 3), ("-0.5", 0.5), ("9:00", 12.5), ("soon", 1)]
)
def test_the_timecode_takes_a_moment_as_people_write_it(
    visit: Visit, dashboard: str, typed: str, moment: float
) -> None:
    page = visit("/runs/keeper?t=1.00", at=dashboard)

    page.get_by_label("Position, such as 1:05 or +20").fill(typed)
    page.keyboard.press("Enter")

    assert clock(page) == pytest.approx(moment, abs=0.01)


def test_a_range_is_marked_kept_in_the_address_and_looped(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper?t=1.00", at=dashboard)
    page.keyboard.press("i")
    page.get_by_role("link", name=re.compile("^A: 2 The lighthouse")).click()
    page.keyboard.press("o")
    kept = page.url.partition("loop=")[2]

    page.get_by_role("button", name="Play").click()

    # Beyond its end the range begins anew, so the clock is seen inside it.
    until(page, "Number(document.querySelector('.scrub').value) < 1.6")
    expect(page.get_by_role("button", name="Loop", exact=True)).to_have_attribute("aria-pressed", "true")
    assert (kept, clock(page) >= 1) == ("1.00-2.00", True)


def test_the_pointer_over_the_scrubber_shows_a_frame(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper", at=dashboard)
    box = page.locator(".scrub").bounding_box()
    assert box

    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] / 2)

    expect(page.locator(".peep img")).to_have_attribute("src", re.compile(r"/stills/videos/.+-a-2\.mp4\?at=\d$"))
    until(page, "document.querySelector('.peep img').naturalWidth > 0")


def test_tab_held_down_shows_the_other_pilot_until_it_is_let_go(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper?mode=one", at=dashboard)
    screens = page.locator(".screen")
    for _ in range(2):
        page.keyboard.down("Tab")
    expect(screens.nth(1)).to_be_visible()

    page.keyboard.up("Tab")

    expect(screens.nth(0)).to_be_visible()
    expect(screens.nth(1)).to_be_hidden()


def test_a_sound_plays_from_where_its_wave_is_clicked(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper", at=dashboard)

    page.locator("sound-wave svg").first.click()

    until(page, "document.querySelector('sound-wave audio').currentTime > 1")


def test_zoom_widens_the_lanes(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper", at=dashboard)
    lane = page.locator(".lane.ruler")
    before = lane.bounding_box()

    page.get_by_role("button", name="Zoom in").click()

    after = lane.bounding_box()
    assert before and after and after["width"] > 1.5 * before["width"]


# News


def test_news_move_neither_scroll_nor_focus_nor_words_nor_a_playing_film(visit: Visit, own: Bible, mine: str) -> None:
    told = productions.lighthouse(own, takes=(2, 2))
    page = visit("/runs/keeper", at=mine)
    expect(page.locator("connection-pill")).to_have_text("Live")
    page.get_by_role("button", name="Play").click()
    page.locator("#reject-pilot-a summary").click()
    page.get_by_label("Why not A?").fill("half a sent")
    page.evaluate("window.kept = [...document.querySelectorAll('.screen video')]; scrollTo(0, 200)")
    start = clock(page)

    told.take("pilot-b", "animated", 2, "0.13")

    expect(page.get_by_role("link", name=re.compile("^B: 3 Storm front, 2.0"))).to_be_visible()
    expect(page.get_by_label("Why not A?")).to_be_focused()
    expect(page.get_by_label("Why not A?")).to_have_value("half a sent")
    assert page.evaluate("[scrollY, window.kept.every((film) => film.isConnected)]") == [200, True]
    assert clock(page) > start


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
    story = taught(own)
    own.runs.start("A breach", budget=5, run_id="breach", project_id="whales")
    page = visit("/runs/breach", at=mine)
    switch = page.get_by_role("switch")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    paused = story.profile().cards[0].state

    page.get_by_role("button", name="Undo").click()

    expect(switch).to_have_attribute("aria-checked", "true")
    assert (paused, story.profile().cards[0].state) == ("paused", "active")


# Decisions


def test_an_approved_pilot_is_told_everywhere_at_once(visit: Visit, own: Bible, mine: str) -> None:
    productions.lighthouse(own, takes=(1, 1))
    page = visit("/runs/keeper", at=mine)
    expect(page.locator("connection-pill")).to_have_text("Live")

    page.get_by_role("button", name="Approve A").click()

    expect(page.locator(".verdict p")).to_have_text("A is the one the run goes on with.")
    expect(page.locator(".toast p")).to_have_text(["Pilot pilot-a is approved."])
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


def test_without_scripts_a_pilot_is_rejected_with_its_reason(visit: Visit, own: Bible, mine: str) -> None:
    productions.lighthouse(own, takes=(1, 1))
    page = visit("/runs/keeper", at=mine, javascript=False)
    page.locator("#reject-pilot-b summary").click()
    page.get_by_label("Why not B?").fill("The stripes distract.")

    page.locator("#reject-pilot-b").get_by_role("button", name="Reject B").click()

    expect(page.locator(".why-not")).to_have_text("BRejected: The stripes distract.")


# Sharing


def test_a_preview_takes_in_news_without_touching_what_plays(visit: Visit, own: Bible, mine: str) -> None:
    told = productions.lighthouse(own, takes=(1, 0))
    page = visit("/runs/keeper/preview", at=mine)
    page.evaluate("window.kept = document.querySelector('video')")

    told.take("pilot-a", "photorealistic", 1, "0.46")

    expect(page.locator("#pictures video")).to_have_count(2)
    expect(page.locator(".money dd").nth(1)).to_have_text("$1.07")
    assert page.evaluate("window.kept === document.querySelector('video')")
