"""What becomes of a hook is in its history, with whoever did it, and can be taken back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.conversations.model import Hook, HookDraft, HookState, Reach, Scope
from showbible.errors import Conflict, Invalid, NotFound
from showbible.vocabulary import utcnow
from tests.conversations.conftest import a_talk, offered

EMMA = Scope(user_id="lena", character_id="emma")


def _hook(bible: Bible, **times: Any) -> Hook:
    return bible.conversations.add_hook(EMMA, HookDraft(type="follow_up", content="Ask about the exam", **times))


def _history(bible: Bible, hook: Hook) -> list[tuple[str, dict[str, Any]]]:
    return [(each.made_by, dict(each.after)) for each in bible.conversations.hooks.history(hook.hook_id)]


def test_use_pause_and_opening_again_are_kept_with_their_author(bible: Bible) -> None:
    hook, talk = _hook(bible), a_talk(bible)

    bible.conversations.settle(hook.hook_id, HookState.TRIGGERED, session_id=talk.session_id)
    bible.conversations.settle(hook.hook_id, HookState.ACTIVE)
    bible.conversations.hooks.pause(hook.hook_id)
    bible.conversations.settle(hook.hook_id, HookState.DISMISSED)

    assert _history(bible, hook) == [
        ("person", {"state": "dismissed"}),
        ("person", {"paused": True}),
        ("person", {"state": "active"}),
        (f"conversation:{talk.session_id}", {"state": "triggered"}),
    ]


def test_what_became_of_a_hook_leaves_its_words_to_their_author(bible: Bible) -> None:
    hook = replace(_hook(bible), made_by="rule")
    with bible.db.transaction():
        bible.db.run("UPDATE hooks SET made_by = 'rule'")

    bible.conversations.hooks.pause(hook.hook_id)
    bible.conversations.hooks.pause(hook.hook_id, paused=False)
    bible.conversations.settle(hook.hook_id, HookState.DISMISSED)

    assert bible.conversations.settle(hook.hook_id, HookState.ACTIVE) == hook


def test_doing_it_again_is_no_second_change(bible: Bible) -> None:
    hook = _hook(bible)

    for _ in range(2):
        bible.conversations.settle(hook.hook_id, HookState.TRIGGERED)

    assert _history(bible, hook) == [("person", {"state": "triggered"})]


def test_a_use_is_taken_back_and_that_is_taken_back(bible: Bible) -> None:
    hook = _hook(bible)
    bible.conversations.settle(hook.hook_id, HookState.TRIGGERED)

    states = [
        bible.conversations.hooks.undo(hook.hook_id, bible.conversations.hooks.history(hook.hook_id)[0].seq).state
        for _ in range(2)
    ]

    assert states == [HookState.ACTIVE, HookState.TRIGGERED]


def test_the_use_of_a_hook_that_has_run_out_stays(bible: Bible) -> None:
    hook = _hook(bible, due_at=utcnow() - timedelta(days=60), expires_at=utcnow() - timedelta(days=30))
    bible.conversations.settle(hook.hook_id, HookState.TRIGGERED)
    (change,) = bible.conversations.hooks.history(hook.hook_id)

    with pytest.raises(Conflict, match="run out"):
        bible.conversations.hooks.undo(hook.hook_id, change.seq)


def test_taking_back_never_turns_a_used_hook_into_a_dismissed_one(bible: Bible) -> None:
    hook = _hook(bible)
    bible.conversations.settle(hook.hook_id, HookState.DISMISSED)
    bible.conversations.settle(hook.hook_id, HookState.ACTIVE)
    opened = bible.conversations.hooks.history(hook.hook_id)[0]
    bible.conversations.settle(hook.hook_id, HookState.TRIGGERED)

    with pytest.raises(Conflict, match="triggered already"):
        bible.conversations.hooks.undo(hook.hook_id, opened.seq)


@pytest.mark.parametrize("ids", [{"user": "eve"}, {"character": "nova"}])
def test_a_conversation_of_others_uses_no_hook(bible: Bible, ids: dict[str, str]) -> None:
    hook, other = _hook(bible), a_talk(bible, **ids)

    with pytest.raises(NotFound):
        bible.conversations.settle(hook.hook_id, HookState.TRIGGERED, session_id=other.session_id)

    assert (bible.conversations.open_hooks(EMMA), _history(bible, hook)) == ([hook], [])


def test_a_pause_is_no_rewording_that_an_edit_would_have_to_know(bible: Bible) -> None:
    hook = _hook(bible)
    bible.conversations.hooks.pause(hook.hook_id)

    changed = bible.conversations.hooks.correct(hook.hook_id, {"content": "Ask about the result"}, seen=hook.mark)

    assert (changed.content, changed.paused) == ("Ask about the result", True)


def test_a_forgotten_hook_is_gone_with_its_history(bible: Bible) -> None:
    hook, talk = _hook(bible), a_talk(bible)
    offered(bible, talk)
    bible.conversations.hooks.pause(hook.hook_id)

    bible.conversations.hooks.forget(hook.hook_id)

    left = [bible.db.value(f"SELECT COUNT(*) FROM {table}") for table in ("hooks", "hook_offers", "changes")]
    assert left == [0, 0, 0]


def test_a_restored_hook_is_as_it_was(bible: Bible) -> None:
    hook = _hook(bible, due_at=utcnow() + timedelta(days=2))
    bible.conversations.hooks.pause(hook.hook_id)
    dismissed = bible.conversations.settle(hook.hook_id, HookState.DISMISSED)

    restored = bible.conversations.hooks.restore(bible.conversations.hooks.forget(hook.hook_id))

    assert restored == dismissed


def test_a_hook_that_is_there_cannot_be_restored(bible: Bible) -> None:
    forgotten = bible.conversations.hooks.forget(_hook(bible).hook_id)
    bible.conversations.hooks.restore(forgotten)

    with pytest.raises(Conflict):
        bible.conversations.hooks.restore(forgotten)


@pytest.mark.parametrize(
    "change", [{"user_id": ".."}, {"hook_id": "a/b"}, {"content": " "}, {"priority": 9}, {"scope": Reach.SERIES}]
)
def test_what_is_no_hook_cannot_be_restored(small: Bible, change: dict[str, Any]) -> None:
    forgotten = small.conversations.hooks.forget(_hook(small).hook_id)

    with pytest.raises(Invalid):
        small.conversations.hooks.restore(replace(forgotten, hook=replace(forgotten.hook, **change)))


def test_another_user_s_hook_is_not_found(bible: Bible) -> None:
    hook = _hook(bible)

    with pytest.raises(NotFound):
        bible.conversations.hooks.of("eve").forget(hook.hook_id)

    assert bible.conversations.open_hooks(EMMA) == [hook]
