"""The cast in a real browser: looked through, corrected, forgotten and undone; by mouse, by keys, without scripts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from showbible.bible import Bible
from showbible.settings import Settings
from tests.browser import cast_data
from tests.browser.conftest import Visit, serving
from tests.browser.test_accessibility import violations_everywhere
from tests.browser.test_run_page import enlarged

KEEPER = "/cast/nova?user=lena&series=the-last-keeper"
PAGES = ("/cast", "/cast?q=zzz", "/cast/nova", KEEPER, "/cast/iris?user=lena", "/cast/gull")


@pytest.fixture(scope="module")
def cast(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a studio with a whole cast, for looking only."""
    home = tmp_path_factory.mktemp("cast") / "studio"
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        cast_data.cast(bible)
        with serving(bible) as address:
            yield address


def texts(page: Page) -> list[str]:
    return page.locator(".recalled a").all_inner_texts()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_a_phone_has_no_violation_and_complains_of_nothing(visit: Visit, cast: str, path: str) -> None:
    said: list[str] = []
    page = visit(path, at=cast, width=390, said=said)

    wide = page.evaluate("document.documentElement.scrollWidth")

    assert (wide, violations_everywhere(page, widths=(390, 1440)), said) == (390, {}, [])


def test_an_open_drawer_has_no_violation(visit: Visit, cast: str) -> None:
    page = visit(f"{KEEPER}&state=paused", at=cast)
    page.locator(".recalled a").last.click()
    page.get_by_text("Correct", exact=True).click()
    # What the drawer half covers counts as too small a target.
    page.evaluate("scrollTo(0, 0)")

    assert violations_everywhere(page, widths=(1440, 390)) == {}


def test_typing_searches_the_memories_and_the_address_keeps_it(visit: Visit, cast: str) -> None:
    page = visit(KEEPER, at=cast)
    page.keyboard.press("/")

    page.keyboard.type("lighthou")

    expect(page.locator(".recalled")).to_have_count(1)
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.reload()
    assert texts(page) == ["I love old lighthouses and I hate loud bars."]


def test_a_chip_narrows_the_list_together_with_the_search(visit: Visit, cast: str) -> None:
    page = visit(KEEPER, at=cast)
    page.get_by_role("navigation", name="Type").get_by_role("link", name="Emotion").click()
    expect(page.locator(".recalled")).to_have_count(3)

    page.get_by_role("searchbox").fill("jealous")

    expect(page.locator(".recalled")).to_have_count(1)
    assert "type=emotion" in page.url and "q=jealous" in page.url


def test_keys_walk_the_list_with_an_open_drawer(visit: Visit, cast: str) -> None:
    page = visit("/cast/nova?user=jonas", at=cast)
    drawer = page.locator("#peek")
    page.keyboard.type("jo")
    expect(drawer.locator(".wording")).to_have_text(texts(page)[0])

    page.keyboard.press("j")

    expect(drawer.locator(".wording")).to_have_text(texts(page)[1])
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()


def test_a_field_made_larger_breaks_no_rule_when_another_takes_its_place(visit: Visit, own: Bible, mine: str) -> None:
    for text in ("Lena sails", "Lena rows"):
        own.conversations.remember(own.conversations.scope("lena", character_id="nova"), "fact", text)
    said: list[str] = []
    page = visit("/cast/nova", at=mine, said=said)
    page.get_by_role("link", name="Lena sails").click()
    page.get_by_text("Correct", exact=True).click()
    enlarged(page, page.get_by_label("Text", exact=True))

    page.get_by_role("link", name="Lena rows").click()

    expect(page.locator("#peek .wording")).to_have_text("Lena rows")
    assert said == []


def test_a_memory_is_corrected_forgotten_and_restored(visit: Visit, own: Bible, mine: str) -> None:
    scope = own.conversations.scope("lena", character_id="nova")
    own.conversations.remember(scope, "fact", "Lena is left-handed")
    page = visit("/cast/nova", at=mine)
    page.get_by_role("link", name="Lena is left-handed").click()
    page.get_by_text("Correct", exact=True).click()
    page.get_by_label("Text", exact=True).fill("Lena is right-handed")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".history ins")).to_have_text("right")

    page.get_by_role("button", name="Forget").click()
    expect(page.get_by_text("Nothing is remembered here yet")).to_be_visible()
    page.locator(".toast", has_text="Forgotten").get_by_role("button", name="Undo").click()

    expect(page.locator(".recalled a")).to_have_text("Lena is right-handed")


