"""What a person did to a memory or a hook can be read afterwards, and taken back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.conversations.model import HookDraft, HookState, Memory, Scope
from showbible.errors import Conflict, Invalid, NotFound
from showbible.storage import changes
from showbible.storage.changes import Change
from showbible.vocabulary import utcnow
from tests.conversations.conftest import Talk, a_talk


def _scope(bible: Bible, user: str = "lena") -> Scope:
    return bible.conversations.scope(user, character_id="emma")


def _memory(bible: Bible, text: str = "Lena is left-handed") -> Memory:
    return bible.conversations.remember(_scope(bible), "fact", text)


def _changes(bible: Bible, memory: Memory) -> list[Change]:
    return changes.of(bible.db, owner=memory.user_id, kind="memory", item_id=memory.memory_id)


def test_a_restored_memory_is_as_it_was(bible: Bible) -> None:
    _memory(bible, "I have a sister")
    memory = _memory(bible)
    forgotten = bible.conversations.memories.forget(memory.memory_id)

    restored = bible.conversations.memories.restore(forgotten)

    assert restored == memory


def test_a_restored_memory_is_found_again(bible: Bible) -> None:
    memory = _memory(bible)
    bible.conversations.memories.restore(bible.conversations.memories.forget(memory.memory_id))

    found = bible.conversations.recall(_scope(bible), "left-handed")

    assert [each.memory.memory_id for each in found] == [memory.memory_id]


def test_what_a_restored_memory_had_superseded_points_to_it_again(bible: Bible) -> None:
    old, new = _memory(bible, "I live in Oslo"), _memory(bible, "I live in Bergen")

    bible.conversations.memories.restore(bible.conversations.memories.forget(new.memory_id))

    scope = _scope(bible)
    told = {
        each.memory.memory_id: each.memory.superseded_by for each in bible.conversations.strongest(scope, history=True)
    }
    assert told == {old.memory_id: new.memory_id, new.memory_id: None}


def test_a_restored_memory_is_read_out_of_its_exchange_again(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    memory = tell(talk, "I live in Oslo.").memories[0]
    bible.conversations.memories.restore(bible.conversations.memories.forget(memory.memory_id))

    again = tell(talk, "I live in Oslo.", reply="Yes.").memories

    assert [(each.memory_id, each.reference_count) for each in again] == [(memory.memory_id, 2)]


def test_a_memory_that_is_there_cannot_be_restored(bible: Bible) -> None:
    forgotten = bible.conversations.memories.forget(_memory(bible).memory_id)
    bible.conversations.memories.restore(forgotten)

    with pytest.raises(Conflict):
        bible.conversations.memories.restore(forgotten)


@pytest.mark.parametrize("change", [{"user_id": "eve"}, {"series_id": "hometown"}, {"pool": "eve/character/emma"}])
def test_a_memory_returns_to_nobody_else(bible: Bible, change: dict[str, Any]) -> None:
    forgotten = bible.conversations.memories.forget(_memory(bible).memory_id)

    with pytest.raises(Invalid):
        bible.conversations.memories.restore(replace(forgotten, memory=replace(forgotten.memory, **change)))


def test_a_memory_cannot_return_to_a_place_that_was_never_given_out(bible: Bible) -> None:
    forgotten = bible.conversations.memories.forget(_memory(bible).memory_id)

    with pytest.raises(Conflict):
        bible.conversations.memories.restore(replace(forgotten, memory=replace(forgotten.memory, seq=99)))


def test_a_change_is_kept_and_taken_back(bible: Bible) -> None:
    memory = _memory(bible)
    changed = bible.conversations.memories.correct(memory.memory_id, {"text": "Lena is right-handed", "pinned": True})
    history = bible.conversations.memories.history(changed.memory_id)

    back = bible.conversations.memories.undo(memory.memory_id, history[0].seq)

    assert (history[0].before, history[0].after) == (
        {"text": "Lena is left-handed", "pinned": False},
        {"text": "Lena is right-handed", "pinned": True},
    )
    assert replace(back, made_by=memory.made_by) == memory


def test_a_change_of_something_else_cannot_be_taken_back(bible: Bible) -> None:
    mine, other = _memory(bible), _memory(bible, "Lena likes tea")
    bible.conversations.memories.correct(other.memory_id, {"pinned": True})
    seq = bible.conversations.memories.history(other.memory_id)[0].seq

    with pytest.raises(NotFound):
        bible.conversations.memories.undo(mine.memory_id, seq)


def test_an_edit_of_an_outdated_text_is_refused(bible: Bible) -> None:
    memory = _memory(bible)
    bible.conversations.memories.correct(memory.memory_id, {"text": "Lena writes with both hands"})

    with pytest.raises(Conflict, match="both hands"):
        bible.conversations.memories.correct(memory.memory_id, {"text": "Lena is right-handed"}, seen=memory.text)


def test_a_forgotten_memory_takes_its_history_along(bible: Bible) -> None:
    memory = bible.conversations.memories.correct(_memory(bible).memory_id, {"pinned": True})

    bible.conversations.memories.forget(memory.memory_id)

    assert _changes(bible, memory) == []


def test_forgetting_a_user_forgets_their_changes(bible: Bible) -> None:
    memory = bible.conversations.memories.correct(_memory(bible).memory_id, {"pinned": True})
    other = bible.conversations.remember(_scope(bible, "jonas"), "fact", "Jonas sails")
    bible.conversations.memories.correct(other.memory_id, {"pinned": True})

    bible.conversations.forget_user("lena")

    assert (_changes(bible, memory), len(_changes(bible, other))) == ([], 1)


def test_a_changed_hook_is_taken_back_to_its_old_times(bible: Bible) -> None:
    hook = bible.conversations.add_hook(_scope(bible), HookDraft(type="follow_up", content="Ask about the exam"))
    later = {"due_at": utcnow() + timedelta(days=2), "priority": 5}
    changed = bible.conversations.hooks.correct(hook.hook_id, {"content": "Ask about the result", **later})
    history = bible.conversations.hooks.history(changed.hook_id)

    back = bible.conversations.hooks.undo(hook.hook_id, history[0].seq)

    assert replace(back, made_by=hook.made_by) == hook


def test_a_hook_can_lose_its_time(bible: Bible) -> None:
    tomorrow = utcnow() + timedelta(days=1)
    hook = bible.conversations.add_hook(_scope(bible), HookDraft(type="reminder", content="Call", due_at=tomorrow))

    changed = bible.conversations.hooks.correct(hook.hook_id, {"due_at": None})

    assert (changed.due_at, changed.expires_at) == (None, hook.expires_at)


def test_an_edit_of_a_hook_that_changed_meanwhile_is_refused(bible: Bible) -> None:
    hook = bible.conversations.add_hook(_scope(bible), HookDraft(type="follow_up", content="Ask about the exam"))
    bible.conversations.hooks.correct(hook.hook_id, {"content": "Ask about the result"})

    with pytest.raises(Conflict, match="result"):
        bible.conversations.hooks.correct(hook.hook_id, {"content": "Never mind"}, seen=hook.mark)


def test_a_dismissed_hook_is_opened_again(bible: Bible) -> None:
    hook = bible.conversations.add_hook(_scope(bible), HookDraft(type="follow_up", content="Ask about the exam"))
    bible.conversations.settle(hook.hook_id, HookState.DISMISSED)

    again = bible.conversations.settle(hook.hook_id, HookState.ACTIVE)

    assert (again.state, bible.conversations.open_hooks(_scope(bible))) == (HookState.ACTIVE, [hook])


def test_a_hook_that_has_run_out_stays_so(bible: Bible) -> None:
    began, ended = utcnow() - timedelta(days=60), utcnow() - timedelta(days=30)
    hook = bible.conversations.add_hook(
        _scope(bible), HookDraft(type="reminder", content="Call", due_at=began, expires_at=ended)
    )

    with pytest.raises(Conflict, match="run out"):
        bible.conversations.settle(hook.hook_id, HookState.ACTIVE)


def test_foretelling_counts_no_hook_as_offered(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    tell(talk, "Remind me to call my mother tomorrow.")
    scope = _scope(bible)

    told = bible.conversations.foretell(scope)

    assert "call my mother" in told.text
    assert [each.offered_count for each in bible.conversations.open_hooks(scope)] == [0]


def test_what_is_foretold_is_what_will_be_told(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible, series="hometown")
    tell(talk, "I live in Oslo. Remind me to call my mother tomorrow.")
    scope = bible.conversations.scope("lena", character_id="emma", series_id="hometown")
    at = utcnow()

    foretold = bible.conversations.foretell(scope, at=at)

    assert foretold == bible.conversations.brief(talk.session_id, at=at)
