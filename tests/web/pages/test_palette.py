"""`/palette`: a few letters lead to whatever there is, and to what can be done."""

from __future__ import annotations

import pytest

from showbible.assets.recall import names as asset_names
from showbible.bible import Bible
from showbible.conversations.recall import names as memory_names
from showbible.runs.recall import names as run_names
from showbible.runs.record import views
from showbible.storage.database import Database
from showbible.storage.typeahead import MOST_READ, letters
from showbible.vocabulary import ProjectId
from showbible.web.pages.kit.palette import Palette
from showbible.web.pages.routes import NAV
from tests.builders import a_run
from tests.direction.builders import taught
from tests.web.conftest import Caller

HTMX = {"hx-request": "true", "accept": "text/html"}


def found(bible: Bible, query: str) -> dict[str, list[str]]:
    return {name: [hit.label for hit in hits] for name, hits in Palette(bible, query, NAV).groups}


def test_without_letters_it_offers_the_newest_runs_every_page_and_what_can_be_done(any_bible: Bible) -> None:
    a_run(any_bible.db, "Whales")

    assert found(any_bible, "") == {
        "Runs": ["Whales"],
        "Projects": ["Default"],
        "Go to": [item.label for item in NAV],
        "Do": ["New sample production", "Ask the memories", "Theme: light", "Theme: dark", "Theme: system"],
    }


def test_a_word_still_being_typed_is_found(any_bible: Bible) -> None:
    a_run(any_bible.db, "The lighthouse keeper")

    assert found(any_bible, "lightho") == {"Runs": ["The lighthouse keeper"]}


def test_a_run_is_found_by_its_id(any_bible: Bible) -> None:
    a_run(any_bible.db, "Owls", run_id="r-42")

    assert found(any_bible, "r-42") == {"Runs": ["Owls"]}


def test_a_page_is_found_by_its_name(any_bible: Bible) -> None:
    assert found(any_bible, "jobs") == {"Go to": ["Jobs"]}


def test_a_kept_view_is_found_by_its_name(any_bible: Bible) -> None:
    views.keep_view(any_bible.db, "Trouble at sea", "?status=failed")

    assert found(any_bible, "troub") == {"Go to": ["Trouble at sea"]}


def test_a_memory_and_its_character_are_found(any_bible: Bible) -> None:
    scope = any_bible.conversations.scope("ana", character_id="nova")
    any_bible.conversations.remember(scope, "fact", "Ana saw a nova once")

    assert found(any_bible, "nova") == {"Memories": ["nova", "Ana saw a nova once"]}


def test_a_card_is_found_by_what_it_says(any_bible: Bible) -> None:
    card = taught(any_bible).profile().cards[0]

    assert found(any_bible, card.preference[:12])["Cards"] == [card.preference]


def test_an_asset_is_found_by_its_prompt(any_bible: Bible) -> None:
    any_bible.projects.create("sea", name="Sea")
    any_bible.assets("sea").add("image", "images/x.png", prompt="A harbour in fog")

    assert found(any_bible, "harb") == {"Assets": ["A harbour in fog"]}


def test_a_pattern_is_found_by_its_name(any_bible: Bible) -> None:
    run_id = any_bible.runs.start("A product demo of a lamp", budget=5).run_id
    any_bible.runs.finish(run_id)
    any_bible.lessons.wrap(run_id)
    name = any_bible.lessons.patterns().items[0].name

    assert name.replace("_", " ").capitalize() in found(any_bible, name[:6])["Memories"]


@pytest.mark.both_databases
def test_an_index_is_rebuilt_where_it_is_asked_for(visit_any: Caller, any_bible: Bible) -> None:
    any_bible.projects.create("sea", name="Sea")
    acts = next(hits for name, hits in Palette(any_bible, "rebuild sea", NAV).groups if name == "Do")

    answer = visit_any("POST", acts[0].post, headers=HTMX)

    assert (answer.status_code, "The search index of sea is rebuilt." in answer.text) == (200, True)


def test_nothing_found_is_said_with_the_query_as_text(visit_any: Caller) -> None:
    answer = visit_any("GET", "/palette?q=<i>")

    assert "Nothing found for “&lt;i&gt;”." in answer.text


def test_a_query_that_cannot_be_stored_is_refused(visit_any: Caller) -> None:
    assert visit_any("GET", "/palette?q=%00").status_code == 422


# However much there is, only the newest are looked through


def plan(db: Database, sql: str, **values: object) -> str:
    typed = letters("wave").patterns
    rows = db.all(f"EXPLAIN QUERY PLAN {sql}", **typed, among=10, most=MOST_READ, **values)
    return "\n".join(row.detail for row in rows)


@pytest.mark.parametrize(
    ("sql", "way"),
    [
        (run_names.NAMED, "SCAN runs USING INDEX runs_by_time"),
        (memory_names.NAMED, "SCAN memories USING INDEX memories_distilled"),
    ],
)
def test_the_newest_come_from_an_index(bible: Bible, sql: str, way: str) -> None:
    assert way in plan(bible.db, sql)


def test_the_newest_assets_come_from_an_index(bible: Bible) -> None:
    bible.projects.create("plan")
    db = bible.workspace.project(ProjectId("plan"))

    assert "USING INDEX asset_index_by_time" in plan(db, asset_names.NAMED, project_id="plan")
