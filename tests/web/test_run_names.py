"""A run may have any name that an id may have, those of our own pages among them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from fastapi.routing import iter_route_contexts

from showbible.addresses import TAKEN, run_page
from showbible.bible import Bible
from showbible.settings import Settings
from tests.web.conftest import Caller, calling

API = "/api/v1/runs"
NAMES = ("compare", "compare.csv", "stream", "views", "still")


@pytest.fixture
def studio(folder: Settings) -> Iterator[Bible]:
    """An empty studio in a folder."""
    with Bible(folder) as opened:
        yield opened


@pytest.fixture
def go(studio: Bible) -> Iterator[Caller]:
    """A caller of that studio."""
    with calling(studio) as caller:
        yield caller


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest, studio: Bible) -> str:
    """A run with one of those names, one asset and an end."""
    run = studio.runs.start("The keeper of names", budget="5", run_id=request.param, total_scenes=1)
    studio.runs.deliver(run.id, "video", f"videos/{run.id}.mp4", asset_id="a1", scene_id="s1")
    studio.runs.finish(run.id)
    studio.lessons.wrap(run.id)
    return run.id


def test_a_run_of_any_name_is_shown_listed_and_deleted(go: Caller, name: str) -> None:
    shown, listed = go("GET", run_page(name)), go("GET", "/runs")
    behind_a_dash = go("GET", f"/runs/-/{name}")

    assert (shown.status_code, behind_a_dash.status_code) == (200, 200)
    assert 'id="run-shelf"' in shown.text
    assert f'href="{run_page(name)}"' in listed.text
    assert go("DELETE", f"{API}/{name}").status_code == 204
    assert go("GET", run_page(name)).status_code == 404


def test_programs_reach_a_run_of_any_name(go: Caller, name: str) -> None:
    tagged = go("PUT", f"{API}/{name}/tags/festival").status_code
    found = go("GET", f"{API}/{name}").json()
    untagged = go("DELETE", f"{API}/{name}/tags/festival").status_code

    assert (tagged, untagged, found["run_id"], found["tags"]) == (204, 204, name, ["festival"])
    assert go("GET", f"{API}/{name}/memory.json").json()["run_id"] == name


@pytest.mark.parametrize("place", ["events", "stream"])
def test_a_run_of_any_name_is_streamed(go: Caller, name: str, place: str) -> None:
    prefix = API if place == "events" else "/runs"

    answer = go("GET", f"{prefix}/{name}/{place}")

    assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (200, "text/event-stream")


@pytest.mark.parametrize("page", ["/memory/history", "/projects/default/assets/a1"])
def test_pages_lead_to_a_run_of_any_name(go: Caller, name: str, page: str) -> None:
    assert f'href="{run_page(name)}"' in go("GET", page).text


def _paths(go: Caller) -> list[str]:
    """The addresses that answer a GET."""
    return [each.path or "" for each in iter_route_contexts(go.app.routes) if "GET" in (each.methods or ())]


def test_no_page_takes_the_name_of_a_run_without_being_known_for_it(go: Caller) -> None:
    beside = {found[1] for path in _paths(go) if (found := re.fullmatch(r"/runs/([^/{}]+)", path))}
    of_programs = [path for path in _paths(go) if re.fullmatch(r"/api/v1/runs/[^/{}]+.*", path)]

    assert (frozenset(beside), of_programs) == (TAKEN, [])
