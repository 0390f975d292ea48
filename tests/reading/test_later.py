"""Of two sentences that are near as wholes the later one answers, though it shares no word with the earlier one."""

from __future__ import annotations

import pytest

from tests.reading.conftest import told

NEAR = 0.5
BETWEEN = 0.4
FAR = 0.1


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What do I teach?", ("I teach pottery at the night school.", "Weaving is what they handed me this term.")),
        ("What do I eat in the morning?", ("In the morning I eat porridge.", "Two boiled eggs at dawn keep me going.")),
        (
            "Which language am I learning?",
            ("I'm learning Turkish on the bus.", "Georgian has an alphabet like spilled noodles."),
        ),
    ],
)
def test_the_later_of_two_near_sentences_answers(question: str, said: tuple[str, str]) -> None:
    earlier, later = said

    assert told(question, said, alike=NEAR)[0] == later
    assert earlier not in told(question, said, alike=NEAR)
    assert told(question, said, alike=FAR)[0] == earlier


@pytest.mark.parametrize(
    ("question", "earlier", "later"),
    [
        ("What's my locker number?", "My locker number is 310.", "A man at the gym had locker 77 and lost his key."),
        ("What do I bake?", "I bake rye bread on Sundays.", "I also bake poppy seed rolls these days."),
        ("What's my tortoise called?", "My tortoise is called Bishop.", "The tortoise ate a whole cucumber today."),
        ("Where did I meet my wife?", "I met my wife at a funeral.", "My wife had lunch with me by the canal."),
        ("Do I own a kiln?", "I own a kiln, a small one.", "The kiln was on all night."),
    ],
)
def test_a_later_sentence_that_is_no_other_answer_takes_no_place(question: str, earlier: str, later: str) -> None:
    said = (earlier, later)

    assert earlier in told(question, said, alike=NEAR) == told(question, said)


def test_whether_something_is_so_is_told_by_the_one_that_reverses_it() -> None:
    said = ("I own a kiln, a small one.", "No more pottery for me, the thing is sold.")

    assert told("Do I own a kiln?", said, alike=NEAR) == [said[1]]


def test_what_the_newest_answer_puts_out_of_date_is_left_out() -> None:
    said = ("My masseur is Mr. Brandt, thumbs like spoons.", "Mrs. Adeyo does my neck now and hums.")

    assert told("Who does my neck?", said, alike=NEAR) == [said[1]]


def test_what_words_have_settled_is_weighed_on() -> None:
    said = (
        "The sauna club meets on Mondays.",
        "I'm sailing to Oban in August with the sauna club for two weeks.",
        "Oban is in September now, the boat has a leak and the sauna club voted.",
    )

    assert told("When do I sail to Oban?", said, alike=NEAR)[0] == said[2]
    assert said[1] not in told("When do I sail to Oban?", said, alike=NEAR)


def test_another_value_speaks_for_a_later_sentence_and_the_same_value_against_it() -> None:
    first = "I charge the bakery 40 an hour for the accounts."
    another, same = "The bakery pays me 55 an hour.", "The bakery still pays me 40 an hour."

    assert first not in told("How much do I charge the bakery per hour?", (first, another), alike=BETWEEN)
    assert first in told("How much do I charge the bakery per hour?", (first, same), alike=BETWEEN)
