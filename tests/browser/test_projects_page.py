"""The pages of a project: found as you type, peeked at by key, corrected in place, and readable by everybody."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from showbible.assets.api import Assets
from showbible.bible import Bible
from showbible.settings import Settings
from tests.browser.conftest import Visit, serving
from tests.browser.projects_data import keeper, others
from tests.browser.test_accessibility import violations_everywhere

# A browser breaks downloads off when it seeks; the server's file is then closed by the collector, which warns.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

HOME = "/projects/last-keeper"
PAGES = (
    "/projects",
    f"{HOME}?q=steps&peek=FILM",
    f"{HOME}?q=zebra&kind=audio",
    f"{HOME}/entities?t=5&peek=STATE",
    f"{HOME}/entities?peek=PAUSED",
    f"{HOME}/timeline",
    f"{HOME}/notes",
    f"{HOME}/continuity?prompt=Mara+in+a+blue+coat&at=6",
    f"{HOME}/assets/FILM",
    "/projects/tide-tables",
    "/projects/tide-tables/entities",
)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Assets]:
    """The Last Keeper and three smaller projects, for looking only."""
    home = tmp_path_factory.mktemp("told") / "studio"
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        others(bible)
        yield keeper(bible, shots=3)


@pytest.fixture(scope="module")
def stories(told: Assets) -> Iterator[str]:
    """The address of the product that serves them."""
    with Bible(Settings(home=told.blobs.root.parent, disk_floor_mb=0, workers=0)) as bible, serving(bible) as address:  # type: ignore[attr-defined]
        yield address


def film(memory: Assets) -> str:
    return memory.search("arrival-2", kind="video").items[0].asset.asset_id


def filled(path: str, memory: Assets) -> str:
    (paused,) = [each.state_id for each in memory.states("Old Tom") if each.paused]
    shown = path.replace("FILM", film(memory)).replace("STATE", memory.states("Mara")[0].state_id)
    return shown.replace("PAUSED", paused)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_a_phone_has_no_violation_and_complains_of_nothing(
    visit: Visit, stories: str, told: Assets, path: str
) -> None:
    said: list[str] = []
    page = visit(filled(path, told), at=stories, width=390, said=said)

    wide = page.evaluate("document.documentElement.scrollWidth")

    assert (wide, violations_everywhere(page, widths=(390, 1440)), said) == (390, {}, [])


def test_what_is_typed_is_found_at_once_and_stays_in_the_address(visit: Visit, stories: str) -> None:
    page = visit(HOME, at=stories)
    page.keyboard.press("/")
    page.keyboard.type("brass lens")
    expect(page.get_by_text("found, best first")).to_be_visible()
    expect(page).to_have_url(f"{stories}{HOME}?q=brass+lens")
    expect(page.get_by_role("searchbox")).to_be_focused()

    page.reload()

    expect(page.get_by_role("searchbox")).to_have_value("brass lens")
    expect(page.locator("[data-item]").first).to_contain_text("brass lens")


def test_the_keys_walk_the_grid_and_peek(visit: Visit, stories: str) -> None:
    page = visit(f"{HOME}?q=steps", at=stories)
    for key in ("j", "o"):
        page.keyboard.press(key)
    first = page.locator("[data-item]").nth(0).inner_text()
    expect(page.get_by_role("complementary").get_by_role("heading").first).to_have_text(first)
    expect(page).to_have_url(re.compile(r"[?&]peek="))

    page.keyboard.press("Escape")

    expect(page.get_by_role("complementary")).to_be_hidden()
    expect(page.locator("[data-item]").nth(0)).to_be_focused()


def corrected(page: Page) -> None:
    """Give the asset on the page another caption."""
    page.get_by_text("Correct", exact=True).click()
    page.get_by_role("textbox", name="Caption").fill("Mara, three steps from the door")
    page.get_by_role("button", name="Save").click()


def test_a_caption_is_corrected_in_place(visit: Visit, own: Bible, mine: str) -> None:
    page = visit(f"{HOME}/assets/{film(keeper(own, shots=2))}", at=mine)

    corrected(page)

    expect(page.get_by_role("heading", level=1)).to_have_text("Mara, three steps from the door")


def test_a_correction_is_undone_from_its_toast(visit: Visit, own: Bible, mine: str) -> None:
    memory = keeper(own, shots=2)
    before = memory.get(film(memory)).caption
    page = visit(f"{HOME}/assets/{film(memory)}", at=mine)
    corrected(page)

    # At once: a toast does not wait for a slow machine.
    page.get_by_role("button", name="Undo", exact=True).click()

    expect(page.get_by_text("The caption is forgotten.")).to_be_visible()
    assert memory.get(film(memory)).caption == before


def test_a_state_is_corrected_from_its_lane_and_forgotten(visit: Visit, own: Bible, mine: str) -> None:
    memory = keeper(own, shots=2)
    page = visit(f"{HOME}/entities", at=mine)
    page.get_by_role("link", name="Mara, coat: red wool").click()
    drawer = page.get_by_role("complementary")
    drawer.get_by_text("Correct", exact=True).click()
    drawer.get_by_label("What is so").fill("coat: yellow oilskin")
    drawer.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Mara, coat: yellow oilskin")).to_be_visible()
    expect(drawer.get_by_role("button", name="Undo: What is so")).to_be_visible()

    drawer.get_by_role("button", name="Forget").click()

    expect(page.get_by_role("link", name="Mara, coat: yellow oilskin")).to_have_count(0)
    assert "coat" not in [fact.field for fact in memory.facts("Mara")]


@pytest.mark.parametrize("javascript", [True, False])
def test_a_state_is_paused_and_used_again(visit: Visit, own: Bible, mine: str, javascript: bool) -> None:
    memory = keeper(own, shots=2)
    (lit,) = [each for each in memory.states("Lamp") if each.state["state"] == "lit"]
    page = visit(f"{HOME}/entities?peek={lit.state_id}", at=mine, javascript=javascript)
    drawer = page.get_by_role("complementary", name="Lamp")

    drawer.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("link", name=re.compile("Lamp, state: lit.*paused"))).to_be_visible()
    expect(drawer.get_by_text("Kept, but not in force.")).to_be_visible()
    drawer.get_by_role("button", name="Use again").click()

    expect(page.get_by_role("link", name=re.compile("Lamp, state: lit.*paused"))).to_have_count(0)
    assert lit in memory.states("Lamp")


def test_another_take_is_chosen_with_one_press(visit: Visit, own: Bible, mine: str) -> None:
    memory = keeper(own, shots=2)
    page = visit(f"{HOME}/assets/{film(memory)}", at=mine)

    page.get_by_role("button", name="Use take 1").click()

    expect(page.get_by_role("button", name="Use take 2")).to_be_visible()


def test_without_scripts_a_project_is_made_searched_and_told_of(visit: Visit, own: Bible, mine: str) -> None:
    own.assets(own.projects.create("owls", name="Owls").project_id).add("image", "far.png", prompt="An owl at dusk")
    page = visit("/projects", at=mine, javascript=False)
    page.get_by_text("New project").click()
    page.get_by_label("Name").fill("Night flights")
    page.get_by_role("button", name="Create project").click()
    expect(page).to_have_url(f"{mine}/projects/night-flights")

    page.goto(f"{mine}/projects/owls")
    page.get_by_role("searchbox").fill("dusk")
    page.get_by_role("button", name="Search", exact=True).click()

    expect(page.locator("[data-item]")).to_have_text(["An owl at dusk"])
