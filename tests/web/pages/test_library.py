"""`/library`: what is kept, found, added, taken off and put back."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.lessons.model import LibraryItem, Shelf
from showbible.lessons.recall import library as recall
from showbible.web.pages.library.page import PAGE, LibraryFilter, LibraryPage
from tests.builders import MINUTE, MONDAY
from tests.web.conftest import Caller
from tests.web.pages.test_memory import HTMX, PERSON, post, undo


def kept(bible: Bible, name: str, *, shelf: Shelf = Shelf.ASSETS, kind: str = "video", **item: Any) -> LibraryItem:
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
    first = LibraryPage(any_bible, LibraryFilter())
    cursor = re.findall(r"cursor=([^&]+)", first.list.next or "")[0]

    second = LibraryPage(any_bible, LibraryFilter(), cursor)

    assert [item.description for item in first.list.items + second.list.items] == [
        f"clip {n}" for n in reversed(range(PAGE + 3))
    ]


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


# Uploads

PNG = b"\x89PNG\r\n\x1a\n" + b"\x00" * 64


def files(bible: Bible) -> list[str]:
    """What lies in the stores."""
    return [f"{store}/{each.key}" for store in ("videos", "audio", "media") for each in bible.blobs.listed(store)]


def test_an_uploaded_file_is_kept_under_a_name_of_ours(visit_any: Caller, any_bible: Bible) -> None:
    told = {"files": {"file": ("../<b>dawn.html", PNG, "text/html")}, "data": {"tags": "night, rain"}}
    answer = visit_any("POST", "/library/upload", headers=HTMX, **told)

    (item,) = any_bible.library.items(Shelf.ASSETS).items

    assert (answer.status_code, item.kind, item.description, item.tags) == (
        200,
        "image",
        "<b>dawn.html",
        ("night", "rain"),
    )
    assert [item.path] == files(any_bible) and re.fullmatch(r"media/library/\w+\.png", item.path or "")


def test_undo_takes_an_upload_off_the_shelf_and_its_file_stays(visit_any: Caller, any_bible: Bible) -> None:
    answer = visit_any("POST", "/library/upload", headers=HTMX, files={"file": ("a.png", PNG)})

    undo(visit_any, answer.text)

    assert (any_bible.library.items(Shelf.ASSETS).total, len(files(any_bible))) == (0, 1)


def test_the_brand_shelf_takes_any_file_and_draws_none_it_cannot(visit_any: Caller, any_bible: Bible) -> None:
    told = {"shelf": "brand", "kind": "guide", "name": "Book"}
    visit_any("POST", "/library/upload", headers=HTMX, files={"file": ("a.pdf", b"%PDF-1.7")}, data=told)

    page = visit_any("GET", "/library").text

    assert (shown(page), "/stills/" in page, "/media/media/library/" in page) == (["Book"], False, True)


@pytest.mark.parametrize(
    ("content", "told", "words"),
    [
        (b"", {}, "The file is empty."),
        (b"just words", {}, "A clip is a film, a sound or a picture"),
        (PNG, {"kind": "video"}, "This file is a picture, not a film."),
        (PNG, {"kind": "poem"}, "asset_type must be one of"),
        (b"words", {"shelf": "brand", "kind": "image"}, "This file is something else, not a picture."),
        (PNG, {"shelf": "attic"}, "shelf must be one of"),
        (PNG, {"tags": "a\x00b"}, "NUL"),
        (PNG, {"name": "x" * 40_000}, "description"),
    ],
)
def test_an_upload_that_cannot_be_is_refused_and_leaves_no_file(
    visit_any: Caller, any_bible: Bible, content: bytes, told: dict[str, str], words: str
) -> None:
    answer = visit_any("POST", "/library/upload", headers=PERSON, files={"file": ("a.png", content)}, data=told)

    assert answer.status_code in (413, 422) and words in html.unescape(answer.text)
    assert (recall.kinds(any_bible.db), files(any_bible)) == ([], [])


def test_a_form_without_a_file_is_refused(visit_any: Caller) -> None:
    answer = visit_any("POST", "/library/upload", headers=PERSON, files={"name": (None, "Storm")})

    assert answer.status_code == 422


def test_a_form_that_can_hold_no_file_is_refused_in_words(visit_any: Caller) -> None:
    answer = visit_any("POST", "/library/upload", headers=PERSON, data={"name": "Storm"})

    assert (answer.status_code, "takes a file as multipart/form-data" in answer.text) == (415, True)


@pytest.mark.parametrize(("shelf", "named"), [("assets", "asset_id"), ("brand", "id")])
@pytest.mark.both_databases
def test_an_upload_over_the_api_has_one_effect_for_a_repeated_key(
    visit_any: Caller, any_bible: Bible, shelf: str, named: str
) -> None:
    told = {named: "wave", "description": "Wave", "metadata": '{"tags": ["sea"]}'}
    sent = {"files": {"file": ("a.png", PNG)}, "data": told, "headers": {"Idempotency-Key": "k"}}
    answers = [visit_any("POST", f"/api/v1/library/{shelf}/upload", **sent) for _ in range(2)]

    made = answers[0].json()
    assert [answer.status_code for answer in answers] == [201, 201] and answers[1].json() == made
    assert (made["id"], made["description"], made["metadata"], [made["path"]]) == (
        "wave",
        "Wave",
        {"tags": ["sea"]},
        files(any_bible),
    )


def test_an_upload_under_an_id_that_is_taken_leaves_no_file(visit_any: Caller, any_bible: Bible) -> None:
    kept(any_bible, "Storm", item_id="wave")

    sent = {"files": {"file": ("a.png", PNG)}, "data": {"asset_id": "wave"}}
    answer = visit_any("POST", "/api/v1/library/assets/upload", **sent)

    assert (answer.status_code, files(any_bible)) == (409, [])


# The form


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

    told = post(visit_any, f"/library/assets/{before.item_id}/forget")
    gone = any_bible.library.items(Shelf.ASSETS).items
    undo(visit_any, told)

    assert (gone, any_bible.library.items(Shelf.ASSETS).items) == ([], [before])


@pytest.mark.parametrize("taken", ["", "{}", "[1]", '{"item_id":"a","shelf":"assets","kind":5}', '"\\u0000"'])
def test_only_what_was_taken_can_be_put_back(visit_any: Caller, taken: str) -> None:
    answer = visit_any("POST", "/library/assets/restore", data={"taken": taken}, headers=HTMX)

    assert answer.status_code == 422


def test_what_is_not_there_cannot_be_taken_off(visit_any: Caller) -> None:
    assert visit_any("POST", "/library/assets/nothing/forget", headers=PERSON).status_code == 404


def test_hostile_text_stays_text(visit_any: Caller, any_bible: Bible) -> None:
    item = kept(any_bible, "<script>1</script>", kind="image", path="<u>", metadata={"tags": ["<i>", 7], "<i>": "<u>"})

    page = visit_any("GET", f"/library?peek=assets/{item.item_id}").text

    assert re.search(r"<script>1|<i>|<u>", page) is None
    assert "&lt;script&gt;1" in page
