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
        ("I keep a stall with Piet.", "I don't keep the stall with Piet any more."),
        ("My wife Ada sings.", "Ada and I split up."),
        ("I ride on Sundays.", "I don't ride on Sundays any more."),
        ("We own nine geese.", "We own seven geese."),
        ("My son is in third grade.", "My son is in fourth grade."),
        ("We leave for Tromso in May.", "We leave for Tromso in June now."),
        ("My exam is on the 3rd of May.", "My exam is on the 5th of May."),
        ("Piet is on my couch.", "Piet left."),
        ("The gate is on Kiln Road.", "I said Kiln Road and meant Mill Road, that's where the gate is."),
        ("The race is at 9:00.", "My brother says it is 10:00."),
        ("He wants 900 for the north gable.", "He wants 750 for the north gable, scaffold and all."),
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
        ("I live in Gdansk.", "I'd love to live in Tartu."),
        ("I live in Gdansk.", "We're thinking of moving to Tartu."),
        ("I live in Gdansk.", "I don't want to live in Gdansk."),
        ("I'm a welder.", "I've applied to be a postman."),
        ("I'm a welder.", "I have an interview for a job as a diver."),
        ("I work for Ferrari.", "My father hoped I'd work for Lancia."),
        ("I swim 2 km a day.", "I'm trying to swim 4 km a day."),
        ("Ich wohne in Bremen.", "Wir überlegen, nach Kiel zu ziehen."),
        ("Vivo en Cádiz.", "Quiero vivir en Lugo."),
        ("J'habite à Nantes.", "Je veux habiter à Brest."),
        ("大阪に住んでいます。", "京都に住みたいです。"),
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
        ("My lodger Piet forgot the stove.", "Piet left on Sunday."),
        ("My aunt Wilma baked a tart.", "Wilma does not drive."),
        ("Her name is Solveig.", "He is called Buster."),
        ("He used to be a tailor.", "He's a glazier and a good one."),
        ("I don't think so.", "We agreed."),
        ("Joost mended the pump.", "Greet says the well is dry."),
        ("They are sixty.", "Three of them."),
        ("My uncle has a barge.", "I haven't told my uncle."),
        ("I dreamt Agnes sold the barn.", "Agnes won't sell the barn."),
        ("Ottmar is back from Graz.", "I gave my skates to Lotte and Ottmar."),
        ("The Brauns have a baby.", "The Brauns' baby is called Emil."),
        ("My sister is called Hana.", "My sister has a boat that is called Skua."),
        ("Wim planted his beans early.", "Wim lost his beans."),
        ("Jana went sailing with Milo.", "Jana and Milo are no longer together."),
        ("I gave two hens to Ines.", "I gave the other two hens to Bruno."),
        ("Our tortoise is slow.", "He's leaving the tortoise with me."),
        ("Don't tell my aunt.", "My aunt came by."),
        ("I'm 34 and I mend clocks.", "I haven't sung since I was twelve."),
        ("My niece Ottla is ten.", "Ottla doesn't want to ride any more."),
        ("I'm a surveyor.", "I told her Anton is a painter."),
        ("One was Rolf's cousin.", "Rolf had 3 goats."),
        ("I won a jar of honey and gave it to Berta.", "Berta doesn't like honey."),
        ("Jonas's done with Graz.", "Jonas's got a room in Linz and not in Wels."),
        ("My dad fixed the gate.", "My dad can't do gates."),
        ("The fair was good, I got 52 for the pony.", "The 7th is the fair."),
        ("I met Lukas at the weir.", "Lukas took two days off."),
        ("I gave Hedda my oars.", "Hedda doesn't like oars."),
        ("We leave for Tromso in May.", "We leave on the 12th."),
        ("My heart rate was 90.", "One bowl, quickly."),
        ("Our ferret is called Otto.", "Otto Maximilian."),
        ("The tram comes on Mondays.", "The last tram is on the 14th."),
        ("Ottla told a tale with a heron in it.", "The herons have left."),
        ("We own nine geese.", "Two of the geese flew off."),
        ("I'm learning with Dominik.", "Tilda laughed for once."),
        ("We raised 300 thousand.", "With the money we have three years."),
        ("I run on Sundays.", "I'm going for a run."),
        ("Wim is my neighbour.", "I'm going with Wim to the regatta."),
        ("Ottla brought a goat.", "Ottla went to the auction for a goat."),
        ("Ottla played the viola in the chapel.", "Ottla asks too much, and I say nothing."),
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


