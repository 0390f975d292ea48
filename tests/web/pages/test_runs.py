"""`/runs`: the list, its filters in the address, its pages and its files."""

from __future__ import annotations

import csv
import io
import re
from datetime import timedelta
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showbible.bible import Bible
from showbible.runs.model import NewDelivery, RunStart, Status
from showbible.runs.recall import views as run_views
from showbible.runs.record import delivery, life, pilots, views
from showbible.studio import orchestrator
from showbible.web.pages.runs.page import RunsPage
from showbible.web.run_filter import RunFilter
from tests.builders import MINUTE, MONDAY, a_finished_run, a_run, a_run_with_pilot
from tests.web.conftest import Caller, Visit
from tests.web.pages.test_runs_tags import undone

PERSON = {"accept": "text/html"}
HTMX = {"accept": "text/html", "hx-request": "true"}


def many(bible: Bible, number: int) -> list[str]:
    """Runs a minute apart, newest first."""
    for n in range(number):
        life.start(bible.db, f"Run {n}", "1", RunStart(run_id=f"r{n:03}"), at=MONDAY + n * MINUTE)
    return [f"r{n:03}" for n in reversed(range(number))]


def shown(text: str) -> list[str]:
    return re.findall(r'href="/runs/([^"/?]+)" data-item', text)


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


def test_a_failed_run_says_where_and_why(any_bible: Bible) -> None:
    run_id = a_run(any_bible.db)
    any_bible.runs.enter(run_id, "generating_audio")
    any_bible.runs.finish(run_id, "failed", error="The quota is used up.")
    a_finished_run(any_bible.db, status="failed")

    silent, told = RunsPage(any_bible, RunFilter()).list.items

    assert (told.fact, silent.fact) == ("Generating audio: The quota is used up.", "Starting: no reason was given")


def test_a_film_that_waits_for_its_turn_says_how_many_are_before_it(any_bible: Bible) -> None:
    first, second = (orchestrator.ask(any_bible, name, budget=1) for name in ("A lamp", "A bell"))

    cards = {card.run_id: (card.mark.word, card.fact) for card in RunsPage(any_bible, RunFilter()).list.items}

    assert cards == {first: ("Queued", "Next in line"), second: ("Queued", "1 film before it")}


def test_filters_narrow_the_list(visit_any: Caller, any_bible: Bible) -> None:
    a_finished_run(any_bible.db, "Whales sing")
    failed = a_finished_run(any_bible.db, "Whales fall silent", status="failed")
    a_finished_run(any_bible.db, "Owls", status="failed")

    answer = visit_any("GET", "/runs?status=failed&q=whales")

    assert shown(answer.text) == [failed.run_id]


@pytest.mark.both_databases
def test_a_list_without_matches_names_the_filter_to_remove(visit_any: Caller, any_bible: Bible) -> None:
    a_finished_run(any_bible.db, "Whales sing")

    answer = visit_any("GET", "/runs?status=failed&q=whales")

    assert "Removing “Failed” would show 1 run." in answer.text


def test_an_empty_studio_says_how_to_begin(visit_any: Caller) -> None:
    answer = visit_any("GET", "/runs")

    assert "No runs yet" in answer.text


WRONG = (
    "score=101",
    "score=x",
    "cost=-1",
    "from=yesterday",
    "to=2026-13-01",
    "tier=zzz",
    "status=zzz",
    "stage=zzz",
    "sort=zzz",
    "view=zzz",
    "project=..",
    "q=%00",
)


@pytest.mark.parametrize(
    "address", [*(f"/runs{kind}?{query}" for kind in ("", ".csv", ".json") for query in WRONG), "/runs?cursor=zzz"]
)
def test_a_wrong_filter_is_refused(visit: Visit, address: str) -> None:
    assert visit()("GET", address).status_code == 422


@pytest.mark.both_databases
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
    RunFilter,
    q=st.text(max_size=20).map(str.strip),
    status=st.sampled_from(["", "failed", "running"]),
    tier=st.sampled_from(["", "animated"]),
    stage=st.sampled_from(["", "editing"]),
    score=st.sampled_from(["", "80"]),
    cost=st.sampled_from(["", "1.5"]),
    since=st.sampled_from(["", "2026-11-01"]),
    until=st.sampled_from(["", "2026-11-15"]),
    archived=st.sampled_from(["", "1"]),
    project=st.sampled_from(["", "northlight"]),
    sort=st.sampled_from(["newest", "score"]),
    view=st.sampled_from(["cards", "table"]),
)


