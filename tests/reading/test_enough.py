"""That a sentence speaks of a thing is no answer yet: it has to tell of it what is asked."""

from __future__ import annotations

import pytest

from tests.reading.conftest import told

NEAR = 0.5
"""How near a sentence may come to a question that it does not answer."""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Who is our chimney sweep?", "The chimney sweep left soot on the landing."),
        ("Who is my landlord?", "My landlord raised the rent in May."),
        ("Who taught me to juggle?", "I juggle on the landing when it rains."),
        ("What does my lodger do for a living?", "My lodger leaves wet towels everywhere."),
        ("What does my cousin do for a living?", "My cousin eats like a horse and sleeps like one."),
        ("When did my aunt have the operation?", "My aunt has walked with a limp since the operation."),
        ("When does the market open?", "The market is 4 km from here."),
        ("Where is the depot?", "I was in the depot for ages."),
        ("How many goats do we keep?", "We keep eleven hens."),
        ("How many parrots do we have?", "We have had parrots for years."),
        ("How many chairs are in the hall?", "The chairs in the hall are from room 9."),
        ("How much do I pay for the stall?", "The stall has six shelves."),
        ("What is my call sign?", "My call sign is short."),
        ("What is the ferryman called?", "The ferryman is a man of few words."),
        ("When do we dance?", "We dance on the veranda."),
    ],
)
def test_what_speaks_of_the_thing_and_does_not_tell_what_is_asked_of_it_is_no_answer(question: str, said: str) -> None:
    assert told(question, [said], near=NEAR) == []


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Who is our chimney sweep?", "Lars is the chimney sweep these days."),
        ("Who is our chimney sweep?", "Our chimney sweep is the vicar's nephew."),
        ("Who is the goalkeeper of our team?", "They made a plasterer goalkeeper of the team."),
        ("Who taught me to juggle?", "My uncle showed me how to juggle."),
        ("Who do I clean for?", "I clean for the opera."),
        ("Who looks after the graves?", "The parish looks after the graves."),
        ("What does my lodger do for a living?", "My lodger is a retired harbour pilot."),
        ("What does my cousin do for a living?", "My cousin works nights at the mill."),
        ("When did my aunt have the operation?", "My aunt had the operation in March."),
        ("Where is the depot?", "The depot is behind the church."),
        ("How many cattle do we keep?", "We keep eleven calves."),
        ("How many of us are coming?", "Nine plates for all of us who are coming."),
        ("How many weeks until the trip?", "The trip is in three weeks."),
        ("How much do I pay for the stall?", "I pay 40 for the stall."),
        ("How high is the toll?", "They took 12 euros, that is the toll."),
        ("What is my call sign?", "My call sign is Badger Nine."),
        ("Who did I dance with?", "I danced with a man who smelled of tar."),
        ("When do we dance?", "We dance on Midwife's Day."),
        ("What was my job after the army?", "After the army I went on the boats."),
    ],
)
def test_what_tells_it_is_one(question: str, said: str) -> None:
    assert told(question, [said], near=NEAR) == [said]
