"""`/api/v1/runs/{r}/tags`: tags for programs."""

from __future__ import annotations

import pytest

from showbible.bible import Bible
from tests.builders import a_run
from tests.web.conftest import Caller

RUNS = "/api/v1/runs"


def test_a_tag_is_put_on_shown_and_taken_off(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)

    put = [visit_any("PUT", f"{RUNS}/{run_id}/tags/Night%20%2F%20Day").status_code for _ in range(2)]
    shown = visit_any("GET", f"{RUNS}/{run_id}").json()["tags"]
    off = [visit_any("DELETE", f"{RUNS}/{run_id}/tags/night%20%2F%20day").status_code for _ in range(2)]

    assert (put, shown, off, any_bible.runs.get(run_id).tags) == ([204, 204], ["night / day"], [204, 404], ())


def test_a_list_is_narrowed_to_a_tag_and_shows_all_of_a_runs_tags(visit_any: Caller, any_bible: Bible) -> None:
    run_id, _other = a_run(any_bible.db), a_run(any_bible.db)
    any_bible.runs.tag(run_id, ["festival", "teaser"])

    listed = visit_any("GET", f"{RUNS}?tag=Festival").json()

    assert [(run["run_id"], run["tags"]) for run in listed["runs"]] == [(run_id, ["festival", "teaser"])]
    assert listed["total"] == 1


@pytest.mark.parametrize("tag", ["x" * 41, "a,b", "%20"])
def test_what_is_no_tag_is_refused_in_words(visit_any: Caller, any_bible: Bible, tag: str) -> None:
    run_id = a_run(any_bible.db)

    answer = visit_any("PUT", f"{RUNS}/{run_id}/tags/{tag}")

    assert (answer.status_code, answer.json()["detail"].startswith("A tag has")) == (422, True)


def test_an_unknown_run_takes_no_tag(visit_any: Caller) -> None:
    assert visit_any("PUT", f"{RUNS}/nobody/tags/a").status_code == 404


def test_a_view_may_ask_for_a_tag(visit_any: Caller) -> None:
    kept = visit_any("PUT", "/api/v1/run-views/Festival", json={"query": "tag=Festival"})
    wrong = visit_any("PUT", "/api/v1/run-views/Wrong", json={"query": "tag=a,b"})

    assert (kept.json()["query"], wrong.status_code) == ("?tag=festival", 422)
