"""What changed between two texts is shown word by word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showbible.web.pages.kit.rewording import Piece, reworded
from showbible.words import author, shown


def test_only_the_changed_words_are_marked() -> None:
    assert reworded("keep the wide shot", "keep the close shot") == (
        Piece(kind="same", text="keep the "),
        Piece(kind="gone", text="wide"),
        Piece(kind="new", text="close"),
        Piece(kind="same", text=" shot"),
    )


@given(st.text(), st.text())
def test_both_texts_can_be_read_from_the_pieces(before: str, after: str) -> None:
    pieces = reworded(before, after)

    assert "".join(piece.text for piece in pieces if piece.kind != "new") == before
    assert "".join(piece.text for piece in pieces if piece.kind != "gone") == after


@pytest.mark.parametrize(("value", "words"), [(None, "–"), ([], "–"), (True, "yes"), (["a", "b"], "a, b"), (3, "3")])
def test_values_are_shown_as_people_write_them(value: object, words: str) -> None:
    assert shown(value) == words


def test_an_author_is_named_in_words() -> None:
    makers = ("person", "conversation:s1", "model:small", "rule")

    assert [author(name) for name in makers] == ["A person", "A conversation", "The model small", "The rules"]
