"""`/cast/{character}`: what it remembers of one person in one place, and the words it is told in."""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request

from showbible.bible import Bible
from showbible.conversations.model import BeatType
from showbible.conversations.recall.bonds import EpisodeBeats
from showbible.conversations.recall.viewing import MemoryFilter, memory_page
from showbible.web.pages.cast.address import CastAddress
from showbible.web.pages.cast.bond import episode_bars, moved, name, why_stuck
from showbible.web.pages.cast.character import CharacterPage
from tests.web.conftest import Caller
from tests.web.pages.talks import hooked, remembered, shown, talked

NEUTRAL, TENSE = BeatType.NEUTRAL, BeatType.TENSE


ADDRESSES = st.builds(
    CastAddress,
    character=st.just("nova"),
    user=st.sampled_from(["", "lena"]),
    series=st.sampled_from([None, "", "keeper"]),
    q=st.text(max_size=20).map(str.strip),
    type=st.sampled_from(["", "fact"]),
    state=st.sampled_from(["", "pinned"]),
)


@given(address=ADDRESSES)
def test_what_a_character_shows_is_written_in_its_address(address: CastAddress) -> None:
    query = address.to().partition("?")[2].encode()
    request = Request({"type": "http", "query_string": query, "path_params": {"character": "nova"}})

    assert CastAddress.asked(request) == address


def test_a_character_of_several_people_asks_whom_first(visit_any: Caller, any_bible: Bible) -> None:
    remembered(any_bible, "Lena sails")
    remembered(any_bible, "Jonas carves", user="jonas")

    text = visit_any("GET", "/cast/nova").text

    assert sorted(shown(text)) == ["jonas", "lena"]
    assert "Lena sails" not in text and "Jonas carves" not in text


def test_a_character_of_one_person_opens_where_they_last_talked(any_bible: Bible) -> None:
    talked(any_bible, "I live in Oslo.")
    talked(any_bible, "I live in Bergen.", series="keeper")

    shown_page = CharacterPage(any_bible, CastAddress(character="nova"))

    assert (shown_page.address.user, shown_page.address.series) == ("lena", "keeper")


def test_scopes_never_mix(visit_any: Caller, any_bible: Bible) -> None:
    remembered(any_bible, "Said in free chat")
    talked(any_bible, "Hello.", series="keeper")
    remembered(any_bible, "Said in the series", series="keeper")
    remembered(any_bible, "Said by another", user="jonas")

    free = visit_any("GET", "/cast/nova?user=lena&series=").text
    series = visit_any("GET", "/cast/nova?user=lena&series=keeper").text

    told = ("Said in free chat", "Said in the series", "Said by another")
    assert [each in free for each in told] == [True, False, False]
    assert [each in series for each in told] == [False, True, False]


def test_a_drawer_shows_nothing_of_another_scope(visit_any: Caller, any_bible: Bible) -> None:
    remembered(any_bible, "Lena sails")
    other = remembered(any_bible, "Jonas carves", user="jonas")

    text = visit_any("GET", f"/cast/nova?user=lena&peek={other.memory_id}").text

    assert "It was forgotten, or it belongs to another place or person." in text and "Jonas carves" not in text


@pytest.mark.both_databases
def test_a_hook_of_a_series_is_not_shown_in_free_chat(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, "Hello.", series="keeper")
    hook = hooked(any_bible, "Light the lamp", series="keeper", scope="series")

    free = visit_any("GET", f"/cast/nova?user=lena&series=&peek=hook:{hook.hook_id}").text
    series = visit_any("GET", "/cast/nova?user=lena&series=keeper").text

    assert ("Light the lamp" in free, "Light the lamp" in series) == (False, True)


@pytest.mark.parametrize("path", ["/cast/nobody", "/cast/nova?user=nobody", "/cast/nova?user=lena&series=nowhere"])
def test_what_nobody_knows_is_not_found(small_cast: Caller, path: str) -> None:
    assert small_cast("GET", path).status_code == 404


def test_a_character_of_guests_alone_says_so(visit_any: Caller, any_bible: Bible) -> None:
    any_bible.conversations.start("gull", user_id=None)

    assert "of a guest nothing is remembered" in visit_any("GET", "/cast/gull").text


