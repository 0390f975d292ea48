"""The benchmark of chats tells each to a real memory and counts what holds, what has ended and what is answered."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.chats import SHIPPED, Answered, Chat, Line, Piece, Question, measured

MOVED = {
    "id": "moved",
    "turns": [
        {"at": "2026-01-05T09:00:00Z", "text": "I live in Oslo. My cat is called Pim."},
        {"at": "2026-02-05T09:00:00Z", "text": "I moved to Bergen last week."},
    ],
    "ended": [{"turn": 0, "text": "I live in Oslo."}],
    "questions": [
        {"question": "Where do I live?", "answer": ["Bergen"], "not": ["Oslo"]},
        {"question": "What is my dentist called?", "answer": []},
    ],
}


def test_what_has_ended_is_counted_apart_from_what_holds(tmp_path: Path) -> None:
    result = measured([Chat.read(json.dumps(MOVED))], home=tmp_path)

    assert (result.held, result.hidden, result.ended, result.standing) == (2, [], 1, [])
    assert [each.is_first for _, each in result.answered if each.question.answer] == [True]


def test_a_sentence_that_was_hidden_although_it_holds_is_told_with_what_took_its_place(tmp_path: Path) -> None:
    chat = Chat.read(json.dumps({**MOVED, "ended": []}))

    result = measured([chat], home=tmp_path)

    assert [(line.text, line.replaced_by) for _, line in result.hidden] == [
        ("I live in Oslo.", "I moved to Bergen last week.")
    ]


def test_a_line_that_has_ended_by_less_than_half_is_not_ended() -> None:
    line = Line(turn=0, text="Call me Wren, and I run a bakery with Leif", replaced_by=None, why=None)

    assert Piece(turn=0, text="with Leif").share_of(line) < 0.6 < Piece(turn=0, text=line.text).share_of(line)
    assert Piece(turn=1, text=line.text).share_of(line) == 0


def test_what_must_not_be_told_makes_an_answer_wrong_unless_its_own_line_answers() -> None:
    question = Question(text="What is my rent?", answer=("610",), wrong=("575",))

    told = [("now 610, not 575",), ("it is 610", "I pay 575"), ("nothing",), ()]

    assert [Answered(question=question, told=each).is_among for each in told] == [True, False, False, False]


def test_the_words_of_every_piece_are_in_their_message() -> None:
    chats = [Chat.read(line) for path in SHIPPED if path.exists() for line in path.read_text().splitlines()]

    lost = [
        piece.text
        for chat in chats
        for piece in (*chat.ended, *chat.open)
        if piece.text not in chat.turns[piece.turn].text
    ]

    assert (len(chats) >= 6, lost) == (True, [])
