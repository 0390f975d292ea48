"""One thing of the library: looked at, corrected, with its history and the way back."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from typing import Any

import httpx
import pytest

from showbible.bible import Bible
from showbible.lessons.model import LibraryItem, Shelf
from showbible.lessons.recall import library as recall
from showbible.vocabulary import METADATA_LIMIT
from tests.web.conftest import Caller
from tests.web.pages.test_library import PNG, kept
from tests.web.pages.test_memory import HTMX, PERSON, post, undo


@pytest.fixture
def storm(any_bible: Bible) -> LibraryItem:
    """A clip with facts that a form cannot simply retype."""
    facts = {"tags": ["a, b", 7], "duration": 4.5, "loops": False, "deep": {"n": [1, None]}}
    return kept(any_bible, "Storm", path="videos/a/storm.mp4", metadata=facts)


FACTS = 'duration: 4.5\nloops: false\ndeep: {"n": [1, null]}'


def corrected(visit: Caller, found: LibraryItem, **changes: str) -> httpx.Response:
    """The answer to the drawer's form, where only this was changed."""
    told = {"seen": "0", "name": "Storm", "kind": "video", "tags": "a, b", "facts": FACTS, **changes}
    return visit("POST", f"/library/{found.shelf}/{found.item_id}/correct", data=told, headers=HTMX)


def now(bible: Bible, found: LibraryItem) -> LibraryItem:
    return recall.item(bible.db, found.shelf, found.item_id)


def test_a_drawer_shows_what_is_known_ready_to_be_corrected(visit_any: Caller, storm: LibraryItem) -> None:
    page = visit_any("GET", f"/library?peek=assets/{storm.item_id}").text.split('id="peek"')[1]

    assert html.unescape("\0".join(re.findall(r"<textarea[^>]*>([^<]*)</textarea>", page))) == f"Storm\0{FACTS}"
    assert re.findall(r'name="(\w+)" value="([^"]*)"', page)[:3] == [("seen", "0"), ("kind", "video"), ("tags", "a, b")]


def test_a_form_that_is_only_looked_at_changes_nothing(visit_any: Caller, any_bible: Bible) -> None:
    facts = {"tags": ["a\nb", "c "], "note": " two\nlines "}
    item = kept(any_bible, " Storm\nat sea", metadata=facts)

    sent = {"name": "Storm\r\nat sea", "tags": "ab, c ", "facts": 'note: " two\\nlines "'}
    answer = corrected(visit_any, item, **sent)

    assert (answer.status_code, "Undo" in answer.text) == (200, False)
    assert (now(any_bible, item), recall.versions(any_bible.db, item.shelf, item.item_id)) == (item, [])


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"name": " Gale "}, {"description": "Gale"}),
        ({"name": ""}, {"description": None}),
        ({"kind": "image"}, {"kind": "image"}),
        ({"facts": "duration: 6\nloops: maybe\nby: Ana"}, {"metadata": {"duration": 6, "loops": "maybe", "by": "Ana"}}),
    ],
)
def test_a_correction_changes_what_it_says_and_undo_gives_it_back(
    visit_any: Caller, any_bible: Bible, storm: LibraryItem, changes: dict[str, str], expected: dict[str, Any]
) -> None:
    answer = corrected(visit_any, storm, **changes)
    after = now(any_bible, storm)
    undo(visit_any, answer.text)

    if "metadata" in expected:
        expected = {"metadata": {**expected["metadata"], "tags": storm.metadata["tags"]}}
    assert (after, now(any_bible, storm)) == (replace(storm, **expected), storm)


def test_tags_are_said_anew(visit_any: Caller, any_bible: Bible, storm: LibraryItem) -> None:
    corrected(visit_any, storm, tags="night, rain,")

    assert now(any_bible, storm).tags == ("night", "rain")


