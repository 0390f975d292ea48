"""An address of which a part means nothing: the page is shown all the same, and says what it left out."""

from __future__ import annotations

import html

import pytest

from showbible.bible import Bible
from tests.web.conftest import Caller

PAGE = {"accept": "text/html"}


@pytest.mark.both_databases
def test_a_filter_that_means_nothing_is_named_and_the_page_shown_without_it(
    any_bible: Bible, visit_any: Caller
) -> None:
    any_bible.runs.start("A lamp in the storm", run_id="lamp", budget="5")

    answer = visit_any("GET", "/runs?status=zzz&sort=oldest", headers=PAGE)

    page = html.unescape(answer.text)
    assert answer.status_code == 422
    assert "status must be one of" in page and 'href="/runs?sort=oldest"' in page
    assert "A lamp in the storm" in page


def test_every_filter_that_means_nothing_is_named(visit_any: Caller) -> None:
    page = html.unescape(visit_any("GET", "/runs?score=many&from=soon&q=lamp", headers=PAGE).text)

    assert "score must be a number" in page and "from must be a date" in page
    assert page.count('href="/runs?q=lamp"') >= 2


@pytest.mark.parametrize(
    "path",
    [
        "/analytics?from=soon",
        "/analytics?story=..",
        "/?story=..",
        "/library?shelf=attic",
        "/cast?show=zzz",
        "/runs?view=x",
    ],
)
def test_no_page_is_a_dead_end_for_a_filter(visit_any: Caller, path: str) -> None:
    page = visit_any("GET", path, headers=PAGE).text

    assert "Go on without it" in page and "Error id" not in page


@pytest.mark.parametrize("path", ["/runs.csv?status=zzz", "/api/v1/runs?status=zzz"])
def test_a_file_and_the_api_leave_out_nothing(visit_any: Caller, path: str) -> None:
    answer = visit_any("GET", path, headers=PAGE)

    assert answer.status_code == 422 and "Go on without it" not in answer.text
