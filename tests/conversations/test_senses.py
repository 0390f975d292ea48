"""Sentences are placed as wholes beside what their words mean, and asked for where words leave a question in doubt."""

from __future__ import annotations

import pytest

from showbible import flow
from showbible.bible import Bible
from showbible.conversations.learn import placing
from showbible.conversations.model import MemoryDraft, Scope
from showbible.conversations.recall import relevant, senses
from showbible.llm.embeddings.embedder import Embedder
from showbible.llm.embeddings.pieces import default
from showbible.vocabulary import utcnow
from tests.conversations.conftest import Talk, a_talk

SCOPE = Scope(user_id="lena", character_id="emma")


def _placed(bible: Bible) -> int:
    return int(bible.db.value("SELECT COUNT(*) FROM sentence_vectors WHERE model = :model", model=default().name))


def _near(bible: Bible, text: str) -> dict[str, float]:
    return {
        bible.db.value("SELECT text FROM memories WHERE memory_id = :memory_id", memory_id=each): share
        for each, share in senses.near(bible.db, SCOPE, text, encoder=default).items()
    }


def _remember(bible: Bible, *texts: str) -> list[str]:
    return [*bible.conversations.remember_many(SCOPE, [MemoryDraft(type="fact", text=text) for text in texts])]


def test_what_users_say_is_placed_as_a_whole_in_a_language_that_is_known(bible: Bible) -> None:
    ids = _remember(bible, "Lena sails a boat.", "Lena segelt gern mit dem Boot.", "Лена ходит на лодке.")
    placing.place_sentences(bible.db, default, ids)

    assert (_placed(bible), {*_near(bible, "a boat")}) == (3, {"Lena sails a boat.", "Lena segelt gern mit dem Boot."})


def test_what_is_looked_for_may_lie_elsewhere_than_what_is_asked_with(bible: Bible) -> None:
    ids = _remember(bible, "Lena sails a boat.", "The oven is cold.")
    placing.place_sentences(bible.db, default, ids)
    oven = default().embed(["an oven"])[0]

    (first, *_) = senses.near(bible.db, SCOPE, "a boat", encoder=default, turn=lambda row: oven - row)

    assert bible.db.value("SELECT text FROM memories WHERE memory_id = :id", id=first) == "The oven is cold."


def test_a_reply_is_near_nothing(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    tell(talk, "I sail a boat.", "A boat, how lovely.")
    lines = [row.memory_id for row in bible.db.all("SELECT memory_id FROM memories")]

    placing.place_sentences(bible.db, default, lines)

    assert [*_near(bible, "a boat")] == ["I sail a boat."]


def test_sentences_wait_for_a_job(bible: Bible) -> None:
    _remember(bible, *(f"Boat {number} is mine." for number in range(3)))
    before = placing.announce_waiting(bible.db, default, default)

    placing.encode_next(bible.db, default())

    assert (before, _placed(bible), placing.announce_waiting(bible.db, default, default)) == (True, 3, False)


@pytest.mark.parametrize("act", ["forget", "correct", "forget the user"])
def test_a_sentence_that_is_no_more_is_placed_no_more(bible: Bible, act: str) -> None:
    (memory_id,) = _remember(bible, "Lena sails a boat.")
    placing.encode_next(bible.db, default())

    match act:
        case "forget":
            bible.conversations.memories.forget(memory_id)
        case "correct":
            bible.conversations.memories.correct(memory_id, {"text": "Lena rows."})
        case _:
            flow.forget_user(bible.resources, "lena")

    assert _placed(bible) == 0


def test_an_encoder_is_asked_for_questions_and_in_doubt(bible: Bible) -> None:
    _remember(bible, "I live in Gdansk.", "One sting and I run.")
    asked: list[str] = []

    def ask(question: str) -> list[str]:
        def encoder() -> Embedder | None:
            asked.append(question)
            return None

        found = relevant.relevant(bible.db, SCOPE, question, at=utcnow(), limit=3, encoder=encoder)
        return [each.memory.text for each in found][:1]

    answers = [ask("live Gdansk"), ask("Where do I live?"), ask("wasps"), ask("What am I allergic to?")]

    assert answers == [["I live in Gdansk."], ["I live in Gdansk."], [], []]
    assert [*dict.fromkeys(asked)] == ["Where do I live?", "wasps", "What am I allergic to?"]


def test_sentences_are_compared_as_they_were_encoded(bible: Bible) -> None:
    boat, ferry, loaf = _remember(bible, "I sail a boat.", "I sail a small boat.", "Rye bread is my favourite.")
    placing.encode_next(bible.db, default())

    found = senses.alike(bible.db, SCOPE, boat, [ferry, loaf], encoder=default)

    assert found[ferry] > 0.8 > 0.3 > found[loaf]


def test_nothing_is_alike_where_nobody_encodes(bible: Bible) -> None:
    one, two = _remember(bible, "I sail a boat.", "I sail a small boat.")

    assert senses.alike(bible.db, SCOPE, one, [two], encoder=lambda: None) == {}
    assert senses.alike(bible.db, SCOPE, one, [two], encoder=default) == {}


def test_an_answer_is_read_together_with_its_question_and_says_so(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    tell(talk, "The landlord takes 640 off me every month.", "I see.")

    known = bible.conversations.recall(SCOPE, "How much is my rent?")

    assert [(each.memory.text, "read together" in each.why) for each in known][:1] == [
        ("The landlord takes 640 off me every month.", True)
    ]
    assert bible.conversations.recall(SCOPE, "How tall is my brother?") == []


def test_nothing_is_read_together_where_nobody_encodes(bible: Bible, tell: Talk) -> None:
    tell(a_talk(bible), "The landlord takes 640 off me every month.", "I see.")

    found = relevant.relevant(bible.db, SCOPE, "How much is my rent?", at=utcnow(), limit=3, encoder=lambda: None)

    assert not any("read together" in each.why for each in found)


def test_what_replaced_an_answer_answers_in_its_place_and_says_so(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    tell(talk, "My rent is 640 a month.", "I see.")
    tell(talk, "Sorry, I meant 680.", "Ah.")

    known = bible.conversations.recall(SCOPE, "What does the landlord get from me?")

    assert [(each.memory.text, each.why) for each in known][:1] == [
        ("Sorry, I meant 680.", "replaces what answered, read together with the question")
    ]
