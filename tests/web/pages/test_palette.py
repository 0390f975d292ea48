"""`/palette`: a few letters lead to runs, projects and pages."""

from __future__ import annotations

from showbible.bible import Bible
from showbible.web.pages import NAV
from showbible.web.pages.palette import gathered
from tests.builders import a_run
from tests.web.conftest import Caller


def found(bible: Bible, query: str) -> dict[str, list[str]]:
    return {name: [hit.label for hit in hits] for name, hits in gathered(bible, query, NAV).groups}


def test_without_letters_it_offers_the_newest_runs_and_every_page(any_bible: Bible) -> None:
    a_run(any_bible.db, "Whales")

    assert found(any_bible, "") == {"Runs": ["Whales"], "Projects": ["Default"], "Go to": ["Home", "Runs", "Jobs"]}


def test_a_word_still_being_typed_is_found(any_bible: Bible) -> None:
    a_run(any_bible.db, "The lighthouse keeper")

    assert found(any_bible, "lightho") == {"Runs": ["The lighthouse keeper"]}


def test_a_run_is_found_by_its_id(any_bible: Bible) -> None:
    a_run(any_bible.db, "Owls", run_id="r-42")

    assert found(any_bible, "r-42") == {"Runs": ["Owls"]}


def test_a_page_is_found_by_its_name(any_bible: Bible) -> None:
    assert found(any_bible, "jo") == {"Go to": ["Jobs"]}


def test_nothing_found_is_said_with_the_query_as_text(visit_any: Caller) -> None:
    answer = visit_any("GET", "/palette?q=<i>")

    assert "Nothing found for “&lt;i&gt;”." in answer.text


def test_a_query_that_cannot_be_stored_is_refused(visit_any: Caller) -> None:
    assert visit_any("GET", "/palette?q=%00").status_code == 422
