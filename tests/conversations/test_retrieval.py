"""Recall finds what answers a question, also in other words, and says why."""

from __future__ import annotations

from datetime import timedelta

import pytest

from showbible.bible import Bible
from showbible.conversations.model import Scope
from showbible.conversations.recall.answering import spread
from showbible.conversations.recall.memories import Glimpse
from showbible.conversations.recall.ranking import AT_ONCE, Candidates, MemoryCandidate, MemoryQuestion, Ranked, ranked
from showbible.errors import Invalid, TooLarge
from showbible.vocabulary import stamp
from tests.conversations.conftest import SUNDAY

SCOPE = Scope(user_id="lena", series_id="hometown")


def _remember(bible: Bible, *texts: str, speaker: str | None = None) -> None:
    for text in texts:
        bible.conversations.remember(SCOPE, "event", text, speaker=speaker, at=SUNDAY)


def _found(bible: Bible, query: str, limit: int = 10) -> list[str]:
    return [each.memory.text for each in bible.conversations.recall(SCOPE, query, limit=limit)]


def _glimpse(seq: int, text: str, **more: object) -> Glimpse:
    usual = Glimpse(
        memory_id=f"m{seq}",
        seq=seq,
        sitting=1,
        type="event",
        text=text,
        speaker=None,
        importance=0.5,
        pinned=0,
        superseded_by=None,
        said_at=stamp(SUNDAY),
        referenced_at=stamp(SUNDAY),
    )
    return usual._replace(**more)  # type: ignore[arg-type]


def test_the_memory_that_shares_the_rarest_words_comes_first(bible: Bible) -> None:
    _remember(bible, "We painted the old boat", "The boat needs a sail", "We bought a sextant for the boat")

    assert _found(bible, "Which boat had the sextant?", limit=1) == ["We bought a sextant for the boat"]


def test_a_memory_is_found_by_other_words_than_its_own(bible: Bible) -> None:
    _remember(bible, "She adopted a puppy", "He repaired the roof", "They baked bread on Sunday")

    assert _found(bible, "Does anybody own a dog?", limit=1) == ["She adopted a puppy"]


def test_an_answer_is_found_beside_its_question(bible: Bible) -> None:
    _remember(
        bible, "Which instrument do you play?", "The marimba, badly.", *(f"Tea was served at {n}" for n in range(9))
    )

    assert "The marimba, badly." in _found(bible, "What instrument does she play?", limit=2)


def test_the_one_asked_about_is_heard_first(bible: Bible) -> None:
    _remember(bible, "I went sailing by the lake", speaker="Ada")
    _remember(bible, "I went sailing by the sea", speaker="Ben")

    assert _found(bible, "Where did Ben go sailing?", limit=1) == ["I went sailing by the sea"]


def test_every_result_says_why_it_came_up(bible: Bible) -> None:
    _remember(bible, "We bought a sextant", speaker="Ada")

    found = bible.conversations.recall(SCOPE, "Did Ada buy the sextant?")

    assert [each.why for each in found] == ["shares sextant; is kin to buy; is said by Ada"]


def test_what_took_the_place_of_a_hit_comes_before_it(bible: Bible) -> None:
    _remember(bible, "I live in Oslo", "I moved from Oslo to Bergen")

    found = bible.conversations.recall(SCOPE, "Where do you live?", history=True)
    assert [each.memory.text for each in found] == ["I moved from Oslo to Bergen", "I live in Oslo"]


def test_with_a_question_there_is_no_cap_per_type_unless_asked_for(bible: Bible) -> None:
    _remember(bible, *(f"The lantern in room {number} is lit by {number}" for number in range(8)))

    capped = bible.conversations.recall(SCOPE, "lantern", per_type=2)

    assert (len(_found(bible, "lantern")), len(capped)) == (8, 2)


