"""`/cast`: every character that somebody talked with, and how it gets along."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request

from showbible.bible import Bible
from showbible.conversations.recall import cast
from showbible.errors import NotFound
from showbible.web.pages.cast.page import CastFilter
from tests.web.conftest import Caller
from tests.web.pages.talks import hooked, shown, talked


def test_it_shows_characters_the_latest_talk_first(visit_any: Caller, any_bible: Bible) -> None:
    for character in ("nova", "iris", "old-tom"):
        talked(any_bible, "Hello.", character=character)

    answer = visit_any("GET", "/cast")

    assert shown(answer.text) == ["Old Tom", "Iris", "Nova"]


def test_a_member_says_what_it_has_to_draw_on(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, "I live in Oslo.", "I am a nurse.", series="keeper")
    talked(any_bible, "I live in Bergen.", user="jonas")
    hooked(any_bible)

    text = visit_any("GET", "/cast").text

    told = ("2 people", "2 conversations", "3 memories", "1 of 1 open hook due", "Tension with jonas, tone warm")
    assert [each for each in told if each not in text] == []


def test_a_guest_is_a_conversation_and_no_user(any_bible: Bible) -> None:
    any_bible.conversations.start("gull", user_id=None)

    found = cast.characters(any_bible.db, cast.CharacterFilter(), limit=10).items

    assert [(each.character_id, each.users, each.conversations) for each in found] == [("gull", 0, 1)]


def test_the_pages_of_the_cast_join_without_a_gap(any_bible: Bible) -> None:
    for number in range(5):
        any_bible.conversations.start(f"c{number}")
    first = cast.characters(any_bible.db, cast.CharacterFilter(), limit=3)

    second = cast.characters(any_bible.db, cast.CharacterFilter(), limit=3, cursor=first.next_cursor)

    assert [each.character_id for each in first.items + second.items] == ["c4", "c3", "c2", "c1", "c0"]
    assert (first.total, second.next_cursor) == (5, None)


def test_a_stuck_relationship_is_said_in_words_and_can_be_filtered(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, *(f"The weather was grey on day {n}." for n in range(9)), character="iris")
    talked(any_bible, "You are so beautiful.")

    text = visit_any("GET", "/cast?show=stuck").text

    assert shown(text) == ["Iris"]
    assert "All of the last 9 beats were neutral; tension rests at 30." in text


@pytest.mark.both_databases
def test_characters_with_something_due_can_be_filtered(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, "Hello.")
    talked(any_bible, "Hello.", character="iris")
    hooked(any_bible)
    resting = hooked(any_bible, character="iris")
    any_bible.conversations.hooks.pause(resting.hook_id)

    answer = visit_any("GET", "/cast?show=due")

    assert shown(answer.text) == ["Nova"]


@pytest.mark.parametrize(("query", "hint"), [("q=zzz", "“zzz”"), ("show=stuck", "“Stuck”")])
def test_an_empty_list_names_the_filter_to_remove(small_cast: Caller, query: str, hint: str) -> None:
    answer = small_cast("GET", f"/cast?{query}")

    assert f"Removing {hint} would show 1 character." in answer.text


@pytest.mark.parametrize("letters", ["%", "_", "\\"])
def test_marks_in_a_search_are_only_letters(small_cast: Caller, letters: str) -> None:
    assert shown(small_cast("GET", "/cast", params={"q": letters}).text) == []


def test_an_empty_studio_says_how_to_begin(visit_any: Caller) -> None:
    assert "Nobody has talked with a character yet" in visit_any("GET", "/cast").text


WRONG = ("/cast?show=zzz", "/cast?cursor=zzz", "/cast/a%2E%2Eb", "/cast/nova?user=..", "/cast/nova?series=..")
WRONG_HERE = ("type=zzz", "state=zzz", "cursor=zzz", "q=%00")


@pytest.mark.parametrize("path", [*WRONG, *(f"/cast/nova?{query}" for query in WRONG_HERE)])
def test_a_wrong_wish_is_refused(small_cast: Caller, path: str) -> None:
    assert small_cast("GET", path).status_code == 422


WISHES = st.builds(CastFilter, q=st.text(max_size=20).map(str.strip), show=st.sampled_from(["", "due", "stuck"]))


@given(wish=WISHES)
def test_what_the_list_shows_is_written_in_its_address(wish: CastFilter) -> None:
    request = Request({"type": "http", "query_string": wish.query().encode()})

    assert CastFilter.asked(request) == wish


def test_places_of_an_unknown_character_are_an_error(any_bible: Bible) -> None:
    with pytest.raises(NotFound):
        cast.places(any_bible.db, "nobody")
