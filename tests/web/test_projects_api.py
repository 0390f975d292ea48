"""`/api/v1/projects`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pysqlite3 import dbapi2

from showbible.bible import Bible
from showbible.vocabulary import ProjectId
from tests.web.conftest import Caller, calling


def test_a_project_is_made_read_listed_and_deleted(visit_any: Caller) -> None:
    made = visit_any("POST", "/api/v1/projects", json={"project_id": "whales", "name": "Whales"})
    shown = visit_any("GET", "/api/v1/projects/whales")
    listed = visit_any("GET", "/api/v1/projects")
    gone = visit_any("DELETE", "/api/v1/projects/whales")

    assert (made.status_code, shown.status_code, gone.status_code) == (201, 200, 204)
    assert listed.json() == {"projects": [shown.json()], "total": 1, "next_cursor": None}
    assert visit_any("GET", "/api/v1/projects/whales").status_code == 404


def test_a_project_that_exists_is_a_conflict(visit_any: Caller) -> None:
    visit_any("POST", "/api/v1/projects", json={"project_id": "whales"})

    again = visit_any("POST", "/api/v1/projects", json={"project_id": "whales"})

    assert (again.status_code, again.headers["content-type"]) == (409, "application/problem+json")


def test_a_bad_project_id_is_refused_everywhere(visit_any: Caller) -> None:
    statuses = [
        visit_any("POST", "/api/v1/projects", json={"project_id": ".."}).status_code,
        visit_any("GET", "/api/v1/projects/.hidden").status_code,
        visit_any("DELETE", "/api/v1/projects/a..b").status_code,
    ]

    assert statuses == [422, 422, 422]


@pytest.fixture
def mixed(small: Bible) -> Iterator[Caller]:
    """A caller of a studio with sound projects and three that cannot be opened: lost, damaged and newer."""
    for name in ("unopened", "sound", "lost", "damaged", "newer"):
        small.projects.create(name)
        if name != "unopened":
            small.assets(name).add("image", "orca.png", asset_id="orca", prompt="An orca")
    small.workspace.close()
    files = {name: small.workspace.folder(ProjectId(name)) / "memory.db" for name in ("lost", "damaged", "newer")}
    files["lost"].unlink()
    files["damaged"].write_bytes(b"no database" * 1000)
    _upgrade(files["newer"])
    with calling(small) as caller:
        yield caller


def _upgrade(file: Path) -> None:
    connection = dbapi2.connect(str(file))
    connection.execute("PRAGMA user_version = 99")
    connection.close()


_TROUBLES = {
    "lost": "The database of the project 'lost' is missing or empty.",
    "damaged": "The database of the project 'damaged' is damaged (file is not a database).",
    "newer": "The database of the project 'newer' has schema version 99",
}


def test_projects_that_cannot_be_opened_hide_no_other(mixed: Caller) -> None:
    listed = mixed("GET", "/api/v1/projects")

    told = {each["project_id"]: each["trouble"] for each in listed.json()["projects"]}
    assert (listed.status_code, told["sound"], told["unopened"]) == (200, None, None)
    assert all(told[name].startswith(words) for name, words in _TROUBLES.items())


def test_the_pages_show_the_other_projects_and_what_is_wrong_with_these(mixed: Caller, small: Bible) -> None:
    page = mixed("GET", "/projects", headers={"accept": "text/html"})
    found = mixed("GET", "/palette?q=orca", headers={"accept": "text/html"})

    shown = page.text.replace("&#39;", "'")
    assert (page.status_code, found.status_code) == (200, 200)
    assert all(words in shown for words in _TROUBLES.values()) and "1 asset<" in shown
    assert "/projects/sound/assets/orca" in found.text


@pytest.mark.parametrize("name", _TROUBLES)
def test_a_project_that_cannot_be_opened_says_why_and_what_to_do(mixed: Caller, small: Bible, name: str) -> None:
    here = f"/api/v1/projects/{name}"
    answers = [
        mixed("GET", f"{here}/assets"),
        mixed("POST", f"{here}/assets", json={"kind": "image", "path": "a.png"}),
        mixed("GET", f"/projects/{name}", headers={"accept": "text/html"}),
    ]

    assert {answer.status_code for answer in answers} == {503}
    assert all(_TROUBLES[name] in answer.text.replace("&#39;", "'") for answer in answers)
    assert not any(str(small.workspace.home.parent) in answer.text for answer in answers)


def test_readiness_tells_of_projects_that_cannot_be_opened(mixed: Caller) -> None:
    mixed("GET", "/api/v1/projects")

    ready = mixed("GET", "/readyz")

    check = ready.json()["checks"]["projects"]
    assert (ready.status_code, ready.json()["status"], check["state"]) == (200, "degraded", "degraded")
    assert all(words in check["detail"] for words in _TROUBLES.values())


def test_a_project_that_cannot_be_opened_can_be_deleted(mixed: Caller) -> None:
    gone = [mixed("DELETE", f"/api/v1/projects/{name}").status_code for name in _TROUBLES]

    left = {each["project_id"] for each in mixed("GET", "/api/v1/projects").json()["projects"]}
    assert (gone, left) == ([204] * 3, {"sound", "unopened"})


def test_what_is_written_after_a_project_was_made_again_stays(visit_any: Caller, any_bible: Bible) -> None:
    visit_any("POST", "/api/v1/projects", json={"project_id": "whales"})
    visit_any("DELETE", "/api/v1/projects/whales")
    visit_any("POST", "/api/v1/projects", json={"project_id": "whales"})
    made = visit_any("POST", "/api/v1/runs", json={"concept": "Whales", "budget": 5, "project_id": "whales"})

    any_bible.worker().run_all()

    shown = visit_any("GET", f"/api/v1/runs/{made.json()['run_id']}")
    assert (made.status_code, shown.status_code) == (201, 200)
