"""The memories on a character's page: looked through, corrected, pinned, paused, forgotten, each with its way back."""

from __future__ import annotations

import csv
import html
import io
import re

import pytest

from showbible.bible import Bible
from showbible.conversations.model import Memory, MemoryType
from showbible.conversations.recall.viewing import MemoryFilter, MemoryStanding, memory_page
from showbible.web.pages.cast.address import CastAddress
from showbible.web.pages.cast.character import CharacterPage
from tests.web.conftest import Caller
from tests.web.pages.talks import HTMX, PERSON, remembered, shown, talked, undone


def test_filters_narrow_the_memories(visit_any: Caller, any_bible: Bible) -> None:
    pinned = remembered(any_bible, "Whales sing at night")
    any_bible.conversations.memories.correct(pinned.memory_id, {"pinned": True})
    remembered(any_bible, "Whales fall silent")
    remembered(any_bible, "Owls hoot")

    answer = visit_any("GET", "/cast/nova?q=whal&state=pinned&type=fact")

    assert shown(answer.text) == ["Whales sing at night"]


@pytest.mark.parametrize("query", ["lighthou", "LIGHTHOUSES", "lighthouse"])
def test_a_search_finds_letters_and_other_forms_of_a_word(any_bible: Bible, query: str) -> None:
    remembered(any_bible, "I love old lighthouses")
    scope = any_bible.conversations.scope("lena", character_id="nova")

    found, _ = memory_page(any_bible.db, scope, MemoryFilter(text=query), limit=9)

    assert [each.text for each in found.items] == ["I love old lighthouses"]


@pytest.mark.both_databases
def test_chips_count_what_they_would_show(any_bible: Bible) -> None:
    talked(any_bible, "I live in Oslo.", "I moved to Bergen.", "I love whales.")
    resting = remembered(any_bible, "Lena sails")
    any_bible.conversations.memories.correct(resting.memory_id, {"pinned": True, "paused": True})

    shown_page = CharacterPage(any_bible, CastAddress(character="nova", state="superseded"))

    assert shown_page.met is not None
    assert shown_page.met.memories.types == {"": 1, "fact": 1}
    assert shown_page.met.memories.states == {"": 4, "holds": 2, "pinned": 0, "paused": 1, "superseded": 1}


def test_pages_of_memories_join_without_a_gap(any_bible: Bible) -> None:
    texts = [remembered(any_bible, f"Lena knows {bird}").text for bird in ("gulls", "owls", "terns", "auks", "crows")]
    scope = any_bible.conversations.scope("lena", character_id="nova")
    first, _ = memory_page(
        any_bible.db, scope, MemoryFilter(type=MemoryType.FACT, standing=MemoryStanding.HOLDS), limit=3
    )

    second, _ = memory_page(any_bible.db, scope, MemoryFilter(), limit=3, cursor=first.next_cursor)

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


@pytest.mark.both_databases
def test_a_forgotten_memory_is_gone_and_undo_restores_it(visit_any: Caller, any_bible: Bible) -> None:
    memory = remembered(any_bible, "Lena “sails” <at> dawn & dusk")
    answer = visit_any("POST", f"/cast/nova/memories/{memory.memory_id}/forget?user=lena&series=", headers=HTMX)
    gone = any_bible.db.value("SELECT COUNT(*) FROM memories")

    undone(answer, visit_any)

    scope = any_bible.conversations.scope("lena", character_id="nova")
    assert (gone, memory_page(any_bible.db, scope, MemoryFilter(), limit=9)[0].items) == (0, [memory])


def test_what_belongs_to_another_cannot_be_restored_here(visit_any: Caller, any_bible: Bible) -> None:
    memory = remembered(any_bible, "Lena sails")
    remembered(any_bible, "Jonas carves", user="jonas")
    told = visit_any("POST", f"/cast/nova/memories/{memory.memory_id}/forget?user=lena&series=", headers=HTMX).text
    kept = html.unescape(re.findall(r'name="taken" value="([^"]*)"', told)[0])

    answer = visit_any("POST", "/cast/nova/memories/restore?user=jonas&series=", data={"taken": kept}, headers=HTMX)

    assert answer.status_code == 422


