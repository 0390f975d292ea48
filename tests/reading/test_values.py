"""A sentence holds values: each has a kind, a key that spelling does not change, and what it counts."""

from __future__ import annotations

import pytest

from showbible.reading.model import ValueKind
from tests.reading.conftest import read


@pytest.mark.parametrize(
    ("said", "kind", "key"),
    [
        ("We keep seven hens.", ValueKind.NUMBER, "7"),
        ("There are twenty-three stairs.", ValueKind.NUMBER, "23"),
        ("It takes two hundred and five bricks.", ValueKind.NUMBER, "205"),
        ("The tickets were $40.", ValueKind.MONEY, "40"),
        ("The loan runs to 2,300 euros.", ValueKind.MONEY, "2300"),
        ("About 30% are painted.", ValueKind.SHARE, "30"),
        ("My pack weighs 12 kg.", ValueKind.MEASURE, "12"),
        ("We weed 40 square metres.", ValueKind.MEASURE, "40"),
        ("My score sits at 1,640, no less.", ValueKind.NUMBER, "1640"),
        ("Sie zahlt 34 im Monat.", ValueKind.NUMBER, "34"),
        ("I see her every fortnight.", ValueKind.FREQUENCY, "1"),
        ("The ferry takes 3 hours.", ValueKind.DURATION, "3"),
        ("I'm there within half an hour.", ValueKind.DURATION, "0.5"),
        ("It's three quarters of an hour by tram.", ValueKind.DURATION, "0.75"),
        ("An hour and a half is enough.", ValueKind.DURATION, "1.5"),
        ("We stay for a couple of weeks.", ValueKind.DURATION, "2"),
        ("They've sung for twenty-odd years.", ValueKind.DURATION, "20"),
        ("The mill is half a mile off.", ValueKind.MEASURE, "0.5"),
        ("Half a dozen swans came.", ValueKind.NUMBER, "6"),
        ("The bell rings at ten past four.", ValueKind.CLOCK, "04:10"),
        ("He calls every last Friday.", ValueKind.FREQUENCY, "last"),
        ("I row most mornings.", ValueKind.FREQUENCY, "most"),
        ("She finished in 51 minutes and 4 seconds.", ValueKind.DURATION, "51 4"),
        ("The goat is four years old.", ValueKind.AGE, "4"),
        ("We open at 7:15 pm.", ValueKind.CLOCK, "19:15"),
        ("The bell rings at half past six.", ValueKind.CLOCK, "06:30"),
        ("Choir is on Thursday.", ValueKind.DAY, "w3"),
        ("The fair is on the 4th of July.", ValueKind.DAY, "-7-4"),
        ("I swim three times a week.", ValueKind.FREQUENCY, "3"),
        ("I water them every other day.", ValueKind.FREQUENCY, "1/2"),
        ("They moved to Tromsø.", ValueKind.PLACE, "tromsø"),
        ("We read 'The Salt Road' aloud.", ValueKind.NAME, "the salt road"),
        ("The key hangs in the pantry.", ValueKind.SPOT, "pantr"),
        ("Renzo has the keys to our van.", ValueKind.NAME, "renzo"),
        ("Renzo, my lodger, snores.", ValueKind.NAME, "renzo"),
        ("Our bailiff is called Will.", ValueKind.PERSON, "will"),
        ("We wrote to Mr. Ferrer.", ValueKind.PERSON, "ferrer"),
        ("Ida, not Ada, as it turns out.", ValueKind.NAME, "ida"),
        ("Marlis, with an i.", ValueKind.NAME, "marlis"),
        ("The fees are 900 rupees.", ValueKind.MONEY, "900"),
        ("Wir haben drei Hühner.", ValueKind.NUMBER, "3"),
        ("Der Kurs beginnt um halb acht.", ValueKind.CLOCK, "07:30"),
        ("El tren sale a las seis y media.", ValueKind.CLOCK, "06:30"),
        ("Le cours est à 18 h 30.", ValueKind.CLOCK, "18:30"),
        ("会議は午後三時です。", ValueKind.CLOCK, "15:00"),
        ("猫が二匹います。", ValueKind.NUMBER, "2"),
    ],
)
def test_a_value_has_a_kind_and_a_key(said: str, kind: ValueKind, key: str) -> None:
    assert (kind, key) in {(value.kind, value.key) for value in read(said).values}


@pytest.mark.parametrize(
    "said", ["That one is the one I like.", "One day I'll tell you.", "I'd march and you may sing."]
)
def test_words_that_only_look_like_values_are_none(said: str) -> None:
    assert read(said).values == ()


@pytest.mark.parametrize(
    ("said", "noun"),
    [
        ("I've read eleven of the novels, and 4 short essays.", "essai"),
        ("Line 6 goes past our gate.", "line"),
        ("Mended 6 nets.", "net"),
        ("Bought 6 crates of plums.", "plum"),
    ],
)
def test_a_number_knows_what_it_counts(said: str, noun: str) -> None:
    assert noun in read(said).values[-1].nouns


def test_a_text_without_grammar_still_has_names_and_numbers() -> None:
    reading = read("Я живу в Москве с 2019 года")

    assert (reading.language, {value.text for value in reading.values}) == ("und", {"Москве", "2019"})
