"""`/library` in a browser: find, add, correct and take off, with and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from showbible.bible import Bible
from showbible.lessons.model import Shelf
from showbible.web.limits import MIB
from tests.browser.conftest import Visit
from tests.browser.productions import SMALL, film
from tests.browser.test_accessibility import violations_everywhere

# A browser breaks downloads off when it leaves; the server's file is then closed by the collector, which warns.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture
def shelves(own: Bible) -> Bible:
    """A studio of one's own with a film, a sound and a logo kept."""
    own.blobs.put("videos", "keeper/beam.mp4", [film(1, "animated", 0.5, SMALL)])
    own.library.keep(
        Shelf.ASSETS, "video", path="videos/keeper/beam.mp4", description="Beam", metadata={"tags": ["night"]}
    )
    own.library.keep(Shelf.ASSETS, "audio", path="audio/keeper/horn.wav", description="Foghorn")
    own.library.keep(Shelf.BRAND, "logo", description="Northlight")
    return own


def test_a_library_fits_a_phone_has_no_violation_and_complains_of_nothing(
    visit: Visit, shelves: Bible, mine: str
) -> None:
    said: list[str] = []
    page = visit("/library", at=mine, width=390, said=said)
    wide = page.evaluate("document.documentElement.scrollWidth")
    plain = violations_everywhere(page, widths=(390, 1440))

    page.get_by_text("Add", exact=True).click()

    assert (wide, plain, violations_everywhere(page, widths=(1440, 390)), said) == (390, {}, {}, [])


def test_typing_finds_and_a_tag_narrows(visit: Visit, shelves: Bible, mine: str) -> None:
    page = visit("/library", at=mine)
    page.get_by_role("searchbox").press_sequentially("fogh")
    expect(page.locator("[data-item]")).to_have_text(["Foghorn"])

    page.goto(f"{mine}/library")
    page.get_by_role("link", name="night").click()

    expect(page.locator("[data-item]")).to_have_text(["Beam"])


def test_what_is_taken_off_comes_back_with_undo(visit: Visit, shelves: Bible, mine: str) -> None:
    page = visit("/library", at=mine)
    page.get_by_role("button", name="Take Foghorn off the shelf").click()
    expect(page.locator("[data-item]")).to_have_text(["Northlight", "Beam"])

    page.get_by_role("button", name="Undo", exact=True).click()

    expect(page.locator("[data-item]")).to_have_text(["Northlight", "Foghorn", "Beam"])


@pytest.mark.parametrize("javascript", [True, False])
def test_a_form_puts_something_on_the_shelf(visit: Visit, shelves: Bible, mine: str, javascript: bool) -> None:
    page = visit("/library", at=mine, javascript=javascript)
    page.get_by_text("Add", exact=True).click()
    page.get_by_text("It has no file").click()
    form = page.locator("#add-stored form")
    form.get_by_label("Name").fill("Keeper Serif")
    form.locator("select[name=shelf]").select_option("brand")
    form.locator("input[name=kind]").fill("font")

    form.get_by_role("button", name="Put it on the shelf").click()

    expect(page.locator("[data-item]").first).to_have_text("Keeper Serif")


@pytest.mark.parametrize("javascript", [True, False])
def test_a_file_is_uploaded_and_seen(visit: Visit, shelves: Bible, mine: str, javascript: bool) -> None:
    page = visit("/library", at=mine, javascript=javascript)
    page.get_by_text("Add", exact=True).click()
    taken = {"name": "wave.mp4", "mimeType": "video/mp4", "buffer": film(2, "animated", 0.5, SMALL)}
    page.locator("#new-file").set_input_files(taken)  # type: ignore[arg-type]

    page.get_by_role("button", name="Upload").click()

    expect(page.locator("[data-item]").first).to_have_text("wave.mp4")
    expect(page.locator(".shelf .still img").first).to_have_js_property("naturalWidth", SMALL.width)


