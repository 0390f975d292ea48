"""Memories are counted, superseded, corrected, faded and forgotten."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.conversations.model import FAINTEST, HALF_LIFE, Memory, Scope
from showbible.conversations.recall.wording import text_key
from showbible.errors import Conflict, Invalid, NotFound, TooLarge
from tests.conversations.conftest import SUNDAY, Talk, a_talk, texts

SCOPE = Scope(user_id="lena", series_id="hometown")


def _all(bible: Bible) -> dict[str, Memory]:
    found = bible.conversations.strongest(SCOPE, limit=200, per_type=200, history=True)
    return {each.memory.text: each.memory for each in found}


def test_a_repetition_raises_a_count_instead_of_making_a_copy(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible, series="hometown")
    for text in ("I love jazz music.", "I love jazz music!", "I really love jazz music"):
        tell(talk, text)

    assert [(each.text, each.reference_count) for each in _all(bible).values()] == [("I love jazz music.", 3)]


def test_the_same_claim_in_other_words_is_a_repetition(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible, series="hometown")
    tell(talk, "I live in Bergen.")
    tell(talk, "I'm living in Bergen now.")

    assert [(each.text, each.reference_count) for each in _all(bible).values()] == [("I live in Bergen.", 2)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I live in Oslo", "I moved from Oslo to Bergen"),
        ("I have worked there for 5 years", "I have worked there for 6 years"),
        ("I love horror films", "I hate horror films"),
        ("My favourite colour is blue", "My favourite colour is green"),
        ("I work at Globex", "I work for Initech"),
    ],
)
def test_a_change_supersedes_and_both_are_kept_and_linked(bible: Bible, before: str, after: str) -> None:
    old = bible.conversations.remember(SCOPE, "fact", before)
    new = bible.conversations.remember(SCOPE, "fact", after)

    links = {text: memory.superseded_by for text, memory in _all(bible).items()}

    assert links == {before: new.memory_id, after: None}
    assert old.superseded_by is None


def test_what_two_people_say_of_themselves_is_no_contradiction(bible: Bible) -> None:
    bible.conversations.remember(SCOPE, "fact", "I live in Oslo", speaker="Ada")
    bible.conversations.remember(SCOPE, "fact", "I live in Bergen", speaker="Ben")

    assert [each.superseded_by for each in _all(bible).values()] == [None, None]


def test_a_pinned_memory_is_not_superseded(bible: Bible) -> None:
    old = bible.conversations.remember(SCOPE, "fact", "I live in Oslo")
    bible.conversations.memories.correct(old.memory_id, {"pinned": True})

    bible.conversations.remember(SCOPE, "fact", "I moved to Bergen")

    assert [each.superseded_by for each in _all(bible).values()] == [None, None]


def test_what_was_superseded_is_not_in_the_context_of_a_reply(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible, series="hometown")
    tell(talk, "I live in Oslo.")
    tell(talk, "I moved from Oslo to Bergen.")

    brief = bible.conversations.brief(talk.session_id, q="Where do you live?")

    assert [each.memory.text for each in brief.memories] == ["I moved from Oslo to Bergen."]


def test_a_deleted_memory_is_never_read_out_of_its_exchange_again(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible, series="hometown")
    found = tell(talk, "I live in Oslo.", exchange_id="x1")
    bible.conversations.memories.forget(found.memories[0].memory_id)

    with bible.db.transaction():
        bible.db.run("UPDATE exchanges SET missing = '[\"memories\"]'")
    bible.worker().run_all()

    assert (_all(bible), tell(talk, "I live in Oslo.", exchange_id="x1").memories) == ({}, ())


def test_a_deleted_memory_leaves_no_readable_trace(bible: Bible) -> None:
    made = bible.conversations.remember(SCOPE, "fact", "I live in Oslo")

    bible.conversations.memories.forget(made.memory_id)

    tables = ("memories", "memory_search", "memory_vectors")
    assert [bible.db.value(f"SELECT COUNT(*) FROM {each}") for each in tables] == [0, 0, 0]


def test_what_we_recalled_into_a_message_is_not_extracted(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible, series="hometown")
    tell(talk, "I live in Oslo.")
    recalled = bible.conversations.brief(talk.session_id).text

    found = tell(talk, f"{recalled}\nI love jazz music.", f"You told me: I live in Oslo. {recalled}")

    assert [each.text for each in found.memories] == ["I love jazz music."]
    assert {text: each.reference_count for text, each in _all(bible).items()} == {
        "I live in Oslo.": 1,
        "I love jazz music.": 1,
    }


def test_strength_halves_with_time_and_never_falls_to_nothing(bible: Bible) -> None:
    made = bible.conversations.remember(SCOPE, "fact", "I live in Oslo", importance=0.8, at=SUNDAY)

    strengths = [made.strength(at=SUNDAY + age) for age in (timedelta(), HALF_LIFE, 100 * HALF_LIFE)]

    assert strengths == pytest.approx([0.8, 0.4, 0.8 * FAINTEST])


def test_reading_a_faded_memory_writes_nothing_back(bible: Bible) -> None:
    made = bible.conversations.remember(SCOPE, "fact", "I live in Oslo", importance=0.8, at=SUNDAY)

    for _ in range(3):
        found = bible.conversations.strongest(SCOPE, at=SUNDAY + HALF_LIFE)[0]

    assert (found.strength, found.memory.importance) == pytest.approx((0.4, made.importance))


def test_a_pinned_memory_does_not_fade(bible: Bible) -> None:
    made = bible.conversations.remember(SCOPE, "fact", "I live in Oslo", importance=0.8, at=SUNDAY)

    pinned = bible.conversations.memories.correct(made.memory_id, {"pinned": True})

    assert pinned.strength(at=SUNDAY + 10 * HALF_LIFE) == 0.8


def test_a_person_s_correction_is_found_by_its_new_words_and_is_theirs(bible: Bible, tell: Talk) -> None:
    made = tell(a_talk(bible, series="hometown"), "I live in Oslo.").memories[0]

    bible.conversations.memories.correct(made.memory_id, {"text": "I live in Tromsø"})

    found = bible.conversations.recall(SCOPE, "Tromsø")[0].memory
    assert (found.text, found.made_by) == ("I live in Tromsø", "person")


def test_another_user_s_memory_is_not_found(bible: Bible) -> None:
    made = bible.conversations.remember(SCOPE, "fact", "I live in Oslo")

    with pytest.raises(NotFound):
        bible.conversations.memories.of("mallory").forget(made.memory_id)

    assert texts(bible, series_id="hometown") == ["I live in Oslo"]


def test_a_few_of_each_type_are_shown_where_nothing_is_asked(bible: Bible) -> None:
    for word in ("Red", "Green", "Blue", "Paper", "Brass", "Tin", "Glass", "Silk", "Round"):
        bible.conversations.remember(SCOPE, "fact", f"{word} lanterns hang in the hall")
    bible.conversations.remember(SCOPE, "goal", "I want to sail")

    shown = [each.memory.type.value for each in bible.conversations.strongest(SCOPE, limit=10)]

    assert (shown.count("fact"), shown.count("goal")) == (4, 1)


def test_many_memories_are_written_in_one_piece_or_not_at_all(bible: Bible) -> None:
    from showbible.conversations.model import MemoryDraft

    bible.conversations.remember(SCOPE, "fact", "I live in Oslo", memory_id="m2")

    with pytest.raises(Conflict, match="'m2'"):
        bible.conversations.remember_many(
            SCOPE, [MemoryDraft(type="fact", text=f"{n}", memory_id=n) for n in ("m1", "m2")]
        )

    assert list(_all(bible)) == ["I live in Oslo"]


@pytest.mark.parametrize(
    ("wish", "error"),
    [
        ({"kind": "gossip", "text": "I live in Oslo"}, Invalid),
        ({"kind": "fact", "text": "  "}, Invalid),
        ({"kind": "fact", "text": "x" * 10_000}, TooLarge),
        ({"kind": "fact", "text": "I live in Oslo", "importance": 1.5}, Invalid),
        ({"kind": "fact", "text": "I live in Oslo", "memory_id": "../m"}, Invalid),
    ],
)
def test_a_bad_memory_is_refused_and_nothing_is_kept(
    small: Bible, wish: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        small.conversations.remember(SCOPE, **wish)

    assert _all(small) == {}


def test_texts_that_say_the_same_have_one_key_and_reversed_ones_have_two() -> None:
    assert text_key("I'm living in Bergen!") == text_key("The user is living in Bergen")
    assert text_key("I prefer tea over coffee") != text_key("I prefer coffee over tea")
