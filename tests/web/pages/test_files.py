"""Lists as files: CSV and JSON hold exactly what a list shows, with ids and times, whatever its length."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from showbible.assets.api import Assets
from showbible.assets.recall import overview
from showbible.bible import Bible
from showbible.lessons.model import Pair, ProviderLearning, Shelf
from showbible.vocabulary import rfc3339
from showbible.web.pages.cast import page as cast
from showbible.web.pages.library import page as library
from showbible.web.pages.project import page as project
from tests.builders import MONDAY, a_run
from tests.lessons.orders import an_order
from tests.web.conftest import Caller
from tests.web.pages.talks import hooked, talked
from tests.web.pages.test_memory_combinations import rated
from tests.web.pages.test_memory_providers import learned


def both(visit: Caller, path: str, query: str = "") -> tuple[list[dict[str, Any]], list[dict[str, str]]]:
    """A list as JSON, and as the rows of its table."""
    table = visit("GET", f"{path}.csv{query}")
    assert table.headers["content-disposition"].endswith('.csv"')
    return visit("GET", f"{path}.json{query}").json(), list(csv.DictReader(io.StringIO(table.text)))


@pytest.fixture
def keeper(any_bible: Bible) -> Assets:
    """A story with two films, one of which lies in it, and a picture."""
    any_bible.projects.create("keeper", name="=The Last Keeper")
    memory = any_bible.assets("keeper")
    memory.segment("s1", t_start=2.5, t_end=10, kind="plan")
    memory.add("video", "videos/1.mp4", asset_id="stairs", segment_id="s1", prompt="Mara climbs", tags=["night"])
    memory.add("video", "videos/2.mp4", asset_id="storm", prompt="A storm over the harbor")
    memory.add("image", "media/3.png", asset_id="face", prompt="A portrait of Mara")
    return memory


def test_projects_are_told_with_what_they_hold(visit_any: Caller, any_bible: Bible, keeper: Assets) -> None:
    a_run(any_bible.db, project_id="keeper")

    (told,), (row,) = both(visit_any, "/projects")

    made = rfc3339(any_bible.projects.get("keeper").created_at)
    assert told == {
        "project_id": "keeper",
        "name": "=The Last Keeper",
        "assets": 3,
        "entities": 0,
        "segments": 1,
        "scenes": 0,
        "notes": 0,
        "runs": 1,
        "created_at": made,
        "changed_at": told["changed_at"],
        "trouble": None,
    }
    assert (row["name"], row["assets"], row["changed_at"]) == ("'=The Last Keeper", "3", told["changed_at"])


def test_a_file_goes_on_where_a_page_ends(visit_any: Caller, any_bible: Bible) -> None:
    for number in range(203):
        any_bible.library.keep(Shelf.BRAND, "logo", item_id=f"logo-{number}", at=MONDAY)

    listed, table = both(visit_any, "/library", "?q=logo")

    total = library.LibraryPage(any_bible, library.LibraryFilter(q="logo")).list.total
    assert (len({row["id"] for row in listed}), len(table)) == (total, total) == (203, 203)


@pytest.mark.parametrize(
    ("query", "expected"),
    [("", ["face", "storm", "stairs"]), ("?kind=video", ["storm", "stairs"]), ("?q=stairs", ["stairs"])],
)
def test_assets_are_those_that_the_list_shows(
    visit_any: Caller, any_bible: Bible, keeper: Assets, query: str, expected: list[str]
) -> None:
    wish = {name: value for name, _, value in (part.partition("=") for part in query[1:].split("&") if part)}

    listed, table = both(visit_any, "/projects/keeper/assets", query)

    shown = project.AssetsPage(any_bible, "keeper", project.AssetFilter(**wish))
    assert [row["asset_id"] for row in listed] == [row["asset_id"] for row in table] == expected
    assert (len(listed), [tile.asset.asset_id for tile in shown.list.items]) == (shown.list.total, expected)


def test_an_asset_says_where_in_the_story_it_lies(visit_any: Caller, keeper: Assets) -> None:
    listed, table = both(visit_any, "/projects/keeper/assets")

    assert [(row["t_start"], row["t_end"]) for row in listed] == [(None, None), (None, None), (2.5, 10.0)]
    assert (table[2]["tags"], table[2]["created_at"]) == ('["night"]', listed[2]["created_at"])


def test_every_state_of_every_entity_is_told(visit_any: Caller, keeper: Assets) -> None:
    for number in range(22):
        keeper.tell(f"Gull {number:02}", kind="character", state={"wing": "grey"}, t_start=number)
    aside = keeper.tell("Gull 21", kind="character", state={"age": 3, "marks": ["ring"]}, t_start=30, t_end=31.5)
    keeper.state_corrections.pause(aside.state_id)

    listed, table = both(visit_any, "/projects/keeper/entities")

    assert [row["entity"] for row in table] == [*(f"Gull {number:02}" for number in range(22)), "Gull 21"]
    assert (listed[-1]["state"], listed[-1]["t_end"], bool(listed[-1]["paused_at"])) == (aside.state, 31.5, True)


def test_a_story_with_more_states_than_lanes_have_room_for_is_told_whole(visit_any: Caller, keeper: Assets) -> None:
    with keeper.db.transaction():
        for number in range(overview.MOST_STATES + 3):
            keeper.tell("Mara", kind="character", state={"step": str(number)}, t_start=number)

    listed = visit_any("GET", "/projects/keeper/entities.json").json()

    assert [row["t_start"] for row in listed] == [float(number) for number in range(overview.MOST_STATES + 3)]


@pytest.mark.parametrize(("query", "expected"), [("", ["iris", "nova"]), ("?show=due", ["nova"]), ("?q=IR", ["iris"])])
def test_characters_are_those_that_the_list_shows(
    visit_any: Caller, any_bible: Bible, query: str, expected: list[str]
) -> None:
    talked(any_bible, "I live in Oslo.")
    talked(any_bible, "Hello.", character="iris")
    hooked(any_bible)

    listed, table = both(visit_any, "/cast", query)

    assert [row["character_id"] for row in table] == [row["character_id"] for row in listed] == expected


def test_a_character_says_with_whom_it_is_stuck(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, *(f"The weather was grey on day {n}." for n in range(9)))

    listed, table = both(visit_any, "/cast", "?show=stuck")

    assert ([row["stuck_with"] for row in listed], table[0]["stuck_with"]) == ([["lena"]], '["lena"]')


def test_a_character_says_what_it_has_to_draw_on(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, "I live in Oslo.", "I am a nurse.")
    hooked(any_bible)

    ((told,), _) = both(visit_any, "/cast")

    (member,) = cast.CastPage(any_bible, cast.CastFilter()).list.items
    assert told == {
        "character_id": "nova",
        "users": 1,
        "conversations": 1,
        "memories": 2,
        "open_hooks": 1,
        "due_hooks": 1,
        "latest_user_id": "lena",
        "tension": told["tension"],
        "tone": "warm",
        "beats": told["beats"],
        "stuck_with": [],
        "last_at": rfc3339(member.last_at),
    }


def test_combinations_are_told_with_what_was_decided(visit_any: Caller, any_bible: Bible) -> None:
    rated(any_bible, 5, 5, 2)
    any_bible.lessons.combination_rulings.correct(Pair("warm", "piano").item_id, {"verdict": "fails"})

    ((told,), (row,)) = both(visit_any, "/memory/combinations")

    assert told == {
        "mood": "warm",
        "music_style": "piano",
        "good": 2,
        "total": 3,
        "success_rate": 0.6667,
        "suggested": False,
        "state": "active",
        "verdict": "fails",
    }
    assert list(row) == list(told)


def test_providers_are_told_with_what_they_are_known_for(visit_any: Caller, any_bible: Bible) -> None:
    learned(any_bible, settings={"fps": 24})
    any_bible.lessons.learn_of_provider(
        ProviderLearning(provider="kite", run_id=None, made_by="person", at=MONDAY, overall_success=False)
    )

    listed, table = both(visit_any, "/memory/providers")

    assert [row["provider"] for row in table] == [row["provider"] for row in listed] == ["kite", "lumen"]
    assert (listed[1]["avoid_list"], table[1]["optimal_settings"]) == (["Rain"], '{"fps": 24}')


def test_a_provider_that_was_only_ordered_from_is_in_the_file(visit_any: Caller, any_bible: Bible) -> None:
    any_bible.lessons.note_generation(an_order("kite", outcome="failed"))

    ((listed,), (row,)) = both(visit_any, "/memory/providers")

    assert (listed["orders"], listed["usable"], listed["learned_at"]) == (1, 0, None)
    assert row["observed"] == '["Fails every order (1 of 1)."]'


LISTS = ("/projects", "/library", "/cast", "/memory/combinations", "/memory/providers")


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.both_databases
def test_an_empty_list_is_an_empty_file_with_its_heads(visit_any: Caller, path: str) -> None:
    listed, table = visit_any("GET", f"{path}.json").json(), visit_any("GET", f"{path}.csv").text

    assert (listed, len(table.splitlines())) == ([], 1)


@pytest.mark.parametrize("part", ["assets", "entities"])
def test_an_empty_story_is_an_empty_file_with_its_heads(visit_any: Caller, any_bible: Bible, part: str) -> None:
    any_bible.projects.create("keeper")

    table = visit_any("GET", f"/projects/keeper/{part}.csv").text

    assert (visit_any("GET", f"/projects/keeper/{part}.json").json(), len(table.splitlines())) == ([], 1)


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.both_databases
def test_a_page_offers_what_it_shows_as_files(visit_any: Caller, any_bible: Bible, keeper: Assets, path: str) -> None:
    any_bible.library.keep(Shelf.BRAND, "logo")
    talked(any_bible, "Hello.")
    rated(any_bible, 5)
    learned(any_bible)

    page = visit_any("GET", path).text

    assert f'href="{path}.csv" download' in page and f'href="{path}.json" download' in page


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/library.csv?shelf=attic", 422),
        ("/cast.json?show=all", 422),
        ("/projects/keeper/assets.csv?kind=poem", 422),
        ("/projects/nowhere/assets.json", 404),
        ("/projects/nowhere/entities.csv", 404),
        ("/library.xml", 404),
        ("/runs.xyz", 404),
    ],
)
def test_a_file_that_cannot_be_is_refused(visit_any: Caller, keeper: Assets, path: str, status: int) -> None:
    assert visit_any("GET", path).status_code == status


def test_the_files_of_a_story_are_offered_with_its_filters(visit_any: Caller, keeper: Assets) -> None:
    keeper.tell("Mara", kind="character", state={"coat": "red"})

    pages = [visit_any("GET", f"/projects/keeper{end}").text for end in ("?kind=video", "/entities")]

    expected = ("/projects/keeper/assets.csv?kind=video", "/projects/keeper/entities.csv")
    assert [f'href="{href}" download' in page for href, page in zip(expected, pages, strict=True)] == [True, True]
