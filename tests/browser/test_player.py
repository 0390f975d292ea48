"""The player of a run's page: films on one clock, moved by pointer, key and typed moments."""

from __future__ import annotations

import re
from statistics import median

import pytest
from playwright.sync_api import Page, expect

from showbible.bible import Bible
from tests.browser import productions
from tests.browser.conftest import Visit
from tests.browser.productions import Size, film
from tests.browser.test_run_page import clock, until

# A browser breaks downloads off when it seeks; the server's file is then closed by the collector, which warns.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

FRONT = "figure => figure.querySelector('video:not([data-idle])')"


def films(page: Page) -> list[float]:
    """Where each screen's film stands."""
    read = f"figures => figures.map({FRONT}).map((film) => film.currentTime)"
    return list(page.locator(".screen").evaluate_all(read))


def test_a_clip_in_a_lane_brings_every_film_to_its_moment(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper", at=dashboard)

    page.get_by_role("link", name=re.compile("^A: 2 The lighthouse")).click()

    expect(page.locator(".clip[data-now]")).to_have_count(2)
    assert (clock(page), films(page)) == (2, [0, 0])


def test_down_and_up_walk_the_cuts_of_a_lane(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper", at=dashboard)
    page.get_by_role("link", name=re.compile("^B: 1 Dawn swell")).focus()

    page.keyboard.press("ArrowDown")

    expect(page.get_by_role("link", name=re.compile("^B: 2 The lighthouse"))).to_be_focused()
    assert clock(page) == 2
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("link", name=re.compile("^B: 1 Dawn swell"))).to_be_focused()


def test_the_lanes_are_walked_by_frames_and_to_their_ends(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper", at=dashboard)
    page.get_by_role("region", name="Scenes on one clock").focus()

    moments = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home"):
        page.keyboard.press(key)
        moments.append(clock(page))

    total = page.locator("#run-scenes").evaluate("each => Number(each.dataset.seconds)")
    assert moments == pytest.approx([1 / 24, 2 / 24, 1 / 24, total, 0], abs=0.011)


def test_how_films_are_shown_outlives_a_reload(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper", at=dashboard)
    page.keyboard.press("2")
    page.get_by_role("button", name="Speed").click()
    page.get_by_role("button", name="Wipe").click()
    page.locator(".wiper").fill("30")
    page.get_by_role("button", name="One", exact=True).click()

    page.reload()

    expect(page.locator("[data-front] .badge")).to_have_text("B")
    expect(page.locator("[data-speed]")).to_have_text("1.5×")
    expect(page.locator(".wiper")).to_have_value("30")


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


def test_a_step_is_one_frame_of_the_film_that_leads(visit: Visit, own: Bible, mine: str) -> None:
    run_id = own.runs.start("Whales", budget=5).run_id
    own.runs.add_pilot(run_id, "a", tier="animated", budget=2)
    for scene, fps in (("s1", 10), ("s2", 8)):
        own.blobs.put("videos", f"{scene}.mp4", [film(1, "animated", 1, Size(width=64, height=36, fps=fps))])
        own.runs.deliver(
            run_id, "video", f"videos/{scene}.mp4", pilot_id="a", scene_id=scene, duration=1, metadata={"fps": fps}
        )
    page = visit(f"/runs/{run_id}", at=mine)
    page.get_by_role("region", name="Scenes on one clock").focus()

    moments = []
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
        moments.append(clock(page))

    assert moments == pytest.approx([0.1, 0.2, 1, 1.125], abs=0.011)


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


def test_a_film_that_fell_behind_catches_up(visit: Visit, own: Bible, mine: str) -> None:
    productions.lighthouse(own, size=productions.LONG, takes=(1, 1))
    page = visit("/runs/keeper?t=20", at=mine)
    page.get_by_role("button", name="Play").click()
    until(page, "Number(document.querySelector('.scrub').value) > 20.4")

    page.locator(".screen").nth(1).evaluate(f"figure => (({FRONT})(figure).currentTime = 0)")

    until(
        page,
        f"() => {{ const [one, other] = [...document.querySelectorAll('.screen')].map({FRONT});"
        " return other.currentTime > 20 && Math.abs(one.currentTime - other.currentTime) < 0.15; }",
    )


def test_the_timecode_takes_a_moment_as_people_write_it(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper", at=dashboard)
    expected = {"1.5": 1.5, "0:03": 3, "+2": 3, "-0.5": 0.5, "9:00": 12.5, "soon": 1}

    moments = {}
    for typed in expected:
        for words in ("1.00", typed):
            page.get_by_label("Position, such as 1:05 or +20").fill(words)
            page.keyboard.press("Enter")
        moments[typed] = clock(page)

    assert moments == pytest.approx(expected, abs=0.01)


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
    assert page.evaluate("document.querySelector('sound-wave audio').currentTime") > 1


def test_zoom_leaves_the_playhead_where_it_is_seen(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper?t=6", at=dashboard)
    head = page.locator(".playhead")
    before = head.bounding_box()

    page.locator(".lanes").hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)

    expect(page.locator("scene-timeline")).to_have_attribute("style", re.compile("--zoom: 1.25"))
    after = head.bounding_box()
    assert before and after and after["x"] == pytest.approx(before["x"], abs=2)


def test_zoom_widens_the_lanes(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper", at=dashboard)
    lane = page.locator(".lane.ruler")
    before = lane.bounding_box()

    page.get_by_role("button", name="Zoom in").click()

    after = lane.bounding_box()
    assert before and after and after["width"] > 1.5 * before["width"]
