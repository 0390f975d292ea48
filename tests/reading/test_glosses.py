"""Everyday words of other languages are known in English, and by that what is of a kind and what is the same."""

from __future__ import annotations

import pytest

from showbible.reading import glosses, questions
from showbible.reading.grammar import grammar
from showbible.reading.model import Stance
from tests.reading.conftest import read, replaced


@pytest.mark.parametrize(
    ("code", "asked", "told"),
    [
        ("de", "sport", "rudern"),
        ("de", "instrument", "bratgeige"),
        ("de", "wecker", "aufstehen"),
        ("es", "mascota", "tortuga"),
        ("es", "piscina", "nado"),
        ("fr", "loisirs", "tricote"),
        ("fr", "médicament", "aspirine"),
        ("ja", "趣味", "編み物"),
        ("ja", "美容師", "髪"),
    ],
)
def test_what_is_asked_for_is_told_by_another_word(code: str, asked: str, told: str) -> None:
    using = grammar(code)
    assert using is not None
    said = using.stem(told)

    alike = glosses.alike(using.stem(asked), code)

    assert alike & {said, *glosses.parts(said, code)}


@pytest.mark.parametrize(
    ("code", "one", "other"),
    [
        ("de", "sport", "miete"),
        ("es", "piscina", "oficina"),
        ("fr", "maison", "poisson"),
        ("ja", "犬", "車"),
    ],
)
def test_words_for_two_things_are_not_alike(code: str, one: str, other: str) -> None:
    using = grammar(code)
    assert using is not None

    alike = glosses.alike(using.stem(one), code)

    assert using.stem(other) not in alike


def test_a_text_is_put_into_english_word_by_word_and_keeps_its_names() -> None:
    said = "Meine Schwester Rike spielt Geige."

    assert glosses.in_english(said, "de") == "my sister Rike play violin"


def test_a_text_in_english_stays_as_it_is() -> None:
    assert glosses.in_english("My sister plays the violin.", "en") == "My sister plays the violin."


@pytest.mark.parametrize(
    ("one", "other"), [("vuelo", "volar"), ("diabética", "diabetes"), ("padezco", "padecer"), ("sueño", "soñar")]
)
def test_a_word_means_what_its_family_means(one: str, other: str) -> None:
    using = grammar("es")
    assert using is not None

    first, second = (glosses.meaning(using.stem(word), "es") for word in (one, other))

    assert first[0] in second


def test_a_question_finds_a_word_of_its_kind() -> None:
    question = questions.read_question("¿Qué deporte practico?")

    assert any("esgrim" in members for members in question.kinds.values())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Meine Tante zieht nach Fulda.", "Ach, ich meinte Gotha, ich bringe die zwei immer durcheinander."),
        ("Mon car part de Redon à midi.", "Pardon, je voulais dire Vannes, j'ai regardé la mauvaise feuille."),
    ],
)
def test_what_was_meant_puts_right_whatever_is_said_after_it(before: str, after: str) -> None:
    assert replaced(before, after)


@pytest.mark.parametrize(
    "said",
    [
        "姉が長野に住んでいるので、何を贈ればいいですか？",
        "犬を飼っているんですが、いい病院はありますか？",
    ],
)
def test_what_tells_why_something_is_asked_is_told(said: str) -> None:
    assert read(said).stance is not Stance.ASKED


def test_a_job_is_told_before_what_is_wanted() -> None:
    assert "brother|job" in read("兄が消防士をしているので、何か贈りたいです。").slots
