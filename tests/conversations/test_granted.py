"""Who asks describes a thing in their own words: only what was said of another one is a reason to be silent."""

from __future__ import annotations

import pytest

from showbible.bible import Bible
from showbible.conversations.model import Scope
from tests.conversations.conftest import Talk, a_talk

EMMA = Scope(user_id="lena", character_id="emma")


def _is_told(bible: Bible, question: str) -> bool:
    return bool(bible.conversations.recall(EMMA, question))


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("I rake the gravel at the abbey.", "What do I rake at the crumbling mountain abbey?"),
        ("My kayak is stuck in Hull until May.", "Where is my leaky fibreglass kayak stuck?"),
        ("I won a goose in the lottery.", "What did I win in the charity lottery?"),
        ("The saddle cost me 90 euros.", "What did the worn saddle from the flea market cost?"),
        ("I lent two ladders to Oda.", "How many ladders did I lend to the parish choir?"),
        ("I have an audition at Polaris on Friday.", "When is my audition at the harbour?"),
        ("I fixed the clock with a hairpin.", "How did I fix the clock in the parlour?"),
        ("We bake forty loaves for the harvest supper.", "How many loaves are going to my uncle's harvest supper?"),
    ],
)
def test_what_was_never_said_of_a_thing_is_no_reason_to_be_silent(
    bible: Bible, tell: Talk, said: str, question: str
) -> None:
    tell(a_talk(bible), said)

    assert _is_told(bible, question)


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("My flute teacher is called Orsolya.", "What is my harp teacher called?"),
        ("The saddle cost me 90 euros.", "What did the bridle cost?"),
        ("I won a goose in the lottery.", "What did I win in the regatta?"),
        ("I lent two ladders to the bakery.", "How many ladders did I lend to the parish choir?"),
        ("Our gas contract ends in May.", "When does our water contract end?"),
        ("We bake forty loaves for our harvest supper.", "How many loaves are going to my uncle's harvest supper?"),
        ("My sledge is red.", "What colour is my anorak?"),
        ("I have an audition at the mill on Friday.", "When is my audition at the harbour?"),
    ],
)
def test_another_thing_of_the_sort_is_one(bible: Bible, tell: Talk, said: str, question: str) -> None:
    tell(a_talk(bible), said)

    assert not _is_told(bible, question)


def test_another_thing_is_no_reason_where_the_thing_itself_was_mentioned(bible: Bible, tell: Talk) -> None:
    talk = a_talk(bible)
    tell(talk, "My flute teacher is called Orsolya.")
    tell(talk, "A teacher called Matyas comes on Fridays.")

    assert _is_told(bible, "What is my harp teacher called?")


def test_a_word_for_somebody_may_be_part_of_what_a_thing_is_called(bible: Bible, tell: Talk) -> None:
    tell(a_talk(bible), "I sold the cello for 700.")

    assert _is_told(bible, "How much did I get for the cello from my student days?")
