"""Whoever leaves out of whom they write writes of themselves."""

from __future__ import annotations

import pytest

from tests.reading.conftest import read, replaced


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("Finally moved to Tromsø yesterday.", "user|home"),
        ("Got a job at Larsen's last week", "user|employer"),
        ("Working at the harbour these days.", "user|employer"),
        ("Just turned 44.", "user|age"),
        ("It never gets light here in Tromsø.", "user|home"),
    ],
)
def test_a_sentence_without_a_subject_is_about_who_writes_it(text: str, slot: str) -> None:
    assert read(text).slot == slot


@pytest.mark.parametrize(
    "text",
    [
        "Move to the left a little.",
        "Moving to Tromsø was her idea.",
        "Moved to Tromsø already?",
        "My aunt rang. Moved to Tromsø last week.",
        "It was dark here in Tromsø.",
    ],
)
def test_a_request_a_question_or_what_another_did_is_not(text: str) -> None:
    assert read(text).slot != "user|home"


def test_a_move_without_a_subject_replaces_the_home_before() -> None:
    assert replaced("I live in Vadsø.", "moved to Tromsø last week") == ["0"]
