"""The report of a scene and the price of a change in a browser: readable by everybody, and put right by key."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from showbible.bible import Bible
from showbible.direction.model import SceneFacts
from showbible.direction.recall.plans import NewScene
from showbible.settings import Settings
from tests.browser.conftest import Visit, serving
from tests.browser.productions import SMALL, film
from tests.browser.test_accessibility import violations_everywhere
from tests.browser.test_every_page import TOO_SMALL

REPORT = "/projects/harbor/continuity/scene-12"
SHOTS = {
    "12A": "Mara waits on the pier in a red coat.",
    "12B": "Tom hands the lantern to Mara. The lantern is lit.",
    "12C": "Mara, in a blue coat, walks towards the boathouse.",
    "12D": "Mara takes off her coat.",
}


@pytest.fixture
def harbor(folder: Settings) -> Iterator[tuple[Bible, str]]:
    """A story with one scene, a film of its first shot, and the address that serves it."""
    with Bible(folder) as bible:
        bible.projects.create("harbor", name="The Last Keeper")
        shots = [{"shot_id": name, "description": text} for name, text in SHOTS.items()]
        facts = SceneFacts(scene_text="Tom has a sprained right ankle.", location="Pier", characters=("Mara", "Tom"))
        bible.direction("harbor").put(
            "scene-12", NewScene(planning_stage="SHOTS", shots=shots, facts=facts, scene_index=12)
        )
        memory = bible.assets("harbor")
        memory.segment("12A", t_start=60, t_end=62, kind="target")
        memory.upload(
            "video", [film(1, "animated", 1.0, SMALL)], asset_id="take", segment_id="12A", prompt=SHOTS["12A"]
        )
        with serving(bible) as address:
            yield bible, address


def test_a_report_and_a_price_fit_a_phone_and_have_no_violation(visit: Visit, harbor: tuple[Bible, str]) -> None:
    bible, address = harbor
    state = bible.assets("harbor").tell("Mara", kind="character", state={"coat": "green"})
    said: list[str] = []

    for path in (REPORT, f"/projects/harbor/entities/{state.state_id}/cost"):
        page = visit(path, at=address, width=390, said=said)
        wide, small = page.evaluate("document.documentElement.scrollWidth"), page.evaluate(TOO_SMALL)
        assert (wide, small, violations_everywhere(page, widths=(390, 1440)), said) == (390, [], {}, [])


def test_a_change_is_accepted_by_key_and_taken_back(visit: Visit, harbor: tuple[Bible, str]) -> None:
    _, address = harbor
    page = visit(REPORT, at=address)
    expect(page.get_by_role("heading", name="Mara: coat is red, shot 12C says blue")).to_be_visible()

    page.keyboard.press("j")
    expect(page.get_by_role("button", name="Accept: Mara, coat blue from shot 12C")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="Mara: coat is red, shot 12C says blue")).to_be_hidden()
    expect(page.get_by_role("row", name="Wears blue coat")).to_contain_text("12C")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Mara: coat is red, shot 12C says blue")).to_be_visible()


def test_on_paper_there_is_the_report_and_nothing_to_press(visit: Visit, harbor: tuple[Bible, str]) -> None:
    page = visit(REPORT, at=harbor[1], apart=True)

    page.emulate_media(media="print")

    seen = [
        page.locator(each).first.is_visible() for each in (".report-table", "nav.rail", ".topbar", ".clash .button")
    ]
    assert seen == [True, False, False, False]
