"""The page of a run, measured: what is beside each other fits, what is shown is so, and many scenes stay light."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from showbible.bible import Bible
from showbible.runs.record import pilots as run_pilots
from tests.browser import productions
from tests.browser.conftest import Visit
from tests.browser.test_accessibility import violations
from tests.browser.test_every_page import LARGER, TOO_WIDE
from tests.browser.test_run_page import until

# A browser breaks downloads off when it seeks; the server's file is then closed by the collector, which warns.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

MEET = """
  const meet = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
"""

MISFITS = f"""() => {{
  {MEET}
  const faults = [], hidden = ".visually-hidden, details:not([open])";
  const seen = (each) => each.getClientRects().length && !each.closest(hidden);
  const named = (each) => each.textContent.trim().slice(0, 30);
  const cells = [...document.querySelectorAll(".diff :is(th, td)")].filter(seen);
  const boxes = cells.map((cell) => cell.getBoundingClientRect());
  boxes.forEach((box, n) => {{
    if (boxes.slice(n + 1).some((other) => meet(box, other))) faults.push(`${{named(cells[n])}} meets another`);
  }});
  for (const part of document.querySelectorAll(".diff :is(.diff-value, .bar, .lead, th)")) {{
    const outer = part.closest("th, td").getBoundingClientRect(), inner = part.getBoundingClientRect();
    const out = inner.left < outer.left - 1 || inner.right > outer.right + 1;
    const cut = part.clientWidth && part.scrollWidth > part.clientWidth + 1;
    if (seen(part) && (out || cut)) faults.push(`${{named(part) || "a bar"}} is cut`);
  }}
  const box = document.querySelector(".diff").parentElement;
  if (box.scrollWidth > box.clientWidth) faults.push("the table is cut");
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is too wide");
  return faults;
}}"""

OVERPRINTED = f"""() => {{
  {MEET}
  const faults = [];
  for (const space of document.querySelectorAll(".lanes .clips, #space-ruler, #space-beats")) {{
    const texts = [...space.querySelectorAll("text")], boxes = texts.map((each) => each.getBoundingClientRect());
    texts.forEach((each, n) => {{
      const clip = each.closest(".clip")?.querySelector(".ground").getBoundingClientRect();
      const out = clip && (boxes[n].left < clip.left - 1 || boxes[n].right > clip.right + 1);
      if (out) faults.push(`${{each.textContent}} is cut`);
      if (boxes.slice(n + 1).some((box) => meet(boxes[n], box))) faults.push(`${{each.textContent}} is overprinted`);
    }});
  }}
  return faults.slice(0, 9);
}}"""


def solid(page: Page) -> list[str]:
    return page.locator(".verdict-acts .button.solid").all_inner_texts()


@pytest.mark.parametrize("pilots", [2, 3, 4])
def test_the_pilot_table_fits_whatever_the_window(visit: Visit, own: Bible, mine: str, pilots: int) -> None:
    productions.race(own, pilots=pilots)
    page = visit("/runs/race", at=mine)

    found = {}
    for width in (1680, 1440, 1366, 1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        found[width] = page.evaluate(MISFITS)

    assert {width: faults for width, faults in found.items() if faults} == {}
    expect(page.locator(".diff .lead").first).to_have_text("+6")


@pytest.mark.parametrize("run_id", ["keeper", "ended-1"])
def test_a_run_is_no_wider_than_the_window_when_text_is_twice_as_large(
    visit: Visit, dashboard: str, run_id: str
) -> None:
    page = visit(f"/runs/{run_id}", at=dashboard)

    page.evaluate(LARGER)

    assert not page.evaluate(TOO_WIDE)


def test_a_recommendation_waits_for_a_lead_and_ends_with_the_choice(visit: Visit, own: Bible, mine: str) -> None:
    productions.race(own, pilots=3, scored=1)
    page = visit("/runs/race", at=mine)
    expect(page.locator("connection-pill")).to_have_text("Live")
    early = solid(page), page.locator(".lead", has_text="less").count()
    for pilot, score in (("pilot-b", 60), ("pilot-c", 70)):
        run_pilots.judge_pilot(own.db, "race", pilot, score=score)
    expect(page.locator(".button.solid")).to_have_text("Approve A")

    page.get_by_role("button", name="Approve C").click()

    expect(page.locator(".verdict p")).to_have_text("C is the one the run goes on with.")
    assert (early, solid(page)) == (([], 0), [])


def test_a_decision_is_undone_from_its_message_and_on_the_page(visit: Visit, own: Bible, mine: str) -> None:
    productions.race(own, pilots=2)
    page = visit("/runs/race", at=mine)
    page.locator("#reject-pilot-b summary").click()
    page.get_by_label("Why not B?").fill("The stripes distract.")
    page.locator("#reject-pilot-b").get_by_role("button", name="Reject B").click()
    expect(page.locator(".why-not p")).to_have_text("Rejected: The stripes distract.")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.locator(".why-not")).to_have_count(0)
    page.get_by_role("button", name="Approve A").click()

    page.get_by_role("button", name="Undo: A is approved").click()

    expect(page.locator(".button.solid")).to_have_text("Approve A")
    run = own.runs.get("race")
    assert (run.winning_pilot, [(p.status, p.rejection_reason) for p in run.pilots]) == (None, [("running", None)] * 2)


def test_a_screen_shows_the_scene_it_is_at_or_says_what_it_lacks(visit: Visit, own: Bible, mine: str) -> None:
    productions.lighthouse(own, takes=(4, 6))
    page = visit("/runs/keeper?t=9", at=mine)
    one, other = page.locator(".glassbox").all()
    expect(one.locator("p")).to_have_text("Generating scene 5, 46%")
    expect(one.locator("p")).to_be_visible()
    expect(one.locator("video").first).to_be_hidden()
    expect(other.locator("video:not([data-idle])")).to_have_attribute("src", re.compile("pilot-b-5.mp4"))

    page.get_by_label("Position, such as 1:05 or +20").fill("10.5")
    page.keyboard.press("Enter")

    expect(one.locator("p")).to_have_text("No take of scene 6 yet")
    expect(other.locator("video:not([data-idle])")).to_have_attribute("src", re.compile("pilot-b-6.mp4"))
    page.get_by_role("link", name=re.compile("^A: 4 Keeper")).click()
    expect(one.locator("p")).to_be_hidden()
    expect(one.locator("video:not([data-idle])")).to_have_attribute("src", re.compile("pilot-a-4.mp4"))


def test_two_hundred_scenes_are_light_and_readable_at_every_zoom(visit: Visit, own: Bible, mine: str) -> None:
    productions.epic(own)
    page = visit("/runs/epic", at=mine)
    sent = len(page.request.get(f"{mine}/runs/epic").body())
    expect(page.locator(".glassbox p").nth(1)).to_have_text("The file of scene 1 is missing")
    elements, ticks = [], []

    for _ in range(7):
        assert page.evaluate(OVERPRINTED) == []
        elements.append(page.evaluate("document.querySelectorAll('*').length"))
        ticks.append(page.locator("#space-ruler text").all_text_contents()[1])
        page.get_by_role("button", name="Zoom in").click()

    assert (sent < 300_000, max(elements) < 3000) == (True, True)
    assert len(set(ticks)) > 3
    assert set(page.locator("#space-lane-0 .tag").all_text_contents()) <= {"3.0 s", "4.0 s", "5.0 s"}
    until(page, "!document.querySelector('#space-lane-1 image')")
    page.get_by_role("link", name=re.compile("^A: 1 The lighthouse")).focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("link", name=re.compile("^A: 2 Storm front"))).to_be_focused()
    assert violations(page) == []


def test_zoom_and_log_level_outlive_a_reload(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper", at=dashboard)
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Warnings").click()

    page.reload()

    expect(page.get_by_role("button", name="Warnings")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("scene-timeline")).to_have_attribute("style", re.compile("--zoom: 2"))
    assert page.url.removeprefix(dashboard) == "/runs/keeper?zoom=2&level=warnings"


def test_every_page_tells_the_same_progress(visit: Visit, dashboard: str) -> None:
    page = visit("/runs/keeper", at=dashboard)
    told = page.locator("#run-head").inner_text()
    steps = page.locator("#run-steps").inner_text()
    page.goto(f"{dashboard}/runs/keeper/preview")
    shared = page.locator("#state .line b").inner_text()
    page.goto(f"{dashboard}/runs?q=keeper")
    listed = page.locator("#state-keeper progress").get_attribute("value")

    assert ("50% done" in told, "%" in steps, shared, listed) == (True, False, "50%", "50")
    assert ("A has 2, B 3 of 6 scenes" in told, "5 of 12" in steps) == (True, True)
    assert re.search(r"About \d+m \d+s left", told)
