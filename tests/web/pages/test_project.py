"""`/projects/{p}`: assets found and filtered, a drawer, the timeline and the notes."""

from __future__ import annotations

import re
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest

from showbible.assets.api import Assets
from showbible.bible import Bible
from showbible.settings import Settings
from showbible.web.app import create_app
from showbible.web.pages.project import story
from showbible.web.pages.project.page import AssetFilter, AssetsPage
from tests.fake_embeddings import FakeEmbeddings
from tests.web.conftest import Caller
from tests.web.pages.test_entities import undone

HTMX = {"hx-request": "true"}


@pytest.fixture
def memory(any_bible: Bible) -> Assets:
    """A project with two films, a picture and a sound."""
    any_bible.projects.create("keeper", name="The Last Keeper")
    found = any_bible.assets("keeper")
    found.segment("s1", t_start=0, t_end=4, kind="plan", status="done")
    found.segment("s2", t_start=4, t_end=9.5, kind="plan")
    found.clip(clip_id="c1", segment_id="s1", output_path="videos/keeper/1.mp4", prompt="A storm over the harbor")
    found.add("video", "videos/keeper/2.mp4", asset_id="v2", prompt="Mara climbs the stairs", tags=["stairs"])
    found.add("image", "renders/far.png", asset_id="i1", prompt="A portrait of Mara")
    found.add("audio", "audio/keeper/1.wav", asset_id="a1", prompt="Strings")
    return found


def shown(html: str) -> list[str]:
    return re.findall(r'href="/projects/keeper/assets/([^"]+)" data-item', html)


def test_it_shows_assets_newest_first(visit_any: Caller, memory: Assets) -> None:
    newest = [hit.asset.asset_id for hit in memory.search("").items]

    assert shown(visit_any("GET", "/projects/keeper").text) == newest


def test_a_hit_says_why_it_is_one(visit_any: Caller, memory: Assets) -> None:
    answer = visit_any("GET", "/projects/keeper?q=stairs")

    assert shown(answer.text)[0] == "v2" and "prompt says stairs" in answer.text


@pytest.mark.both_databases
def test_a_kind_narrows_the_list_and_keeps_the_question(visit_any: Caller, memory: Assets) -> None:
    answer = visit_any("GET", "/projects/keeper?q=mara&kind=image")

    assert shown(answer.text) == ["i1"] and "?q=mara&amp;kind=video" in answer.text


def test_what_is_typed_becomes_a_tidy_address(visit_any: Caller, memory: Assets) -> None:
    answer = visit_any("GET", "/projects/keeper?q=mara&kind=", headers=HTMX)

    assert answer.headers["hx-replace-url"] == "/projects/keeper?q=mara"


@pytest.mark.both_databases
def test_a_list_without_matches_names_the_filter_to_remove(visit_any: Caller, memory: Assets) -> None:
    answer = visit_any("GET", "/projects/keeper?kind=keyframe&q=mara")

    assert "Removing “Keyframe” would show" in answer.text


def test_the_pages_of_the_list_join_without_a_gap(visit_any: Caller, memory: Assets) -> None:
    for number in range(55):
        memory.add("image", f"media/keeper/{number}.png", asset_id=f"n{number}")
    first = visit_any("GET", "/projects/keeper").text
    onward = re.findall(r'href="(\?[^"]*cursor=[^"]+)" rel="next"', first)[0].replace("&amp;", "&")

    second = visit_any("GET", f"/projects/keeper{onward}").text

    both = shown(first) + shown(second)
    assert (len(both), len(set(both))) == (59, 59)


def test_a_drawer_shows_one_asset_beside_the_list(any_bible: Bible, memory: Assets) -> None:
    page = AssetsPage(any_bible, "keeper", AssetFilter(), peek="v2")

    assert page.peek is not None
    assert page.peek.asset == memory.get("v2")


@pytest.mark.both_databases
def test_a_drawer_for_what_is_gone_stays_closed(visit_any: Caller, memory: Assets) -> None:
    answer = visit_any("GET", "/projects/keeper?peek=nobody")

    assert '<aside id="peek" class="drawer" hidden>' in answer.text


def test_a_file_elsewhere_has_no_still(any_bible: Bible, memory: Assets) -> None:
    stills = {
        str(tile.asset.asset_id): tile.still for tile in AssetsPage(any_bible, "keeper", AssetFilter()).list.items
    }

    assert (stills["i1"], stills["a1"], stills["v2"]) == (None, None, "/stills/videos/keeper/2.mp4")


def test_words_of_a_pipeline_stay_text(visit_any: Caller, memory: Assets) -> None:
    memory.add("image", "media/keeper/x.png", asset_id="x", prompt="<img src=x onerror=alert(1)>")

    answer = visit_any("GET", "/projects/keeper?peek=x")

    assert "<img src=x" not in answer.text and "&lt;img src=x onerror=alert(1)&gt;" in answer.text


@pytest.mark.parametrize("part", ["", "/entities", "/timeline", "/notes", "/continuity"])
def test_an_unknown_project_is_not_found(visit_any: Caller, part: str) -> None:
    assert visit_any("GET", f"/projects/nobody{part}").status_code == 404


