"""What a message signals between two people: by negation, by whom it addresses, and not by what it quotes."""

from __future__ import annotations

import pytest

from showbible.reading.affect.model import Affect
from showbible.reading.affect.signals import signals


def _affects(text: str) -> list[Affect]:
    return [each.affect for each in signals(text)]


@pytest.mark.parametrize(
    ("said", "affect"),
    [
        ("Our old mare died on Tuesday.", Affect.GRIEF),
        ("My nephew was diagnosed with epilepsy.", Affect.ILLNESS),
        ("I am petrified of the sea.", Affect.FEAR),
        ("I don't feel well, I'm not okay.", Affect.SADNESS),
        ("You ignored me all evening.", Affect.BLAME),
        ("Quit staring at me.", Affect.REFUSAL),
        ("Are you seeing someone else?", Affect.JEALOUSY),
        ("I adore you.", Affect.LOVE),
        ("You are gorgeous.", Affect.ATTRACTION),
        ("I can't stop thinking about you.", Affect.MISSING),
        ("Don't worry, I'm right here.", Affect.REASSURANCE),
        ("I'm proud of you.", Affect.PRAISE),
        ("Wir haben meinen Opa verloren, er ist gestern gestorben.", Affect.GRIEF),
        ("Tengo mucho miedo.", Affect.FEAR),
        ("Tu m'as trahie.", Affect.BLAME),
        ("会いたいよ。", Affect.MISSING),
        ("I am so mad at my cousin.", Affect.TROUBLE),
        ("I am so mad at you.", Affect.ANGER),
        ("He walked out and left me.", Affect.TROUBLE),
        ("The doctor says my aunt has cancer.", Affect.ILLNESS),
        ("It makes me sad.", Affect.SADNESS),
        ("I'm not ashamed any more.", Affect.EASE),
        ("I wish you were here.", Affect.MISSING),
        ("I won the raffle!", Affect.SUCCESS),
        ("Would you like to join us?", Affect.INVITATION),
        ("You never take my side.", Affect.BLAME),
        ("You sold my guitar.", Affect.BLAME),
        ("You didn't water my plants.", Affect.SUSPICION),
        ("My nephew went to prison.", Affect.TROUBLE),
        ("Estoy triste.", Affect.SADNESS),
        ("Merci beaucoup.", Affect.THANKS),
    ],
)
def test_a_feeling_is_heard(said: str, affect: Affect) -> None:
    assert affect in _affects(said)


@pytest.mark.parametrize(
    "said",
    [
        "The shop closes at noon.",
        "I'm not frightened of mice.",
        "You never lied to me.",
        "You are no coward.",
        "My laptop died during the call.",
        "I'm dying to try that noodle place.",
        "He said you were cruel.",
        'The card read "I miss you".',
        "If you betrayed me I would leave.",
        "The hero dies in the last chapter.",
        "I hate drizzle.",
        "We get off at the next stop.",
        "Ich habe keine Angst.",
        "Je n'ai pas peur.",
        "I'm afraid I can't make it on Friday.",
        "My brother is afraid of dogs.",
        "The funeral scene was filmed on Friday.",
        "My great-grandfather died before I was born.",
        "She says she is furious.",
        "I love how you sing.",
        "You didn't have to.",
        "You haven't met my brother.",
        "The prison was built in 1880.",
        "Do you love me?",
    ],
)
def test_what_is_denied_supposed_quoted_or_about_something_else_is_no_feeling(said: str) -> None:
    assert _affects(said) == []


def test_a_wish_that_is_denied_turns_into_a_refusal() -> None:
    assert _affects("I would kiss you.") == [Affect.DESIRE]
    assert _affects("I will not kiss you.") == [Affect.REFUSAL]


def test_a_bad_name_with_a_laugh_is_a_tease() -> None:
    assert _affects("You are a monster.") == [Affect.INSULT]
    assert _affects("Haha, you are a monster.") == [Affect.JOKE, Affect.TEASE]


def test_a_short_answer_is_in_the_language_that_it_answers() -> None:
    assert [each.affect for each in signals("Willkommen.", among="Hallo, ich bin neu hier. Willkommen.")] == [
        Affect.REUNION
    ]


def test_so_makes_a_feeling_stronger_and_a_bit_makes_it_weaker() -> None:
    much, plain, little = (signals(f"I am {degree}nervous.")[0].strength for degree in ("so ", "", "a bit "))

    assert much > plain > little


def test_an_action_between_stars_is_the_speakers() -> None:
    assert Affect.TOUCH in _affects("*reaches for your hand*")


def test_an_endless_message_is_read_in_bounded_time() -> None:
    assert _affects("a" * 200_000) == []
