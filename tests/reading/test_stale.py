"""What held before is left out where values, endings or neighbours tell so in other words."""

from __future__ import annotations

import pytest

from showbible.reading.model import Stance, ValueKind
from tests.reading.conftest import read, replaced, told


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("My 10K time is 52:08.", ValueKind.DURATION),
        ("I rowed it in 1:52:07.", ValueKind.DURATION),
        ("I swam the length in 1:04.33.", ValueKind.DURATION),
        ("The bus leaves at 23:59.", ValueKind.CLOCK),
        ("The shop shuts at 24:00.", ValueKind.CLOCK),
    ],
)
def test_a_time_that_no_clock_shows_was_taken(text: str, kind: ValueKind) -> None:
    assert kind in {value.kind for value in read(text).values if ":" in value.text}


@pytest.mark.parametrize(
    "said",
    [
        ("My 10K time is 52:08.", "My 10K time is 49:30."),
        ("My mile best is 25:12.", "My mile best is 23:40."),
        ("Our choir meets every Tuesday.", "The choir meets on Fridays."),
        ("I'm a member of the rowing club.", "I gave up the rowing club membership."),
        ("I subscribe to the Tidewater Post.", "I cancelled the Post subscription."),
        ("I sit on the parish council.", "I've retired from the parish council."),
        ("I chair the allotment society.", "I stepped down as chair of the allotment society."),
        ("Ines is my girlfriend.", "We broke up on Sunday."),
        ("My boyfriend is called Tarik.", "We've split up."),
        ("The viewing is on the 4th.", "no it's the 14th, I misplaced a digit"),
        ("dentist is at 3:15", "no its 3:50 i copied it wrong"),
        ("My lunch break begins at 12:30.", "My lunch break begins at 1."),
        ("My inhaler has 80 puffs.", "My inhaler has 35 puffs."),
        ("I'm on 20 mg of citalopram.", "I'm on 30 mg of citalopram."),
        ("My son is in Class 4.", "My son is in Class 5."),
        ("Mein Bus kommt um 8:05.", "Mein Bus kommt um 8:20."),
        ("Our gardener, Aurel, is late.", "Our gardener, Bea, pruned the quince."),
        ("Our baker Henk knows me.", "Noor, who is our baker, knows me."),
        ("My boss is Mr Tallis.", "Mrs Amadi is my boss."),
        ("I have an account with Sparbank.", "I closed my account with Sparbank."),
        ("I'm on the quiz team.", "I'm off the quiz team."),
        ("I rub some on my knee for the gout.", "I no longer rub anything on my knee for gout."),
        ("Our lodger is called Wendel.", "He corrected me, he is Wendelin."),
    ],
)
def test_it_is_replaced(said: tuple[str, str]) -> None:
    assert replaced(*said) == ["0"]


@pytest.mark.parametrize(
    "said",
    [
        ("I sing in the cathedral choir.", "The coach left from the cathedral steps."),
        ("Ines is my girlfriend.", "We broke up the old patio."),
        ("Ines is my girlfriend.", "My sister and Otto broke up."),
        ("I woke at 6 with a cough.", "I woke at 7:30 with the sun."),
        ("My inhaler has 80 puffs.", "My brother's inhaler has 35 puffs."),
        ("Our gardener, Aurel, is late.", "Our old gardener, Bea, pruned the quince."),
        ("Our gardener, Aurel, is late.", "Our baker, Bea, is not."),
        ("My friend, Aurel, is late.", "My friend, Bea, is not."),
        ("I put honey in my tea at night.", "I no longer put lemon in my tea."),
        ("I'm 64.", "At heart I'm 20."),
        ("I'm a member of the rowing club.", "I cancelled the pottery club membership."),
    ],
)
def test_it_stands(said: tuple[str, str]) -> None:
    assert replaced(*said) == []


def test_what_somebody_is_at_heart_is_not_told_as_true() -> None:
    assert read("I'm a sailor at heart.").stance is Stance.SUPPOSED


def test_a_no_before_a_pronoun_denies_nothing() -> None:
    assert read("No it's the 14th, we checked.").stance is not Stance.DENIED


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "Which day is my chess club?",
            ["Our chess club meets every Monday.", "I'll miss you on Wednesday. That's when the chess club meets."],
        ),
        (
            "Where does my aunt live?",
            ["My aunt lives in Lugano.", "We are off to Bellinzona tomorrow. That's where my aunt lives."],
        ),
        (
            "À quel étage est-ce que j'habite ?",
            ["J'habite au troisième étage.", "Neuvième étage sans balcon. C'est là que j'habite."],
        ),
    ],
)
def test_a_value_is_of_what_the_next_sentence_says(question: str, said: list[str]) -> None:
    found = told(question, said)
    assert found[0] == said[1].split(". ")[0] + "."
    assert said[0] not in found


def test_one_who_looks_after_several_is_one() -> None:
    said = ["Our tutor is Milena, and my sons adore her.", "We pay Goran, who is our tutor, by the hour."]
    assert told("What's the name of the tutor who teaches my sons?", said, near=0.3) == said[1:]


def test_what_is_said_of_an_addition_takes_nothing_s_place() -> None:
    said = ["I collect thimbles.", "I collect jugs as well. They fill the hall."]
    assert said[0] in told("What do I collect?", said, near=0.5, alike=0.9)
