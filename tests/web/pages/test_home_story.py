"""`/?story=`: the home page of one story tells of no other."""

from __future__ import annotations

import pytest

from showbible.bible import Bible
from showbible.jobs import queue
from showbible.web.pages.home.page import HomePage
from tests.browser.home_data import past, payment
from tests.builders import a_run
from tests.web.conftest import Caller
from tests.web.pages.test_home import counted


@pytest.fixture
def two(any_bible: Bible) -> Bible:
    """Two stories, each with a run under way and one that failed."""
    for story, name in (("whales", "The Whales"), ("owls", "The Owls")):
        any_bible.projects.create(story, name=name)
        a_run(any_bible.db, f"{name} at dusk", project_id=story)
        lost(any_bible, story, f"{name} lost")
    return any_bible


def lost(bible: Bible, story: str, concept: str) -> None:
    """A run of a story that failed."""
    bible.runs.finish(a_run(bible.db, concept, project_id=story), "failed")


def of(bible: Bible, story: str) -> HomePage:
    return HomePage(bible, story=bible.projects.get(story))


def test_runs_counts_and_needs_are_those_of_the_story(two: Bible) -> None:
    page = of(two, "whales")

    assert [card.title for card in (*page.running, *page.recent)] == ["The Whales at dusk", "The Whales lost"]
    assert {status: number for status, number in page.runs.items() if number} == {"running": 1, "failed": 1}
    assert [need.title for need in page.needs] == ["The Whales lost"]


@pytest.mark.both_databases
def test_a_payment_of_another_story_is_left_to_it(two: Bible) -> None:
    (run,) = two.runs.list(project_id="owls", status="running").items
    payment(two, run.run_id)

    assert [[need.title for need in of(two, story).needs][:1] for story in ("whales", "owls")] == [
        ["The Whales lost"],
        ["Was $0.42 charged?"],
    ]


def test_jobs_belong_to_no_story(two: Bible) -> None:
    with two.db.transaction():
        queue.announce(two.db, "run.finished", run_id="x")
    while (job := queue.claim(two.db, owner="test", lease_ms=1000)) is not None:
        queue.give_up(two.db, job, "no room")

    assert [need.icon for need in of(two, "owls").needs] == ["failed"]


def test_weeks_and_lessons_are_those_of_the_story(any_bible: Bible) -> None:
    any_bible.projects.create("northlight")
    any_bible.projects.create("elsewhere")
    past(any_bible, weeks=2, each=1)

    drawn = [(len(page.charts), len(page.learned)) for page in (of(any_bible, "northlight"),)]
    bare = of(any_bible, "elsewhere")

    assert (drawn, bare.charts, bare.learned) == ([(2, 2)], (), ())


def test_the_page_says_whose_it_is_and_stays_with_it(visit_any: Caller, two: Bible) -> None:
    page = visit_any("GET", "/?story=owls").text

    told = ('value="owls" selected', 'Only <a href="/projects/owls">The Owls</a>', "&story=owls", "/runs?project=owls")
    assert [each for each in told if each not in page] == [] and "The Whales at dusk" not in page


def test_a_story_without_runs_says_so(visit_any: Caller, two: Bible) -> None:
    two.projects.create("new", name="The New One")

    page = visit_any("GET", "/?story=new").text

    assert "No run in The New One yet" in page and "Show every story" in page


@pytest.mark.parametrize(("story", "status"), [("nobody", 404), ("..", 422)])
def test_a_story_that_is_not_there_is_refused(visit_any: Caller, two: Bible, story: str, status: int) -> None:
    answers = [visit_any("GET", f"{path}?story={story}") for path in ("/", "/stream")]

    assert [answer.status_code for answer in answers] == [status, status]


def test_one_story_alone_offers_no_choice(visit_any: Caller, any_bible: Bible) -> None:
    any_bible.projects.create("whales")

    assert 'name="story"' not in visit_any("GET", "/").text


def test_more_failures_in_a_story_need_no_more_reads(two: Bible) -> None:
    of(two, "owls")
    reads = []
    for number in (1, 2):
        lost(two, "owls", f"Lost {number}")
        with counted(two.db) as statements:
            of(two, "owls")
        reads.append(len(statements))

    assert reads[0] == reads[1] > 0
