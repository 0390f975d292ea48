"""Whose a thing is, is told within a sentence or a line; what could be another's is nobody's."""

from __future__ import annotations

import pytest

from showbible.assets.recall.facts.spellings import mentioned
from showbible.assets.recall.facts.states import readings_of

CAST = {"Mara": "character", "Tom": "character", "Keeper": "character", "Lighthouse": "location", "Harbor": "location"}
LOOKS = ("coat", "raincoat", "dress", "boot", "hair", "eyes")


def worn(text: str) -> dict[str, dict[str, str]]:
    """What a text says of the clothes and looks of those it names."""
    told: dict[str, dict[str, str]] = {}
    for each in readings_of(text, CAST):
        if each.field in LOOKS and each.entity in CAST:
            told.setdefault(each.entity, {})[each.field] = each.value
    return told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Mara puts on a red coat.", {"Mara": {"coat": "red"}}),
        ("Mara's red coat drips.", {"Mara": {"coat": "red"}}),
        ("Mara leaves the Lighthouse in a red coat.", {"Mara": {"coat": "red"}}),
        ("Mara changes into a blue dress.", {"Mara": {"dress": "blue"}}),
        ("Mara, a young woman in a red coat, waits.", {"Mara": {"coat": "red"}}),
        ("Mara (red coat, black boots)", {"Mara": {"coat": "red", "boot": "black"}}),
        ("Mara, red coat, black hair, lighthouse at night", {"Mara": {"coat": "red", "hair": "black"}}),
        ("Mara has blue eyes and long black hair.", {"Mara": {"eyes": "blue", "hair": "long black"}}),
        ("In a red coat, Mara walks to the harbor.", {"Mara": {"coat": "red"}}),
        ("Close-up of the Keeper in a red coat.", {"Keeper": {"coat": "red"}}),
        ("Wide shot of Mara in a yellow raincoat at the Lighthouse", {"Mara": {"raincoat": "yellow"}}),
        ("Mara: red coat; Tom: blue coat", {"Mara": {"coat": "red"}, "Tom": {"coat": "blue"}}),
        ("Tom in his red coat and Mara in her blue coat", {"Tom": {"coat": "red"}, "Mara": {"coat": "blue"}}),
        ("Mara and Tom in red coats", {"Mara": {"coat": "red"}, "Tom": {"coat": "red"}}),
    ],
)
def test_what_someone_wears_is_theirs(text: str, told: dict[str, dict[str, str]]) -> None:
    assert worn(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "The lighthouse stands. A red coat hangs.",
        "The lighthouse stands and a red coat hangs on the wall.",
        "Mara waits\nA red coat on a hook",
        "Mara sees a red coat.",
        "Mara holds a red coat.",
        "A red coat hangs beside Mara.",
        "Mara walks past a red coat on a chair.",
        "Mara stands in the doorway, a red coat on the hook.",
        "Mara's gaze meets a red coat.",
        "Mara is not wearing a red coat.",
    ],
)
def test_a_thing_that_is_only_there_is_nobodys(text: str) -> None:
    assert worn(text) == {}


@pytest.mark.parametrize(
    "text",
    [
        "Mara stands beside Tom in a red coat.",
        "Mara waits for Tom, her coat is red.",
        "Mara hugs a man in a red coat.",
        "Mara watches Ben in a red coat.",
        "Mara's brother wears a red coat.",
        "The mannequin next to Mara wears a red dress.",
    ],
)
def test_what_could_be_another_s_is_nobodys(text: str) -> None:
    assert worn(text) == {}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Mara enters. She wears a red coat.", {"Mara": {"coat": "red"}}),
        ("Mara enters. Her coat is red. Her hair is black.", {"Mara": {"coat": "red", "hair": "black"}}),
        ("Mara meets Tom. She wears a red coat.", {}),
        ("Mara looks at a woman. She wears a red coat.", {}),
        ("Mara enters. A woman follows. She wears a red coat.", {}),
        ("The lighthouse stands. She wears a red coat.", {}),
    ],
)
def test_a_pronoun_means_the_only_one_its_line_speaks_of(text: str, told: dict[str, dict[str, str]]) -> None:
    assert worn(text) == told


def test_who_is_mentioned_is_told_even_when_nothing_is_said_of_them() -> None:
    assert mentioned("Ben and “Mara”. Tom", CAST) == ["Mara", "Tom"]
