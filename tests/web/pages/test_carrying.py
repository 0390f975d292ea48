"""The card for import and export: what it sends, and how it tells of what is under way."""

from __future__ import annotations

from showbible.bible import Bible
from showbible.web.pages.carrying.card import CarryingCard
from tests.web.conftest import Caller, calling


def _left_and_brought(call: Caller, bible: Bible) -> str:
    bible.projects.create("whales", name="Whales")
    archive = call("GET", "/carrying/export", params={"project_id": "whales"}).content
    bible.projects.delete("whales")
    sent = call("POST", "/carrying/import", files={"file": ("w.zip", archive)}, data={"project_id": "orcas"})
    assert sent.status_code == 303
    return call("GET", "/carrying/progress").text


def test_what_is_brought_on_a_page_is_told_of_until_it_is_taken_in(small: Bible) -> None:
    with calling(small) as call:
        waiting = _left_and_brought(call, small)
        small.worker().run_all()
        done = call("GET", "/carrying/progress").text

    assert "It waits for a worker." in waiting and 'hx-trigger="every 1s"' in waiting
    assert "Import of orcas" in done and "hx-trigger" not in done
    assert small.projects.get("orcas").name == "Whales"


def test_the_card_names_every_project(small: Bible) -> None:
    small.projects.create("whales", name="Whales")

    assert [each.name for each in CarryingCard(small).projects] == ["Whales"]
