"""A sentence that tells two matters of its speaker is kept as two lines; all else stays in one piece."""

from __future__ import annotations

import pytest

from showbible.reading import reader
from tests.reading.conftest import WEDNESDAY


def _lines(text: str) -> list[str]:
    return [text[start:end] for start, end in reader.lines(text)]


@pytest.mark.parametrize(
    ("said", "lines"),
    [
        ("I'm 38 and I mend clocks.", ["I'm 38", "I mend clocks."]),
        ("We live in Graz; my sister owns a mill.", ["We live in Graz; my sister owns a mill."]),
        ("Folks call me Pip, and I keep bees in Lund.", ["Folks call me Pip", "I keep bees in Lund."]),
        ("I work as a diver, but I live in Graz.", ["I work as a diver", "I live in Graz."]),
        ("I'm Ada, I come from Split and I have two sons.", ["I'm Ada", "I come from Split", "I have two sons."]),
    ],
)
def test_two_matters_are_two_lines(said: str, lines: list[str]) -> None:
    assert _lines(said) == lines


@pytest.mark.parametrize(
    "said",
    [
        "I live in Graz and I love it there.",
        "If I lived in Graz and I was a diver, I'd sing.",
        "I don't live in Graz and I don't work as a diver.",
        'He said: "I live in Graz and I work as a diver."',
        "I bought a kayak and I painted the oars.",
        "I'm 38 and my sister is 36.",
        "Do I live in Graz and I forgot?",
        "Ich wohne in Graz und ich arbeite als Taucher.",
    ],
)
def test_what_leans_is_unreal_or_tells_no_matter_of_its_own_stays_in_one_piece(said: str) -> None:
    assert _lines(said) == [said]


def test_each_line_of_a_message_is_read_as_it_is_kept() -> None:
    said = "Hello! I'm 38 and I mend clocks. Do you?"

    read = [each.text for each in reader.read_lines(said, at=WEDNESDAY)]

    assert read == _lines(said) == ["Hello!", "I'm 38", "I mend clocks.", "Do you?"]
