"""What the rules leave in doubt is read together, and both are weighed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from showbible.llm.embeddings.together import Passage
from showbible.reading import changes, questions, reader, together
from showbible.reading.later import BELIEVED, CROWDED
from showbible.reading.model import Candidate, Earlier, EffectKind, QuestionReading, Scored, SentenceReading
from showbible.reading.relevance import relevance
from showbible.reading.together import SecondLook
from tests.reading.conftest import DAYS, WEDNESDAY


@dataclass
class Certain:
    """Somebody who reads together, always comes to the same number, and remembers what was read."""

    number: float
    rows: list[Passage] = field(default_factory=list)

    def answers(self, rows: Sequence[Passage]) -> list[float]:
        """The same number for each."""
        self.rows += rows
        return [self.number] * len(rows)

    outdates = answers


@dataclass
class By:
    """Says a number of its own for each first text."""

    numbers: dict[str, float]

    def answers(self, rows: Sequence[Passage]) -> list[float]:
        """Its number for each."""
        return [self.numbers[row.first] for row in rows]

    outdates = answers


def _read(text: str) -> SentenceReading:
    (found,) = reader.read(text, at=WEDNESDAY)
    return found


def _kinds(new: str, old: str, number: float, *, led: float = 0.5, same_turn: bool = False) -> list[EffectKind]:
    earlier = [Earlier(id="old", reading=_read(old), led=led, sentences_ago=20, long_ago=True, same_turn=same_turn)]
    found = changes.effects(_read(new), earlier)
    read = together.to_read(_read(new), earlier, found)
    return [each.kind for each in together.weighed(_read(new), read, found, Certain(number), before={})]


def test_two_sentences_are_read_with_what_was_said_before_each() -> None:
    new, old = _read("It was green."), Earlier(id="old", reading=_read("It was brown."), sense=0.5)
    someone = Certain(0.0)

    together.weighed(new, [old], [], someone, before={"old": "I wore my coat."}, before_new="The door is painted.")

    assert someone.rows == [
        Passage("", "It was brown.", "It was green.", True, "I wore my coat.", "The door is painted.")
    ]


def test_a_sentence_takes_the_place_of_one_with_which_it_shares_no_word() -> None:
    new, old = "Marking forty physics papers before my Monday class.", "I teach chemistry at Holm school."

    assert _kinds(new, old, together.REPLACES) == [EffectKind.UPDATES]
    assert _kinds(new, old, together.REPLACES - 0.1) == []


def test_what_lies_elsewhere_or_was_said_in_one_breath_is_not_read() -> None:
    new, old = "Marking forty physics papers before my Monday class.", "I teach chemistry at Holm school."

    assert _kinds(new, old, 9, led=together.LED - 0.01) == []
    assert _kinds(new, old, 9, same_turn=True) == []


def test_what_the_rules_replace_stays_where_it_is_unlikely() -> None:
    new, old = "I live in Bergen.", "I live in Oslo."

    assert _kinds(new, old, together.STAYS) == [EffectKind.UPDATES]
    assert _kinds(new, old, together.STAYS - 0.1) == []


def test_who_puts_something_right_is_believed_unless_it_is_most_unlikely() -> None:
    new, old = "Sorry, I meant I live in Bergen.", "I live in Oslo."

    assert _kinds(new, old, together.STAYS_UNLESS_SAID) == [EffectKind.CORRECTS]
    assert _kinds(new, old, together.STAYS_UNLESS_SAID - 0.1) == []


def test_who_names_what_was_wrong_needs_no_second_opinion() -> None:
    assert _kinds("My sister is called Mara, not Clara.", "My sister is called Clara.", -9) == [EffectKind.CORRECTS]


def test_of_several_sentences_only_the_plainest_gives_way() -> None:
    new = _read("Marking forty physics papers before my Monday class.")
    told = {"I teach chemistry at Holm school.": 4.0, "I have a class on Mondays.": 3.9}
    earlier = [Earlier(id=text, reading=_read(text), sense=0.5) for text in told]

    found = together.weighed(new, earlier, [], By(told), before={})

    assert [each.earlier_id for each in found] == ["I teach chemistry at Holm school."]


def test_what_is_asked_wished_or_in_another_language_is_left_to_the_rules() -> None:
    for new in ("Do I live in Bergen?", "I wish I lived in Bergen.", "Ich wohne in Bergen."):
        assert _kinds(new, "I keep two hens.", 9) == []


def _scored(question: str, *said: str) -> tuple[QuestionReading, list[Scored]]:
    asked = questions.read_question(question)
    candidates = [
        Candidate(id=reading.text, reading=reading, at=WEDNESDAY + turn * DAYS, turn=str(turn))
        for turn, text in enumerate(said)
        for reading in reader.read(text, at=WEDNESDAY)
    ]
    return asked, relevance(asked, candidates)


def test_each_sentence_is_read_with_the_one_before_it() -> None:
    asked, scored = _scored("Where are the hens?", "I keep hens. They are behind the barn.")
    someone = Certain(1.0)

    together.answers(asked, scored, {}, someone)

    assert {(row.first, row.second) for row in someone.rows} == {
        ("I keep hens.", ""),
        ("They are behind the barn.", "I keep hens."),
    }


def test_the_nearest_are_read_beside_the_best_by_their_words() -> None:
    said = [f"Number {number} is a hen." for number in range(20)]
    asked, scored = _scored("Which number is a hen?", *said)
    someone = Certain(1.0)

    found = together.answers(asked, scored, {said[17]: 0.9}, someone)

    assert said[17] in found
    assert len(found) <= together.MOST_ANSWERS + together.MOST_NEAR


def _is_known(question: str, number: float, *, by_rules: bool = True, best: float = 0.0) -> bool:
    return together.is_known(questions.read_question(question), [-9, number], is_known=by_rules, best=best)


def test_one_sure_answer_is_enough_and_none_that_is_likely_is_too_little() -> None:
    oar = "What is my oar made of?"

    assert _is_known(oar, together.TELLS, by_rules=False)
    assert not _is_known(oar, together.TELLS - 0.1, by_rules=False)
    assert _is_known(oar, together.TELLS_NOTHING)
    assert not _is_known(oar, together.TELLS_NOTHING - 0.1)
    assert _is_known(oar, together.TELLS_NOTHING_SURELY, best=together.SURE)
    assert not _is_known(oar, together.TELLS_NOTHING_SURELY - 0.1, best=together.SURE)
    assert together.is_known(questions.read_question(oar), [], is_known=True)
    assert not together.is_known(questions.read_question(oar), [], is_known=False)


def test_a_question_is_read_in_english_and_elsewhere_where_the_rules_are_silent() -> None:
    asked, scored = _scored("Where do I live?", "I live in Oslo.")
    german, told = _scored("Wo wohne ich?", "Ich wohne in Oslo.")
    russian, said = _scored("Где я живу?", "Я живу в Осло.")

    assert together.is_worth_reading(asked, scored, is_known=True)
    assert together.is_worth_reading(asked, [], is_known=False)
    assert together.is_worth_reading(german, told, is_known=False)
    assert not together.is_worth_reading(german, told, is_known=True)
    assert not together.is_worth_reading(russian, said, is_known=False)


def test_another_language_is_read_by_what_is_known_of_it_in_english() -> None:
    asked, scored = _scored("Wie heißt meine Katze?", "Meine Katze ist weiß.", "Die Katze heißt Minka.")
    someone = Certain(1.0)

    together.answers(asked, scored, {}, someone)

    assert {row.question for row in someone.rows} == {"how name my cat"}
    assert {row.first for row in someone.rows} == {"my cat white", "cat name Minka"}


def test_words_to_look_for_and_what_others_say_are_left_to_the_rules() -> None:
    words, scored = _scored("instrument", "I play the marimba.")
    asked, _ = _scored("Which instrument do I play?")
    by_ada = [each._replace(reading=replace(each.reading, speaker="Ada")) for each in scored]

    assert not together.is_worth_reading(words, scored, is_known=False)
    assert together.is_worth_reading(asked, scored, is_known=False)
    assert not together.is_worth_reading(asked, by_ada, is_known=False)


def test_what_is_said_of_somebody_else_answers_less() -> None:
    asked, scored = _scored("How old is my aunt?", "My aunt keeps geese.", "My uncle is eighty.")

    found = together.answers(asked, scored, {"My uncle is eighty.": 0.9}, Certain(1.0))

    assert found == {"My aunt keeps geese.": 1.0, "My uncle is eighty.": 1.0 - together.NOT_MEANT}


def test_where_a_thing_was_never_named_its_other_words_tell_of_another() -> None:
    asked, scored = _scored(
        "What did I win in the regatta?", "I won a goose in the lottery.", "The cup is on the shelf."
    )

    found = together.of_another(asked, scored, dict.fromkeys([each.id for each in scored], 3.0))

    assert found == {
        "I won a goose in the lottery.": 3.0 - together.OF_ANOTHER,
        "The cup is on the shelf.": 3.0,
    }


@pytest.mark.parametrize(
    ("question", "bar"),
    [
        ("Where do I live?", together.TELLS_NOTHING_OF_MATTER),
        ("How long have I had the canoe?", together.TELLS_NOTHING_OF_LENGTH),
    ],
)
def test_more_is_believed_of_rules_that_know_the_matter_or_tell_how_long(question: str, bar: float) -> None:
    assert _is_known(question, bar, best=together.SURE)
    assert not _is_known(question, bar - 0.1, best=together.SURE)
    assert not _is_known(question, bar, by_rules=False, best=together.SURE)


def test_what_words_put_beside_another_is_not_replaced() -> None:
    assert _kinds("My friend Ines lives in Porto.", "My friend Tomas lives in Ghent.", 9) == []
    assert _kinds("I joined the carol party on top of the choir.", "I sing with the choir.", 9) == []
    assert _kinds("I've taken up fencing alongside everything else.", "I row on Sundays.", 9) == []


def test_who_ends_one_matter_ends_no_other() -> None:
    works = "I work at the dairy in Kendal."

    assert _kinds("I gave up my room in Ulverston, I live in Barrow now.", works, 9) == []
    assert _kinds("I gave up the dairy, I live in Barrow now.", works, 9) == [EffectKind.WITHDRAWS]


COLLAR = "What colour is the collar of my dog?"
RED, BLUE = "My dog has a red collar.", "My lad says the collar is blue."


def _settled(number: float, numbers: dict[str, float]) -> list[str]:
    asked, scored = _scored(COLLAR, RED, BLUE)
    look = SecondLook(reader=lambda: Certain(number), numbers=numbers)
    told = questions.settled(asked, scored, lambda _, others: dict.fromkeys(others, 0.0), second=look)
    return [each.id for each in told]


def test_of_two_answers_the_newer_outdates_the_older_though_words_tell_it_of_somebody_else() -> None:
    both = {RED: together.ANSWERS, BLUE: together.ANSWERS}

    assert _settled(BELIEVED, both) == [BLUE]
    assert _settled(BELIEVED - 0.1, both) == [RED, BLUE]
    assert _settled(BELIEVED, {RED: together.ANSWERS}) == [RED, BLUE]
    assert _settled(9.0, {RED: together.ANSWERS, BLUE: together.MAYBE - 0.1}) == [RED, BLUE]


def test_what_was_not_read_stands_behind_what_likely_answers() -> None:
    _, scored = _scored("Where do I live?", "I live in Oslo.", "The house by the fjord is mine.")
    first, second = together.rescored(scored, {"The house by the fjord is mine.": 3.0})

    assert second.score > first.score > 0


@pytest.mark.parametrize(
    "text",
    [
        "Where do I live?",
        "whats my job",
        "where is the spare key",
        "remind me where I left the kayak",
        "do you know my shoe size",
        "Dreadful day at the mill. Who was my first teacher",
        "We could go on Sunday, is the pool open then?",
    ],
)
def test_a_question_is_known_by_its_mark_or_by_how_it_begins(text: str) -> None:
    assert together.asks(questions.read_question(text))


@pytest.mark.parametrize(
    "text",
    [
        "Marking forty physics papers before my Monday class.",
        "I patched the tent today, which took all afternoon.",
        "Met Dora at the fair. She sells what her bees make.",
        "lantern",
    ],
)
def test_what_somebody_only_says_next_asks_nothing(text: str) -> None:
    assert not together.asks(questions.read_question(text))


def test_of_two_homes_the_newer_holds_only_if_it_answers() -> None:
    asked, scored = _scored("Where do I live?", "I live in Oslo.", "I live in Bergen.")

    def told(newer: float) -> list[str]:
        numbers = {"I live in Oslo.": 4.0, "I live in Bergen.": newer}
        return [each.id for each in questions.settled(asked, together.rescored(scored, numbers), numbers=numbers)]

    assert told(together.MAYBE) == ["I live in Bergen."]
    assert told(together.MAYBE - 0.1)[0] == "I live in Oslo."


def test_among_many_one_that_answers_much_less_surely_outdates_nothing() -> None:
    many = [f"I live with {number} hens." for number in range(2, CROWDED + 2)]
    asked, scored = _scored("Where do I live?", "I live in Oslo.", *many, "I live in Bergen.")

    def told(newer: float) -> str:
        numbers = {"I live in Oslo.": 4.0, "I live in Bergen.": newer}
        return questions.settled(asked, together.rescored(scored, numbers), numbers=numbers)[0].id

    assert told(4.0 - together.MUCH) == "I live in Bergen."
    assert told(4.0 - together.MUCH - 0.1) == "I live in Oslo."


def test_what_words_put_beside_an_answer_does_not_outdate_it() -> None:
    asked, scored = _scored("What am I allergic to?", "I'm allergic to lupins.", "Wool sets me off as well.")
    look = SecondLook(reader=lambda: Certain(9.0), numbers={each.id: 3.0 for each in scored})

    told = questions.settled(asked, scored, lambda _, others: dict.fromkeys(others, 0.5), second=look)

    assert {each.id for each in told} == {"I'm allergic to lupins.", "Wool sets me off as well."}
