"""Preferences that save themselves: by mouse, by keys, without scripts, and on a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from showbible.bible import Bible
from showbible.settings import Settings
from tests.browser.conftest import Visit, serving
from tests.browser.direction_data import preferring
from tests.browser.test_accessibility import violations_everywhere


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a studio with rated runs; whoever changes a preference takes it back."""
    home = tmp_path_factory.mktemp("preferring") / "studio"
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        preferring(bible)
        with serving(bible) as address:
            yield address


def test_the_page_fits_a_phone_has_no_violation_and_complains_of_nothing(visit: Visit, site: str) -> None:
    said: list[str] = []
    page = visit("/preferences", at=site, width=390, said=said)

    wide = page.evaluate("document.documentElement.scrollWidth")

    assert (wide, violations_everywhere(page, widths=(390, 1440)), said) == (390, {}, [])


def test_a_choice_saves_itself_and_undo_shows_the_old_one(visit: Visit, site: str) -> None:
    page = visit("/preferences", at=site)
    cut = page.get_by_role("combobox", name="Cut")
    cut.select_option("cinematic")
    expect(page.locator("#field-preferred_style")).to_contain_text("Set by you")

    page.get_by_role("button", name="Undo", exact=True).click()

    expect(page.locator("#field-preferred_style")).to_contain_text("Default")
    expect(cut).to_have_value("balanced")


def test_typing_saves_when_the_field_is_left_and_reset_shows_the_default(visit: Visit, site: str) -> None:
    page = visit("/preferences", at=site)
    music = page.get_by_role("textbox", name="Music", exact=True)
    music.fill("brooding")
    music.press("Tab")
    expect(page.locator("#field-default_music_mood")).to_contain_text("Set by you")

    page.get_by_role("button", name="Music: Reset to default: ambient").click()

    expect(page.locator("#field-default_music_mood")).to_contain_text("Default")
    expect(music).to_have_value("ambient")


def test_a_bad_value_is_told_at_its_field(visit: Visit, site: str) -> None:
    page = visit("/preferences", at=site)
    speed = page.get_by_role("textbox", name="Speed of the voice")
    speed.fill("fast")

    speed.press("Enter")

    expect(page.get_by_role("alert")).to_have_text("Speed of the voice must be a number.")
    expect(speed).to_have_value("fast")


def test_the_slider_tells_what_it_would_mean_before_it_is_let_go(visit: Visit, site: str) -> None:
    page = visit("/preferences", at=site)

    page.get_by_role("slider").evaluate("it => { it.value = 90; it.dispatchEvent(new Event('input')) }")

    expect(page.locator("#threshold-preview")).to_contain_text("At 90: 19 of your last 20 runs would fail.")
    expect(page.get_by_role("spinbutton", name="Quality to reach")).to_have_value("78")


def test_a_colour_is_added_and_removed(visit: Visit, site: str) -> None:
    page = visit("/preferences", at=site)
    colours = page.locator("#field-brand_colors")
    colours.get_by_role("textbox").fill("#123456")
    colours.get_by_role("button", name="Add").click()
    expect(colours.locator("li")).to_have_count(5)

    colours.get_by_role("button", name="Remove #123456").click()

    expect(colours.locator("li")).to_have_count(4)


def test_another_user_is_chosen_in_the_address(visit: Visit, site: str) -> None:
    page = visit("/preferences", at=site)

    page.get_by_role("combobox", name="Whose").select_option("mara")

    page.wait_for_url("**/preferences?user=mara")
    expect(page.get_by_role("combobox", name="Cut")).to_have_value("cinematic")


def test_without_scripts_a_value_is_saved_with_the_button(visit: Visit, site: str) -> None:
    page = visit("/preferences?user=ada", at=site, javascript=False)
    page.get_by_role("textbox", name="Voice", exact=True).fill("echo")

    page.locator("#field-default_voice").get_by_role("button", name="Save").click()

    expect(page.locator("#field-default_voice")).to_contain_text("Set by you")
    assert page.url.endswith("/preferences?user=ada")
