"""How close texts are to a question, word by word and as wholes."""

from __future__ import annotations

import pytest

from showbible.assets.recall.closeness import AssetQuery, Close, _spelling, closeness
from showbible.llm.embeddings.pieces import default

TEXTS = [
    "Don't  stop, it's 8:30 (pm)",
    "na\u00efve caf\u00e9 x_y/z.png",
    "\u5728\u9ec4\u660f a\u2581b \u2581 c",
    "",
    "\u200b z",
]


def _asked(text: str) -> AssetQuery:
    return AssetQuery(text=text, vector=default().embed([text])[0])


def test_words_cut_one_by_one_give_the_pieces_of_the_whole() -> None:
    whole = default().pieces.encode_batch_fast([" ".join(text.split()) for text in TEXTS], add_special_tokens=False)

    assert _spelling(default()).pieces(TEXTS) == [each.ids for each in whole]


def test_a_text_that_repeats_the_question_is_as_close_as_can_be() -> None:
    close = closeness(default(), _asked("a whale at dusk"), {"same": "a whale at dusk", "other": "traffic lights"}, {})

    assert (round(close["same"].whole, 4), round(close["same"].words, 4)) == (1.0, 1.0)
    assert close["other"].apart < close["same"].apart


def test_a_text_without_words_is_close_to_nothing() -> None:
    close = closeness(default(), _asked("a whale"), {"empty": "", "other": "a whale"}, {})

    assert (close["empty"].whole, close["empty"].words) == (0.0, 0.0)


def test_a_vector_that_was_kept_is_not_made_again() -> None:
    kept = default().embed(["the sea"])[0]

    close = closeness(default(), _asked("the sea"), {"one": "traffic lights"}, {"one": kept})

    assert round(close["one"].whole, 4) == 1.0


@pytest.mark.parametrize("query", ["", "   "])
def test_a_question_without_words_is_close_to_nothing(query: str) -> None:
    found: dict[str, Close] = closeness(default(), _asked(query), {"one": "a whale"}, {})

    assert found == {}
