"""A director's cards by mouse, by keys, without scripts, and on a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from showbible.bible import Bible
from showbible.settings import Settings
from tests.browser.conftest import Visit, serving
from tests.browser.direction_data import PROJECT, directed, used
from tests.browser.test_accessibility import violations_everywhere

HERE = f"/projects/{PROJECT}/direction"
PAGES = (HERE, f"{HERE}?tab=scenes", f"{HERE}?tab=history", f"{HERE}?tab=prompt", f"{HERE}/scenes/scene-3")
RULED = "Remove establishing shots: drop them from the plan."


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bible]:
    """A studio with a director; whoever changes a card changes it back."""
    home = tmp_path_factory.mktemp("directed") / "studio"
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        directed(bible)
        used(bible)
        yield bible


@pytest.fixture(scope="module")
def site(filled: Bible) -> Iterator[str]:
    """The address of the product that serves it."""
    with serving(filled) as address:
        yield address


def card(page: Page, says: str = RULED) -> str:
    return page.locator("article", has_text=says).get_attribute("id") or ""


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_a_phone_has_no_violation_and_complains_of_nothing(visit: Visit, site: str, path: str) -> None:
    said: list[str] = []
    page = visit(path, at=site, width=390, said=said)

    wide = page.evaluate("document.documentElement.scrollWidth")

    assert (wide, violations_everywhere(page, widths=(390, 1440)), said) == (390, {}, [])


def test_a_card_is_paused_with_the_mouse_and_undo_wakes_it(visit: Visit, site: str) -> None:
    page = visit(HERE, at=site)
    switch = page.get_by_role("switch", name=f"Use: {RULED}")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")

    page.get_by_role("button", name="Undo", exact=True).click()

    expect(switch).to_have_attribute("aria-checked", "true")


def test_the_keys_walk_the_cards_and_peek(visit: Visit, site: str) -> None:
    page = visit(HERE, at=site)
    page.keyboard.type("jjo")
    expect(page.get_by_role("complementary", name="Why this card")).to_contain_text("Edits it rests on")

    page.keyboard.press("Escape")

    expect(page.locator("#peek")).to_be_hidden()
    assert page.url == site + HERE


def test_an_open_drawer_is_accessible_and_survives_a_reload(visit: Visit, site: str) -> None:
    page = visit(HERE, at=site)
    page.get_by_role("link", name=f"Why: {RULED}").click()
    page.wait_for_url(f"**?peek={card(page)}")

    page.reload()

    expect(page.locator("#peek")).to_contain_text("We know this room. Start on the people.")
    assert violations_everywhere(page, widths=(1440, 390)) == {}


def opened(page: Page, card_id: str) -> Locator:
    """The statement of a card, opened for editing where it stands."""
    edited = page.locator(f"#{card_id}")
    edited.get_by_text("Edit", exact=True).click()
    return edited.get_by_role("textbox", name="What to do")


def test_words_are_kept_when_their_field_is_left_and_taken_back(visit: Visit, site: str) -> None:
    page = visit(HERE, at=site)
    field = opened(page, card(page))
    expect(field).to_be_focused()
    field.fill("Start on people.")
    page.get_by_role("heading", level=1).click()
    expect(page.get_by_role("heading", name="Start on people.")).to_be_visible()

    page.get_by_role("button", name="Undo", exact=True).click()

    expect(page.get_by_role("heading", name=RULED)).to_be_visible()


def test_escape_puts_the_words_back(visit: Visit, site: str) -> None:
    page = visit(HERE, at=site)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    opened(page, card(page)).fill("Never mind.")

    page.keyboard.press("Escape")

    expect(page.get_by_role("heading", name=RULED)).to_be_visible()
    expect(page.get_by_label(f"Edit: {RULED}")).to_be_focused()
    assert ("POST" in sent, opened(page, card(page)).input_value()) == (False, RULED)


def test_the_keys_go_on_to_the_next_field_and_enter_keeps_it(visit: Visit, site: str, filled: Bible) -> None:
    story, page = filled.direction(PROJECT), visit(HERE, at=site)
    card_id = card(page)
    opened(page, card_id).fill("Start on people.")
    page.keyboard.press("Tab")
    expect(page.get_by_text("The card has your words now.")).to_be_visible()

    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("Every room.")
    page.keyboard.press("Enter")

    edited = page.locator(f"#{card_id}")
    expect(edited.locator("dl")).to_contain_text("Every room.")
    expect(edited.get_by_role("heading", name="Start on people.")).to_be_visible()
    for change in story.cards.history(card_id)[:2]:
        story.cards.undo(card_id, change.seq)


def test_the_late_news_that_a_card_opened_leaves_what_is_selected(visit: Visit, site: str) -> None:
    page = visit(HERE, at=site)
    field = opened(page, card(page))

    field.evaluate("field => { field.select(); field.closest('details').dispatchEvent(new Event('toggle')); }")
    page.keyboard.type("Mine.")

    expect(field).to_have_value("Mine.")
    page.keyboard.press("Escape")


def test_without_scripts_words_are_saved_with_a_button(visit: Visit, site: str, filled: Bible) -> None:
    story, page = filled.direction(PROJECT), visit(HERE, at=site, javascript=False)
    card_id = card(page)
    opened(page, card_id).fill("Start on people.")

    page.locator(f"#{card_id}").get_by_role("button", name="Save").click()

    expect(page.get_by_role("heading", name="Start on people.")).to_be_visible()
    story.cards.undo(card_id, story.cards.history(card_id)[0].seq)


def test_a_stale_edit_shows_both_texts(visit: Visit, site: str, filled: Bible) -> None:
    story, page = filled.direction(PROJECT), visit(HERE, at=site)
    card_id = card(page)
    opened(page, card_id).fill("Mine.")
    story.change_card(card_id, preference="Theirs.")

    page.keyboard.press("Enter")

    clash = page.get_by_role("region", name="This card was reworded meanwhile")
    expect(clash.get_by_role("textbox", name="What to do")).to_have_value("Mine.")
    expect(clash.get_by_text("Theirs.")).to_be_in_viewport()
    assert violations_everywhere(page, widths=(1440, 390)) == {}
    story.cards.undo(card_id, story.cards.history(card_id)[0].seq)


def test_news_leaves_words_alone_that_are_being_written(visit: Visit, site: str, filled: Bible) -> None:
    story, page = filled.direction(PROJECT), visit(HERE, at=site)
    card_id = card(page)
    field = opened(page, card_id)
    field.fill("Mine.")
    story.change_card(card_id, preference="Theirs.")
    page.evaluate("document.body.dispatchEvent(new CustomEvent('refresh', { bubbles: true }))")
    expect(page.locator(f"#{card_id} h3")).to_have_text("Theirs.")

    field.press("Enter")

    expect(page.get_by_role("region", name="This card was reworded meanwhile")).to_contain_text("Theirs.")
    story.cards.undo(card_id, story.cards.history(card_id)[0].seq)


def test_a_late_merge_keeps_what_was_ticked(visit: Visit, site: str, filled: Bible) -> None:
    story, page = filled.direction(PROJECT), visit(HERE, at=site)
    card_id = card(page)
    page.goto(f"{site}{HERE}?peek={card_id}")
    page.get_by_text("Merge with other cards").click()
    page.locator("#peek").get_by_role("checkbox").first.check()
    story.change_card(card_id, preference="Theirs.")

    page.get_by_role("button", name="Merge", exact=True).click()

    expect(page.get_by_role("alert")).to_contain_text("It says now")
    expect(page.locator("#peek").get_by_role("checkbox").first).to_be_checked()
    assert violations_everywhere(page, widths=(1440, 390)) == {}
    story.cards.undo(card_id, story.cards.history(card_id)[0].seq)


def test_typing_narrows_the_cards_and_the_address(visit: Visit, site: str) -> None:
    page = visit(HERE, at=site)

    page.get_by_role("searchbox", name="Search cards").fill("establishing")

    expect(page.locator("article.pref")).to_have_count(1)
    page.wait_for_url(f"{site}{HERE}?q=establishing")


def test_another_tool_is_told_something_else(visit: Visit, site: str) -> None:
    page = visit(f"{HERE}?tab=prompt", at=site)

    page.get_by_role("combobox", name="Tool").select_option("budget_beat_packages")

    expect(page.locator("#told-text")).to_contain_text("STATISTICS:")


def test_without_scripts_a_card_is_paused_and_woken(visit: Visit, site: str) -> None:
    page = visit(HERE, at=site, javascript=False)
    switch = page.get_by_role("switch", name=f"Use: {RULED}")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")

    switch.click()

    expect(switch).to_have_attribute("aria-checked", "true")


def test_two_cards_are_merged_in_the_drawer_and_undo_parts_them(visit: Visit, site: str) -> None:
    page = visit(HERE, at=site)
    cards = page.locator("article.pref")
    expect(cards).to_have_count(3)
    page.get_by_role("link", name=f"Merge or split: {RULED}").click()
    page.get_by_text("Merge with other cards").click()
    page.get_by_role("checkbox", name="Let reaction emotion shots run longer").check()
    page.get_by_role("button", name="Merge", exact=True).click()
    expect(cards).to_have_count(2)

    page.get_by_role("button", name="Undo", exact=True).click()

    expect(cards).to_have_count(3)


def test_a_card_is_split_without_scripts_and_taken_back(visit: Visit, site: str, filled: Bible) -> None:
    story, page = filled.direction(PROJECT), visit(HERE, at=site, javascript=False)
    card_id = card(page)
    page.goto(f"{site}{HERE}?peek={card_id}")
    page.get_by_text("Split in two").click()
    page.get_by_role("textbox", name="What the second card says").fill("Begin in the middle of things.")
    page.get_by_role("checkbox", name="Scene 3").check()

    page.get_by_role("button", name="Split", exact=True).click()

    expect(page.get_by_role("heading", name="Begin in the middle of things.")).to_be_visible()
    story.cards.undo(card_id, story.cards.history(card_id)[0].seq)


def test_open_forms_of_the_drawer_are_accessible_on_a_phone(visit: Visit, site: str) -> None:
    page = visit(HERE, at=site)
    page.goto(f"{site}{HERE}?peek={card(page)}")

    for summary in page.locator("#peek details > summary").all():
        summary.click()

    assert violations_everywhere(page, widths=(1440, 390)) == {}


def test_one_run_does_without_a_card_and_every_open_page_of_it_says_so(visit: Visit, site: str, filled: Bible) -> None:
    run_id = filled.runs.start("The lamp goes out", budget=5, project_id=PROJECT).run_id
    mine, theirs = (visit(f"/runs/{run_id}", at=site) for _ in range(2))

    mine.get_by_role("switch", name=f"Use in this run: {RULED}").click()

    for page in (mine, theirs):
        expect(page.locator("#run-memory")).to_contain_text("Left out of this run")
        expect(page.get_by_role("log")).to_contain_text(f"Left out of this run {RULED}")
    assert {each.state for each in filled.direction(PROJECT).profile().cards if each.preference == RULED} == {"active"}