def test_a_correction_by_somebody_who_did_not_see_the_last_is_refused_with_both(
    visit_any: Caller, any_bible: Bible, storm: LibraryItem
) -> None:
    corrected(visit_any, storm, name="Gale")

    answer = corrected(visit_any, storm, name="Squall")

    told = "description is Gale, you wrote Squall."
    assert (answer.status_code, told in answer.headers["hx-trigger"]) == (409, True)
    assert now(any_bible, storm).description == "Gale"


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "poem"},
        {"kind": " "},
        {"name": "x" * 40_000},
        {"facts": "no colon"},
        {"facts": f"long: {'x' * METADATA_LIMIT}"},
        {"facts": "duration: NaN"},
    ],
)
def test_a_correction_that_cannot_be_is_refused_and_changes_nothing(
    visit_any: Caller, any_bible: Bible, storm: LibraryItem, changes: dict[str, str]
) -> None:
    answer = corrected(visit_any, storm, **changes)

    assert answer.status_code in (413, 422) and now(any_bible, storm) == storm


def test_an_uploaded_picture_cannot_be_called_a_film(visit_any: Caller, any_bible: Bible) -> None:
    visit_any("POST", "/library/upload", headers=HTMX, files={"file": ("a.png", PNG)})
    (item,) = any_bible.library.items(Shelf.ASSETS).items

    answer = corrected(visit_any, item, kind="video")

    assert (answer.status_code, "not a film" in answer.headers["hx-trigger"]) == (422, True)


def test_one_change_among_many_is_taken_back(visit_any: Caller, any_bible: Bible, storm: LibraryItem) -> None:
    corrected(visit_any, storm, name="Gale")
    (first,) = recall.versions(any_bible.db, storm.shelf, storm.item_id)
    corrected(visit_any, storm, seen=str(first.seq), name="Gale", kind="image")

    post(visit_any, f"/library/assets/{storm.item_id}/undo", seq=str(first.seq))

    assert now(any_bible, storm) == replace(storm, kind="image")


def test_a_change_of_something_else_is_not_taken_back(visit_any: Caller, any_bible: Bible, storm: LibraryItem) -> None:
    other = kept(any_bible, "Other")
    corrected(visit_any, storm, name="Gale")
    (change,) = recall.versions(any_bible.db, storm.shelf, storm.item_id)

    answer = visit_any("POST", f"/library/assets/{other.item_id}/undo", data={"seq": change.seq}, headers=HTMX)

    assert answer.status_code == 404


@pytest.mark.both_databases
def test_what_is_taken_off_takes_its_history_along(visit_any: Caller, any_bible: Bible, storm: LibraryItem) -> None:
    corrected(visit_any, storm, name="Gale")

    post(visit_any, f"/library/assets/{storm.item_id}/forget")

    assert recall.versions(any_bible.db, storm.shelf, storm.item_id) == []


def test_an_open_drawer_of_what_is_gone_closes_and_its_address_is_not_found(visit_any: Caller) -> None:
    address = "/library?peek=assets/gone"

    answers = [visit_any("GET", address, headers=headers).status_code for headers in (PERSON, HTMX)]

    assert answers == [404, 200]


@pytest.mark.parametrize(("shelf", "place"), [("assets", Shelf.ASSETS), ("brand", Shelf.BRAND)])
def test_a_correction_over_the_api_leaves_what_it_does_not_say(
    visit_any: Caller, any_bible: Bible, shelf: str, place: Shelf
) -> None:
    item = kept(any_bible, "Storm", shelf=place, metadata={"tags": ["night"]})

    answer = visit_any("PATCH", f"/api/v1/library/{shelf}/{item.item_id}", json={"description": None})

    assert (answer.status_code, answer.json()["metadata"]) == (200, {"tags": ["night"]})
    assert now(any_bible, item) == replace(item, description=None)


@pytest.mark.parametrize(("told", "status"), [({"kind": "poem"}, 422), ({"path": "a"}, 422), ({"kind": None}, 422)])
def test_a_correction_over_the_api_that_cannot_be_is_refused(
    visit_any: Caller, any_bible: Bible, storm: LibraryItem, told: dict[str, Any], status: int
) -> None:
    answer = visit_any("PATCH", f"/api/v1/library/assets/{storm.item_id}", json=told)

    assert (answer.status_code, now(any_bible, storm)) == (status, storm)
