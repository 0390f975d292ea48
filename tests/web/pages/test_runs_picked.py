"""What is ticked in the list of runs, and the address that tells it."""

from __future__ import annotations

import re
from urllib.parse import parse_qs

from showbible.bible import Bible
from showbible.web.pages.runs.page import RunsPage
from showbible.web.run_filter import RunFilter
from tests.builders import a_run
from tests.web.conftest import Caller


def ticked(text: str) -> list[str]:
    return re.findall(r'name="(?:ids|every)" value="([^"]+)" checked', text)


def test_an_address_ticks_its_runs_and_no_others(visit_any: Caller, any_bible: Bible) -> None:
    first, _, third = (a_run(any_bible.db, run_id=name) for name in ("a", "b", "c"))

    answer = visit_any("GET", f"/runs?sel={first},{third},gone")

    assert sorted(ticked(answer.text)) == ["a", "c"]


def test_all_that_match_is_a_flag_and_no_list(visit_any: Caller, any_bible: Bible) -> None:
    for number in range(51):
        a_run(any_bible.db, run_id=f"r{number}")

    assert ticked(visit_any("GET", "/runs?sel=*").text) == ["1"]


def test_the_drawer_keeps_what_is_ticked(any_bible: Bible) -> None:
    page = RunsPage(any_bible, RunFilter(status="failed"), None, selected="a,b")

    told = parse_qs(page.here(peek="c").removeprefix("/runs?"))

    assert told == {"status": ["failed"], "sel": ["a,b"], "peek": ["c"]}
