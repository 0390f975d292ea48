"""Tags on pages: filters and files of the list, acts on one run and on many, each with its undo."""

from __future__ import annotations

import csv
import html
import io
import re

import httpx
import pytest

from showbible.bible import Bible
from showbible.runs.recall import log
from showbible.web.app import create_app
from tests.builders import a_finished_run, a_run
from tests.web.conftest import Caller, served

PERSON = {"accept": "text/html"}
HTMX = {"accept": "text/html", "hx-request": "true"}


def undone(visit: Caller, toast: str) -> httpx.Response:
    """What the Undo of a toast answers."""
    form = re.findall(r'<form[^>]*hx-post="([^"]+)"[^>]*>(.*?)</form>', toast)[0]
    fields = {name: html.unescape(value) for name, value in re.findall(r'name="([^"]+)" value="([^"]*)"', form[1])}
    return visit("POST", html.unescape(form[0]), data=fields, headers=HTMX)


def tags(bible: Bible, *run_ids: str) -> list[tuple[str, ...]]:
    return [bible.runs.get(run_id).tags for run_id in run_ids]


@pytest.mark.parametrize("view", ["cards", "table"])
def test_a_list_shows_the_tags_of_its_runs_as_text(visit_any: Caller, any_bible: Bible, view: str) -> None:
    any_bible.runs.tag(a_run(any_bible.db, run_id="one"), ["<b>bold</b>", "teaser"])

    text = visit_any("GET", f"/runs?view={view}").text

    assert "Tagged &lt;b&gt;bold&lt;/b&gt;, teaser" in text
    assert "<b>bold" not in text


def test_the_filter_counts_the_runs_of_each_tag(visit_any: Caller, any_bible: Bible) -> None:
    one, two = a_run(any_bible.db, run_id="one"), a_run(any_bible.db, run_id="two")
    any_bible.runs.tag(one, ["festival", "teaser"])
    any_bible.runs.tag(two, ["festival"])

    text = visit_any("GET", "/runs?tag=Teaser").text

    assert re.findall(r'<option value="[^"]+"( selected)?>([^<]+ \(\d+\))', text) == [
        ("", "festival (2)"),
        (" selected", "teaser (1)"),
    ]
    assert re.findall(r'href="/runs/([^"/?]+)" data-item', text) == ["one"]


@pytest.mark.both_databases
def test_a_tag_that_no_run_has_says_which_filter_to_remove(visit_any: Caller, any_bible: Bible) -> None:
    a_run(any_bible.db)

    assert "Removing “Tagged nothing” would show 1 run." in visit_any("GET", "/runs?tag=nothing").text


def test_files_carry_the_tags(visit_any: Caller, any_bible: Bible) -> None:
    any_bible.runs.tag(a_run(any_bible.db), ["b", "a"])
    a_run(any_bible.db)

    table = list(csv.DictReader(io.StringIO(visit_any("GET", "/runs.csv?tag=a").text)))
    objects = visit_any("GET", "/runs.json?tag=a").json()

    assert ([row["tags"] for row in table], [each["tags"] for each in objects]) == (["a, b"], [["a", "b"]])


def test_the_drawer_and_the_comparison_show_tags(visit_any: Caller, any_bible: Bible) -> None:
    ids = [a_run(any_bible.db, run_id="one"), a_run(any_bible.db, run_id="two")]
    any_bible.runs.tag("one", ["festival"])

    drawer = visit_any("GET", "/runs?peek=one").text
    table = visit_any("GET", f"/runs/compare.csv?ids={','.join(ids)}").text

    assert '<a class="chip" data-status="idle" href="?tag=festival">festival</a>' in drawer
    assert "Tags,festival,–" in table


