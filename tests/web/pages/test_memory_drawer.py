"""The drawer of `/memory`: one pattern with all it rests on, with its list and alone."""

from __future__ import annotations

import re

import pytest

from showbible.bible import Bible
from tests.web.conftest import Caller
from tests.web.pages.test_memory import HTMX, taught


def test_a_drawer_shows_the_runs_that_taught_a_pattern(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser with owls", score=71.5)
    taught(any_bible, "r2", "A podcast intro")

    drawer = visit_any("GET", "/memory?peek=teaser").text.split('id="peek"')[1]

    assert re.findall(r'href="/runs/([^"]+)"', drawer) == ["r1"]
    assert "A teaser with owls" in drawer and "71.5" in drawer


def test_whoever_asks_for_the_drawer_alone_gets_the_same_one(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser")
    page = visit_any("GET", "/memory?peek=teaser&sort=name").text

    alone = visit_any("GET", "/memory?peek=teaser&sort=name", headers={**HTMX, "hx-target": "aside#peek"}).text
    closed = visit_any("GET", "/memory?sort=name", headers={**HTMX, "hx-target": "aside#peek"}).text

    assert alone.strip() in page
    assert closed.strip() == '<aside id="peek" class="drawer" hidden></aside>'


@pytest.mark.both_databases
def test_who_changed_a_pattern_is_shown(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser")
    any_bible.lessons.pattern_rulings.correct("teaser", {"state": "paused"})

    page = visit_any("GET", "/memory?peek=teaser").text

    assert "<del>active</del><ins>paused</ins>" in page


def test_a_page_that_showed_what_is_gone_reads_itself_without_it(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser")
    any_bible.lessons.pattern_rulings.forget("teaser")

    answer = visit_any("GET", "/memory?peek=teaser", headers=HTMX)

    assert (answer.status_code, "There is no pattern “teaser”" in answer.text) == (200, True)


def test_a_row_draws_its_latest_scores_in_the_order_of_the_runs(visit_any: Caller, any_bible: Bible) -> None:
    for n, score in enumerate((90.0, None, 70.0, *range(50, 61)), start=1):
        taught(any_bible, f"r{n}", score=score)

    page = visit_any("GET", "/memory").text

    assert f"Latest scores: 70, {', '.join(str(score) for score in range(50, 61))}" in page
