"""A new sentence updates, corrects, withdraws, adds to or restates what was said before; or leaves it alone."""

from __future__ import annotations

import pytest

from showbible.reading import reader
from showbible.reading.changes import effects as effects_of
from showbible.reading.model import Earlier, EffectKind
from tests.reading.conftest import WEDNESDAY, effects, replaced


@pytest.mark.parametrize(
    "said",
    [
        ("I live in Gdansk.", "We moved to Tartu last month."),
        ("I live in Gdansk.", "I don't live in Gdansk anymore."),
        ("My boss is called Ferrer.", "My new boss is Okafor."),
        ("I own three kayaks.", "I own four kayaks now."),
        ("My bus leaves at 7:40.", "My bus leaves at 8:05 now."),
        ("I have a fitting on Monday.", "Sorry, the fitting is on Tuesday."),
        ("I play the cello.", "I gave up the cello."),
        ("We have a lodger.", "We won't take a lodger again."),
        ("I live in Gdansk.", "My flat in Tartu has a stove."),
        ("I own three kayaks.", "I own four kayaks now, and they charge for the shed too."),
        ("I row twice a week.", "I row twice a month now."),
        ("I'm single.", "I'm engaged to Pavel."),
        ("I love olives.", "I can't stand olives."),
        ("My sister is called Hana.", "Actually my sister is called Hanka, not Hana."),
        ("The parcel weighs 4 kg.", "Sorry, 6."),
        ("We're off to Crete in June.", "Crete is cancelled."),
        ("I keep a stall at the harbour.", "I folded up the stall for good."),
        ("I'm seeing Pavel.", "Pavel and I called it quits."),
        ("My choir sings on Mondays.", "The choir disbanded after the summer."),
        ("The film is on screen 4.", "I looked at the ticket with my glasses on: screen 6."),
        ("We need 12 benches.", "21, I mixed up the digits"),
        ("My plate is KV62 ORB.", "Wait, typo, KV62 OBR, my thumbs swap them."),
        ("We run 300 head of goats.", "We run 240 goats after the sale."),
        ("Our new verger is called Marlis.", "Merlis, with an e, she spelled it for me."),
        ("The new lodger is called Rashford.", "Rushford, with a u, he says."),
        ("My tutor's name is Ostrowski.", "Ostrowska, not Ostrowski, I blush."),
        ("I have an allergy to wool.", "I've outgrown the wool allergy."),
        ("Ich wohne in Bremen.", "Wir sind nach Kiel gezogen."),
        ("Vivo en Cádiz.", "Ahora vivo en Lugo."),
        ("J'habite à Nantes.", "J'habite maintenant à Brest."),
        ("大阪に住んでいます。", "先月、京都に引っ越しました。"),
    ],
)
def test_what_holds_no_more_is_replaced(said: tuple[str, str]) -> None:
    assert replaced(*said) == ["0"]


@pytest.mark.parametrize(
    "said",
    [
        ("I live in Gdansk.", "My brother lives in Tartu."),
        ("I live in Gdansk.", "If I lived in Tartu, I'd skate."),
        ("I live in Gdansk.", "Do you live in Tartu?"),
        ("I live in Gdansk.", "I lived in Tartu years ago."),
        ("I own three kayaks.", "I own two canoes."),
        ("My friend Ines paints.", "My friend Marek paints boats."),
        ("I have a dog called Sable.", "We also have a dog called Fitch."),
        ("I speak Frisian.", "I speak some Welsh, too."),
        ("My ward Elif is six.", "My ward Jasper is nine."),
        ("Mein Sohn heißt Anton.", "Wir haben noch einen Sohn, er heißt Mattis."),
        ("I love olives.", "I have no idea about olives."),
        ("The ferry to Brodick leaves at 9:00.", "The ferry to Larne leaves at 11:30."),
        ("The shop sells buttons.", "The corner shop sells eggs."),
        ("My hut has 12 windows.", "We stopped at the hut."),
        ("I work as a welder.", "My flatmate works as a diver."),
        ("I have a kayak.", "My cousin wants to sell a kayak."),
        ("I play the cello.", "I won't stop playing the cello."),
        ("We meet at 6:30.", "Sun's out, it's like July."),
        ("The code of my bike lock is 808.", "Somebody left a lock on the gate, code unknown."),
        ("My landlady is called Frau Hinze.", 'Please check my sentence for the inn: "A room at the back, please".'),
        ("My brother Marten plays darts.", "My brother Martin came with a cake."),
    ],
)
def test_what_still_holds_is_left_alone(said: tuple[str, str]) -> None:
    assert replaced(*said) == []


def test_the_same_said_again_restates() -> None:
    assert [each.kind for each in effects("I live in Gdansk.", "Like I said, I live in Gdansk.")] == [
        EffectKind.RESTATES
    ]


def test_a_second_one_adds() -> None:
    found = effects("My favourite lake is Bled.", "Another favourite lake is Ohrid.")

    assert EffectKind.UPDATES not in [each.kind for each in found]


def test_a_denial_withdraws_what_was_put_into_the_user_s_mouth() -> None:
    assert replaced("I'm allergic to walnuts.", "I never said I was allergic to walnuts.") == ["0"]


def test_a_joke_withdraws_the_sentence_before_it_and_no_other() -> None:
    assert replaced("I row.", "I was raised by otters.", "Just kidding!") == ["1"]


def test_a_bare_correction_reaches_the_last_value_of_its_kind() -> None:
    assert replaced("We meet at 6:30.", "Bring a coat.", "Oops, 7:10.") == ["0"]


def test_nobody_takes_back_in_one_breath_what_they_do_not_put_right() -> None:
    said, new = reader.read("I need a riddle for the fair. I have no riddle.", at=WEDNESDAY)

    earlier = [Earlier(id="0", reading=said, sentences_ago=1, same_turn=same) for same in (False, True)]

    assert [[each.kind for each in effects_of(new, [one])] for one in earlier] == [[EffectKind.WITHDRAWS], []]


def test_a_denial_withdraws_the_question_it_answers() -> None:
    assert replaced("Why does it say I have ferrets?", "I never said I had ferrets.") == ["0"]


def test_vectors_bridge_sentences_that_share_no_word() -> None:
    said = ("I wake at 6:30.", "My alarm rings at 5:15 now.")

    assert ([each.kind for each in effects(*said, near=0.1)], [each.kind for each in effects(*said, near=0.9)]) == (
        [],
        [EffectKind.UPDATES],
    )


def test_sentences_of_one_sense_are_of_one_matter() -> None:
    said = ("I wake at 6:30.", "My alarm rings at 5:15 now.")

    assert [[each.kind for each in effects(*said, sense=sense)] for sense in (0.45, 0.65)] == [[], [EffectKind.UPDATES]]


def test_one_sense_makes_nobody_another() -> None:
    assert effects("My sister wakes at 6:30.", "I wake at 5:15.", sense=0.9) == []


def test_a_reply_never_replaces_what_the_user_said() -> None:
    (said,) = reader.read("I live in Gdansk.", at=WEDNESDAY)
    (reply,) = reader.read("I live in Tartu.", at=WEDNESDAY, speaker="assistant")

    assert effects_of(reply, [Earlier(id="0", reading=said)]) == []


def test_an_effect_says_why_in_words() -> None:
    (effect,) = effects("I own three kayaks.", "I own four kayaks now.")

    assert effect.why == "four takes the place of three."