def test_a_run_is_tagged_on_its_page_and_undone(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_finished_run(any_bible.db).run_id
    any_bible.runs.tag(run_id, ["old"])

    toast = visit_any("POST", f"/runs/{run_id}/tags", data={"tag": "Old, Night shoot, teaser"}, headers=HTMX).text

    assert "The run is tagged “night shoot”, “teaser”." in toast
    assert re.findall(r"Remove the tag ([^\"]+)", toast) == ["night shoot", "old", "teaser"]
    undone(visit_any, toast)
    assert tags(any_bible, run_id) == [("old",)]


def test_a_tag_is_removed_on_the_page_and_undone(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)
    any_bible.runs.tag(run_id, ["a", "b"])

    toast = visit_any("POST", f"/runs/{run_id}/tags/remove", data={"tag": "a"}, headers=HTMX).text
    left = tags(any_bible, run_id)
    undone(visit_any, toast)

    assert (left, tags(any_bible, run_id)) == ([("b",)], [("a", "b")])


def test_the_page_of_a_run_links_each_tag_to_its_runs(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)
    any_bible.runs.tag(run_id, ["night & day"])

    text = visit_any("GET", f"/runs/{run_id}").text

    assert '<a href="/runs?tag=night+%26+day" title="Runs with this tag">night &amp; day</a>' in text


@pytest.mark.parametrize(("tag", "status"), [("", 422), ("x" * 41, 422), ("had", 409)])
def test_what_cannot_be_put_on_is_refused(visit_any: Caller, any_bible: Bible, tag: str, status: int) -> None:
    run_id = a_run(any_bible.db)
    any_bible.runs.tag(run_id, ["had"])

    answer = visit_any("POST", f"/runs/{run_id}/tags", data={"tag": tag}, headers=HTMX)

    assert (answer.status_code, tags(any_bible, run_id)) == (status, [("had",)])


def test_without_scripts_a_tag_leads_back_to_the_run(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)

    answer = visit_any("POST", f"/runs/{run_id}/tags", data={"tag": "a"}, headers=PERSON)

    assert (answer.status_code, answer.headers["location"]) == (303, f"/runs/{run_id}")
    assert tags(any_bible, run_id) == [("a",)]


def test_an_open_page_hears_of_a_new_tag(any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)
    seen = log.last_seq(any_bible.db)
    any_bible.runs.tag(run_id, ["festival"])

    with served(create_app(any_bible)) as address:
        told = [_first(f"{address}{path}/stream?since={seen}") for path in (f"/runs/{run_id}", "/runs")]

    assert ["run-tags" in told[0], "Tagged</b> festival" in told[0]] == [True, True]
    assert re.findall(r"\[id='([^']+)'\]", told[1]) == [f"tags-{run_id}"]


def _first(url: str) -> str:
    """The first message of a stream."""
    with httpx.stream("GET", url, timeout=30) as answer:
        return next(message for message in answer.iter_text() if "data:" in message)


@pytest.mark.both_databases
def test_many_are_tagged_and_undone(visit_any: Caller, any_bible: Bible) -> None:
    had, one, other = (a_run(any_bible.db) for _ in range(3))
    any_bible.runs.tag(had, ["x"])

    toast = visit_any("POST", "/runs/tag", data={"ids": [had, one], "tag": "X"}, headers=HTMX).text
    after = tags(any_bible, had, one, other)
    undone(visit_any, toast)

    assert ("1 run tagged “x”." in toast, after) == (True, [("x",), ("x",), ()])
    assert tags(any_bible, had, one, other) == [("x",), (), ()]


@pytest.mark.both_databases
def test_a_tag_is_taken_off_many_and_undone(visit_any: Caller, any_bible: Bible) -> None:
    one, two, other = (a_run(any_bible.db) for _ in range(3))
    for run_id in (one, two):
        any_bible.runs.tag(run_id, ["x"])

    toast = visit_any("POST", "/runs/untag", data={"ids": [one, two, other], "untag": "x"}, headers=HTMX).text
    after = tags(any_bible, one, two, other)
    undone(visit_any, toast)

    assert ("The tag is off 2 runs." in toast, after) == (True, [(), (), ()])
    assert tags(any_bible, one, two, other) == [("x",), ("x",), ()]


def test_all_that_match_are_tagged(visit_any: Caller, any_bible: Bible) -> None:
    failed, fine = (a_finished_run(any_bible.db, status=status).run_id for status in ("failed", "completed"))

    visit_any("POST", "/runs/tag?status=failed", data={"every": "1", "tag": "look again"}, headers=PERSON)

    assert tags(any_bible, failed, fine) == [("look again",), ()]


@pytest.mark.parametrize(
    ("act", "fields", "status"),
    [
        ("tag", {"tag": ""}, 422),
        ("tag", {"tag": "had"}, 409),
        ("untag", {"untag": "other"}, 409),
        ("untag", {"untag": "a,b"}, 422),
    ],
)
def test_an_act_that_changes_nothing_says_so(
    visit_any: Caller, any_bible: Bible, act: str, fields: dict[str, str], status: int
) -> None:
    run_id = a_run(any_bible.db)
    any_bible.runs.tag(run_id, ["had"])

    answer = visit_any("POST", f"/runs/{act}", data={"ids": run_id, **fields}, headers=HTMX)

    assert (answer.status_code, tags(any_bible, run_id)) == (status, [("had",)])
