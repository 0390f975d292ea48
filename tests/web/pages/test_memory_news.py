"""`/memory/news`: a reader of patterns is told what was taught meanwhile, and nothing moves."""

from __future__ import annotations

import html
import re

import pytest

from showbible.bible import Bible
from tests.web.conftest import Caller
from tests.web.pages.test_memory import HTMX, taught


def asked(page: str) -> list[tuple[str, str]]:
    """What a page tells to learn what is new."""
    form = page.split('id="news"')[1].split("</form>")[0]
    fields = re.findall(r'name="([^"]+)" value="([^"]*)"', form)
    return [(name, html.unescape(value)) for name, value in fields]


def words(visit: Caller, page: str) -> list[str]:
    """What is said of what is new."""
    told = visit("GET", "/memory/news", params=asked(page), headers=HTMX).text
    return re.findall(r"(?:</svg>|<a [^>]*>)([^<]+)<", told)


def test_nothing_is_said_while_nothing_is_new(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser")

    assert words(visit_any, visit_any("GET", "/memory").text) == []


def test_new_patterns_and_new_runs_are_told_apart(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser")
    page = visit_any("GET", "/memory").text

    taught(any_bible, "r2", "A teaser")
    taught(any_bible, "r3", "A teaser")
    taught(any_bible, "r4", "A podcast intro")

    assert words(visit_any, page) == ["1 new, 1 changed, show", "2 new runs"]
    assert words(visit_any, visit_any("GET", "/memory").text) == []


def test_only_what_a_list_would_show_is_new_to_it(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser")
    page = visit_any("GET", "/memory?q=teaser&sort=name").text

    taught(any_bible, "r2", "A podcast intro")
    before = words(visit_any, page)
    taught(any_bible, "r3", "A teaser")

    assert (before, words(visit_any, page)) == ([], ["1 changed, show", "1 new run"])
    told = visit_any("GET", "/memory/news", params=asked(page)).text
    assert html.unescape(re.findall(r'href="([^"]+)"', told)[0]) == "/memory?q=teaser&sort=name"


def test_a_badge_has_its_place_whatever_a_pattern_is_called(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", pattern='<b>"#. :9')
    page = visit_any("GET", "/memory").text

    taught(any_bible, "r2", pattern='<b>"#. :9')

    told = visit_any("GET", "/memory/news", params=asked(page)).text
    (place,) = re.findall(r'hx-target="#(news-[^"]+)"', told)
    assert f'id="{place}"' in page


@pytest.mark.parametrize(
    "query", ["", "total=-1", "total=1&known=teaser", "total=1&known=teaser:x", "total=1&state=zzz"]
)
def test_a_question_without_sense_is_refused(visit_any: Caller, query: str) -> None:
    assert visit_any("GET", f"/memory/news?{query}").status_code == 422
