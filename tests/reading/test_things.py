"""What a question takes for granted, and whether a sentence speaks of it or of another one of its sort."""

from __future__ import annotations

import pytest

from showbible.reading import things
from showbible.reading.grammar import grammar
from showbible.reading.model import Thing
from showbible.reading.questions import read_question


@pytest.mark.parametrize(
    ("question", "called"),
    [
        ("What colour is the van?", ["van"]),
        ("When does my lease run out?", ["lease"]),
        ("What size is my bicycle helmet?", ["bicycle helmet"]),
        ("What's my boat called?", ["boat"]),
        ("What is my shoe size?", []),
        ("Where does my sister work?", []),
        ("Do I own a kayak?", []),
        ("How did I do in the sailing exam?", ["exam sailing"]),
        ("When did we move to our new cottage?", ["cottage"]),
        ("What's my grandson's name?", []),
        ("How do we heat our house in the valley?", ["valley"]),
        ("When does my nephew's fishing permit expire?", ["fishing permit"]),
        ("What does the draughty cabin in Norway cost?", ["cabin draughty"]),
        ("Where is our corner kiosk moving?", ["corner kiosk moving"]),
    ],
)
def test_a_question_takes_things_for_granted(question: str, called: list[str]) -> None:
    assert [" ".join(sorted(each.words)) for each in read_question(question).things] == called


@pytest.mark.parametrize(
    ("question", "head"),
    [
        ("What size is my bicycle helmet?", "helmet"),
        ("When does my nephew's fishing permit expire?", "permit"),
        ("Where is our corner kiosk moving?", "kiosk"),
        ("Who is running the egg race next week?", "race"),
    ],
)
def test_a_thing_is_named_by_its_last_noun(question: str, head: str) -> None:
    assert [each.head for each in read_question(question).things] == [head]


def test_it_is_known_after_which_preposition_a_thing_stands() -> None:
    found = read_question("What did the juggler win with the kite at the harbour fair?").things

    assert {each.head: each.after for each in found} == {"juggler": "", "kite": "with", "fair": "at"}


@pytest.mark.parametrize(
    ("text", "another"),
    [
        ("I pay 40 for the stable.", True),
        ("I pay 40 for stable and oats.", True),
        ("I pay 40 with a heavy heart.", False),
        ("I pay 40 for nothing.", False),
        ("I paid Polaris 40 for 2026, for Ines.", False),
    ],
)
def test_something_else_may_stand_after_its_preposition(text: str, another: bool) -> None:
    english = grammar("en")
    assert english is not None

    assert things.has_another_after(Thing("paddock", after="for"), text, english) is another


@pytest.mark.parametrize(
    ("text", "another"),
    [
        ("My flute teacher hums.", True),
        ("The flute tutor hums.", True),
        ("My harp teacher hums.", False),
        ("My teacher hums.", False),
        ("My famous teacher hums.", False),
        ("The Tuesday teacher hums.", False),
        ("We missed teacher training.", False),
        ("My flute teacher and the harp teacher hum.", False),
        ("The flute hums.", False),
    ],
)
def test_a_text_may_speak_of_another_one_of_the_sort(text: str, another: bool) -> None:
    english = grammar("en")
    assert english is not None

    assert things.is_another(Thing("teacher", frozenset({"harp"})), text, english) is another


def test_what_the_question_says_elsewhere_tells_no_other_one() -> None:
    english = grammar("en")
    assert english is not None
    thing, text = Thing("warden", frozenset({"grumpy"})), "The museum warden hums."

    assert [things.is_another(thing, text, english, asked=frozenset(each)) for each in ((), ("museum",))] == [
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("text", "another"),
    [
        ("Our kettle is dented.", True),
        ("The old blue pram was stolen.", True),
        ("My toaster is dented.", False),
        ("I sold it in May.", False),
        ("My brother says hello.", False),
    ],
)
def test_a_text_may_begin_with_another_thing(text: str, another: bool) -> None:
    english = grammar("en")
    assert english is not None

    assert things.begins_with_another([Thing("toaster")], text, english) is another
    assert not things.begins_with_another([Thing("toaster", after="beside")], text, english)