@pytest.mark.parametrize("kept", ["", "zzz", "{}", '{"memory": {}}'])
def test_what_was_never_forgotten_cannot_be_restored(small_cast: Caller, kept: str) -> None:
    answer = small_cast("POST", "/cast/nova/memories/restore?user=lena&series=", data={"taken": kept}, headers=HTMX)

    assert answer.status_code == 422


def test_a_pin_is_set_and_undone(visit_any: Caller, any_bible: Bible) -> None:
    memory = remembered(any_bible, "Lena sails")
    path = f"/cast/nova/memories/{memory.memory_id}/pin?user=lena&series="
    answer = visit_any("POST", path, data={"pinned": "yes"}, headers=HTMX)
    pinned = CharacterPage(any_bible, CastAddress(character="nova", state="pinned")).met

    undone(answer, visit_any)

    after = CharacterPage(any_bible, CastAddress(character="nova", state="pinned")).met
    assert pinned is not None and after is not None
    assert (pinned.memories.page.total, after.memories.page.total) == (1, 0)


def test_a_paused_memory_is_shown_as_that_until_undone(visit_any: Caller, any_bible: Bible) -> None:
    memory = remembered(any_bible, "Lena sails")
    path = f"/cast/nova/memories/{memory.memory_id}/pause?user=lena&series="
    answer = visit_any("POST", path, data={"paused": "yes"}, headers=HTMX)
    paused = visit_any("GET", "/cast/nova?state=paused").text

    undone(answer, visit_any)

    assert (shown(paused), 'aria-checked="false" aria-label="Use: Lena sails"' in paused) == (["Lena sails"], True)
    assert any_bible.conversations.strongest(any_bible.conversations.scope("lena", character_id="nova"))


def test_a_paused_memory_is_not_told_before_the_next_reply(any_bible: Bible) -> None:
    memory = remembered(any_bible, "Lena sails")
    any_bible.conversations.memories.correct(memory.memory_id, {"paused": True})

    met = CharacterPage(any_bible, CastAddress(character="nova")).met

    assert met is not None
    assert ([memory.text for memory in met.memories.page.items], "Lena sails" in met.told) == (["Lena sails"], False)


def test_the_drawer_of_a_paused_memory_says_since_when_and_by_whom(visit_any: Caller, any_bible: Bible) -> None:
    memory = remembered(any_bible, "Lena sails")
    any_bible.conversations.memories.correct(memory.memory_id, {"paused": True})

    text = visit_any("GET", f"/cast/nova?peek={memory.memory_id}").text

    told = ("it is told to nobody", "Use again", "A person", "<dt>Paused</dt><dd><del>no</del><ins>yes</ins>")
    assert [each for each in told if each not in text] == []


@pytest.mark.parametrize("act", ["pin", "pause"])
def test_what_is_so_already_offers_no_way_back(visit_any: Caller, any_bible: Bible, act: str) -> None:
    memory = remembered(any_bible, "Lena sails")
    path = f"/cast/nova/memories/{memory.memory_id}/{act}?user=lena&series="

    answer = visit_any("POST", path, data={"pinned": "no", "paused": "no"}, headers=HTMX)

    assert (answer.status_code, "Undo" in answer.text) == (200, False)


def test_taking_back_can_be_undone(visit_any: Caller, any_bible: Bible) -> None:
    memory = remembered(any_bible, "Lena sails")
    any_bible.conversations.memories.correct(memory.memory_id, {"text": "Lena rows"})
    seq = any_bible.conversations.memories.history(memory.memory_id)[0].seq
    path = f"/cast/nova/memories/{memory.memory_id}/undo?user=lena&series="
    answer = visit_any("POST", path, data={"seq": str(seq)}, headers=HTMX)

    undone(answer, visit_any)

    assert shown(visit_any("GET", "/cast/nova").text) == ["Lena rows"]


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
    any_bible.conversations.memories.correct(memory.memory_id, {"text": "Lena rows"})
    path = f"/cast/nova/memories/{memory.memory_id}/correct?user=lena&series="

    answer = visit_any("POST", path, data={"text": "Lena swims", "seen": "Lena sails"}, headers=headers)

    assert (answer.status_code, "Lena rows" in answer.text, "Lena swims" in answer.text) == (409, True, True)


