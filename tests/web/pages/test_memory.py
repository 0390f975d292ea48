"""`/memory`: what was learned, to look at, correct, pause, forget and try."""

from __future__ import annotations

import csv
import html
import io
import re
from datetime import timedelta
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.errors import Invalid
from showbible.lessons.model import Production, ProviderLearning
from showbible.lessons.recall import history, providers, rulings
from showbible.lessons.record import productions
from showbible.runs.model import EditStyle, Status, Tier
from showbible.studio import orchestrator
from showbible.studio.ledger import turns
from showbible.studio.model import FilmChoices
from showbible.vocabulary import DEFAULT_PROJECT, LOCAL_USER, RunId
from showbible.web.pages.memory import history as memory_history
from showbible.web.pages.memory import page as memory
from showbible.web.pages.memory.making import FilmForm
from showbible.web.pages.memory.page import MemoryPage
from tests.builders import MONDAY
from tests.web.conftest import Caller

PERSON = {"accept": "text/html"}
HTMX = {"accept": "text/html", "hx-request": "true"}


def taught(bible: Bible, run_id: str, concept: str = "A teaser", **facts: Any) -> Production:
    """The record of a finished run that nobody has to make first."""
    usual: dict[str, Any] = {
        "pattern": "teaser" if "teaser" in concept else "podcast_intro",
        "status": Status.COMPLETED,
        "tier": Tier.ANIMATED,
        "edit_style": EditStyle.SAFE,
        "score": 80.0,
        "cost": 2_000_000,
        "duration": 20.0,
        "planned_scenes": 4,
        "at": MONDAY + timedelta(hours=int(re.sub(r"\D", "", run_id) or 0)),
    }
    usual |= {"project_id": DEFAULT_PROJECT, "user_id": LOCAL_USER}
    production = Production(run_id=RunId(run_id), concept=concept, **{**usual, **facts})
    productions.keep(bible.db, production)
    return history.production(bible.db, run_id)


def post(visit: Caller, path: str, /, **fields: str | list[str]) -> str:
    """What a page with scripts is told after an act; refusals are the test's failure."""
    answer = visit("POST", path, data=fields, headers=HTMX)
    assert answer.status_code == 200, answer.text or answer.headers
    return answer.text


def undo(visit: Caller, told: str) -> None:
    """Press Undo in the toast that an act answered with."""
    action = re.findall(r'action="([^"]+)"', told)[0]
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', told)
    post(visit, html.unescape(action), **{name: html.unescape(value) for name, value in fields})


def names(page: str) -> list[str]:
    return re.findall(r"data-item[^>]*>([^<]+)</a>", page)


# Looking


def test_it_lists_patterns_with_what_they_recommend(visit_any: Caller, any_bible: Bible) -> None:
    for n in (1, 2):
        taught(any_bible, f"r{n}", "A teaser", tier=Tier.MOTION_GRAPHICS)
    taught(any_bible, "r3", "A podcast intro")

    page = visit_any("GET", "/memory").text

    assert names(page) == ["Teaser", "Podcast intro"]
    assert "Motion graphics, safe edit, 4 scenes, 20s" in page


@pytest.mark.parametrize(
    ("query", "expected"),
    [("?q=pod", ["Podcast intro"]), ("?sort=name", ["Podcast intro", "Teaser"]), ("?state=paused", ["Teaser"])],
)
def test_what_it_lists_is_in_the_address(visit_any: Caller, any_bible: Bible, query: str, expected: list[str]) -> None:
    taught(any_bible, "r1", "A teaser")
    taught(any_bible, "r2", "A teaser")
    taught(any_bible, "r3", "A podcast intro")
    any_bible.lessons.pattern_rulings.correct("teaser", {"state": "paused"})

    assert names(visit_any("GET", f"/memory{query}").text) == expected


def test_pages_of_patterns_join_without_a_gap(any_bible: Bible) -> None:
    for n in range(memory.PAGE + 3):
        taught(any_bible, f"r{n}", pattern=f"kind_{n:02}")
    first = MemoryPage(any_bible, memory.PatternFilter(sort="name"))
    cursor = re.findall(r"cursor=([^&]+)", first.list.next or "")[0]

    second = MemoryPage(any_bible, memory.PatternFilter(sort="name"), cursor)

    assert [row.name for row in first.list.items + second.list.items] == [
        f"kind_{n:02}" for n in range(memory.PAGE + 3)
    ]


def test_a_list_without_matches_names_the_filter_to_remove(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser")

    assert "Removing “Paused” would show 1 pattern." in visit_any("GET", "/memory?q=teaser&state=paused").text


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/memory", "Nothing learned yet"),
        ("/memory/combinations", "No combination yet"),
        ("/memory/providers", "No provider yet"),
        ("/memory/history", "No run has finished yet"),
        ("/memory/try", "What would you make?"),
    ],
)
def test_an_empty_studio_says_how_to_begin(visit_any: Caller, path: str, said: str) -> None:
    assert said in visit_any("GET", path).text


