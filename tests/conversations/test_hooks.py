"""Hooks are made once, offered without being used up, cool down, and run out."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.conversations.model import Hook, HookDraft, HookState, HookType, Scope
from showbible.conversations.record.hooks import LASTS
from showbible.errors import Conflict, Invalid, NotFound
from tests.conversations.conftest import SUNDAY, Talk, a_talk, offered

EMMA = Scope(user_id="lena", character_id="emma")
THURSDAY_AT_THREE = datetime(2026, 11, 19, 14, 0, tzinfo=UTC)


def _hook(bible: Bible, content: str = "Ask about the exam", **times: Any) -> Hook:
    return bible.conversations.add_hook(EMMA, HookDraft(type="follow_up", content=content, **times))


def _active(bible: Bible, at: datetime) -> list[str]:
    return [each.content for each in bible.conversations.open_hooks(EMMA, at=at)]


def test_a_plan_becomes_a_hook_at_an_absolute_time(bible: Bible, tell: Talk) -> None:
    found = tell(a_talk(bible), "I have a job interview next Thursday at three.", timezone="Europe/Oslo").hooks[0]

    assert (found.type, found.due_at, found.phrase) == (
        HookType.REMINDER,
        THURSDAY_AT_THREE,
        "next Thursday at three",
    )
    assert found.expires_at == THURSDAY_AT_THREE + LASTS[HookType.REMINDER]


def test_a_time_zone_said_once_holds_for_the_conversation(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    tell(talk, "Good morning!", timezone="Europe/Oslo")

    found = tell(talk, "I have a job interview next Thursday at three.")

    assert found.hooks[0].due_at == THURSDAY_AT_THREE


def test_a_plan_told_twice_makes_one_hook(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    tell(talk, "I have a job interview next Thursday at three.")
    tell(talk, "As I said, I have a job interview next Thursday at three!")

    tell(a_talk(bible, series="office"), "I have a job interview next Thursday at three.")

    assert _active(bible, SUNDAY) == ["I have a job interview next Thursday at three"]


def test_looking_at_what_a_conversation_would_be_told_offers_nothing(bible: Bible) -> None:
    talk = a_talk(bible)
    _hook(bible)

    seen = [len(bible.conversations.brief(talk.session_id).hooks) for _ in range(3)]

    assert (seen, bible.conversations.open_hooks(EMMA)[0].offered_count) == ([1, 1, 1], 0)


def test_offering_a_hook_does_not_use_it_up_and_counts_once_a_turn(bible: Bible) -> None:
    talk = a_talk(bible)
    _hook(bible)

    for _ in range(3):
        offered(bible, talk)

    found = bible.conversations.open_hooks(EMMA)[0]
    assert (found.state, found.offered_count) == (HookState.ACTIVE, 1)


def test_an_offered_hook_rests_for_a_few_turns_of_that_conversation(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    _hook(bible)

    told = []
    for number in range(7):
        told.append(len(offered(bible, talk).hooks))
        tell(talk, f"Good morning number {number}")

    assert told == [1, 0, 0, 0, 0, 1, 0]


def test_a_used_hook_is_active_no_more_and_stays_used(bible: Bible) -> None:
    made = _hook(bible)

    used = [bible.conversations.settle(made.hook_id, HookState.TRIGGERED).state for _ in range(2)]

    assert (used, _active(bible, SUNDAY)) == ([HookState.TRIGGERED] * 2, [])


def test_a_used_hook_cannot_be_dismissed(bible: Bible) -> None:
    made = _hook(bible)
    bible.conversations.settle(made.hook_id, HookState.TRIGGERED)

    with pytest.raises(Conflict, match="triggered already"):
        bible.conversations.settle(made.hook_id, HookState.DISMISSED)


def test_a_hook_runs_out_by_itself(bible: Bible) -> None:
    made = _hook(bible, due_at=THURSDAY_AT_THREE)

    seen = [_active(bible, made.expires_at + step) for step in (-timedelta(seconds=1), timedelta())]

    assert seen == [["Ask about the exam"], []]


def test_due_hooks_come_before_those_to_come(bible: Bible) -> None:
    _hook(bible, "The trip", due_at=THURSDAY_AT_THREE + timedelta(days=2), priority=5)
    _hook(bible, "The exam", due_at=THURSDAY_AT_THREE, priority=1)

    assert _active(bible, THURSDAY_AT_THREE + timedelta(hours=1)) == ["The exam", "The trip"]


def test_a_person_moves_a_hook_and_its_end_moves_along(bible: Bible) -> None:
    made = _hook(bible, due_at=THURSDAY_AT_THREE)
    later = THURSDAY_AT_THREE + timedelta(days=30)

    moved = bible.conversations.hooks.correct(made.hook_id, {"due_at": later})

    assert (moved.due_at, moved.expires_at) == (later, later + LASTS[HookType.FOLLOW_UP])


@pytest.mark.parametrize(
    "draft",
    [
        HookDraft(type="nag", content="x"),
        HookDraft(type="reminder", content=" "),
        HookDraft(type="reminder", content="x", scope="world"),
        HookDraft(type="reminder", content="x", scope="series"),
        HookDraft(type="reminder", content="x", priority=0),
        HookDraft(type="reminder", content="x", due_at=SUNDAY, expires_at=SUNDAY - timedelta(days=1)),
        HookDraft(type="reminder", content="x", due_at=SUNDAY.replace(tzinfo=None)),
    ],
)
def test_a_bad_hook_is_refused_and_nothing_is_kept(small: Bible, draft: HookDraft) -> None:
    with pytest.raises(Invalid):
        small.conversations.add_hook(EMMA, draft)

    assert small.conversations.open_hooks(EMMA) == []


def test_another_user_s_hook_is_not_found(bible: Bible) -> None:
    made = _hook(bible)

    with pytest.raises(NotFound):
        bible.conversations.settle(made.hook_id, HookState.TRIGGERED, user_id="mallory")
