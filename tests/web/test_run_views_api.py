"""`/api/v1/run-views`: the list's kept views, for programs."""

from __future__ import annotations

import pytest

from showbible.bible import Bible
from showbible.runs.recall import views as run_views
from showbible.runs.record import views
from tests.web.conftest import Caller

VIEWS = "/api/v1/run-views"


def test_a_view_is_kept_and_listed(visit_any: Caller) -> None:
    kept = visit_any("PUT", f"{VIEWS}/Trouble", json={"query": "?view=table&status=failed", "is_default": True})

    listed = visit_any("GET", VIEWS)

    trouble = {"name": "Trouble", "query": "?status=failed&view=table", "url": "/runs?status=failed&view=table"}
    assert kept.json() == {**trouble, "is_default": True}
    assert listed.json() == {"views": [kept.json()], "total": 1, "next_cursor": None}


def test_a_view_kept_again_is_replaced_whole(visit_any: Caller, any_bible: Bible) -> None:
    views.keep_view(any_bible.db, "A / B", "?status=failed", is_default=True)

    answer = visit_any("PUT", f"{VIEWS}/A%20%2F%20B", json={"query": "from=2026-11-01"})

    assert answer.status_code == 200
    assert run_views.views(any_bible.db) == (
        run_views.SavedView(name="A / B", query="?from=2026-11-01", is_default=False),
    )


@pytest.mark.parametrize("query", ["colour=red", "status=lost", "score=900", "from=never", "sort=luck", "view=wall"])
def test_a_view_that_the_list_would_refuse_is_not_kept(visit_any: Caller, any_bible: Bible, query: str) -> None:
    answer = visit_any("PUT", f"{VIEWS}/Wrong", json={"query": query})

    assert (answer.status_code, run_views.views(any_bible.db)) == (422, ())


def test_a_view_of_everything_has_an_address_of_its_own(visit_any: Caller) -> None:
    visit_any("PUT", f"{VIEWS}/All", json={"query": "", "is_default": True})

    bare = visit_any("GET", "/runs", headers={"accept": "text/html"})

    assert bare.headers["location"] == "/runs?sort=newest"


def test_a_view_is_forgotten_once(visit_any: Caller, any_bible: Bible) -> None:
    views.keep_view(any_bible.db, "Trouble", "?status=failed")

    answers = [visit_any("DELETE", f"{VIEWS}/Trouble").status_code for _ in range(2)]

    assert (answers, run_views.views(any_bible.db)) == ([204, 404], ())
