"""`/projects`: stories as cards, counted, and a new one by its name."""

from __future__ import annotations

import re

import pytest

from showbible.assets.api import Assets
from showbible.bible import Bible
from showbible.direction.recall.plans import NewScene
from showbible.projects.model import id_for
from showbible.web.pages.project.page import ProjectsPage
from tests.builders import a_run
from tests.web.conftest import Caller

PERSON = {"accept": "text/html"}


@pytest.fixture
def whales(any_bible: Bible) -> Assets:
    """A project with a little of everything."""
    any_bible.projects.create("whales", name="Whales")
    memory = any_bible.assets("whales")
    memory.add("video", "videos/whales/a.mp4", asset_id="a", prompt="A whale breaches")
    memory.add("audio", "audio/whales/b.wav", asset_id="b", prompt="Song")
    memory.tell("Nova", kind="character", state={"skin": "grey"})
    any_bible.direction("whales").put("s1", NewScene(planning_stage="shots"))
    a_run(any_bible.db, project_id="whales")
    return memory


def test_a_card_counts_what_its_project_holds(any_bible: Bible, whales: Assets, visit_any: Caller) -> None:
    (story,) = ProjectsPage(any_bible, None).list.items

    held, html = story.held, visit_any("GET", "/projects").text
    assert (held.assets, held.entities, held.scenes, story.runs) == (2, 1, 1, 1)
    assert "2 assets</span><span>1 entity</span>" in html and 'src="/projects/whales/still"' in html


def test_projects_of_one_database_are_not_mixed_up(any_bible: Bible, whales: Assets) -> None:
    any_bible.projects.create("owls")

    held = {story.project.project_id: story.held.assets for story in ProjectsPage(any_bible, None).list.items}

    assert held == {"owls": 0, "whales": 2}


def test_an_empty_studio_asks_for_a_first_name(visit_any: Caller) -> None:
    answer = visit_any("GET", "/projects")

    assert "No projects yet" in answer.text and 'action="/projects"' in answer.text


def test_the_pages_of_the_list_join_without_a_gap(visit_any: Caller, any_bible: Bible) -> None:
    for number in range(52):
        any_bible.projects.create(f"p{number:02}")
    first = visit_any("GET", "/projects").text
    onward = re.findall(r'href="(\?cursor=[^"]+)" rel="next"', first)[0]

    second = visit_any("GET", f"/projects{onward}").text

    shown = re.findall(r'href="/projects/(\w+)" data-item', first + second)
    assert shown == [f"p{number:02}" for number in reversed(range(52))]


@pytest.mark.parametrize(
    ("name", "project_id"),
    [("The Last Keeper", "the-last-keeper"), ("Über <b>Öl</b>!", "uber-b-ol-b"), ("  ", ""), ("x" * 200, "x" * 60)],
)
def test_an_address_is_made_from_a_name(name: str, project_id: str) -> None:
    assert id_for(name) == project_id


def test_a_name_without_latin_letters_gets_an_address_too() -> None:
    assert re.fullmatch(r"[0-9a-z]{26}", id_for("灯台守"))


def test_creating_a_project_leads_to_it(visit_any: Caller, any_bible: Bible) -> None:
    answer = visit_any("POST", "/projects", data={"name": "<i>Owls</i>"}, headers=PERSON)

    assert (answer.status_code, answer.headers["location"]) == (303, "/projects/i-owls-i")
    assert any_bible.projects.get("i-owls-i").name == "<i>Owls</i>"


@pytest.mark.parametrize(("name", "status", "why"), [("Whales", 409, "already"), ("  ", 422, "project id has")])
def test_a_name_that_cannot_be_is_shown_again_with_the_reason(
    visit_any: Caller, whales: Assets, name: str, status: int, why: str
) -> None:
    answer = visit_any("POST", "/projects", data={"name": name}, headers=PERSON)

    assert (answer.status_code, why in answer.text, f'value="{name}"' in answer.text) == (status, True, True)


def test_the_still_of_a_project_is_its_newest_film(visit_any: Caller, any_bible: Bible, whales: Assets) -> None:
    whales.add("image", "media/whales/c.png")
    any_bible.blobs.put("videos", "whales/a.mp4", [b"film"])

    answer = visit_any("GET", "/projects/whales/still")

    assert (answer.status_code, answer.headers["location"]) == (307, "/stills/videos/whales/a.mp4")


def test_a_project_whose_films_lie_elsewhere_has_an_empty_picture(visit_any: Caller, any_bible: Bible) -> None:
    any_bible.projects.create("owls")
    any_bible.assets("owls").add("video", "renders/far.mp4")

    answer = visit_any("GET", "/projects/owls/still")

    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")


def test_an_unknown_project_has_no_still(visit_any: Caller) -> None:
    assert visit_any("GET", "/projects/nobody/still").status_code == 404


def test_names_stay_text(visit_any: Caller, any_bible: Bible) -> None:
    any_bible.projects.create("x", name="<script>alert(1)</script>")

    answer = visit_any("GET", "/projects")

    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in answer.text and "<script>alert" not in answer.text
