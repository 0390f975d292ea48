"""`/runs`: the list, its filters in the address, its pages and its files."""

from __future__ import annotations

import csv
import io
import re
from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showbible.bible import Bible
from showbible.runs import record
from showbible.runs.record.life import Start
from showbible.web.pages import runs
from showbible.web.pages.runs import Wish, gathered
from tests.builders import MINUTE, MONDAY, a_finished_run, a_run
from tests.web.conftest import Caller, Visit


def many(bible: Bible, number: int) -> list[str]:
    """Runs a minute apart, newest first."""
    for n in range(number):
        record.start(bible.db, f"Run {n}", "1", Start(run_id=f"r{n:03}"), at=MONDAY + n * MINUTE)
    return [f"r{n:03}" for n in reversed(range(number))]


def shown(html: str) -> list[str]:
    return re.findall(r'href="/runs/([^"/?]+)" data-item', html)


@pytest.mark.parametrize("view", ["cards", "table"])
def test_it_shows_runs_newest_first(visit_any: Caller, any_bible: Bible, view: str) -> None:
    expected = many(any_bible, 3)

    answer = visit_any("GET", f"/runs?view={view}")

    assert shown(answer.text) == expected


def test_the_pages_of_a_list_join_without_a_gap(visit_any: Caller, any_bible: Bible) -> None:
    expected = many(any_bible, 53)
    first = visit_any("GET", "/runs").text
    onward = re.findall(r'href="(?:/runs)?(\?[^"]*cursor=[^"]+)" rel="next"', first)[0].replace("&amp;", "&")

    second = visit_any("GET", f"/runs{onward}").text

    assert shown(first) + shown(second) == expected


def test_filters_narrow_the_list(visit_any: Caller, any_bible: Bible) -> None:
    a_finished_run(any_bible.db, "Whales sing")
    failed = a_finished_run(any_bible.db, "Whales fall silent", status="failed")
    a_finished_run(any_bible.db, "Owls", status="failed")

    answer = visit_any("GET", "/runs?status=failed&q=whales")

    assert shown(answer.text) == [failed.run_id]


def test_a_list_without_matches_names_the_filter_to_remove(visit_any: Caller, any_bible: Bible) -> None:
    a_finished_run(any_bible.db, "Whales sing")

    answer = visit_any("GET", "/runs?status=failed&q=whales")

    assert "Removing “Failed” would show 1 run." in answer.text


def test_an_empty_studio_says_how_to_begin(visit_any: Caller) -> None:
    answer = visit_any("GET", "/runs")

    assert "No runs yet" in answer.text


WRONG = ("status=zzz", "stage=zzz", "sort=zzz", "view=zzz", "project=..", "q=%00")


@pytest.mark.parametrize(
    "address", [*(f"/runs{kind}?{query}" for kind in ("", ".csv", ".json") for query in WRONG), "/runs?cursor=zzz"]
)
def test_a_wrong_filter_is_refused(visit: Visit, address: str) -> None:
    assert visit()("GET", address).status_code == 422


def test_a_file_holds_exactly_what_is_filtered(visit_any: Caller, any_bible: Bible) -> None:
    expected = many(any_bible, 203)
    any_bible.runs.finish("r003", "failed")
    expected.remove("r003")

    table = visit_any("GET", "/runs.csv?stage=initialized").text
    listed = visit_any("GET", "/runs.json?stage=initialized").json()

    assert [row["run_id"] for row in csv.DictReader(io.StringIO(table))] == expected
    assert [row["run_id"] for row in listed] == expected


def test_no_cell_of_a_file_is_a_formula(visit_any: Caller, any_bible: Bible) -> None:
    a_run(any_bible.db, '=HYPERLINK("http://evil","x")')

    table = visit_any("GET", "/runs.csv").text

    assert [row["concept"] for row in csv.DictReader(io.StringIO(table))] == ['\'=HYPERLINK("http://evil","x")']


def test_an_empty_file_is_still_one(visit_any: Caller) -> None:
    assert visit_any("GET", "/runs.json").json() == []


WISHES = st.builds(
    Wish,
    q=st.text(max_size=20).map(str.strip),
    status=st.sampled_from(["", "failed", "running"]),
    stage=st.sampled_from(["", "editing"]),
    project=st.sampled_from(["", "northlight"]),
    sort=st.sampled_from(["newest", "score"]),
    view=st.sampled_from(["cards", "table"]),
)


@given(wish=WISHES)
def test_what_a_list_shows_is_written_in_its_address(wish: Wish) -> None:
    address = wish.query()

    told = parse_qs(address.removeprefix("/runs").removeprefix("?"), keep_blank_values=True)

    assert runs.wish(**{name: values[0] for name, values in told.items()}) == wish


def test_a_list_of_many_projects_can_be_narrowed_to_one(any_bible: Bible) -> None:
    any_bible.projects.create("owls", name="Owls")
    a_run(any_bible.db, "Elsewhere")
    mine = a_run(any_bible.db, "Here", project_id="owls")

    page = gathered(any_bible, Wish(project="owls"), None)

    assert [card.run_id for card in page.cards] == [mine]