def test_an_outdated_edit_shows_both_texts_and_loses_neither(visit: Visit, own: Bible, mine: str) -> None:
    scope = own.conversations.scope("lena", character_id="nova")
    memory = own.conversations.remember(scope, "fact", "Lena sails")
    page = visit(f"/cast/nova?peek={memory.memory_id}", at=mine)
    own.conversations.memories.correct(memory.memory_id, {"text": "Lena rows"})
    page.get_by_text("Correct", exact=True).click()
    page.get_by_label("Text", exact=True).fill("Lena swims")

    page.get_by_role("button", name="Save").click()

    expect(page.locator("#peek").get_by_role("alert")).to_be_visible()
    expect(page.locator("#peek dd").first).to_have_text("Lena rows")
    page.get_by_role("button", name="Save mine instead").click()
    expect(page.locator(".recalled a")).to_have_text("Lena swims")


def test_a_hook_is_dismissed_and_undone(visit: Visit, own: Bible, mine: str) -> None:
    cast_data.talked(own, cast_data.Where(character="nova", user="lena", days=1), cast_data.THE_LAMP[:2])
    page = visit("/cast/nova", at=mine)
    hooks = page.locator(".card:has(#hooks-title) > .rows > .hook")
    expect(hooks).to_have_count(2)

    page.get_by_role("button", name="Dismiss: Remind me to call my sister tomorrow").click()

    expect(hooks).to_have_count(1)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(hooks).to_have_count(2)


def test_a_memory_is_paused_by_its_switch_and_undone(visit: Visit, own: Bible, mine: str) -> None:
    scope = own.conversations.scope("lena", character_id="nova")
    own.conversations.remember(scope, "fact", "Lena is left-handed")
    page = visit("/cast/nova", at=mine)
    told = page.locator(".will-know")
    expect(told).to_contain_text("left-handed")

    page.get_by_role("switch", name="Use: Lena is left-handed").click()

    expect(page.locator(".recalled .chip")).to_have_text("Paused")
    expect(told).not_to_contain_text("left-handed")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(told).to_contain_text("left-handed")


def test_a_hook_is_paused_by_keys_and_its_history_takes_that_back(visit: Visit, own: Bible, mine: str) -> None:
    cast_data.talked(own, cast_data.Where(character="nova", user="lena", days=1), cast_data.THE_LAMP[1:2])
    page = visit("/cast/nova", at=mine)
    switch = page.get_by_role("switch", name="Use: Remind me to call my sister tomorrow")
    switch.focus()
    page.keyboard.press("Space")
    expect(switch).to_have_attribute("aria-checked", "false")
    expect(page.locator(".tile", has_text="Open hooks")).to_contain_text("1 paused")

    page.locator(".hook a").click()
    page.locator("#peek").get_by_role("button", name="Undo: Paused").click()

    expect(switch).to_have_attribute("aria-checked", "true")
    expect(page.locator("#peek .history > li")).to_have_count(2)


def test_a_pause_works_without_scripts(visit: Visit, own: Bible, mine: str) -> None:
    scope = own.conversations.scope("lena", character_id="nova")
    own.conversations.remember(scope, "fact", "Lena is left-handed")
    page = visit("/cast/nova", at=mine, javascript=False)
    page.locator(".recalled a").click()

    page.locator("#peek").get_by_role("button", name="Pause").click()

    expect(page.locator("#peek .chip")).to_have_text("Paused")
    page.get_by_role("navigation", name="State").get_by_role("link", name="Paused").click()
    assert texts(page) == ["Lena is left-handed"]


def test_everything_works_without_scripts(visit: Visit, own: Bible, mine: str) -> None:
    cast_data.talked(own, cast_data.Where(character="nova", user="lena", days=1), cast_data.FREE)
    page = visit("/cast", at=mine, javascript=False)
    page.get_by_role("link", name="Nova").click()
    page.get_by_role("searchbox").fill("marathon")
    page.get_by_role("searchbox").press("Enter")
    page.locator(".recalled a").click()

    page.get_by_role("button", name="Pin").click()

    expect(page.locator("#peek .chip")).to_have_text("Pinned")
    assert texts(page) == ["I am training for a half marathon and I drink too much coffee."]
