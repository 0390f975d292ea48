"""`/library`: what is kept, found, added, taken off and put back."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.lessons.model import Kept, Shelf
from showbible.lessons.recall import library as recall
from showbible.web.pages.library import PAGE, Wish, gathered
from tests.builders import MINUTE, MONDAY
from tests.web.conftest import Caller
from tests.web.pages.test_memory import HTMX, PERSON, post, undo


def kept(bible: Bible, name: str, *, shelf: Shelf = Shelf.ASSETS, kind: str = "video", **item: Any) -> Kept:
    """Something on a shelf, a minute after the last."""
    at = MONDAY + recall.count(bible.db, shelf) * MINUTE + (timedelta(hours=1) if shelf is Shelf.BRAND else timedelta())
    return bible.library.keep(shelf, kind, description=name, at=at, **item)


def shown(page: str) -> list[str]:
    return re.findall(r"data-item>([^<]+)<", page)


@pytest.fixture
def shelves(any_bible: Bible) -> None:
    """Two clips and a logo."""
    kept(any_bible, "Storm", path="videos/a/storm.mp4", metadata={"tags": ["night", "50%"]})
    kept(any_bible, "Dawn", kind="image", path="/elsewhere/dawn.png")
    kept(any_bible, "Northlight", shelf=Shelf.BRAND, kind="logo", metadata={"night": 1})


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ["Northlight", "Dawn", "Storm"]),
        ("?shelf=brand", ["Northlight"]),
        ("?kind=image", ["Dawn"]),
        ("?q=STOR", ["Storm"]),
        ("?q=50%25", ["Storm"]),
        ("?q=_", []),
        ("?tag=50%25", ["Storm"]),
        ("?shelf=assets&tag=night", ["Storm"]),
    ],
)
@pytest.mark.usefixtures("shelves")
def test_what_it_shows_is_in_the_address(visit_any: Caller, query: str, expected: list[str]) -> None:
    assert shown(visit_any("GET", f"/library{query}").text) == expected


@pytest.mark.usefixtures("shelves")
def test_only_a_file_in_a_store_of_ours_has_a_picture(visit_any: Caller) -> None:
    page = visit_any("GET", "/library").text

    assert re.findall(r'<img src="([^"]+)"', page) == ["/stills/videos/a/storm.mp4"]
    assert "/elsewhere/dawn.png" in page


def test_its_pages_join_without_a_gap(any_bible: Bible) -> None:
    for n in range(PAGE + 3):
        kept(any_bible, f"clip {n}")
    first = gathered(any_bible, Wish())
    cursor = re.findall(r"cursor=([^&]+)", first.next or "")[0]

    second = gathered(any_bible, Wish(), cursor)

    assert [item.name for item in first.items + second.items] == [f"clip {n}" for n in reversed(range(PAGE + 3))]


def test_an_empty_library_says_how_to_begin(visit_any: Caller) -> None:
    assert "Nothing kept yet" in visit_any("GET", "/library").text


@pytest.mark.usefixtures("shelves")
def test_a_shelf_without_matches_names_the_filter_to_remove(visit_any: Caller) -> None:
    assert "Removing “font” would show 1 thing." in visit_any("GET", "/library?kind=font&q=storm").text


@pytest.mark.parametrize("query", ["shelf=zzz", "cursor=zzz"])
def test_a_wrong_filter_is_refused(visit_any: Caller, query: str) -> None:
    assert visit_any("GET", f"/library?{query}").status_code == 422


def test_a_form_puts_a_clip_on_the_shelf_and_undo_takes_it_off(visit_any: Caller, any_bible: Bible) -> None:
    told = post(
        visit_any, "/library", shelf="assets", kind="video", name="Storm", path="videos/a/s.mp4", tags="night, rain,"
    )
    added = [(item.description, item.path, item.tags) for item in any_bible.library.items(Shelf.ASSETS).items]
    undo(visit_any, told)

    assert added == [("Storm", "videos/a/s.mp4", ("night", "rain"))]
    assert any_bible.library.items(Shelf.ASSETS).items == []


@pytest.mark.parametrize(
    "fields", [{"shelf": "attic"}, {"kind": "poem"}, {"kind": ""}, {"path": "../secrets"}, {"path": "a\nb"}]
)
def test_what_cannot_be_kept_is_refused(visit_any: Caller, any_bible: Bible, fields: dict[str, str]) -> None:
    told = {"shelf": "assets", "kind": "video", "name": "Storm", "path": "videos/a/s.mp4", **fields}

    answer = visit_any("POST", "/library", data=told, headers=PERSON)

    assert (answer.status_code, recall.kinds(any_bible.db)) == (422, [])


def test_what_is_taken_off_is_put_back_as_it_was(visit_any: Caller, any_bible: Bible) -> None:
    before = kept(
        any_bible, '"Storm"\n<b>', path="videos/a/s.mp4", metadata={"tags": ["night"], "deep": {"n": [1, None]}}
    )

    told = post(visit_any, f"/library/assets/{before.item_id}/remove")
    gone = any_bible.library.items(Shelf.ASSETS).items
    undo(visit_any, told)

    assert (gone, any_bible.library.items(Shelf.ASSETS).items) == ([], [before])


@pytest.mark.parametrize("taken", ["", "{}", "[1]", '{"item_id":"a","shelf":"assets","kind":5}', '"\\u0000"'])
def test_only_what_was_taken_can_be_put_back(visit_any: Caller, taken: str) -> None:
    answer = visit_any("POST", "/library/assets/a/put-back", data={"taken": taken}, headers=HTMX)

    assert answer.status_code == 422


def test_what_is_not_there_cannot_be_taken_off(visit_any: Caller) -> None:
    assert visit_any("POST", "/library/assets/nothing/remove", headers=PERSON).status_code == 404


def test_hostile_text_stays_text(visit_any: Caller, any_bible: Bible) -> None:
    kept(any_bible, "<script>1</script>", kind="image", path="<u>", metadata={"tags": ["<i>", 7]})

    page = visit_any("GET", "/library").text

    assert re.search(r"<script>1|<i>|<u>", page) is None
    assert "&lt;script&gt;1" in page
