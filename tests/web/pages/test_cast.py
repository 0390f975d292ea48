"""`/cast` and `/cast/{character}`: who talks with whom, what is remembered, and what a person may do about it."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from showbible.bible import Bible
from showbible.conversations.model import Hook, Memory
from showbible.conversations.recall import cast
from showbible.conversations.recall.bonds import EpisodeBeats
from showbible.conversations.recall.viewing import Filter, Standing, looked_through
from showbible.conversations.record import restoring
from showbible.conversations.record.hooks import New, Times
from showbible.conversations.words import BeatType, HookState, MemoryType
from showbible.errors import NotFound
from showbible.settings import Settings
from showbible.vocabulary import utcnow
from showbible.web.app import create_app
from showbible.web.pages import cast as cast_page
from showbible.web.pages import character_address
from showbible.web.pages.cast import Wish
from showbible.web.pages.character import gathered
from showbible.web.pages.character_address import Address
from showbible.web.pages.character_bond import episode_bars, moved, name, why_stuck
from showbible.web.pages.character_hooks import when
from tests.web.conftest import Caller

HTMX = {"hx-request": "true"}
PERSON = {"accept": "text/html"}
NEUTRAL, TENSE = BeatType.NEUTRAL, BeatType.TENSE


def talked(bible: Bible, *lines: str, character: str = "nova", user: str = "lena", series: str | None = None) -> str:
    """A conversation with all that followed from it; gives its id."""
    talk = bible.conversations.start(character, user_id=user, series_id=series)
    for line in lines:
        exchange = bible.conversations.say(talk.session_id, [("user", line), ("assistant", "I see.")])
        bible.conversations.direct(talk.session_id, exchange.exchange_id)
    return talk.session_id


def remembered(bible: Bible, text: str, *, user: str = "lena", series: str | None = None) -> Memory:
    scope = bible.conversations.scope(user, character_id="nova", series_id=series)
    return bible.conversations.remember(scope, "fact", text)


def hooked(bible: Bible, content: str = "Ask about the exam", *, days: float | None = None, **wish: Any) -> Hook:
    scope = bible.conversations.scope("lena", character_id="nova", series_id=wish.pop("series", None))
    due = Times(due_at=utcnow() + timedelta(days=days)) if days is not None else None
    return bible.conversations.hook(scope, New(type="follow_up", content=content, **wish), due)


def shown(text: str) -> list[str]:
    """The things of a list, in order."""
    return [html.unescape(each) for each in re.findall(r"<a [^>]*data-item[^>]*>([^<]*)</a>", text)]


def undone(answer: httpx.Response, call: Caller) -> httpx.Response:
    """What happens when somebody presses Undo in the toast of an answer."""
    action = html.unescape(re.findall(r'<form method="post" action="([^"]*)"', answer.text)[0])
    fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', answer.text)
    return call("POST", action, data={name: html.unescape(value) for name, value in fields}, headers=HTMX)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    """A caller of a studio in a folder where Lena greeted Nova, for what is refused before anything changes."""
    home = tmp_path_factory.mktemp("cast") / "studio"
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        talked(bible, "Hello.")
        caller = Caller(create_app(bible))
        yield caller
        caller.close()


# The list


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

    found = cast.characters(any_bible.db, cast.Filter(), limit=10).items

    assert [(each.character_id, each.users, each.conversations) for each in found] == [("gull", 0, 1)]


def test_the_pages_of_the_cast_join_without_a_gap(any_bible: Bible) -> None:
    for number in range(5):
        any_bible.conversations.start(f"c{number}")
    first = cast.characters(any_bible.db, cast.Filter(), limit=3)

    second = cast.characters(any_bible.db, cast.Filter(), limit=3, cursor=first.next_cursor)

    assert [each.character_id for each in first.items + second.items] == ["c4", "c3", "c2", "c1", "c0"]
    assert (first.total, second.next_cursor) == (5, None)


def test_a_stuck_relationship_is_said_in_words_and_can_be_filtered(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, *(f"The weather was grey on day {n}." for n in range(9)), character="iris")
    talked(any_bible, "You are so beautiful.")

    text = visit_any("GET", "/cast?show=stuck").text

    assert shown(text) == ["Iris"]
    assert "All of the last 9 beats were neutral; tension rests at 30." in text


def test_characters_with_something_due_can_be_filtered(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, "Hello.")
    talked(any_bible, "Hello.", character="iris")
    hooked(any_bible)

    answer = visit_any("GET", "/cast?show=due")

    assert shown(answer.text) == ["Nova"]


@pytest.mark.parametrize(("query", "hint"), [("q=zzz", "“zzz”"), ("show=stuck", "“Stuck”")])
def test_an_empty_list_names_the_filter_to_remove(small: Caller, query: str, hint: str) -> None:
    answer = small("GET", f"/cast?{query}")

    assert f"Removing {hint} would show 1 character." in answer.text


@pytest.mark.parametrize("letters", ["%", "_", "\\"])
def test_marks_in_a_search_are_only_letters(small: Caller, letters: str) -> None:
    assert shown(small("GET", "/cast", params={"q": letters}).text) == []


def test_an_empty_studio_says_how_to_begin(visit_any: Caller) -> None:
    assert "Nobody has talked with a character yet" in visit_any("GET", "/cast").text


WRONG = ("/cast?show=zzz", "/cast?cursor=zzz", "/cast/a%2E%2Eb", "/cast/nova?user=..", "/cast/nova?series=..")
WRONG_HERE = ("type=zzz", "state=zzz", "cursor=zzz", "q=%00")


@pytest.mark.parametrize("path", [*WRONG, *(f"/cast/nova?{query}" for query in WRONG_HERE)])
def test_a_wrong_wish_is_refused(small: Caller, path: str) -> None:
    assert small("GET", path).status_code == 422


WISHES = st.builds(Wish, q=st.text(max_size=20).map(str.strip), show=st.sampled_from(["", "due", "stuck"]))
ADDRESSES = st.builds(
    Address,
    character=st.just("nova"),
    user=st.sampled_from(["", "lena"]),
    series=st.sampled_from([None, "", "keeper"]),
    q=st.text(max_size=20).map(str.strip),
    type=st.sampled_from(["", "fact"]),
    state=st.sampled_from(["", "pinned"]),
)


@given(wish=WISHES)
def test_what_the_list_shows_is_written_in_its_address(wish: Wish) -> None:
    told = httpx.QueryParams(wish.query().partition("?")[2])

    assert cast_page.wish(**dict(told)) == wish


@given(address=ADDRESSES)
def test_what_a_character_shows_is_written_in_its_address(address: Address) -> None:
    told = dict(httpx.QueryParams(address.to().partition("?")[2]))

    if "type" in told:
        told["kind"] = told.pop("type")
    assert character_address.address("nova", **told) == address


# One character


def test_a_character_of_several_people_asks_whom_first(visit_any: Caller, any_bible: Bible) -> None:
    remembered(any_bible, "Lena sails")
    remembered(any_bible, "Jonas carves", user="jonas")

    text = visit_any("GET", "/cast/nova").text

    assert sorted(shown(text)) == ["jonas", "lena"]
    assert "Lena sails" not in text and "Jonas carves" not in text


def test_a_character_of_one_person_opens_where_they_last_talked(any_bible: Bible) -> None:
    talked(any_bible, "I live in Oslo.")
    talked(any_bible, "I live in Bergen.", series="keeper")

    page = gathered(any_bible, Address(character="nova"))

    assert (page.address.user, page.address.series) == ("lena", "keeper")


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


def test_a_hook_of_a_series_is_not_shown_in_free_chat(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, "Hello.", series="keeper")
    hook = hooked(any_bible, "Light the lamp", series="keeper", scope="series")

    free = visit_any("GET", f"/cast/nova?user=lena&series=&peek=hook:{hook.hook_id}").text
    series = visit_any("GET", "/cast/nova?user=lena&series=keeper").text

    assert ("Light the lamp" in free, "Light the lamp" in series) == (False, True)


@pytest.mark.parametrize("path", ["/cast/nobody", "/cast/nova?user=nobody", "/cast/nova?user=lena&series=nowhere"])
def test_what_nobody_knows_is_not_found(small: Caller, path: str) -> None:
    assert small("GET", path).status_code == 404


def test_a_character_of_guests_alone_says_so(visit_any: Caller, any_bible: Bible) -> None:
    any_bible.conversations.start("gull", user_id=None)

    assert "of a guest nothing is remembered" in visit_any("GET", "/cast/gull").text


def test_hostile_text_stays_text(visit_any: Caller, any_bible: Bible) -> None:
    evil = "<script>alert(1)</script>"
    memory = remembered(any_bible, evil)
    hooked(any_bible, evil)
    any_bible.conversations.correct(memory.memory_id, text=f"{evil} again")

    text = visit_any("GET", f"/cast/nova?peek={memory.memory_id}").text

    assert (evil in text, html.escape(evil) in text) == (False, True)


def test_a_drawer_explains_a_memory(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, "I live in Oslo.", "I moved to Bergen.", "I moved to Bergen!")
    found, _ = looked_through(
        any_bible.db, any_bible.conversations.scope("lena", character_id="nova"), Filter(), limit=9
    )

    text = visit_any("GET", f"/cast/nova?peek={found.items[0].memory_id}").text

    told = ("2 times", "Took the place of", "I live in Oslo", "I moved to Bergen.", "I see.", "The rules")
    assert [each for each in told if each not in text] == []


def test_reading_the_page_offers_no_hook(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, "Remind me to call my mother tomorrow.")

    text = visit_any("GET", "/cast/nova").text

    scope = any_bible.conversations.scope("lena", character_id="nova")
    assert "call my mother" in text
    assert [each.offered_count for each in any_bible.conversations.hooks(scope)] == [0]


def test_exchanges_that_nobody_has_read_yet_are_counted(any_bible: Bible) -> None:
    session = talked(any_bible, "Hello.")
    any_bible.conversations.say(session, [("user", "I live in Oslo.")])

    page = gathered(any_bible, Address(character="nova"))

    assert page.met is not None and page.met.unread == 1


# Looking through memories


def test_filters_narrow_the_memories(visit_any: Caller, any_bible: Bible) -> None:
    pinned = remembered(any_bible, "Whales sing at night")
    any_bible.conversations.correct(pinned.memory_id, pinned=True)
    remembered(any_bible, "Whales fall silent")
    remembered(any_bible, "Owls hoot")

    answer = visit_any("GET", "/cast/nova?q=whal&state=pinned&type=fact")

    assert shown(answer.text) == ["Whales sing at night"]


@pytest.mark.parametrize("query", ["lighthou", "LIGHTHOUSES", "lighthouse"])
def test_a_search_finds_letters_and_other_forms_of_a_word(any_bible: Bible, query: str) -> None:
    remembered(any_bible, "I love old lighthouses")
    scope = any_bible.conversations.scope("lena", character_id="nova")

    found, _ = looked_through(any_bible.db, scope, Filter(text=query), limit=9)

    assert [each.text for each in found.items] == ["I love old lighthouses"]


def test_chips_count_what_they_would_show(any_bible: Bible) -> None:
    talked(any_bible, "I live in Oslo.", "I moved to Bergen.", "I love whales.")

    page = gathered(any_bible, Address(character="nova", state="superseded"))

    assert page.met is not None
    assert [(chip.label, chip.count) for chip in page.met.viewer.types] == [("All", 1), ("Fact", 1)]
    assert [chip.count for chip in page.met.viewer.states] == [3, 2, 0, 1]


def test_pages_of_memories_join_without_a_gap(any_bible: Bible) -> None:
    texts = [remembered(any_bible, f"Lena knows {bird}").text for bird in ("gulls", "owls", "terns", "auks", "crows")]
    scope = any_bible.conversations.scope("lena", character_id="nova")
    first, _ = looked_through(any_bible.db, scope, Filter(type=MemoryType.FACT, standing=Standing.HOLDS), limit=3)

    second, _ = looked_through(any_bible.db, scope, Filter(), limit=3, cursor=first.next_cursor)

    assert [each.text for each in first.items + second.items] == texts[::-1]


def test_memories_without_a_match_name_the_filter_to_remove(visit_any: Caller, any_bible: Bible) -> None:
    remembered(any_bible, "Whales sing")

    answer = visit_any("GET", "/cast/nova?q=whales&state=pinned")

    assert "Removing “Pinned” would show 1 memory." in answer.text


def test_a_file_holds_exactly_what_is_filtered(visit_any: Caller, any_bible: Bible) -> None:
    texts = [remembered(any_bible, text).text for text in ("Whales sing", "=SUM(whales)", "Owls hoot")]
    remembered(any_bible, "Whales of another", user="jonas")

    table = visit_any("GET", "/cast/nova/memories.csv?user=lena&q=whales").text
    listed = visit_any("GET", "/cast/nova/memories.json?user=lena&q=whales").json()

    assert [row["text"] for row in csv.DictReader(io.StringIO(table))] == [f"'{texts[1]}", texts[0]]
    assert [row["text"] for row in listed] == [texts[1], texts[0]]


def test_a_file_of_nobody_is_refused(visit_any: Caller, any_bible: Bible) -> None:
    remembered(any_bible, "Lena sails")
    remembered(any_bible, "Jonas carves", user="jonas")

    assert visit_any("GET", "/cast/nova/memories.csv").status_code == 422


# What a person may do


def test_a_memory_added_by_hand_is_there_until_undone(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, "Hello.")
    answer = visit_any("POST", "/cast/nova/memories?user=lena&series=", data={"text": "Lena sails"}, headers=HTMX)
    added = shown(visit_any("GET", "/cast/nova").text)

    undone(answer, visit_any)

    assert (added, shown(visit_any("GET", "/cast/nova").text)) == (["Lena sails"], [])


def test_a_memory_that_was_known_already_cannot_be_undone_away(visit_any: Caller, any_bible: Bible) -> None:
    remembered(any_bible, "Lena sails")

    answer = visit_any("POST", "/cast/nova/memories?user=lena&series=", data={"text": "Lena sails"}, headers=HTMX)

    assert "Remembered." in answer.text and "Undo" not in answer.text


def test_a_forgotten_memory_is_gone_and_undo_restores_it(visit_any: Caller, any_bible: Bible) -> None:
    memory = remembered(any_bible, "Lena “sails” <at> dawn & dusk")
    answer = visit_any("POST", f"/cast/nova/memories/{memory.memory_id}/forget?user=lena&series=", headers=HTMX)
    gone = any_bible.db.value("SELECT COUNT(*) FROM memories")

    undone(answer, visit_any)

    scope = any_bible.conversations.scope("lena", character_id="nova")
    assert (gone, looked_through(any_bible.db, scope, Filter(), limit=9)[0].items) == (0, [memory])


def test_what_belongs_to_another_cannot_be_restored_here(visit_any: Caller, any_bible: Bible) -> None:
    memory = remembered(any_bible, "Lena sails")
    remembered(any_bible, "Jonas carves", user="jonas")
    told = visit_any("POST", f"/cast/nova/memories/{memory.memory_id}/forget?user=lena&series=", headers=HTMX).text
    kept = html.unescape(re.findall(r'name="kept" value="([^"]*)"', told)[0])

    answer = visit_any("POST", "/cast/nova/memories/restore?user=jonas&series=", data={"kept": kept}, headers=HTMX)

    assert answer.status_code == 422


@pytest.mark.parametrize("kept", ["", "zzz", "{}", '{"memory": {}}'])
def test_what_was_never_forgotten_cannot_be_restored(small: Caller, kept: str) -> None:
    answer = small("POST", "/cast/nova/memories/restore?user=lena&series=", data={"kept": kept}, headers=HTMX)

    assert answer.status_code == 422


def test_a_pin_is_set_and_undone(visit_any: Caller, any_bible: Bible) -> None:
    memory = remembered(any_bible, "Lena sails")
    path = f"/cast/nova/memories/{memory.memory_id}/pin?user=lena&series="
    answer = visit_any("POST", path, data={"pinned": "on"}, headers=HTMX)
    pinned = gathered(any_bible, Address(character="nova", state="pinned")).met

    undone(answer, visit_any)

    after = gathered(any_bible, Address(character="nova", state="pinned")).met
    assert pinned is not None and after is not None
    assert (pinned.viewer.total, after.viewer.total) == (1, 0)


def test_a_correction_is_kept_in_the_history_and_taken_back(visit_any: Caller, any_bible: Bible) -> None:
    memory = remembered(any_bible, "Lena sails")
    path = f"/cast/nova/memories/{memory.memory_id}/correct?user=lena&series="
    edit = {"text": "Lena rows", "seen": "Lena sails", "importance": "0.5", "known": "0"}
    answer = visit_any("POST", path, data=edit, headers=HTMX)
    drawer = visit_any("GET", f"/cast/nova?peek={memory.memory_id}").text

    undone(answer, visit_any)

    assert "<del>sails</del><ins>rows</ins>" in drawer
    assert shown(visit_any("GET", "/cast/nova").text) == ["Lena sails"]


def test_an_edit_that_changes_nothing_offers_no_way_back(visit_any: Caller, any_bible: Bible) -> None:
    memory = remembered(any_bible, "Lena sails")
    path = f"/cast/nova/memories/{memory.memory_id}/correct?user=lena&series="

    answer = visit_any("POST", path, data={"text": "Lena sails", "seen": "Lena sails"}, headers=HTMX)

    assert "Corrected." in answer.text and "Undo" not in answer.text


@pytest.mark.parametrize("headers", [HTMX, PERSON])
def test_an_outdated_edit_shows_both_texts(visit_any: Caller, any_bible: Bible, headers: dict[str, str]) -> None:
    memory = remembered(any_bible, "Lena sails")
    any_bible.conversations.correct(memory.memory_id, text="Lena rows")
    path = f"/cast/nova/memories/{memory.memory_id}/correct?user=lena&series="

    answer = visit_any("POST", path, data={"text": "Lena swims", "seen": "Lena sails"}, headers=headers)

    assert (answer.status_code, "Lena rows" in answer.text, "Lena swims" in answer.text) == (409, True, True)


def test_lines_of_a_text_are_not_taken_for_a_newer_wording(visit_any: Caller, any_bible: Bible) -> None:
    memory = remembered(any_bible, "Lena sails\nand rows")
    path = f"/cast/nova/memories/{memory.memory_id}/correct?user=lena&series="
    edit = {"text": "Lena sails\r\nand swims", "seen": "Lena sails\r\nand rows"}

    answer = visit_any("POST", path, data=edit, headers=HTMX)

    assert answer.status_code == 200


@pytest.mark.parametrize("act", ["pin", "forget", "correct", "take-back"])
def test_what_belongs_to_another_is_not_found(visit_any: Caller, any_bible: Bible, act: str) -> None:
    memory = remembered(any_bible, "Lena sails")
    fields = {"pinned": "on", "text": "Mine", "seen": "Lena sails", "seq": "1"}

    path = f"/cast/nova/memories/{memory.memory_id}/{act}?user=eve&series="
    answer = visit_any("POST", path, data=fields, headers=HTMX)

    assert (answer.status_code, restoring.history(any_bible.db, memory)) == (404, [])


def test_nothing_is_written_before_a_user_is_chosen(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, "Hello.")

    answer = visit_any("POST", "/cast/nova/memories", data={"text": "Lena sails"}, headers=HTMX)

    assert (answer.status_code, any_bible.db.value("SELECT COUNT(*) FROM memories")) == (422, 0)


def test_a_hook_is_dismissed_and_undone(visit_any: Caller, any_bible: Bible) -> None:
    hook = hooked(any_bible)
    talked(any_bible, "Hello.")
    scope = any_bible.conversations.scope("lena", character_id="nova")
    answer = visit_any("POST", f"/cast/nova/hooks/{hook.hook_id}/dismiss?user=lena&series=", headers=HTMX)
    dismissed = any_bible.conversations.hooks(scope)

    undone(answer, visit_any)

    assert (dismissed, any_bible.conversations.hooks(scope)) == ([], [hook])


def test_a_used_hook_is_over(visit_any: Caller, any_bible: Bible) -> None:
    hook = hooked(any_bible)
    talked(any_bible, "Hello.")

    visit_any("POST", f"/cast/nova/hooks/{hook.hook_id}/trigger?user=lena&series=", headers=HTMX)

    met = gathered(any_bible, Address(character="nova")).met
    assert met is not None
    assert ([row.mark.word for row in met.past_hooks], met.hooks) == (["Used"], ())


def test_a_hook_gets_other_words_times_and_reach(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, "Hello.", series="keeper")
    hook = hooked(any_bible, days=1)
    edit = {"content": "Ask her", "reach": "series", "due": "2030-01-02T10:00", "ends": "2030-02-01T10:00", "seen": "0"}

    visit_any("POST", f"/cast/nova/hooks/{hook.hook_id}/change?user=lena&series=keeper", data=edit, headers=HTMX)

    text = visit_any("GET", f"/cast/nova?user=lena&series=keeper&peek=hook:{hook.hook_id}").text
    told = ("Ask her", "2 Jan 2030, 10:00:00 UTC", "1 Feb 2030, 10:00:00 UTC", "Only in keeper")
    assert [each for each in told if each not in text] == []


def test_an_outdated_edit_of_a_hook_shows_both_texts(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, "Hello.")
    hook = hooked(any_bible)
    path = f"/cast/nova/hooks/{hook.hook_id}/change?user=lena&series="
    visit_any("POST", path, data={"content": "Ask her", "seen": "0"}, headers=HTMX)

    answer = visit_any("POST", path, data={"content": "Ask him", "seen": "0"}, headers=HTMX)

    assert (answer.status_code, "Ask her" in answer.text, "Ask him" in answer.text) == (409, True, True)


def test_a_hook_by_hand_comes_up_until_undone(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, "Hello.")
    fields = {"content": "Ask about the exam", "due": "2030-01-02T10:00"}
    answer = visit_any("POST", "/cast/nova/hooks?user=lena&series=", data=fields, headers=HTMX)
    scope = any_bible.conversations.scope("lena", character_id="nova")
    made = any_bible.conversations.hooks(scope)

    undone(answer, visit_any)

    assert [(each.content, each.state) for each in made] == [("Ask about the exam", HookState.ACTIVE)]
    assert any_bible.conversations.hooks(scope) == []


@pytest.mark.parametrize("due", ["soon", "2030-13-01T10:00"])
def test_a_moment_that_is_none_is_refused(small: Caller, due: str) -> None:
    fields = {"content": "Ask", "due": due}

    assert small("POST", "/cast/nova/hooks?user=lena&series=", data=fields, headers=HTMX).status_code == 422


def test_without_scripts_an_act_leads_back_to_the_page(visit_any: Caller, any_bible: Bible) -> None:
    memory = remembered(any_bible, "Lena sails")
    path = f"/cast/nova/memories/{memory.memory_id}/pin?user=lena&series=&q=sails"

    answer = visit_any("POST", path, data={"pinned": "on"}, headers=PERSON)

    back = f"/cast/nova?user=lena&series=&q=sails&peek={memory.memory_id}"
    assert (answer.status_code, answer.headers["location"]) == (303, back)


# Words


@pytest.mark.parametrize(
    ("types", "said"),
    [
        ([NEUTRAL] * 7, ""),
        ([NEUTRAL] * 8, "8 neutral beats in a row"),
        ([TENSE, *[NEUTRAL] * 11], "11 neutral beats in a row"),
        ([*[NEUTRAL] * 8, TENSE], "8 of the last 9 beats were neutral"),
        ([*[NEUTRAL] * 7, TENSE, TENSE, TENSE], ""),
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


@pytest.mark.parametrize(
    ("seconds", "said"), [(30, "in a moment"), (90, "in 1 minute"), (7200, "in 2 hours"), (-86_400, "1 day ago")]
)
def test_a_moment_is_so_far_away(seconds: int, said: str) -> None:
    now = utcnow()

    assert when(now + timedelta(seconds=seconds), now) == said


def test_places_of_an_unknown_character_are_an_error(any_bible: Bible) -> None:
    with pytest.raises(NotFound):
        cast.places(any_bible.db, "nobody")
