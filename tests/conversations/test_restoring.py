"""What a person did to a memory or a hook can be read afterwards, and taken back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.conversations.model import Memory, Scope
from showbible.conversations.record import restoring
from showbible.conversations.record.hooks import Change, New, Times
from showbible.conversations.words import HookState
from showbible.errors import Conflict, Invalid, NotFound
from showbible.vocabulary import utcnow
from tests.conversations.conftest import Talk, a_talk


def _scope(bible: Bible, user: str = "lena") -> Scope:
    return bible.conversations.scope(user, character_id="emma")


def _memory(bible: Bible, text: str = "Lena is left-handed") -> Memory:
    return bible.conversations.remember(_scope(bible), "fact", text)


def test_a_restored_memory_is_as_it_was(bible: Bible) -> None:
    _memory(bible, "I have a sister")
    memory = _memory(bible)
    forgotten = bible.conversations.forget(memory.memory_id)

    restored = bible.conversations.restore(forgotten)

    assert restored == memory


def test_a_restored_memory_is_found_again(bible: Bible) -> None:
    memory = _memory(bible)
    bible.conversations.restore(bible.conversations.forget(memory.memory_id))

    found = bible.conversations.recall(_scope(bible), "left-handed")

    assert [each.memory.memory_id for each in found] == [memory.memory_id]


def test_what_a_restored_memory_had_superseded_points_to_it_again(bible: Bible) -> None:
    old, new = _memory(bible, "I live in Oslo"), _memory(bible, "I live in Bergen")

    bible.conversations.restore(bible.conversations.forget(new.memory_id))

    scope = _scope(bible)
    told = {each.memory.memory_id: each.memory.superseded_by for each in bible.conversations.strongest(scope)}
    assert told == {old.memory_id: new.memory_id, new.memory_id: None}


def test_a_restored_memory_is_read_out_of_its_exchange_again(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    memory = tell(talk, "I live in Oslo.").memories[0]
    bible.conversations.restore(bible.conversations.forget(memory.memory_id))

    again = tell(talk, "I live in Oslo.", reply="Yes.").memories

    assert [(each.memory_id, each.reference_count) for each in again] == [(memory.memory_id, 2)]


def test_a_memory_that_is_there_cannot_be_restored(bible: Bible) -> None:
    forgotten = bible.conversations.forget(_memory(bible).memory_id)
    bible.conversations.restore(forgotten)

    with pytest.raises(Conflict):
        bible.conversations.restore(forgotten)


@pytest.mark.parametrize("change", [{"user_id": "eve"}, {"series_id": "hometown"}, {"pool": "eve/character/emma"}])
def test_a_memory_returns_to_nobody_else(bible: Bible, change: dict[str, Any]) -> None:
    forgotten = bible.conversations.forget(_memory(bible).memory_id)

    with pytest.raises(Invalid):
        bible.conversations.restore(replace(forgotten, memory=replace(forgotten.memory, **change)))


def test_a_memory_cannot_return_to_a_place_that_was_never_given_out(bible: Bible) -> None:
    forgotten = bible.conversations.forget(_memory(bible).memory_id)

    with pytest.raises(Conflict):
        bible.conversations.restore(replace(forgotten, memory=replace(forgotten.memory, seq=99)))


def test_a_change_is_kept_and_taken_back(bible: Bible) -> None:
    memory = _memory(bible)
    changed = bible.conversations.correct(memory.memory_id, text="Lena is right-handed", pinned=True)
    history = restoring.history(bible.db, changed)

    back = bible.conversations.take_back(memory.memory_id, history[0].seq)

    assert (history[0].before, history[0].after) == (
        {"text": "Lena is left-handed", "pinned": False},
        {"text": "Lena is right-handed", "pinned": True},
    )
    assert replace(back, made_by=memory.made_by) == memory


def test_a_change_of_something_else_cannot_be_taken_back(bible: Bible) -> None:
    mine, other = _memory(bible), _memory(bible, "Lena likes tea")
    bible.conversations.correct(other.memory_id, pinned=True)
    seq = restoring.history(bible.db, other)[0].seq

    with pytest.raises(NotFound):
        bible.conversations.take_back(mine.memory_id, seq)


def test_an_edit_of_an_outdated_text_is_refused(bible: Bible) -> None:
    memory = _memory(bible)
    bible.conversations.correct(memory.memory_id, text="Lena writes with both hands")

    with pytest.raises(Conflict, match="both hands"):
        bible.conversations.correct(memory.memory_id, text="Lena is right-handed", seen=memory.text)


def test_a_forgotten_memory_takes_its_history_along(bible: Bible) -> None:
    memory = bible.conversations.correct(_memory(bible).memory_id, pinned=True)

    bible.conversations.forget(memory.memory_id)

    assert restoring.history(bible.db, memory) == []


def test_forgetting_a_user_forgets_their_changes(bible: Bible) -> None:
    memory = bible.conversations.correct(_memory(bible).memory_id, pinned=True)
    other = bible.conversations.remember(_scope(bible, "jonas"), "fact", "Jonas sails")
    bible.conversations.correct(other.memory_id, pinned=True)

    bible.conversations.forget_user("lena")

    assert (restoring.history(bible.db, memory), len(restoring.history(bible.db, other))) == ([], 1)


def test_a_changed_hook_is_taken_back_to_its_old_times(bible: Bible) -> None:
    hook = bible.conversations.hook(_scope(bible), New(type="follow_up", content="Ask about the exam"))
    later = Times(due_at=utcnow() + timedelta(days=2), priority=5)
    changed = bible.conversations.change_hook(hook.hook_id, Change(content="Ask about the result", times=later))
    history = restoring.hook_history(bible.db, changed)

    back = bible.conversations.take_back_hook(hook.hook_id, history[0].seq)

    assert replace(back, made_by=hook.made_by) == hook


def test_a_hook_can_lose_its_time(bible: Bible) -> None:
    tomorrow = Times(due_at=utcnow() + timedelta(days=1))
    hook = bible.conversations.hook(_scope(bible), New(type="reminder", content="Call"), tomorrow)

    changed = bible.conversations.change_hook(hook.hook_id, Change(timeless=True))

    assert (changed.due_at, changed.expires_at) == (None, hook.expires_at)


def test_an_edit_of_a_hook_that_changed_meanwhile_is_refused(bible: Bible) -> None:
    hook = bible.conversations.hook(_scope(bible), New(type="follow_up", content="Ask about the exam"))
    bible.conversations.change_hook(hook.hook_id, Change(content="Ask about the result"))

    with pytest.raises(Conflict, match="result"):
        bible.conversations.change_hook(hook.hook_id, Change(content="Never mind", seen=0))


def test_a_dismissed_hook_is_opened_again(bible: Bible) -> None:
    hook = bible.conversations.hook(_scope(bible), New(type="follow_up", content="Ask about the exam"))
    bible.conversations.dismiss(hook.hook_id)

    again = bible.conversations.reopen(hook.hook_id)

    assert (again.state, bible.conversations.hooks(_scope(bible))) == (HookState.ACTIVE, [hook])


def test_a_hook_that_has_run_out_stays_so(bible: Bible) -> None:
    ended = Times(due_at=utcnow() - timedelta(days=60), expires_at=utcnow() - timedelta(days=30))
    hook = bible.conversations.hook(_scope(bible), New(type="reminder", content="Call"), ended)

    with pytest.raises(Conflict, match="run out"):
        bible.conversations.reopen(hook.hook_id)


def test_foretelling_counts_no_hook_as_offered(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    tell(talk, "Remind me to call my mother tomorrow.")
    scope = _scope(bible)

    told = bible.conversations.foretell(scope)

    assert "call my mother" in told.text
    assert [each.offered_count for each in bible.conversations.hooks(scope)] == [0]


def test_what_is_foretold_is_what_will_be_told(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible, series="hometown")
    tell(talk, "I live in Oslo. Remind me to call my mother tomorrow.")
    scope = bible.conversations.scope("lena", character_id="emma", series_id="hometown")
    at = utcnow()

    foretold = bible.conversations.foretell(scope, at=at)

    assert foretold == bible.conversations.brief(talk.session_id, at=at)
