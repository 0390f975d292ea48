"""A sentence is read once: whom it is about, what it fills, and how its speaker stands to it."""

from __future__ import annotations

import time

import pytest

from showbible.reading import reader
from showbible.reading.grammar import Grammar
from showbible.reading.languages.en import ENGLISH
from showbible.reading.model import Cue, Stance, Worth
from showbible.reading.tokens import words
from tests.reading.conftest import WEDNESDAY, read


@pytest.mark.parametrize(
    ("said", "slot"),
    [
        ("I live in Gdansk.", "user|home"),
        ("We've moved to a houseboat.", "user|home"),
        ("My sister lives in Porto.", "sister|home"),
        ("I'm Odile.", "user|name"),
        ("My flat in Gdansk has a stove.", "user|home"),
        ("I live above a chandler's.", "user|home"),
        ("I took a post at the tannery.", "user|employer"),
        ("I've been promoted to foreman.", "user|job"),
        ("I work as a welder.", "user|job"),
        ("I'm a beekeeper now.", "user|job"),
        ("He works at the tannery.", "someone|employer"),
        ("I turned forty.", "user|age"),
        ("My rent is 610.", "user|rent"),
        ("My uncle's boat is green.", "uncle|boat"),
        ("I'm single again.", "user|status"),
        ("I'm a widower, and I cook for one.", "user|status"),
        ("My gf lives in Porto.", "partner|home"),
        ("My sis lives in Porto.", "sister|home"),
        ("My favourite soup is borscht.", "user|favourite soup"),
        ("Ich wohne in Bremen.", "user|home"),
        ("Ich bin jetzt Tischler.", "user|job"),
        ("Vivo en Cádiz con mi hermana.", "user|home"),
        ("Me llamo Inés.", "user|name"),
        ("J'habite à Nantes.", "user|home"),
        ("大阪に住んでいます。", "user|home"),
    ],
)
def test_a_form_of_words_fills_a_slot(said: str, slot: str) -> None:
    assert slot in read(said).slots


@pytest.mark.parametrize(
    ("said", "stance"),
    [
        ("I keep geese.", Stance.ASSERTED),
        ("I don't keep geese.", Stance.DENIED),
        ("Do you keep geese?", Stance.ASKED),
        ("If I had a barn, I'd keep geese.", Stance.SUPPOSED),
        ("I wish I had geese.", Stance.WISHED),
        ("In my novel the miller keeps geese.", Stance.QUOTED),
        ("*I ride into the castle*", Stance.QUOTED),
        ("I never said I keep geese.", Stance.DENIED),
        ("I have a fitting tomorrow at noon.", Stance.PLANNED),
        ("Wenn ich reich wäre, hätte ich Gänse.", Stance.SUPPOSED),
        ("Ojalá tuviera un barco.", Stance.SUPPOSED),
        ("Si j'avais un bateau, je partirais.", Stance.SUPPOSED),
        ("もし船があったらいいな。", Stance.SUPPOSED),
    ],
)
def test_a_speaker_stands_to_what_they_say(said: str, stance: Stance) -> None:
    assert read(said).stance is stance


def test_a_question_that_rests_on_a_fact_tells_it() -> None:
    assert read("What goes with the 12 jars of plum jam that I made?").is_told


@pytest.mark.parametrize(
    "said",
    [
        "I keep eleven geese, what do they eat in winter?",
        "There are nine jars left and I gave away one that I should have kept.",
        "I have put forty hours into that sailing game.",
        "We went to the zoo with the kids.",
        "She is the best flatmate I could wish for.",
        "The carter says oats, I say hay.",
        "It rattles, maybe because of the frost.",
        "Who would have thought, the geese are back.",
    ],
)
def test_a_fact_is_told_whatever_else_the_sentence_does(said: str) -> None:
    assert read(said).stance is Stance.ASSERTED


@pytest.mark.parametrize(
    ("said", "slots"),
    [
        ("The song says 'I was born in the back of a van', but I was born in Tromsø.", {"user|origin"}),
        ('Grandad used to say "I live in a shoe box", I live in Whitby.', {"user|home"}),
        ('He said "I live in the old mill in Whitby".', set()),
        ('I told him "I live in the old mill in Whitby".', set()),
    ],
)
def test_what_stands_beside_a_quotation_is_the_speaker_s_own(said: str, slots: set[str]) -> None:
    reading = read(said)

    assert (reading.slots if reading.is_told else set()) == slots


def test_words_as_people_type_them_are_read_as_they_are_meant() -> None:
    typed = words("theyre moving bc u and my bf argue", Grammar(ENGLISH))

    assert " ".join(word.lower for word in typed) == "they are moving because you and my bf argue"


def test_her_teacher_is_the_teacher() -> None:
    assert read("My niece rang. Her teacher Ines moved to Lund.").subject.key == "teacher:ines"


def test_what_one_does_as_a_welder_is_one_s_own() -> None:
    assert read("As a welder I sleep late.").slot == "user|job"


@pytest.mark.parametrize(
    "said", ["I live on noodles.", "Our house in Gdansk was sold.", "My summer house in Crete is cold."]
)
def test_not_every_house_is_a_home(said: str) -> None:
    assert "user|home" not in read(said).slots


def test_who_stands_beside_what_the_user_does_is_not_its_subject() -> None:
    assert read("With my sister gone I pay 900.").subject.key == "user"


