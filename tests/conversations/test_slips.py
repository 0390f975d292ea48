"""A slip is put right soon after, and whoever asks hears what was meant, however little of it was said."""

from __future__ import annotations

from datetime import timedelta

import pytest

from showbible.bible import Bible
from showbible.conversations.model import Scope
from tests.conversations.conftest import SUNDAY, Talk, a_talk

EMMA = Scope(user_id="lena", character_id="emma")


def _told(bible: Bible, tell: Talk, said: tuple[str, ...], question: str) -> list[str]:
    talk = a_talk(bible)
    for number, text in enumerate(said):
        tell(talk, text, reply="Go on.", at=SUNDAY + timedelta(minutes=20 * number))
    return [each.memory.text for each in bible.conversations.recall(EMMA, question)]


@pytest.mark.parametrize(
    ("said", "question", "first"),
    [
        (
            ("my shed code is 2290 dont lose it", "oh no its 2209. i rattled that thing for five minutes"),
            "What's the code of my shed?",
            "oh no its 2209.",
        ),
        (
            ("my aunt's party is in leeds and i have no car", "not leeds lol. bradford."),
            "Where is my aunt's party?",
            "bradford.",
        ),
        (("I put rye flour in my pancakes.", "Not rye. Spelt."), "Which flour is in my pancakes?", "Spelt."),
        (
            ("Counted my sheep. 43 of them.", "It's 41, one was a dog."),
            "How many sheep do I have?",
            "It's 41, one was a dog.",
        ),
        (
            ("vet at 5 today, wish us luck", "read the card again, vet at 5.45."),
            "When are we at the vet's?",
            "read the card again, vet at 5.45.",
        ),
    ],
)
def test_what_was_meant_is_told_first(
    bible: Bible, tell: Talk, said: tuple[str, ...], question: str, first: str
) -> None:
    told = _told(bible, tell, said, question)

    assert told[0] == first


def test_how_long_is_answered_by_when_it_began(bible: Bible, tell: Talk) -> None:
    told = _told(bible, tell, ("I've rented the boathouse since 2014.",), "How long have I had the boathouse?")

    assert told[:1] == ["I've rented the boathouse since 2014."]


def test_what_a_story_quotes_is_not_the_speaker_s(bible: Bible, tell: Talk) -> None:
    mine = "I play the bassoon in a wind band."
    story = "I'm writing a play, the butler says: 'I play the harp, softly, at every funeral in town.'"

    told = _told(bible, tell, (mine, story), "Which instrument do I play?")

    assert told[0] == mine


@pytest.mark.parametrize("question", ["Who am I going out with?", "Am I seeing anyone?", "Who is my girlfriend?"])
def test_whom_somebody_goes_out_with_is_told_by_any_word_for_them(bible: Bible, tell: Talk, question: str) -> None:
    told = _told(bible, tell, ("my girlfriend nadja baked me a loaf bc i was sad", "the bus was late"), question)

    assert told[:1] == ["my girlfriend nadja baked me a loaf bc i was sad"]


def test_who_tells_what_they_drive_names_a_car(bible: Bible, tell: Talk) -> None:
    told = _told(bible, tell, ("I drive a rusty Multipla.", "My cousin bought a caravan."), "What car do I have?")

    assert told[:1] == ["I drive a rusty Multipla."]