def test_a_file_that_is_no_clip_says_so_and_the_form_stays(visit: Visit, shelves: Bible, mine: str) -> None:
    page = visit("/library", at=mine)
    page.get_by_text("Add", exact=True).click()
    page.locator("#new-file").set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"words"})

    page.get_by_role("button", name="Upload").click()

    expect(page.locator(".toast")).to_contain_text("A clip is a film, a sound or a picture")
    expect(page.locator("#new-file")).to_be_visible()


def begin_upload(page: Page, size: int, *, bytes_a_second: int) -> None:
    """Send a large file to the brand shelf over a line this slow."""
    page.context.new_cdp_session(page).send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": bytes_a_second},
    )
    page.get_by_text("Add", exact=True).click()
    page.locator("#new-file").set_input_files({"name": "a.bin", "mimeType": "x/y", "buffer": b"x" * size})
    page.locator("upload-form select").select_option("brand")
    page.get_by_role("button", name="Upload").click()


def test_an_upload_says_how_much_is_sent_and_can_be_cancelled(visit: Visit, shelves: Bible, mine: str) -> None:
    page = visit("/library", at=mine, apart=True)
    begin_upload(page, 4 * MIB, bytes_a_second=MIB // 4)
    expect(page.locator("upload-form output")).to_have_text(re.compile(r"^([1-9]|\d\d)% of 4\.0 MB sent$"))
    sent = page.locator("upload-form progress").evaluate("bar => bar.position")

    page.get_by_role("button", name="Cancel").click()

    expect(page.get_by_role("button", name="Upload")).to_be_enabled()
    assert (0 < sent < 1, shelves.library.items(Shelf.BRAND).total) == (True, 1)


def test_a_file_that_is_too_large_is_refused_before_it_is_sent(visit: Visit, shelves: Bible, mine: str) -> None:
    page = visit("/library", at=mine)
    page.locator("upload-form").evaluate("form => form.setAttribute('most', 2 * 1024 * 1024)")
    page.get_by_text("Add", exact=True).click()

    page.locator("#new-file").set_input_files({"name": "a.bin", "mimeType": "x/y", "buffer": b"x" * 3 * MIB})

    said = page.locator("#new-file").evaluate("field => field.validationMessage")
    assert said == "This file has 3.0 MB; at most 2.0 MB are taken."


def test_a_refusal_by_the_server_is_said_in_its_words(visit: Visit, shelves: Bible, mine: str) -> None:
    page = visit("/library", at=mine)
    page.get_by_text("Add", exact=True).click()
    page.locator("#new-file").set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": b"\x89PNG"})
    page.locator("#new-file").evaluate("field => field.name = 'other'")

    page.get_by_role("button", name="Upload").click()

    expect(page.locator(".toast")).to_contain_text("body.file: Field required")


@pytest.mark.parametrize("javascript", [True, False])
def test_what_is_kept_is_corrected_in_its_drawer(visit: Visit, shelves: Bible, mine: str, javascript: bool) -> None:
    page = visit("/library", at=mine, javascript=javascript)
    page.locator("[data-item]", has_text="Foghorn").click()
    drawer = page.locator("#peek")
    drawer.get_by_label("Name").fill("Fog bell")
    drawer.get_by_label("Facts").fill("key: D flat")

    drawer.get_by_role("button", name="Save").click()

    expect(page.locator("[data-item]")).to_have_text(["Northlight", "Fog bell", "Beam"])
    expect(drawer.locator(".history li").first).to_contain_text("key: D flat")


def test_a_correction_is_undone_and_the_drawer_has_no_violation(visit: Visit, shelves: Bible, mine: str) -> None:
    page = visit("/library", at=mine)
    page.locator("[data-item]", has_text="Foghorn").click()
    page.locator("#peek").get_by_label("Name").fill("Fog bell")
    page.locator("#peek").get_by_role("button", name="Save").click()
    expect(page.locator("#peek h2")).to_have_text("Fog bell")

    page.get_by_role("button", name="Undo", exact=True).click()

    expect(page.locator("#peek h2")).to_have_text("Foghorn")
    assert violations_everywhere(page, widths=(1440, 390)) == {}