@given(wish=WISHES)
def test_what_a_list_shows_is_written_in_its_address(wish: RunFilter) -> None:
    told = dict(parse_qsl(wish.query(), keep_blank_values=True))

    assert RunFilter.read(told) == wish


def test_a_list_of_many_projects_can_be_narrowed_to_one(any_bible: Bible) -> None:
    any_bible.projects.create("owls", name="Owls")
    a_run(any_bible.db, "Elsewhere")
    mine = a_run(any_bible.db, "Here", project_id="owls")

    page = RunsPage(any_bible, RunFilter(project="owls"), None)

    assert [card.run_id for card in page.list.items] == [mine]


def _figures(bible: Bible) -> None:
    """Three runs that differ in tier, score, cost and day."""
    for n, (tier, score, cost) in enumerate(
        [("animated", 60, "3"), ("photorealistic", 90, "2"), ("animated", 80, "1")]
    ):
        run_id = life.start(
            bible.db, f"Run {n}", "5", RunStart(run_id=f"r{n}"), at=MONDAY + n * timedelta(days=1)
        ).run_id
        pilots.add_pilot(bible.db, run_id, "a", tier=tier, budget="5")
        delivery.deliver(bible.db, run_id, "video", "a.mp4", NewDelivery(cost=cost))
        pilots.judge_pilot(bible.db, run_id, "a", score=score)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("tier=animated", ["r2", "r0"]),
        ("score=80", ["r2", "r1"]),
        ("cost=2", ["r2", "r1"]),
        ("from=2026-11-17", ["r2", "r1"]),
        ("to=2026-11-17", ["r1", "r0"]),
        ("tier=animated&score=70&cost=2.50&from=2026-11-16&to=2026-11-18&sort=cost", ["r2"]),
    ],
)
@pytest.mark.both_databases
def test_a_figure_or_a_day_narrows_list_and_files_alike(
    visit_any: Caller, any_bible: Bible, query: str, expected: list[str]
) -> None:
    _figures(any_bible)

    answer = visit_any("GET", f"/runs?{query}")
    listed = visit_any("GET", f"/runs.json?{query}").json()

    assert (shown(answer.text), [row["run_id"] for row in listed]) == (expected, expected)
    assert f"<p>{len(expected)} run" in answer.text


@pytest.mark.both_databases
def test_what_has_ended_is_archived_and_what_runs_stays(visit_any: Caller, any_bible: Bible) -> None:
    gone, runs = a_finished_run(any_bible.db, "Gone").run_id, a_run(any_bible.db, "Runs")

    answer = visit_any("POST", "/runs/archive", data={"ids": [gone, runs]}, headers=HTMX)

    assert "1 run archived." in answer.text
    assert shown(visit_any("GET", "/runs").text) == [runs]
    assert shown(visit_any("GET", "/runs?archived=1").text) == [gone]


@pytest.mark.both_databases
def test_undo_brings_back_one_batch_and_no_other(visit_any: Caller, any_bible: Bible) -> None:
    first, second = (a_finished_run(any_bible.db, name).run_id for name in ("First", "Second"))
    visit_any("POST", "/runs/archive", data={"ids": first}, headers=HTMX)
    toast = visit_any("POST", "/runs/archive", data={"ids": second}, headers=HTMX).text

    batch = re.findall(r'name="batch" value="(\d+)"', toast)[0]
    visit_any("POST", "/runs/archive/undo", data={"batch": batch}, headers=HTMX)

    assert shown(visit_any("GET", "/runs").text) == [second]


@pytest.mark.both_databases
def test_all_that_match_means_those_that_pass_the_filters(visit_any: Caller, any_bible: Bible) -> None:
    many(any_bible, 53)
    for n in range(52):
        any_bible.runs.finish(f"r{n:03}", "failed" if n else "completed")

    visit_any("POST", "/runs/archive?status=failed", data={"every": "1"}, headers=PERSON)

    assert shown(visit_any("GET", "/runs").text) == ["r052", "r000"]


