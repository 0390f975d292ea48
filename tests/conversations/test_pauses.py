"""What a person pauses is kept and takes no part, until a person wakes it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

from showbible.bible import Bible
from showbible.conversations.model import Hook, HookDraft, HookState, Memory, MemoryDraft, Scope
from showbible.conversations.recall import cast
from showbible.conversations.recall.lately import lately
from showbible.vocabulary import utcnow
from tests.conversations.conftest import SUNDAY, Talk, a_talk

EMMA = Scope(user_id="lena", character_id="emma")


def _paused(bible: Bible, text: str = "Lena sails on Sundays") -> Memory:
    memory = bible.conversations.remember(EMMA, "fact", text, at=SUNDAY)
    return bible.conversations.memories.correct(memory.memory_id, {"paused": True})


def _paused_hook(bible: Bible, content: str = "Ask about the exam", **times: Any) -> Hook:
    hook = bible.conversations.add_hook(EMMA, HookDraft(type="follow_up", content=content, **times))
    return bible.conversations.hooks.pause(hook.hook_id)


def _hooks(bible: Bible, *, at: datetime | None = None, paused: bool = False) -> list[str]:
    return [each.content for each in bible.conversations.open_hooks(EMMA, at=at, paused=paused)]


def test_a_paused_memory_answers_nothing_and_is_not_counted(bible: Bible) -> None:
    _paused(bible)

    found = (bible.conversations.recall(EMMA, "Who sails?"), bible.conversations.strongest(EMMA))

    assert (found, bible.conversations.count(EMMA), lately(bible.db, limit=5)) == (([], []), 0, [])


def test_a_paused_memory_is_in_no_brief(bible: Bible) -> None:
    talk = a_talk(bible)
    _paused(bible)

    told = bible.conversations.brief(talk.session_id, q="Who sails?").text
    recalled = bible.recall("Who sails?", user="lena", character="emma").text

    assert ("sails" in told, "sails" in recalled) == (False, False)


def test_whoever_asks_for_paused_memories_sees_them_and_that_they_are(bible: Bible) -> None:
    memory = _paused(bible)

    asked = bible.conversations.recall(EMMA, "Who sails?", paused=True)
    strongest = bible.conversations.strongest(EMMA, paused=True)

    assert [(each.memory, each.why) for each in asked] == [
        (memory, "shares sails; answers, read together with the question; is paused")
    ]
    assert [(each.memory, each.why) for each in strongest] == [(memory, "is paused")]


def test_a_paused_memory_lifts_nothing_that_stands_beside_it(bible: Bible) -> None:
    asked, _ = (
        bible.conversations.remember(EMMA, "event", text, at=SUNDAY)
        for text in ("Which instrument do you play?", "Badly, since last autumn")
    )
    beside = len(bible.conversations.recall(EMMA, "instrument"))

    bible.conversations.memories.correct(asked.memory_id, {"paused": True})

    assert (beside, bible.conversations.recall(EMMA, "instrument")) == (2, [])


def test_a_paused_memory_does_not_come_up_beside_another(bible: Bible) -> None:
    asked = bible.conversations.remember(EMMA, "event", "Which instrument do you play?", at=SUNDAY)
    _paused(bible, "Badly, since last autumn")

    found = bible.conversations.recall(EMMA, "instrument")

    assert [each.memory for each in found] == [asked]


def test_a_paused_memory_does_not_come_up_for_what_it_took_the_place_of(bible: Bible) -> None:
    old = bible.conversations.remember(EMMA, "fact", "I live in Oslo", at=SUNDAY - timedelta(days=9))
    _paused(bible, "I live in Bergen")

    found = bible.conversations.recall(EMMA, "Oslo", history=True)

    assert [(each.memory.memory_id, each.why) for each in found] == [
        (old.memory_id, "shares oslo; has been superseded")
    ]


def test_paused_memories_take_no_place_from_others(bible: Bible) -> None:
    many = [MemoryDraft(type="event", text=f"Whales {number}", at=SUNDAY) for number in range(420)]
    bible.conversations.remember_many(EMMA, many)
    with bible.db.transaction():
        bible.db.run("UPDATE memories SET paused_at = 1")
    long = "Far out there were whales, said somebody who had seen none of them for many long and silent years"
    bible.conversations.remember(EMMA, "event", long, at=SUNDAY)

    found = bible.conversations.recall(EMMA, "whales")

    assert [each.memory.text for each in found] == [long]


def test_saying_a_paused_memory_again_makes_no_twin_and_wakes_nothing(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    memory = tell(talk, "I live in Oslo.").memories[0]
    bible.conversations.memories.correct(memory.memory_id, {"paused": True})

    again = tell(talk, "I live in Oslo!", reply="Yes.").memories

    assert [(each.memory_id, each.reference_count, each.paused) for each in again] == [(memory.memory_id, 2, True)]


def test_a_newer_claim_takes_the_place_of_a_paused_one(bible: Bible) -> None:
    old = _paused(bible, "I live in Oslo")

    new = bible.conversations.remember(EMMA, "fact", "I live in Bergen")

    after = bible.conversations.strongest(EMMA, paused=True, history=True)[1].memory
    assert (after.memory_id, after.superseded_by, after.paused) == (old.memory_id, new.memory_id, True)


def test_what_gave_way_to_a_paused_memory_does_not_return(bible: Bible) -> None:
    old = bible.conversations.remember(EMMA, "fact", "I live in Oslo")
    new = _paused(bible, "I live in Bergen")

    found = bible.conversations.strongest(EMMA, history=True)

    assert [(each.memory.memory_id, each.memory.superseded_by) for each in found] == [(old.memory_id, new.memory_id)]


def test_a_pause_and_a_newer_claim_at_once_both_hold(bible: Bible) -> None:
    old = bible.conversations.remember(EMMA, "fact", "I live in Oslo")
    acts = [
        lambda: bible.conversations.memories.correct(old.memory_id, {"paused": True}),
        lambda: bible.conversations.remember(EMMA, "fact", "I live in Bergen"),
    ]

    with ThreadPoolExecutor(2) as pool:
        _, new = [each.result() for each in [pool.submit(act) for act in acts]]

    told = {
        each.memory.memory_id: each.memory for each in bible.conversations.strongest(EMMA, paused=True, history=True)
    }
    assert (told[old.memory_id].paused, told[old.memory_id].superseded_by) == (True, new.memory_id)


def test_a_pause_leaves_the_words_to_their_author(bible: Bible, tell: Talk) -> None:
    memory = tell(a_talk(bible), "I live in Oslo.").memories[0]

    paused = bible.conversations.memories.correct(memory.memory_id, {"paused": True})

    assert (paused.paused, paused.made_by) == (True, memory.made_by)


def test_pausing_twice_is_one_change_that_can_be_taken_back(bible: Bible) -> None:
    memory = _paused(bible)
    again = bible.conversations.memories.correct(memory.memory_id, {"paused": True})
    (change,) = bible.conversations.memories.history(memory.memory_id)

    awake = bible.conversations.memories.undo(memory.memory_id, change.seq)

    assert (again, change.made_by, change.before, change.after) == (
        memory,
        "person",
        {"paused": False},
        {"paused": True},
    )
    assert awake.paused is False


def test_a_paused_memory_that_is_restored_rests_as_before(bible: Bible) -> None:
    memory = _paused(bible)

    restored = bible.conversations.memories.restore(bible.conversations.memories.forget(memory.memory_id))

    assert restored == memory


def test_a_paused_hook_is_neither_offered_nor_due_nor_open(bible: Bible) -> None:
    talk = a_talk(bible)
    hook = _paused_hook(bible)

    told = (bible.conversations.brief(talk.session_id).hooks, _hooks(bible), hook.is_due(at=utcnow()))
    recalled = bible.recall("exam", user="lena", character="emma").text

    assert (told, "exam" in recalled) == (((), [], False), False)


def test_a_paused_hook_is_nothing_to_draw_on(bible: Bible) -> None:
    a_talk(bible)
    _paused(bible)
    _paused_hook(bible)

    found = cast.reserves(bible.db, ["emma"], at=utcnow())["emma"]

    assert (found, cast.with_due_hooks(bible.db, at=utcnow())) == (cast.Reserve(), [])


def test_paused_hooks_are_listed_last_for_whoever_asks(bible: Bible) -> None:
    _paused_hook(bible, "Asleep", priority=5)
    bible.conversations.add_hook(EMMA, HookDraft(type="follow_up", content="Awake", priority=1))

    assert _hooks(bible, paused=True) == ["Awake", "Asleep"]


def test_a_paused_hook_runs_out_all_the_same(bible: Bible) -> None:
    hook = _paused_hook(bible)

    assert _hooks(bible, at=hook.expires_at, paused=True) == []


def test_a_plan_that_is_paused_makes_no_second_hook(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    hook = tell(talk, "I have a job interview next Thursday at three.").hooks[0]
    bible.conversations.hooks.pause(hook.hook_id)

    again = tell(talk, "I have a job interview next Thursday at three!", reply="Yes.").hooks

    assert [(each.hook_id, each.paused) for each in again] == [(hook.hook_id, True)]


def test_a_paused_hook_can_be_used_and_opened_again_it_rests_as_before(bible: Bible) -> None:
    hook = _paused_hook(bible)

    used = bible.conversations.settle(hook.hook_id, HookState.TRIGGERED)
    again = bible.conversations.settle(hook.hook_id, HookState.ACTIVE)

    assert (used.state, again) == (HookState.TRIGGERED, hook)
