"""What the kit of corrections promises, seen on memories: whose they are, who changed them, and what follows."""

from __future__ import annotations

import pytest

from showbible.bible import Bible
from showbible.conversations.model import ForgottenMemory, Memory, Scope
from showbible.conversations.record.memory_corrections import MEMORY
from showbible.corrections import Corrections, as_text, from_text
from showbible.errors import Invalid, NotFound

EMMA = Scope(user_id="lena", character_id="emma")


def _memory(bible: Bible) -> Memory:
    return bible.conversations.remember(EMMA, "fact", "Lena sails")


def test_a_thing_of_another_owner_is_not_found(bible: Bible) -> None:
    memory, hers = _memory(bible), bible.conversations.memories.of("eve")

    for act in (hers.get, hers.history, hers.pause, hers.forget):
        with pytest.raises(NotFound):
            act(memory.memory_id)

    assert bible.conversations.memories.of("lena").get(memory.memory_id) == memory


def test_what_another_forgot_is_not_restored(bible: Bible) -> None:
    taken = bible.conversations.memories.forget(_memory(bible).memory_id)

    with pytest.raises(Invalid, match="somebody else"):
        bible.conversations.memories.of("eve").restore(taken)

    assert bible.conversations.count(EMMA) == 0


def test_what_was_forgotten_travels_as_text(bible: Bible) -> None:
    memory = _memory(bible)
    text = as_text(bible.conversations.memories.forget(memory.memory_id))

    restored = bible.conversations.memories.restore(from_text(ForgottenMemory, text))

    assert restored == memory


def test_a_change_says_by_whom(bible: Bible) -> None:
    memory = _memory(bible)

    bible.conversations.memories.correct(memory.memory_id, {"pinned": True}, by="conversation:s1")

    assert [each.made_by for each in bible.conversations.memories.history(memory.memory_id)] == ["conversation:s1"]


def test_what_follows_from_a_change_comes_after_its_transaction(bible: Bible) -> None:
    memory, seen = _memory(bible), list[tuple[bool, bool]]()
    things = Corrections(bible.db, MEMORY, then=lambda thing: seen.append((bible.db.writing, thing.pinned)))

    things.correct(memory.memory_id, {"pinned": True})
    things.undo(memory.memory_id, things.history(memory.memory_id)[0].seq)
    things.restore(things.forget(memory.memory_id))

    assert seen == [(False, True), (False, False), (False, False)]