def test_who_denies_having_said_anything_of_it_is_believed() -> None:
    assert replaced("I keep geese.", "I said nothing about geese.") == ["0"]


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


def test_who_lives_somewhere_may_want_something_in_the_same_breath() -> None:
    assert replaced("I live in Gdansk.", "I live in Tartu and want to be a diver.") == ["0"]


def test_what_is_somebody_s_is_so_whatever_is_wanted_with_it() -> None:
    assert replaced("My crew of four rows on Mondays.", "I'm hoping to train my crew of five on Mondays.") == ["0"]


@pytest.mark.parametrize(
    ("said", "long_ago", "same_turn"),
    [
        (("My train calls at Leeds.", "Ruth says hello, well, she just says less."), True, False),
        (("I row for six weeks.", "The cox says two, he insists."), False, True),
        (("Nils pretends to hate her.", "Turns out Pepper is a boy."), False, False),
    ],
)
def test_somebody_who_is_spoken_of_puts_nothing_right(said: tuple[str, str], long_ago: bool, same_turn: bool) -> None:
    old, new = (reader.read(text, at=WEDNESDAY)[-1] for text in said)
    earlier = [Earlier(id="0", reading=old, sentences_ago=1, long_ago=long_ago, same_turn=same_turn)]
    assert [each for each in effects_of(new, earlier) if each.kind.replaces] == []


def test_a_value_by_itself_puts_right_what_was_said_long_ago() -> None:
    old, new = (reader.read(text, at=WEDNESDAY)[-1] for text in ("We weighed in at 64 kg.", "The scales say: 61 kg!"))
    (found,) = effects_of(new, [Earlier(id="0", reading=old, sentences_ago=2, long_ago=True)])
    assert found.kind.replaces


def test_a_number_that_counts_nothing_is_of_what_its_neighbours_name() -> None:
    before = "The shoulder is to reach 90 degrees, says my physio. I'm stuck at 65."
    now = "The shoulder reached 110 at the physio this morning."

    assert replaced(before, now) == ["0"]
    assert replaced("The choir sings at noon. I'm stuck at 65.", now) == []


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("I've been vegan since 2020, so please no honey.", "I'm not vegan any longer, my hair fell out."),
        ("With my egg allergy I read every label.", "I've outgrown the egg thing completely."),
        ("The dentist sees me on the 4th.", "Beg pardon. The card says the 9th."),
        ("The fair is on the 3rd, what should I wear?", "Beg your pardon, the poster says the 13th."),
        ("Please write to my tenant, Mr. Halloran.", "I've mixed up two tenants. It's Mr. Haldane."),
        ("Soup for 38 guests, please.", "I swapped the digits, we're 83."),
        ("We're getting a dog in May!", "My wife wrote back. No dog."),
        ("I've painted nine barns so far.", "Do you know any barns in Wales? I've done twelve of them."),
    ],
)
def test_what_has_ended_or_was_wrong_is_replaced(earlier: str, later: str) -> None:
    assert replaced(earlier, later) == ["0"]


def test_a_thing_that_is_only_told_from_others_by_its_number_changes_no_number_of_the_user_s() -> None:
    assert replaced("My seat at the circus is in row 22.", "Row 5 was full of nuns eating popcorn.") == []
    assert replaced("I take bus 22 to work.", "Bus 5 takes me to work now.") == ["0"]


def test_what_a_message_asks_to_be_without_ends_nothing_in_it() -> None:
    first, second = reader.read("Got 3 boys who eat like 10. Quick dinners please, no garlic smell.", at=WEDNESDAY)

    assert effects_of(second, [Earlier(id="0", reading=first, sentences_ago=1, same_turn=True)]) == []


def test_what_also_holds_puts_nothing_right() -> None:
    assert replaced("I speak Danish with my aunt.", "I also speak Khmer, which I forgot to mention.") == []