def test_archived_runs_come_back_by_hand(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_finished_run(any_bible.db).run_id
    any_bible.runs.archive([run_id])

    visit_any("POST", "/runs/restore?archived=1", data={"ids": run_id}, headers=PERSON)

    assert shown(visit_any("GET", "/runs").text) == [run_id]


def test_many_are_cancelled_and_those_that_ended_keep_their_end(visit_any: Caller, any_bible: Bible) -> None:
    over, running = a_finished_run(any_bible.db).run_id, a_run(any_bible.db)

    answer = visit_any("POST", "/runs/cancel", data={"ids": [over, running]}, headers=HTMX)

    ends = [any_bible.runs.get(run_id).recorded_status for run_id in (over, running)]
    assert "1 run cancelled." in answer.text
    assert ends == [Status.COMPLETED, Status.CANCELLED]


def test_a_film_of_the_studio_is_asked_for_again(visit_any: Caller, any_bible: Bible) -> None:
    asked = orchestrator.ask(any_bible, "A lamp", budget=2, scenes=1)
    any_bible.runs.finish(asked, "failed", error="no power")

    answer = visit_any("POST", "/runs/again", data={"ids": asked}, headers=HTMX)

    runs = any_bible.runs.list(status="running").items
    assert "1 film asked for again, for at most $2.00." in answer.text
    assert [(run.concept, run.budget) for run in runs] == [("A lamp", 2_000_000)]


@pytest.mark.parametrize("act", ["archive", "cancel", "again"])
def test_an_act_that_fits_no_run_says_so(visit_any: Caller, any_bible: Bible, act: str) -> None:
    run_id = a_run(any_bible.db) if act == "archive" else a_finished_run(any_bible.db).run_id

    answer = visit_any("POST", f"/runs/{act}", data={"ids": run_id}, headers=HTMX)

    assert (answer.status_code, "toast" in answer.headers["hx-trigger"]) == (409, True)


def test_an_act_on_nothing_is_refused(visit_any: Caller) -> None:
    assert visit_any("POST", "/runs/archive", headers=PERSON).status_code == 422


def test_a_kept_view_opens_the_list_and_never_overrides_an_address(visit_any: Caller, any_bible: Bible) -> None:
    visit_any("POST", "/runs/views?status=failed&view=table", data={"name": "Trouble", "default": "1"}, headers=PERSON)

    bare = visit_any("GET", "/runs")
    spelled = visit_any("GET", "/runs?sort=newest")

    assert (bare.status_code, bare.headers["location"]) == (303, "/runs?status=failed&view=table")
    assert spelled.status_code == 200


def test_a_deleted_view_comes_back_whole(visit_any: Caller, any_bible: Bible) -> None:
    kept = views.keep_view(any_bible.db, "<b>Trouble</b>", "?status=failed", is_default=True)
    toast = visit_any("POST", "/runs/views/delete", data={"name": kept.name}, headers=HTMX).text
    assert run_views.views(any_bible.db) == ()

    undone(visit_any, toast)

    assert run_views.views(any_bible.db) == (kept,)


def test_a_view_kept_over_another_can_be_taken_back(visit_any: Caller, any_bible: Bible) -> None:
    before = views.keep_view(any_bible.db, "Trouble", "?status=failed")
    toast = visit_any("POST", "/runs/views?status=running", data={"name": "Trouble"}, headers=HTMX).text

    undone(visit_any, toast)

    assert run_views.views(any_bible.db) == (before,)


def test_the_name_of_a_view_stays_text(visit_any: Caller, any_bible: Bible) -> None:
    views.keep_view(any_bible.db, "<script>alert(1)</script>", "?status=failed")

    assert "<script>alert" not in visit_any("GET", "/runs").text


def test_an_unknown_view_is_not_found(visit_any: Caller) -> None:
    assert visit_any("POST", "/runs/views/delete", data={"name": "none"}, headers=PERSON).status_code == 404


def test_the_drawer_says_how_far_a_run_came_and_why_it_stopped(any_bible: Bible) -> None:
    run_id = a_run_with_pilot(any_bible.db)
    any_bible.runs.enter(run_id, "editing")
    any_bible.runs.finish(run_id, "failed", error="<b>no room</b>")

    drawer = RunsPage(any_bible, RunFilter(), None, peeked=run_id).peek

    assert drawer is not None
    assert (drawer.reason, drawer.left, drawer.pilots[0].name) == (
        "<b>no room</b>",
        "$5.00 left",
        "Animated, in the race",
    )
    assert [step.label for step in drawer.steps if step.state == "failed"] == ["Edit"]


def test_hostile_text_in_the_drawer_stays_text(visit_any: Caller, any_bible: Bible) -> None:
    run_id = a_run(any_bible.db, "<script>alert(1)</script>\n<img src=x onerror=alert(1)>")

    answer = visit_any("GET", f"/runs?peek={run_id}")

    assert "<script>alert" not in answer.text and "<img src=x" not in answer.text


def test_an_unknown_run_cannot_be_peeked_at(visit_any: Caller) -> None:
    assert visit_any("GET", "/runs?peek=nobody").status_code == 404
