"""`/library`: what is kept, found, added, taken off and put back."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import httpx
import pytest

from showbible.bible import Bible
from showbible.lessons.model import Kept, Shelf
from showbible.lessons.recall import library as recall
from showbible.vocabulary import METADATA_LIMIT
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


# Corrections


@pytest.fixture
def storm(any_bible: Bible) -> Kept:
    """A clip with facts that a form cannot simply retype."""
    facts = {"tags": ["a, b", 7], "duration": 4.5, "loops": False, "deep": {"n": [1, None]}}
    return kept(any_bible, "Storm", path="videos/a/storm.mp4", metadata=facts)


FACTS = 'duration: 4.5\nloops: false\ndeep: {"n": [1, null]}'


def corrected(visit: Caller, found: Kept, **changes: str) -> httpx.Response:
    """The answer to the drawer's form, where only this was changed."""
    told = {"seen": "0", "name": "Storm", "kind": "video", "tags": "a, b", "facts": FACTS, **changes}
    return visit("POST", f"/library/{found.shelf}/{found.item_id}/correct", data=told, headers=HTMX)


def now(bible: Bible, found: Kept) -> Kept:
    return recall.item(bible.db, found.shelf, found.item_id)


def test_a_drawer_shows_what_is_known_ready_to_be_corrected(visit_any: Caller, storm: Kept) -> None:
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
    visit_any: Caller, any_bible: Bible, storm: Kept, changes: dict[str, str], expected: dict[str, Any]
) -> None:
    answer = corrected(visit_any, storm, **changes)
    after = now(any_bible, storm)
    undo(visit_any, answer.text)

    if "metadata" in expected:
        expected = {"metadata": {**expected["metadata"], "tags": storm.metadata["tags"]}}
    assert (after, now(any_bible, storm)) == (replace(storm, **expected), storm)


def test_tags_are_said_anew(visit_any: Caller, any_bible: Bible, storm: Kept) -> None:
    corrected(visit_any, storm, tags="night, rain,")

    assert now(any_bible, storm).tags == ("night", "rain")


def test_a_correction_by_somebody_who_did_not_see_the_last_is_refused_with_both(
    visit_any: Caller, any_bible: Bible, storm: Kept
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
    visit_any: Caller, any_bible: Bible, storm: Kept, changes: dict[str, str]
) -> None:
    answer = corrected(visit_any, storm, **changes)

    assert answer.status_code in (413, 422) and now(any_bible, storm) == storm


def test_an_uploaded_picture_cannot_be_called_a_film(visit_any: Caller, any_bible: Bible) -> None:
    visit_any("POST", "/library/upload", headers=HTMX, files={"file": ("a.png", PNG)})
    (item,) = any_bible.library.items(Shelf.ASSETS).items

    answer = corrected(visit_any, item, kind="video")

    assert (answer.status_code, "not a film" in answer.headers["hx-trigger"]) == (422, True)


def test_one_change_among_many_is_taken_back(visit_any: Caller, any_bible: Bible, storm: Kept) -> None:
    corrected(visit_any, storm, name="Gale")
    (first,) = recall.versions(any_bible.db, storm.shelf, storm.item_id)
    corrected(visit_any, storm, seen=str(first.seq), name="Gale", kind="image")

    post(visit_any, f"/library/assets/{storm.item_id}/take-back", seq=str(first.seq))

    assert now(any_bible, storm) == replace(storm, kind="image")


def test_a_change_of_something_else_is_not_taken_back(visit_any: Caller, any_bible: Bible, storm: Kept) -> None:
    other = kept(any_bible, "Other")
    corrected(visit_any, storm, name="Gale")
    (change,) = recall.versions(any_bible.db, storm.shelf, storm.item_id)

    answer = visit_any("POST", f"/library/assets/{other.item_id}/take-back", data={"seq": change.seq}, headers=HTMX)

    assert answer.status_code == 404


def test_what_is_taken_off_takes_its_history_along(visit_any: Caller, any_bible: Bible, storm: Kept) -> None:
    corrected(visit_any, storm, name="Gale")

    post(visit_any, f"/library/assets/{storm.item_id}/remove")

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
    visit_any: Caller, any_bible: Bible, storm: Kept, told: dict[str, Any], status: int
) -> None:
    answer = visit_any("PATCH", f"/api/v1/library/assets/{storm.item_id}", json=told)

    assert (answer.status_code, now(any_bible, storm)) == (status, storm)


def test_hostile_text_stays_text(visit_any: Caller, any_bible: Bible) -> None:
    item = kept(any_bible, "<script>1</script>", kind="image", path="<u>", metadata={"tags": ["<i>", 7], "<i>": "<u>"})

    page = visit_any("GET", f"/library?peek=assets/{item.item_id}").text

    assert re.search(r"<script>1|<i>|<u>", page) is None
    assert "&lt;script&gt;1" in page
