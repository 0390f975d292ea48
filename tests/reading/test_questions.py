"""A question asks for a kind of value; the newest sentence that answers it is told, or nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest

from showbible.reading.model import ValueKind
from showbible.reading.questions import read_question
from tests.reading.conftest import told


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many kayaks do I own?", ValueKind.NUMBER),
        ("What time does my bus leave?", ValueKind.CLOCK),
        ("When is my fitting?", ValueKind.DAY),
        ("Where do I live?", ValueKind.PLACE),
        ("Who is my boss?", ValueKind.PERSON),
        ("How old is my goat?", ValueKind.AGE),
        ("How often do I swim?", ValueKind.FREQUENCY),
        ("How much is my rent?", ValueKind.MONEY),
        ("What's the distance to the mill?", ValueKind.MEASURE),
        ("Wie viele Hühner habe ich?", ValueKind.NUMBER),
        ("¿A qué hora sale el tren?", ValueKind.CLOCK),
        ("Où est-ce que j'habite ?", ValueKind.PLACE),
        ("会議は何時ですか?", ValueKind.CLOCK),
    ],
)
def test_a_question_asks_for_a_kind_of_value(question: str, kind: ValueKind) -> None:
    assert kind in read_question(question).asked


@pytest.mark.parametrize(
    "question",
    [
        "What's my job?",
        "How do I make my living?",
        "Welchen Beruf habe ich?",
        "Was mache ich beruflich?",
        "¿De qué trabajo?",
    ],
)
def test_a_job_is_asked_for_in_many_ways(question: str) -> None:
    assert read_question(question).slot == "job"


def test_a_clause_in_a_question_is_not_what_it_asks_for() -> None:
    asked = [read_question(each).asked for each in ("Who waters the figs when we travel?", "So when do we travel?")]

    assert [ValueKind.DAY in each for each in asked] == [False, True]


def test_a_question_is_about_somebody() -> None:
    asked = ("Where do I live?", "Where does my sister Hana live?", "How old is Sable?")

    keys = [read_question(each, {"Sable": "dog"}).subject.key for each in asked]

    assert keys == ["user", "sister:hana", "dog:sable"]


@pytest.mark.parametrize(
    ("question", "several"),
    [
        ("Which languages do I speak?", True),
        ("Where do my friends live?", True),
        ("What are my children called?", True),
        ("Which language do I speak?", False),
        ("Which bus goes past my door?", False),
        ("¿Quién es mi sastre?", False),
        ("¿Quiénes son mis primos?", True),
    ],
)
def test_a_plural_asks_for_several(question: str, several: bool) -> None:
    assert read_question(question).several is several


def test_the_newest_answer_is_told_and_the_outdated_one_is_not() -> None:
    said = ["My bus leaves at 7:40.", "The soup was good.", "From May my bus goes at 8:05."]

    assert told("When does my bus leave?", said)[:1] == said[2:]
    assert said[0] not in told("When does my bus leave?", said)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which shift do I work?", ("I work the late shift at the mill.", "The early shift at work smells of bread.")),
        ("How many hives do I have?", ("I have two hives.", "Where do I put four hives in a small yard?")),
        ("How many pages have I drawn?", ("I've drawn 12 of the 40 pages.", "25 of the 40 pages are drawn.")),
        ("Who mends my clock?", ("Mr. Ferrer mends my clock.", "Ms. Okafor has mended the clock twice.")),
        ("What do I pay for the berth?", ("I pay 80 euros for the berth.", "Is 95 euros a fair price for a berth?")),
        ("Is it a colt or a filly?", ("The foal is a colt.", "The vet says the foal is a filly.")),
    ],
)
def test_the_later_turn_answers_where_both_answer_alike(question: str, said: tuple[str, str]) -> None:
    assert told(question, ["The soup was good.", *said, "It rained."])[:1] == [said[1]]
    assert said[0] not in told(question, ["The soup was good.", *said, "It rained."])


@pytest.mark.parametrize(
    ("question", "said", "answer"),
    [
        (
            "Who is my landlord?",
            ("My landlord is called Duarte.", "Brennan painted the stairs. A landlord who paints, imagine!"),
            "Brennan painted the stairs.",
        ),
        (
            "Which van do I drive?",
            ("I drive a Transit.", "How do you get sand out of a van? The Vivaro is full of it."),
            "The Vivaro is full of it.",
        ),
        (
            "Where does my cousin study?",
            ("My cousin studies in Bonn.", "Visiting my cousin in May. He sits in the library in Trier all day."),
            "He sits in the library in Trier all day.",
        ),
        (
            "What dose of iron do I take?",
            ("The doctor put me on 20 mg of iron.", "Can I take iron with milk? The tablets are 45 mg."),
            "The tablets are 45 mg.",
        ),
    ],
)
def test_a_turn_answers_as_a_whole(question: str, said: tuple[str, str], answer: str) -> None:
    assert told(question, said)[:1] == [answer]
    assert said[0] not in told(question, said)


def test_what_only_asks_comes_after_what_is_told() -> None:
    said = ["My goat limps. What goes wrong with a goat?"]

    assert told("What is wrong with my goat?", said)[0] == "My goat limps."


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many hives do I have?", ("I have two hives.", "The hives hummed all night.")),
        ("Where do I keep my ring?", ("I keep my ring in a tin.", "Saw a ring in a window in Antwerp.")),
        ("Do I have a dog?", ("I have a dog.", "The dog ate my boot.")),
        ("Whom do I row with?", ("I row with Ines.", "I also row with Marek.")),
    ],
)
def test_a_later_mention_that_answers_nothing_hides_no_answer(question: str, said: tuple[str, str]) -> None:
    assert said[0] in told(question, list(said))


def test_history_is_told_when_the_past_is_asked_for() -> None:
    said = ["My bus leaves at 7:40.", "From May my bus goes at 8:05."]

    assert set(told("When did my bus leave before?", said)) == set(said)


def test_all_are_told_when_several_are_asked_for() -> None:
    said = ["I speak Frisian.", "These days I speak Welsh."]

    assert set(told("Which languages do I speak?", said)) == set(said)


def test_other_people_s_facts_come_after_one_s_own() -> None:
    said = ["I work as a welder.", "My flatmate works as a diver."]

    assert told("What is my job?", said)[0] == said[0]


@pytest.mark.parametrize("question", ["What is my shoe size?", "Who teaches me the harp on Sundays?"])
def test_nothing_is_told_where_nothing_answers(question: str) -> None:
    assert told(question, ["I live in Gdansk.", "We had soup.", "My boots leak."]) == []


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("Marit said: 'I live in a caravan these days.'", "Where do I live?"),
        ("Marit sagte: „Ich wohne seit Mai in einem Wohnwagen.“", "Wo wohne ich?"),
        ("I live inside a whale, just kidding.", "Where do I live?"),
    ],
)
def test_what_another_said_or_was_a_joke_answers_nothing_about_the_user(said: str, question: str) -> None:
    assert told(question, [said]) == []


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("I come from a village near Trento.", "Where is my husband from?"),
        ("My wife is a carpenter.", "What is my job?"),
        ("I owe my cousin 40 euros.", "How much do I owe my aunt?"),
        ("My goat eats the washing off the line.", "How old is my goat?"),
    ],
)
def test_what_was_said_of_one_person_or_matter_answers_nothing_about_another(said: str, question: str) -> None:
    assert told(question, [said]) == []


def test_a_mere_he_may_mean_somebody_who_was_spoken_of() -> None:
    said = ["My colleague joined on Monday.", "He comes from Latvia."]

    assert said[1] in told("Where is my colleague from?", said)


@pytest.mark.parametrize(
    ("question", "said", "answer"),
    [
        ("What should you call me?", "Please call me Sparrow in this story.", True),
        ("Wie heiße ich?", "Guten Tag, ich bin Wiebke.", True),
        ("Wie heiße ich?", "Ich habe einen Kollegen, er heißt Uwe.", False),
        ("Where do I work?", "I've started at a brewery in Fife.", True),
        ("Who am I dating?", "I've been seeing Tamsin since June.", True),
        ("Where do I live?", "I wish I lived in a lighthouse.", False),
        ("Where do I live?", "If I were rich I'd live in a palace.", False),
        ("What is my sister called?", "Call me Sparrow.", False),
    ],
)
def test_a_matter_is_answered_by_what_is_told_of_whom_it_is_asked(question: str, said: str, answer: bool) -> None:
    assert told(question, [said, "The soup was good."])[:1] == ([said] if answer else [])


def test_what_is_said_of_nobody_else_may_be_said_of_whom_the_question_names() -> None:
    said = ["The Tadpoles playgroup smells of paint."], ["My niece's playgroup smells of paint."]

    assert [bool(told("Which playgroup does my son go to?", each)) for each in said] == [True, False]


def test_who_is_named_by_a_wider_word_may_be_whom_the_question_means() -> None:
    said = ["My kid collects bottle tops."], ["My daughter collects bottle tops."]

    assert [bool(told("What does my son collect?", each)) for each in said] == [True, False]


def test_nothing_is_told_of_somebody_who_was_never_mentioned() -> None:
    said = ["My brother Anton plays the oboe.", "The soup was good."]

    assert (told("What does my brother play?", said)[:1], told("What does my sister play?", said)) == (said[:1], [])


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is the plumber called?", "The plumber comes on Friday."),
        ("How many strings does my harp have?", "My harp stands in the hall."),
        ("When did we buy the tent?", "The tent is in the attic."),
        ("Where is the parade?", "The parade was loud."),
        ("How old is my niece?", "For my niece I bought three."),
        ("How old is my niece?", "My niece sleeps in cabin 9, room 12."),
        ("How old is my niece?", "My niece has 14 kites."),
        ("How much does the cruise cost?", "The cruise lasts three nights."),
        ("What did my harp cost?", "My harp is in the hall, which is one long draught."),
        ("What colour is our cart?", "The cart is insured with Polaris."),
    ],
)
def test_a_sentence_without_the_kind_of_value_that_is_asked_for_is_no_answer(question: str, said: str) -> None:
    assert told(question, [said]) == []


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is the plumber called?", "The plumber, Mr. Varga, comes on Friday."),
        ("How many strings does my harp have?", "My harp has 36 strings."),
        ("When did we buy the tent?", "We bought the tent in May."),
        ("Who cuts my hedge?", "The man with the ladder cuts the hedge."),
        ("When did we buy the tent?", "We bought the tent last autumn."),
        ("How old is my niece?", "My niece turned three."),
        ("How old is my niece?", "My niece is still a toddler."),
        ("How long did the crossing take?", "The crossing took ages."),
        ("What did the harp cost?", "I got the harp for free."),
        ("Where is the tandem?", "The tandem stays next door."),
        ("What colour is our cart?", "The cart is teal."),
        ("What colour did I paint the stairs?", "I painted the stairs in Mole's Breath."),
    ],
)
def test_a_sentence_with_such_a_value_is_one(question: str, said: str) -> None:
    assert told(question, [said]) == [said]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which spice do I avoid?", "Saffron makes me sneeze."),
        ("What ails our donkey?", "The donkey has a cough."),
        ("Which metal is my whistle made of?", "I blow a brass whistle."),
        ("Where does my spouse sing?", "My wife sings in Bristol."),
        ("What does my horse eat?", "The filly eats only clover."),
    ],
)
def test_what_is_of_a_kind_answers_a_question_for_the_kind(question: str, said: str) -> None:
    assert told(question, [said]) == [said]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What did my uncle purchase?", "My uncle bought a windmill."),
        ("Which sounds do I detest?", "I hate the noise of forks."),
        ("Where did the burglars get in?", "A thief came through our skylight."),
        ("How is our home heated?", "We heat with peat."),
        ("When do my children start school?", "The twins begin school in August."),
    ],
)
def test_what_was_said_in_another_word_answers(question: str, said: str) -> None:
    assert told(question, [said]) == [said]


@pytest.mark.parametrize("near", [0.0, 0.1])
def test_a_value_of_the_asked_kind_alone_is_no_answer(near: float) -> None:
    assert told("Where do I buy my oars?", ["We met a juggler in Ghent."], near=near) == []


@pytest.mark.parametrize(
    ("question", "said"),
    [("Which spice do I avoid?", "Curtains make me sneeze."), ("What does my horse eat?", "The rabbit eats clover.")],
)
def test_what_is_of_another_kind_does_not(question: str, said: str) -> None:
    assert told(question, [said]) == []


def test_what_the_user_takes_for_granted_in_a_question_is_the_later_word() -> None:
    said = ["A batch takes nine hours in our smoker.", "The smoker is done in six hours now, is that too fast?"]

    assert told("How long does a batch take?", said)[:1] == said[1:]


def test_nearness_in_meaning_answers_nothing_where_the_vectors_do_not_know_the_language() -> None:
    far = ("Wie heißt meine Schneiderin?", ["Der Bus kam zu spät."]), ("Who sews for me?", ["The bus was late."])

    assert [bool(told(question, said, near=0.6)) for question, said in far] == [False, True]


@pytest.mark.parametrize(
    ("said", "is_answer"),
    [
        ("I mostly repair clocks.", True),
        ("I count kilometres for a railway company.", True),
        ("I've been in logistics for nine years.", True),
        ("I've been in Ghent for nine years.", False),
        ("I repair the clock tonight.", False),
        ("My sister repairs clocks.", False),
        ("They say I should repair clocks.", False),
    ],
)
def test_what_the_user_does_in_general_answers_what_they_do_for_a_living(said: str, is_answer: bool) -> None:
    asked = ("What's my job?", "How do I earn my money?", "What kind of work do I do?")

    assert [bool(told(each, [said])) for each in asked] == [is_answer] * 3


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Welchen Beruf habe ich?", "Ich repariere alte Uhren."),
        ("¿De qué trabajo?", "Yo reparo relojes para la gente."),
        ("Quel est mon métier ?", "Je répare des montres."),
    ],
)
def test_so_it_does_in_other_languages(question: str, said: str) -> None:
    assert told(question, [said]) == [said]


def test_a_number_of_other_things_on_the_same_day_is_no_later_answer() -> None:
    said = ["My sailing score stands at 640.", "I hear that ants have three knees."]

    assert told("What's my sailing score?", said, apart=timedelta(hours=5))[:1] == said[:1]


def test_what_is_told_later_comes_before_what_was_only_asked_beside_the_answer() -> None:
    said = [
        "We sleep on a raft because the pier broke. What helps a stiff neck?",
        "Delivery day: a hammock, no more raft for us.",
    ]

    assert told("What do we sleep on?", said, near=0.2)[1] == "Delivery day: a hammock, no more raft for us."


def test_what_holds_no_word_of_the_question_comes_after_a_value_of_the_kind_that_it_asks_for() -> None:
    said = ["The regatta is on 4 June. Nobody told the mayor.", "It went up to 11 June on the poster."]

    assert told("When is the regatta?", said, near=0.3)[1] == "It went up to 11 June on the poster."


def test_whoever_was_it_before_is_not_told_beside_the_new_one() -> None:
    said = ("My landlord is called Hobart.", "My landlord Hobart left for Malta. My new landlord is Ines.")

    assert told("Who is my landlord?", said) == ["My new landlord is Ines."]


def test_what_somebody_left_behind_answers_nothing_in_the_place_of_one_s_own() -> None:
    said = ("The code of my bike lock is 5 8 2.", "Somebody left a lock on the fence, code unknown, of course.")

    assert told("What's the code of my bike lock?", said)[0] == said[0]


def test_what_is_told_of_another_takes_no_place_of_what_is_the_user_s() -> None:
    said = ("My favourite opera is Rusalka.", "My sister's favourite opera is Tosca, she hums it at the sink.")

    assert told("What's my favourite opera?", said)[0] == said[0]