def test_only_the_type_asked_for_is_shown(bible: Bible) -> None:
    bible.conversations.remember(SCOPE, "goal", "I want to sail around the lake")
    _remember(bible, "We went to the lake")

    found = bible.conversations.recall(SCOPE, "lake", kind="goal")

    assert [each.memory.type.value for each in found] == ["goal"]


@pytest.mark.parametrize("query", ['"', "NEAR(", "* % _ '", "🎬🎬", "在黄昏", "a" * 1024])
def test_any_question_is_harmless(bible: Bible, query: str) -> None:
    _remember(bible, "We bought a sextant")

    assert isinstance(_found(bible, query), list)


def test_a_question_over_its_limit_is_refused(small: Bible) -> None:
    with pytest.raises(TooLarge, match="1,024"):
        _found(small, "x" * 1025)


def test_an_unknown_type_is_refused(small: Bible) -> None:
    with pytest.raises(Invalid, match="type must be one of"):
        small.conversations.recall(SCOPE, "lake", kind="gossip")


def test_importance_and_age_decide_between_equals() -> None:
    old = _glimpse(1, "the lamp", said_at=stamp(SUNDAY - timedelta(days=400)), referenced_at=0, sitting=1)
    new = _glimpse(9, "the lamp", sitting=2)
    weighty = _glimpse(19, "the lamp", importance=0.9, sitting=3)
    candidates = Candidates.of([old, new, weighty], [frozenset({"lamp"})] * 3, [0.0] * 3)

    found = ranked(MemoryQuestion(rarity={"lamp": 2.0}), candidates, at=SUNDAY)

    assert [each.candidate.memory.memory_id for each in found] == ["m19", "m9", "m1"]


def test_many_candidates_come_in_the_order_of_their_scores() -> None:
    glimpses = [
        _glimpse(9 * n, "the lamp" + " again" * (n % 7), importance=n % 11 / 10, sitting=n) for n in range(5 * AT_ONCE)
    ]
    candidates = Candidates.of(glimpses, [frozenset({"lamp"})] * len(glimpses), [0.0] * len(glimpses))

    found = [*ranked(MemoryQuestion(rarity={"lamp": 2.0}), candidates, at=SUNDAY)]

    assert len(found) == len(glimpses)
    assert found == sorted(found, key=lambda each: (-each.score, -each.candidate.memory.seq))


def test_a_memory_lends_to_the_two_lines_on_either_side_of_it_in_its_sitting() -> None:
    seqs = [12, 8, 30, 11, 13, 10, 9, 31]
    glimpses = [_glimpse(seq, "the lamp", sitting=2 if seq == 31 else 1) for seq in seqs]
    shared = [frozenset({"lamp"}) if seq in (10, 30) else frozenset[str]() for seq in seqs]

    candidates = Candidates.of(glimpses, shared, [0.0] * len(seqs))

    found = {
        each.candidate.memory.seq: each for each in ranked(MemoryQuestion(rarity={"lamp": 2.0}), candidates, at=SUNDAY)
    }

    lent = {seq: each.beside / found[10].own for seq, each in found.items()}
    assert lent == pytest.approx({8: 0.1, 9: 0.4, 10: 0.0, 11: 0.6, 12: 0.2, 30: 0.0})


def test_a_candidate_with_nothing_in_common_is_left_out() -> None:
    candidates = Candidates.of([_glimpse(1, "tea")], [frozenset()], [0.0])

    assert [*ranked(MemoryQuestion(rarity={"lamp": 2.0}), candidates, at=SUNDAY)] == []


def test_several_answers_come_from_more_than_one_sitting() -> None:
    glimpses = [_glimpse(1, "harp"), _glimpse(2, "lute"), _glimpse(3, "drum", sitting=2)]
    found = [
        Ranked(candidate=MemoryCandidate(memory=each), score=score, own=1.0, beside=0.0, is_about=False)
        for each, score in zip(glimpses, (1.0, 0.99, 0.95), strict=True)
    ]

    assert [each.candidate.memory.text for each in spread(found)] == ["harp", "drum", "lute"]