def test_hostile_text_stays_text(visit_any: Caller, any_bible: Bible) -> None:
    evil = "<script>alert(1)</script>"
    memory = remembered(any_bible, evil)
    hooked(any_bible, evil)
    any_bible.conversations.memories.correct(memory.memory_id, {"text": f"{evil} again"})

    text = visit_any("GET", f"/cast/nova?peek={memory.memory_id}").text

    assert (evil in text, html.escape(evil) in text) == (False, True)


@pytest.mark.both_databases
def test_a_drawer_explains_a_memory(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, "I live in Oslo.", "I moved to Bergen.", "I moved to Bergen!")
    found, _ = memory_page(
        any_bible.db, any_bible.conversations.scope("lena", character_id="nova"), MemoryFilter(), limit=9
    )

    text = visit_any("GET", f"/cast/nova?peek={found.items[0].memory_id}").text

    told = ("2 times", "Since", "Before", "I live in Oslo", "I moved to Bergen.", "I see.", "The rules")
    assert [each for each in told if each not in text] == []


def test_reading_the_page_offers_no_hook(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, "Remind me to call my mother tomorrow.")

    text = visit_any("GET", "/cast/nova").text

    scope = any_bible.conversations.scope("lena", character_id="nova")
    assert "call my mother" in text
    assert [each.offered_count for each in any_bible.conversations.open_hooks(scope)] == [0]


def test_exchanges_that_nobody_has_read_yet_are_counted(any_bible: Bible) -> None:
    session = talked(any_bible, "Hello.")
    any_bible.conversations.say(session, [("user", "I live in Oslo.")])

    shown_page = CharacterPage(any_bible, CastAddress(character="nova"))

    assert shown_page.met is not None and shown_page.met.unread == 1


@pytest.mark.parametrize(
    ("types", "said"),
    [
        ([NEUTRAL] * 7, ""),
        ([NEUTRAL] * 8, "8 neutral beats in a row"),
        ([TENSE, *[NEUTRAL] * 11], "11 neutral beats in a row"),
        ([*[NEUTRAL] * 8, TENSE], "8 of the last 9 beats were neutral"),
        ([*[NEUTRAL] * 7, TENSE, TENSE, TENSE], ""),
        ([*[NEUTRAL] * 8, BeatType.VULNERABLE], ""),
    ],
)
def test_it_says_why_a_relationship_is_stuck(types: list[BeatType], said: str) -> None:
    assert why_stuck(types) == said


@pytest.mark.parametrize(
    ("tensions", "said"),
    [
        ([30], "They have only just met"),
        ([30, 33], "Tension has kept near 33 over the last 2 beats"),
        ([30, 40, 60], "Tension rose from 30 to 60 over the last 3 beats"),
        ([60, 40], "Tension eased from 60 to 40 over the last 2 beats"),
    ],
)
def test_it_says_where_the_tension_went(tensions: list[int], said: str) -> None:
    assert moved(tensions) == said


def test_bars_stack_families_and_the_table_tells_every_kind() -> None:
    beats = {NEUTRAL: 1, BeatType.PLAYFUL: 2, BeatType.COMFORT: 1}
    dull = EpisodeBeats(series_id="keeper", episode_id="one", beats={NEUTRAL: 2})

    drawn = episode_bars([dull, EpisodeBeats(series_id=None, episode_id=None, beats=beats)])

    assert drawn is not None
    assert [part.label for part in drawn.bars[1].parts] == ["Warm: 3", "Neutral: 1"]
    assert drawn.table.heads == ("Episode", "Playful", "Comfort", "Neutral")
    assert drawn.table.rows == (("keeper, one", "0", "0", "2"), ("Free chat", "2", "1", "1"))


@pytest.mark.parametrize(("given", "said"), [("nova", "Nova"), ("old-tom", "Old Tom"), ("R2_d2", "R2 D2"), ("9", "9")])
def test_an_id_reads_as_a_name(given: str, said: str) -> None:
    assert name(given) == said