@pytest.mark.parametrize("part", ["?kind=zzz", "?cursor=zzz", "?peek=..", "/timeline?cursor=zzz", "/notes?cursor=zzz"])
def test_a_wrong_address_is_refused(visit_any: Caller, memory: Assets, part: str) -> None:
    assert visit_any("GET", f"/projects/keeper{part}").status_code == 422


@pytest.mark.parametrize(
    ("part", "said"),
    [("", "Nothing made yet"), ("/entities", "Nobody is known yet"), ("/timeline", "No story time yet")],
)
def test_an_empty_project_says_what_will_be_here(visit_any: Caller, any_bible: Bible, part: str, said: str) -> None:
    any_bible.projects.create("young")

    assert said in visit_any("GET", f"/projects/young{part}").text


# The timeline


def test_the_timeline_shows_segments_with_their_active_take(
    any_bible: Bible, memory: Assets, visit_any: Caller
) -> None:
    page = story.TimelinePage(any_bible, "keeper")

    told = [
        (row.segment.segment_id, row.takes, row.film and row.film.still, row.x, row.width) for row in page.list.items
    ]
    assert told == [
        ("s1", 1, "/stills/videos/keeper/1.mp4", 0.0, 42.105),
        ("s2", 0, None, 42.105, 57.895),
    ]
    assert page.sentence == "1 of 2 segments here has an active take."
    assert "s2, 0:04–0:09.5, No take yet" in visit_any("GET", "/projects/keeper/timeline").text


def test_the_pages_of_a_timeline_go_on_in_story_order(any_bible: Bible, memory: Assets) -> None:
    for number in range(60):
        memory.segment(f"t{number:02}", t_start=100 + number, t_end=101 + number, kind="source")
    first = story.TimelinePage(any_bible, "keeper")
    assert first.list.next is not None

    second = story.TimelinePage(any_bible, "keeper", cursor=first.list.next.removeprefix("?cursor="))

    names = [row.segment.segment_id for page in (first, second) for row in page.list.items]
    assert names == ["s1", "s2", *(f"t{number:02}" for number in range(60))]


def test_a_search_without_its_embedding_server_says_so(folder: Settings) -> None:
    with FakeEmbeddings() as server, ExitStack() as stack:
        server.fail()
        bible = stack.enter_context(Bible(replace(folder, embeddings="openai:tiny", embeddings_url=server.url)))
        bible.projects.create("keeper")
        bible.assets("keeper").add("image", "a.png", asset_id="lamp", prompt="A brass lantern")
        visit = Caller(create_app(bible))
        stack.callback(visit.close)

        page, told = (visit("GET", f"{start}/projects/keeper{rest}?q=lantern") for start, rest in PLACES)

    assert "Found by words only: the embedding server does not answer." in page.text
    assert ([each["asset_id"] for each in told.json()["assets"]], len(told.json()["partial"])) == (["lamp"], 1)


PLACES = (("", ""), ("/api/v1", "/assets"))


# Notes


def test_a_note_is_kept_on_its_segment(visit_any: Caller, memory: Assets) -> None:
    visit_any("POST", "/projects/keeper/notes", data={"summary": "Hold longer", "segment": "s1"})

    (note,) = memory.notes().items
    assert (note.summary, note.segment_id) == ("Hold longer", "s1")


@pytest.mark.parametrize(("told", "status"), [({"summary": " "}, 422), ({"summary": "x", "segment": "nobody"}, 404)])
def test_a_note_that_cannot_be_is_refused(visit_any: Caller, memory: Assets, told: dict[str, Any], status: int) -> None:
    answer = visit_any("POST", "/projects/keeper/notes", data=told, headers=HTMX)

    assert (answer.status_code, memory.notes().total) == (status, 0)


@pytest.mark.both_databases
def test_a_forgotten_note_comes_back_with_undo(visit_any: Caller, memory: Assets) -> None:
    made = memory.note("camera", 'Hold "longer"', payload={"lens": [35]}, segment_id="s1")
    answer = visit_any("POST", f"/projects/keeper/notes/{made.note_id}/forget", headers=HTMX)
    gone = memory.notes().items

    undone(visit_any, answer)

    assert (gone, memory.notes().items) == ([], [made])


@pytest.mark.parametrize(
    ("act", "told", "status"),
    [
        ("nobody/forget", {}, 404),
        ("restore", {"taken": "[]"}, 422),
        ("restore", {"taken": '{"created_at": "2026-01-01"}'}, 422),
    ],
)
def test_an_act_on_a_note_that_cannot_be_is_refused(
    visit_any: Caller, memory: Assets, act: str, told: dict[str, Any], status: int
) -> None:
    answer = visit_any("POST", f"/projects/keeper/notes/{act}", data=told, headers=HTMX)

    assert (answer.status_code, memory.notes().total) == (status, 0)


def test_notes_stay_text(visit_any: Caller, memory: Assets) -> None:
    memory.note("note", "<b>bold</b>")

    assert "&lt;b&gt;bold&lt;/b&gt;" in visit_any("GET", "/projects/keeper/notes").text
