"""The benchmark of facts that change tells its cases to a real memory and counts what comes back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.updates import DATA, QUESTIONS, Case, Marks, far_questions, holds, measured, near_misses, read_cases

BERRIES = {
    "id": "berries",
    "kind": "reworded",
    "turns": [{"at": "2026-01-05T09:00:00Z", "text": "My favorite fruit is the gooseberry."}],
    "question": "What is my favorite fruit?",
    "current": ["gooseberry"],
    "stale": [],
}
BOAT = {
    "id": "boat",
    "kind": "denial",
    "turns": [{"at": "2026-01-05T09:00:00Z", "text": "I never said that I own a boat."}],
    "question": "Do I own a boat?",
    "current": [],
    "stale": ["own a boat"],
    "unless": ["never said"],
}


def a_case(**changes: object) -> Case:
    return Case.read(json.dumps({**BERRIES, **changes}))


def test_what_was_told_is_found_and_what_was_denied_is_not_told(tmp_path: Path) -> None:
    result = measured([a_case(), a_case(**BOAT)], home=tmp_path)

    assert [(each.case.id, each.right) for each in result.marks] == [("berries", True), ("boat", True)]


def test_everyday_talk_comes_first_and_silence_is_counted_when_asked_for(tmp_path: Path) -> None:
    result = measured([a_case()], home=tmp_path, long=True, silence=True)

    assert result.hidden
    assert result.silence.answerable == [False]


@pytest.mark.parametrize(
    ("text", "value", "held"),
    [
        ("She has 14 hens.", "14", True),
        ("She has 140 hens.", "14", False),
        ("I don\u2019t drink", "don't drink", True),
        ("函館の店です", "函館", True),
    ],
)
def test_a_value_is_a_whole_word_where_words_are_apart(text: str, value: str, held: bool) -> None:
    assert holds(text, value) is held


@pytest.mark.parametrize(
    ("kind", "flags", "right"),
    [
        ("update", {"current_1", "current_3"}, True),
        ("update", {"current_3"}, False),
        ("update", {"current_1", "current_3", "stale_3", "false"}, False),
        ("negation", {"current_3", "false"}, False),
        ("addition", {"current_3"}, False),
        ("addition", {"current_3", "kept"}, True),
        ("distractor", {"current_3"}, True),
    ],
)
def test_a_case_is_right_as_its_kind_asks(kind: str, flags: set[str], right: bool) -> None:
    names = ("current_1", "current_3", "stale_1", "stale_3", "false", "kept")

    marks = Marks(case=a_case(kind=kind), answer=(), **{name: name in flags for name in names})

    assert marks.right is right


def test_a_far_question_shares_no_telling_word_with_what_was_told() -> None:
    other = a_case(id="other", question="Where does my sister live?")
    same = a_case(id="same", question="Which fruits did I name?")

    assert far_questions(a_case(), [a_case(), same, other]) == ["Where does my sister live?"]


def test_every_shipped_case_has_an_id_of_its_own_and_every_near_miss_a_case() -> None:
    files = [path for path in DATA.glob("*.jsonl") if path.name not in QUESTIONS]
    ids = [case.id for path in files for case in read_cases(path)]

    assert len(ids) == len(set(ids))
    assert all(questions.keys() <= set(ids) for questions in near_misses())
