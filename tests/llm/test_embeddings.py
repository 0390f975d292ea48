"""The embedder that needs no model to be served."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from showbible.llm.embeddings import pieces
from showbible.llm.embeddings.embedder import plain


def test_a_row_has_length_one_and_a_blank_text_none() -> None:
    rows = pieces.default().embed(["a whale at dusk", "", " \n\t", "鲸鱼"])

    assert np.linalg.norm(rows, axis=1).round(5).tolist() == [1.0, 0.0, 0.0, 1.0]
    assert rows.dtype == np.float32


def test_near_in_meaning_is_near_in_angle() -> None:
    puppy, couch, taxes = pieces.default().embed(
        ["a puppy naps on the couch", "the dog sleeps on a sofa", "quarterly tax report"]
    )

    assert puppy @ couch > 0.3 > puppy @ taxes


def test_many_texts_get_the_vectors_that_each_gets_alone() -> None:
    embedder = pieces.default()
    texts = [f"scene {number} with {'rain ' * (number % 7)}" for number in range(600)]

    together = embedder.embed(texts)

    assert np.array_equal(together[::60], np.concatenate([embedder.embed([text]) for text in texts[::60]]))


def test_no_packaged_piece_goes_on_beyond_a_word() -> None:
    vocabulary = pieces.default().pieces.get_vocab()

    assert len(vocabulary) > 30_000
    assert not [piece for piece in vocabulary if "▁" in piece.lstrip("▁")]


@pytest.mark.parametrize(
    "text",
    [
        "Her grand-daughter's café, number 1,284!",
        "在黄昏 跃出海面 🐋 ghərīb naïve e\u0301 ไทย",
        "<s> is a mark, and so is </s> a b",
        "a <b >c<unk>d",
        "one ▁ two▁three",
        "null \x00 byte\u200bbreak",
        "",
    ],
)
def test_words_split_by_themselves_have_the_pieces_of_the_whole_text(text: str) -> None:
    embedder = pieces.default()
    assert embedder.words is not None

    texts = [plain(text), plain(f"again {text}")]

    ids = embedder.words.ids(texts)

    assert ids == [each.ids for each in embedder.pieces.encode_batch(texts, add_special_tokens=False)]


def test_more_words_than_are_kept_have_their_pieces_still() -> None:
    embedder = pieces.default()
    words = pieces.SplitWords(embedder.pieces)
    texts = [f"day {number} of many" for number in range(20_000)]

    ids = [each for start in range(0, len(texts), 1_000) for each in words.ids(texts[start : start + 1_000])]

    assert ids == [each.ids for each in embedder.pieces.encode_batch(texts, add_special_tokens=False)]


def test_no_text_gives_no_rows() -> None:
    embedder = pieces.default()

    assert embedder.embed([]).shape == (0, embedder.dimensions)


def test_the_name_tells_the_model_and_its_version() -> None:
    embedder = pieces.default()

    assert (embedder.name, embedder.dimensions) == ("wordllama-l2-supercat-256@0.4.0.post1", 256)


def test_many_threads_share_one_embedder() -> None:
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: pieces.default(), range(16)))

    assert len({id(embedder) for embedder in found}) == 1


def test_without_the_extra_the_error_says_what_to_install() -> None:
    program = """
import sys
sys.modules["wordllama"] = None
from showbible.errors import Misconfigured
from showbible.llm.embeddings import pieces
try:
    pieces.default()
except Misconfigured as error:
    print(error)
"""

    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert run.stdout == "Search by meaning needs one more package: pip install 'showbible[embeddings]'.\n"


def test_nothing_heavy_is_loaded_before_it_is_needed() -> None:
    program = """
import sys
from showbible.llm.embeddings import choosing, embedder, pieces, questions, served
from showbible.storage import search, vectors
print({"numpy", "tokenizers", "wordllama", "safetensors"} & set(sys.modules))
"""

    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert run.stdout == "set()\n"
