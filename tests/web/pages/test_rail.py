"""The kept views in the rail: on every page, a few of them, and brought along when they change."""

from __future__ import annotations

import html
import re

import httpx
import pytest

from showbible.bible import Bible
from showbible.runs.recall import views as run_views
from showbible.runs.record import views
from showbible.web.pages.kit.saved_views import MOST_IN_RAIL
from tests.web.conftest import Caller
from tests.web.pages.test_runs_tags import HTMX, PERSON, undone


def in_rail(answer: httpx.Response) -> list[str]:
    found = re.search(r'<ul id="kept-views"[^>]*>(.*?)</ul>', answer.text, re.DOTALL)
    return re.findall(r'title="([^"]*)"', found.group(1)) if found else []


@pytest.mark.parametrize("path", ["/", "/runs?sort=newest", "/jobs", "/memory"])
def test_every_page_has_the_views_in_its_rail(visit_any: Caller, any_bible: Bible, path: str) -> None:
    views.keep_view(any_bible.db, "Trouble <b>", "?status=failed")
    views.keep_view(any_bible.db, "First", "?tag=a", is_default=True)

    assert in_rail(visit_any("GET", path, headers=PERSON)) == ["First", "Trouble &lt;b&gt;"]


def test_the_rail_has_room_for_a_few(visit_any: Caller, any_bible: Bible) -> None:
    for number in range(MOST_IN_RAIL + 2):
        views.keep_view(any_bible.db, f"View {number}", f"?score={number}")

    assert in_rail(visit_any("GET", "/jobs", headers=PERSON)) == [f"View {n}" for n in range(MOST_IN_RAIL)]


def test_the_view_that_is_shown_is_marked(visit_any: Caller, any_bible: Bible) -> None:
    views.keep_view(any_bible.db, "Trouble", "?status=failed")
    views.keep_view(any_bible.db, "Other", "?status=running")

    text = visit_any("GET", "/runs?status=failed", headers=PERSON).text

    assert re.findall(r'aria-current="true" title="([^"]+)"', text) == ["Trouble"]


@pytest.mark.both_databases
def test_a_part_of_a_page_comes_without_them_and_the_way_back_with_them(visit_any: Caller, any_bible: Bible) -> None:
    views.keep_view(any_bible.db, "Trouble", "?status=failed")

    part = visit_any("GET", "/runs?q=a", headers=HTMX)
    back = visit_any("GET", "/runs?q=a", headers={**HTMX, "hx-history-restore-request": "true"})

    assert (in_rail(part), in_rail(back)) == ([], ["Trouble"])


def test_a_change_of_the_views_brings_the_rail_along(visit_any: Caller, any_bible: Bible) -> None:
    kept = visit_any("POST", "/runs/views?status=failed", data={"name": "Trouble"}, headers=HTMX)
    gone = visit_any("POST", "/runs/views/delete", data={"name": "Trouble"}, headers=HTMX)

    assert (in_rail(kept), in_rail(gone)) == (["Trouble"], [])
    assert [answer.headers["hx-trigger"] for answer in (kept, gone)] == ["refresh", "refresh"]


@pytest.mark.parametrize("name", ["New", "Other"])
def test_undoing_a_kept_view_gives_the_former_default_back(visit_any: Caller, any_bible: Bible, name: str) -> None:
    views.keep_view(any_bible.db, "Usual", "?status=running", is_default=True)
    views.keep_view(any_bible.db, "Other", "?score=1")
    before = run_views.views(any_bible.db)

    toast = visit_any("POST", "/runs/views?status=failed", data={"name": name, "default": "1"}, headers=HTMX).text
    chosen = run_views.default_view(any_bible.db)
    undone(visit_any, toast)

    assert (chosen.name if chosen else "", run_views.views(any_bible.db)) == (name, before)


@pytest.mark.parametrize("former", ["", "Usual"])
def test_another_view_that_opens_the_list_is_taken_back(visit_any: Caller, any_bible: Bible, former: str) -> None:
    views.keep_view(any_bible.db, "Usual", "?status=running", is_default=bool(former))
    views.keep_view(any_bible.db, "Other", "?score=1")
    before = run_views.views(any_bible.db)

    toast = visit_any("POST", "/runs/views/default", data={"name": "Other"}, headers=HTMX).text
    undone(visit_any, toast)

    assert ("opens with “Other”" in html.unescape(toast), run_views.views(any_bible.db)) == (True, before)


@pytest.mark.both_databases
def test_a_default_that_is_gone_is_not_given_back(visit_any: Caller, any_bible: Bible) -> None:
    views.keep_view(any_bible.db, "Usual", "?status=running", is_default=True)
    toast = visit_any("POST", "/runs/views?status=failed", data={"name": "New", "default": "1"}, headers=HTMX).text
    views.drop_view(any_bible.db, "Usual")

    undone(visit_any, toast)

    assert run_views.views(any_bible.db) == ()
