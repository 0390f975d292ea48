"""What is current is decided when it is said: both sentences are kept, the older one is told as history."""

from __future__ import annotations

from datetime import timedelta

import pytest

from showbible.bible import Bible
from showbible.conversations.model import HookState, Memory, Scope
from showbible.errors import Invalid
from tests.conversations.conftest import SUNDAY, Talk, a_talk
from tests.web.conftest import Caller

EMMA = Scope(user_id="lena", character_id="emma")


def _told(bible: Bible, query: str, *, history: bool = False) -> list[str]:
    return [each.memory.text for each in bible.conversations.recall(EMMA, query, history=history)]


def _hear(bible: Bible, tell: Talk, *said: str) -> None:
    talk = a_talk(bible)
    for number, text in enumerate(said):
        tell(talk, text, reply="Go on.", at=SUNDAY + timedelta(days=number))


def _line(bible: Bible, text: str) -> Memory:
    (found,) = (
        each.memory for each in bible.conversations.recall(EMMA, text, history=True) if each.memory.text == text
    )
    return found


@pytest.mark.parametrize(
    ("before", "after", "question"),
    [
        ("I live in Oslo.", "We moved to Bergen last month.", "Where do I live?"),
        ("I have two cats.", "I have three cats now.", "How many cats do I have?"),
        ("My sister is called Clara.", "Actually my sister is called Mara, not Clara.", "What is my sister called?"),
        ("My favourite colour is blue.", "My favourite colour is green.", "What is my favourite colour?"),
        ("I play the harp.", "I no longer play the harp.", "Do I play the harp?"),
    ],
)
def test_the_later_word_is_told_and_the_earlier_one_only_as_history(
    bible: Bible, tell: Talk, before: str, after: str, question: str
) -> None:
    _hear(bible, tell, before, after)

    assert (_told(bible, question)[0], before in _told(bible, question)) == (after, False)
    assert before in _told(bible, question, history=True)


def test_what_was_said_in_the_same_breath_outlasts_what_has_ended(bible: Bible, tell: Talk) -> None:
    _hear(bible, tell, "People call me Wren, and I run a kiosk with my cousin Leif.", "I don't run the kiosk any more.")

    assert _told(bible, "What is my name?")[:1] == ["People call me Wren"]
    assert _line(bible, "I run a kiosk with my cousin Leif.").superseded_by is not None


def test_both_sentences_are_kept_and_linked_with_the_reason(bible: Bible, tell: Talk) -> None:
    _hear(bible, tell, "I live in Oslo.", "We moved to Bergen last month.")

    old, new = _line(bible, "I live in Oslo."), _line(bible, "We moved to Bergen last month.")

    assert (old.superseded_by, new.replaces, bool(old.superseded_why)) == (new.memory_id, (old.memory_id,), True)


@pytest.mark.parametrize(
    "said",
    [
        ("My brother lives in Oslo.", "I live in Bergen."),
        ("I have a dog called Rex.", "I also have a dog called Max."),
        ("I live in Oslo.", "If I lived in Bergen I would sail."),
        ("I live in Oslo.", "Do you live in Bergen?"),
    ],
)
def test_what_stands_beside_it_replaces_nothing(bible: Bible, tell: Talk, said: tuple[str, str]) -> None:
    _hear(bible, tell, *said)

    assert [_line(bible, each).superseded_by for each in said] == [None, None]


@pytest.mark.parametrize(
    "said",
    [
        "I never said I was allergic to nuts.",
        "I live in a volcano. Just kidding!",
        "If I had a boat I would sail to Bergen.",
    ],
)
def test_denials_jokes_and_suppositions_leave_no_memory(bible: Bible, tell: Talk, said: str) -> None:
    _hear(bible, tell, said)

    assert bible.conversations.strongest(EMMA) == []


def test_a_bare_correction_reaches_back(bible: Bible, tell: Talk) -> None:
    _hear(bible, tell, "The train leaves at 7:40.", "Sorry, 7:10.")

    assert _line(bible, "The train leaves at 7:40.").superseded_by == _line(bible, "Sorry, 7:10.").memory_id


def test_a_pin_holds_against_a_later_word(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    made = tell(talk, "I live in Oslo.").memories[0]
    bible.conversations.memories.correct(made.memory_id, {"pinned": True})

    tell(talk, "We moved to Bergen last month.", reply="Oh.")

    assert bible.conversations.memories.get(made.memory_id).superseded_by is None


def test_a_replacement_is_in_the_book_and_can_be_undone(bible: Bible, tell: Talk) -> None:
    _hear(bible, tell, "I live in Oslo.", "We moved to Bergen last month.")
    old = _line(bible, "I live in Oslo.")
    (change,) = bible.conversations.memories.history(old.memory_id)

    back = bible.conversations.memories.undo(old.memory_id, change.seq)

    assert (change.made_by, change.after) == ("rule", {"superseded_by": old.superseded_by})
    assert (back.superseded_by, back.superseded_why, back.made_by) == (None, None, "rule")


def test_what_a_person_said_to_hold_is_not_replaced_by_the_same_word_again(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    tell(talk, "I live in Oslo.")
    tell(talk, "We moved to Bergen last month.", reply="Oh.", exchange_id="x2")
    old = _line(bible, "I live in Oslo.")
    bible.conversations.memories.correct(old.memory_id, {"superseded_by": None})

    with bible.db.transaction():
        bible.db.run("UPDATE exchanges SET missing = '[\"memories\"]' WHERE exchange_id = 'x2'")
    bible.worker().run_all()

    assert bible.conversations.memories.get(old.memory_id).superseded_by is None


def test_nobody_replaces_a_memory_by_hand_with_an_id(small: Bible) -> None:
    made = small.conversations.remember(EMMA, "fact", "I live in Oslo")

    with pytest.raises(Invalid, match="hold again"):
        small.conversations.memories.correct(made.memory_id, {"superseded_by": made.memory_id})


def test_over_http_a_memory_holds_again(call: Caller, bible: Bible, tell: Talk) -> None:
    _hear(bible, tell, "I live in Oslo.", "We moved to Bergen last month.")
    old = _line(bible, "I live in Oslo.")

    answer = call("PATCH", f"/api/v1/memories/{old.memory_id}", json={"superseded_by": None})

    assert (answer.status_code, answer.json()["superseded_by"]) == (200, None)


def test_a_plan_that_is_moved_moves_its_hook(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    made = tell(talk, "I have a job interview next Thursday at three.").hooks[0]

    moved = tell(talk, "The interview got moved to Friday at 4.", reply="Oh.").hooks

    assert [(each.hook_id, each.due_at.isoformat() if each.due_at else None) for each in moved] == [
        (made.hook_id, "2026-11-20T16:00:00+00:00")
    ]
    assert len(bible.conversations.open_hooks(EMMA, at=SUNDAY)) == 1


def test_a_plan_that_is_called_off_closes_its_hook(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    made = tell(talk, "I have a dentist appointment tomorrow at 9am.").hooks[0]

    tell(talk, "The dentist appointment was cancelled.", reply="Oh.")

    assert bible.conversations.hooks.get(made.hook_id).state is HookState.DISMISSED
    assert bible.conversations.hooks.history(made.hook_id)[0].made_by == f"conversation:{talk.session_id}"


def test_a_reminder_in_minutes_has_its_time(bible: Bible, tell: Talk) -> None:
    hook = tell(a_talk(bible), "Remind me in 20 minutes to call my mother.").hooks[0]

    assert hook.due_at == SUNDAY + timedelta(minutes=20)