@pytest.mark.parametrize(
    "address",
    [
        "/memory?state=zzz",
        "/memory?sort=zzz",
        "/memory?cursor=zzz",
        "/memory/history?rated=zzz",
        "/memory/history?status=zzz",
        "/memory/history?cursor=zzz",
    ],
)
def test_a_wrong_filter_is_refused(visit_any: Caller, address: str) -> None:
    assert visit_any("GET", address).status_code == 422


@pytest.mark.parametrize("address", ["/memory?peek=sonnet", "/memory/providers?peek=nobody"])
def test_an_unknown_thing_is_not_found(visit_any: Caller, address: str) -> None:
    assert visit_any("GET", address, headers=PERSON).status_code == 404


def test_hostile_text_stays_text(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "<script>teaser</script>", pattern="<b>", mood="<i>", music_style="<u>")
    any_bible.lessons.rate("r1", 5, notes="<img src=x>")

    shown = [
        visit_any("GET", path).text for path in ("/memory?peek=%3Cb%3E", "/memory/history", "/memory/combinations")
    ]

    assert [text for text in shown if re.search(r"<script>teaser|<b>[^0-9–]|<i>|<u>|<img src=x", text)] == []


# Correcting


def test_a_paused_pattern_is_kept_and_not_used(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser")

    told = post(visit_any, "/memory/patterns/teaser/pause", paused="yes")
    paused = any_bible.lessons.suggest("A teaser").mode
    undo(visit_any, told)

    assert (paused, any_bible.lessons.suggest("A teaser").pattern) == ("default", "teaser")


def test_a_corrected_plan_is_what_is_suggested(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser")

    told = post(visit_any, "/memory/patterns/teaser/plan", seen="0", tier="photorealistic", scenes="9")
    found = any_bible.lessons.suggest("A teaser")
    undo(visit_any, told)

    assert (found.tier, found.scenes, found.sources["tier"], found.sources["edit_style"]) == (
        "photorealistic",
        9,
        "set",
        "learned",
    )
    assert rulings.ruling(any_bible.db, "teaser").corrects is False


def test_a_stale_correction_is_refused_with_both_texts(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser")
    any_bible.lessons.pattern_rulings.correct("teaser", {"tier": "animated"})

    answer = visit_any("POST", "/memory/patterns/teaser/plan", data={"seen": "0", "tier": "motion"}, headers=HTMX)

    assert answer.status_code == 409
    assert "tier is animated, you wrote motion graphics" in answer.headers["hx-trigger"]
    assert rulings.ruling(any_bible.db, "teaser").tier is Tier.ANIMATED


@pytest.mark.parametrize(
    "fields", [{"tier": "gold"}, {"scenes": "many"}, {"scenes": "0"}, {"duration": "99999999"}, {"edit_style": "wild"}]
)
def test_a_plan_that_cannot_be_is_refused(visit_any: Caller, any_bible: Bible, fields: dict[str, str]) -> None:
    taught(any_bible, "r1", "A teaser")

    answer = visit_any("POST", "/memory/patterns/teaser/plan", data={"seen": "0", **fields}, headers=PERSON)

    assert answer.status_code == 422


def test_an_older_change_can_be_taken_back(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser")
    any_bible.lessons.pattern_rulings.correct("teaser", {"tier": "animated"})
    any_bible.lessons.pattern_rulings.correct("teaser", {"scenes": 7})
    first = rulings.versions(any_bible.db, "teaser")[-1]

    post(visit_any, "/memory/patterns/teaser/undo", seq=str(first.seq))

    found = rulings.ruling(any_bible.db, "teaser")
    assert (found.tier, found.scenes) == (None, 7)


# Forgetting


@pytest.mark.both_databases
def test_a_forgotten_pattern_comes_back_as_it_was(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser")
    taught(any_bible, "r2", "A teaser")
    any_bible.lessons.pattern_rulings.correct("teaser", {"state": "paused", "tier": "animated"})
    before = any_bible.lessons.pattern("teaser")

    told = post(visit_any, "/memory/patterns/teaser/forget")
    gone = any_bible.lessons.patterns().items
    undo(visit_any, told)

    assert (gone, any_bible.lessons.pattern("teaser")) == ([], before)


def test_undo_brings_back_only_what_that_act_took(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser")
    any_bible.lessons.pattern_rulings.forget("teaser")
    taught(any_bible, "r2", "A teaser")

    undo(visit_any, post(visit_any, "/memory/patterns/teaser/forget"))

    assert any_bible.lessons.pattern("teaser").evidence == ("r2",)


@pytest.mark.both_databases
def test_a_forgotten_record_comes_back_with_everything_said_of_it(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser")
    any_bible.lessons.rate("r1", 2)
    any_bible.lessons.rate("r1", 5, notes='Tom\'s "hands"\n<b>')
    any_bible.lessons.learn_of_provider(
        ProviderLearning(
            provider="lumen", run_id="r1", made_by="person", at=MONDAY, overall_success=True, quality_score=70
        )
    )
    before = history.production(any_bible.db, "r1"), len(history.ratings(any_bible.db, "r1"))

    told = post(visit_any, "/memory/history/r1/forget")
    gone = history.exists(any_bible.db, "r1")
    undo(visit_any, told)

    assert gone is False
    assert (history.production(any_bible.db, "r1"), len(history.ratings(any_bible.db, "r1"))) == before
    assert any_bible.lessons.provider("lumen").avg_quality == 70


def test_only_what_was_forgotten_can_be_brought_back(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser")
    told = post(visit_any, "/memory/history/r1/forget")
    undo(visit_any, told)

    taken = html.unescape(re.findall(r'name="taken" value="([^"]*)"', told)[0])
    answers = [
        visit_any("POST", "/memory/history/restore", data={"taken": text}, headers=PERSON).status_code
        for text in (taken, "{}", "zzz")
    ]

    assert answers == [409, 422, 422]


def test_what_a_run_showed_of_a_provider_can_be_forgotten_and_brought_back(visit_any: Caller, any_bible: Bible) -> None:
    learning = ProviderLearning(
        provider="lumen",
        run_id=None,
        made_by="person",
        at=MONDAY,
        overall_success=True,
        words={"prompt_tips": ("Name the light first",)},
    )
    any_bible.lessons.learn_of_provider(learning)
    kept = any_bible.lessons.provider("lumen").recent_learnings[0]

    told = post(visit_any, f"/memory/learnings/{kept.learning_id}/forget")
    gone = providers.providers(any_bible.db)
    undo(visit_any, told)

    assert (gone, any_bible.lessons.provider("lumen").prompt_guidelines) == ([], ("Name the light first",))


@pytest.mark.parametrize(
    "path",
    ["/memory/patterns/sonnet/forget", "/memory/history/nobody/forget", "/memory/learnings/nothing/forget"],
)
def test_what_is_not_there_cannot_be_forgotten(visit_any: Caller, path: str) -> None:
    assert visit_any("POST", path, headers=PERSON).status_code == 404


# Rating


@pytest.mark.both_databases
def test_a_rating_is_taken_back_to_the_one_before(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser")
    any_bible.lessons.rate("r1", 2, notes="Too dark")

    told = post(visit_any, "/memory/history/r1/rate", rating="5")
    rated = history.production(any_bible.db, "r1")
    undo(visit_any, told)

    assert (rated.rating, rated.notes) == (5, "Too dark")
    assert history.production(any_bible.db, "r1").rating == 2


def test_a_rating_that_was_replaced_meanwhile_is_not_taken_back(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser")
    post(visit_any, "/memory/history/r1/rate", rating="5")
    first = history.ratings(any_bible.db, "r1")[0]
    any_bible.lessons.rate("r1", 1)

    answer = visit_any("POST", "/memory/history/r1/undo", data={"seq": str(first.seq)}, headers=PERSON)

    assert (answer.status_code, history.production(any_bible.db, "r1").rating) == (409, 1)


def test_a_record_shows_every_rating_and_takes_each_back(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser")
    any_bible.lessons.rate("r1", 2, notes="Too dark")
    any_bible.lessons.rate("r1", 5, notes="<b>Bright</b>")

    page = visit_any("GET", "/memory/history?peek=r1").text
    forms = re.findall(r'action="/memory/history/r1/undo".*?name="seq" value="(\d+)"', page)
    for seq in forms:
        post(visit_any, "/memory/history/r1/undo", seq=seq)

    assert "<ins>&lt;b&gt;Bright&lt;/b&gt;</ins>" in page
    assert (len(forms), history.production(any_bible.db, "r1").rating) == (2, None)


def test_ratings_of_a_record_that_is_not_there_are_not_found(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser")

    asked = visit_any("GET", "/memory/history?peek=r2")
    read_again = visit_any("GET", "/memory/history?peek=r2", headers={"HX-Request": "true"})

    assert (asked.status_code, read_again.status_code) == (404, 200)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ["r3", "r2", "r1"]),
        ("?sort=oldest", ["r1", "r2", "r3"]),
        ("?sort=score", ["r2", "r1", "r3"]),
        ("?sort=rating", ["r1", "r3", "r2"]),
        ("?sort=cost", ["r3", "r2", "r1"]),
        ("?rated=good", ["r1"]),
        ("?rated=not_yet", ["r3", "r2"]),
        ("?status=failed", ["r3"]),
        ("?pattern=podcast_intro", ["r2"]),
        ("?mood=warm&music=piano", ["r1"]),
        ("?q=100%25", ["r2"]),
        ("?q=r3", ["r3"]),
    ],
)
@pytest.mark.both_databases
def test_history_shows_what_the_address_asks_for(
    visit_any: Caller, any_bible: Bible, query: str, expected: list[str]
) -> None:
    taught(any_bible, "r1", "A teaser", mood="Warm", music_style="piano", score=70, cost=1)
    taught(any_bible, "r2", "A podcast intro, 100% owls", score=90, cost=2)
    taught(any_bible, "r3", "A teaser", status=Status.FAILED, pattern=None, score=None, cost=3)
    any_bible.lessons.rate("r1", 4)

    page = visit_any("GET", f"/memory/history{query}").text

    assert re.findall(r'href="/runs/([^"]+)" data-item', page) == expected


@pytest.mark.parametrize("sort", ["newest", "oldest", "score", "rating", "cost"])
def test_pages_of_history_join_without_a_gap(any_bible: Bible, sort: str) -> None:
    for n in range(memory_history.PAGE + 3):
        taught(any_bible, f"r{n:02}", score=n % 7, cost=n % 5)
    wish = memory_history.HistoryFilter(sort=sort)
    first = memory_history.HistoryPage(any_bible, wish)
    cursor = re.findall(r"cursor=([^&]+)", first.list.next or "")[0]

    second = memory_history.HistoryPage(any_bible, wish, cursor)

    shown = [record.run_id for record in first.list.items + second.list.items]
    assert (len(shown), set(shown)) == (53, {f"r{n:02}" for n in range(53)})


@pytest.mark.both_databases
def test_a_file_holds_exactly_what_is_filtered(visit_any: Caller, any_bible: Bible) -> None:
    for n in range(203):
        taught(any_bible, f"r{n:03}", "A teaser" if n % 100 else "=A podcast intro")

    table = visit_any("GET", "/memory/history.csv?pattern=podcast_intro").text
    listed = visit_any("GET", "/memory/history.json?pattern=teaser&sort=oldest").json()

    rows = list(csv.DictReader(io.StringIO(table)))
    assert [(row["run_id"], row["concept"]) for row in rows] == [(f"r{n}00", "'=A podcast intro") for n in (2, 1, 0)]
    assert [row["run_id"] for row in listed] == [f"r{n:03}" for n in range(203) if n % 100]


# Trying


def test_trying_a_concept_says_what_would_be_suggested_and_why(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser")

    page = visit_any("GET", "/memory/try?concept=A+teaser+with+owls").text

    assert html.escape(any_bible.lessons.suggest("A teaser with owls").why) in page
    assert re.findall(r'href="/runs/([^"]+)"', page) == ["r1"]


@pytest.mark.both_databases
def test_trying_changes_nothing(visit_any: Caller, any_bible: Bible) -> None:
    taught(any_bible, "r1", "A teaser")
    before = any_bible.lessons.long_term()

    visit_any("GET", "/memory/try?concept=A+teaser")

    assert any_bible.lessons.long_term() == before
    assert any_bible.db.value("SELECT COUNT(*) FROM run_suggestions") == 0


def test_a_film_to_make_is_as_long_as_its_budget_pays_for_unless_somebody_knows_better(visit_any: Caller) -> None:
    open_length, named = (visit_any("GET", f"/memory/try?concept={said}").text for said in ("Owls", "Owls,+20+seconds"))

    assert 'name="duration"\n maxlength="200" placeholder="Left to the plan"' in open_length
    assert 'name="duration"\n maxlength="200" placeholder="20"' in named


def test_a_concept_that_was_tried_can_be_made_with_what_a_person_would_rather_have(any_bible: Bible) -> None:
    form = FilmForm(concept="A teaser", budget="2", scenes="1", duration=" 6", tier="static", mood="", explore="yes")

    asked = orchestrator.wish_of(turns.production(any_bible.db, form.ask(any_bible)))

    assert (asked.concept, asked.scenes) == ("A teaser", 1)
    assert asked.choices == FilmChoices(duration=6, tier=Tier.STATIC_IMAGES, explore=True)


@pytest.mark.parametrize(("field", "value"), [("tier", "clay"), ("duration", "long"), ("budget", "much")])
def test_a_film_that_cannot_be_made_is_refused_in_a_sentence(any_bible: Bible, field: str, value: str) -> None:
    form = FilmForm(**{"concept": "A teaser", "budget": "2", field: value})

    with pytest.raises(Invalid):
        form.ask(any_bible)


def test_a_server_without_workers_makes_no_films(visit_any: Caller, any_bible: Bible) -> None:
    answer = visit_any("POST", "/memory/try/make", data={"concept": "A teaser", "budget": "2"})

    assert (answer.status_code, any_bible.runs.list().total) == (409, 0)