def test_in_and_no_end_a_sentence_unless_a_figure_stands_beside_them() -> None:
    sentences = reader.read("Do come in. We met at gate no. 5 with a 7 in. nail.", at=WEDNESDAY)

    assert [each.text for each in sentences] == ["Do come in.", "We met at gate no. 5 with a 7 in. nail."]


def test_a_joke_is_taken_back_with_the_sentence_before_it() -> None:
    joke, _, truth = reader.read("I was raised by otters. Just kidding! I grew up in Leeds.", at=WEDNESDAY)

    assert (joke.stance, joke.kind, truth.stance) == (Stance.JOKED, None, Stance.ASSERTED)


def test_she_is_the_one_woman_of_the_turn() -> None:
    assert read("My aunt rang. She lives in Lund.").slot == "aunt|home"


def test_a_name_is_told_with_its_relation() -> None:
    assert dict(read("My dog Sable is asleep.").names) == {"sable": "dog"}


def test_a_known_name_stands_for_its_relation() -> None:
    assert "dog" in read("Sable ate a sock.", {"sable": "dog"}).topic


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("I can't eat shellfish.", Worth.FACT),
        ("I adore fog.", Worth.PREFERENCE),
        ("I want to row to the island.", Worth.GOAL),
        ("I'm so proud of the raft.", Worth.EMOTION),
        ("My brother plays the tuba.", Worth.RELATIONSHIP),
        ("I sold the van last week.", Worth.EVENT),
        ("My grandfather passed away.", Worth.EVENT),
        ("I never told you I row.", None),
        ("Lovely weather.", None),
        ("What do you row?", None),
        ("Ich hasse Rosinen.", Worth.PREFERENCE),
        ("Trabajo en una imprenta.", Worth.FACT),
        ("Ma sœur joue du cor.", Worth.RELATIONSHIP),
        ("猫が好きです。", Worth.PREFERENCE),
    ],
)
def test_what_lasts_is_worth_a_memory(said: str, kind: Worth | None) -> None:
    assert read(said).kind is kind


def test_what_the_character_says_is_worth_no_memory() -> None:
    (reading,) = reader.read("I live in a mill.", at=WEDNESDAY, speaker="assistant")

    assert reading.kind is None


def test_the_sentences_of_a_text_are_verbatim_and_in_place() -> None:
    text = "Dr. Okoye came at 3 p.m. yesterday.  Then we ate!\nAm 3. Mai auch."

    assert [text[each.start : each.end] for each in reader.read(text, at=WEDNESDAY)] == [
        "Dr. Okoye came at 3 p.m. yesterday.",
        "Then we ate!",
        "Am 3. Mai auch.",
    ]


def test_a_sentence_takes_what_the_one_before_announces() -> None:
    assert Cue.CORRECTION in read("Sorry, I got that wrong. The blue one.").cues


@pytest.mark.parametrize(
    "text", ["a" * 1_000_000, "I row a lot. " * 80_000, "😀" * 1000, "\x00\x07 \x1b", "", '"' * 50_000]
)
def test_any_text_is_read_in_bounded_time(text: str) -> None:
    began = time.process_time()

    readings = reader.read(text, at=WEDNESDAY)

    assert len(readings) <= reader.MOST_SENTENCES
    assert time.process_time() - began < 10


def test_a_name_that_was_told_once_is_a_name_where_a_sentence_begins_too() -> None:
    known = reader.acquainted({}, reader.read("I swim with Lukas.", at=WEDNESDAY))

    assert [read("Lukas wants a kite.", each).subject.name for each in ({}, known)] == ["", "lukas"]


def test_who_somebody_is_outlasts_a_mention() -> None:
    known = reader.acquainted({}, reader.read("My cousin Lukas swims. I swim with Lukas.", at=WEDNESDAY))

    assert known == {"lukas": "cousin"}


@pytest.mark.parametrize(
    ("said", "leans"),
    [
        ("I've read six different ones by now.", True),
        ("The new one is a Bosch and purrs.", True),
        ("Mine come down to my elbows.", True),
        ("I tune the organ there on Mondays.", True),
        ("We own four of them.", True),
        ("They say 61.", True),
        ("I'm stuck at 40.", True),
        ("This old kettle whistles.", False),
        ("There is a kettle on the stove.", False),
        ("My uncle is the one who whistles.", False),
        ("My pulse is 61.", False),
        ("No one whistles.", False),
    ],
)
def test_a_sentence_leans_on_its_neighbours_where_it_only_points(said: str, leans: bool) -> None:
    assert read(said).leans is leans


@pytest.mark.parametrize(
    "said",
    [
        "Have you tried any cafés in my street lately?",
        "Could you explain tides to me as if I were nine?",
        "Can you find us a tent for 6?",
    ],
)
def test_who_asks_for_something_tells_nothing_yet(said: str) -> None:
    assert read(said).stance is Stance.ASKED


def test_a_clause_that_is_negated_denies_no_other_one() -> None:
    diet, *_ = read("I'm vegan, so no honey for me.").claims
    first, second = read("I don't drive, and my sister lives in Cork.").claims

    assert (diet.stance, first.stance, second.stance) == (Stance.ASSERTED, Stance.DENIED, Stance.ASSERTED)