def test_lines_of_a_text_are_not_taken_for_a_newer_wording(visit_any: Caller, any_bible: Bible) -> None:
    memory = remembered(any_bible, "Lena sails\nand rows")
    path = f"/cast/nova/memories/{memory.memory_id}/correct?user=lena&series="
    edit = {"text": "Lena sails\r\nand swims", "seen": "Lena sails\r\nand rows"}

    answer = visit_any("POST", path, data=edit, headers=HTMX)

    assert answer.status_code == 200


@pytest.mark.parametrize("act", ["pin", "pause", "forget", "correct", "undo"])
def test_what_belongs_to_another_is_not_found(visit_any: Caller, any_bible: Bible, act: str) -> None:
    memory = remembered(any_bible, "Lena sails")
    fields = {"pinned": "yes", "paused": "yes", "text": "Mine", "seen": "Lena sails", "seq": "1"}

    path = f"/cast/nova/memories/{memory.memory_id}/{act}?user=eve&series="
    answer = visit_any("POST", path, data=fields, headers=HTMX)

    assert (answer.status_code, any_bible.conversations.memories.history(memory.memory_id)) == (404, [])


def test_nothing_is_written_before_a_user_is_chosen(visit_any: Caller, any_bible: Bible) -> None:
    talked(any_bible, "Hello.")

    answer = visit_any("POST", "/cast/nova/memories", data={"text": "Lena sails"}, headers=HTMX)

    assert (answer.status_code, any_bible.db.value("SELECT COUNT(*) FROM memories WHERE type <> 'said'")) == (422, 0)


def test_without_scripts_an_act_leads_back_to_the_page(visit_any: Caller, any_bible: Bible) -> None:
    memory = remembered(any_bible, "Lena sails")
    drawer = f"user=lena&series=&q=sails&peek={memory.memory_id}"

    answer = visit_any(
        "POST", f"/cast/nova/memories/{memory.memory_id}/pin?{drawer}", data={"pinned": "yes"}, headers=PERSON
    )

    assert (answer.status_code, answer.headers["location"]) == (303, f"/cast/nova?{drawer}")


@pytest.mark.parametrize("drawer", ["", "&peek=here"])
def test_without_scripts_a_pause_leads_back_to_where_it_was_pressed(
    visit_any: Caller, any_bible: Bible, drawer: str
) -> None:
    memory = remembered(any_bible, "Lena sails")
    path = f"/cast/nova/memories/{memory.memory_id}/pause?user=lena&series={drawer}"

    answer = visit_any("POST", path, data={"paused": "yes"}, headers=PERSON)

    assert answer.headers["location"] == f"/cast/nova?user=lena&series={drawer}"


def _replaced(bible: Bible) -> Memory:
    talked(bible, "I live in Oslo.", "I moved to Bergen.")
    scope = bible.conversations.scope("lena", character_id="nova")
    return next(each.memory for each in bible.conversations.strongest(scope, history=True) if each.memory.superseded_by)


def test_a_drawer_shows_since_when_and_before_with_both_sentences(visit_any: Caller, any_bible: Bible) -> None:
    old = _replaced(any_bible)

    text = visit_any("GET", f"/cast/nova?peek={old.memory_id}").text

    told = ("Since", "I moved to Bergen.", "Before", "I live in Oslo.", "Replaced by", "It still holds")
    assert [each for each in told if each not in text] == []


def test_a_replacement_is_taken_back_and_back_again(visit_any: Caller, any_bible: Bible) -> None:
    old = _replaced(any_bible)

    answer = visit_any("POST", f"/cast/nova/memories/{old.memory_id}/hold", headers=HTMX)
    holds = any_bible.conversations.memories.get(old.memory_id).superseded_by
    undone(answer, visit_any)

    again = any_bible.conversations.memories.get(old.memory_id).superseded_by
    assert (holds, again) == (None, old.superseded_by)
