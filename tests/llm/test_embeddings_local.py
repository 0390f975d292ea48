"""A table of word pieces in a folder takes the place of the packaged one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from showbible.errors import Damaged, Misconfigured
from showbible.llm.embeddings.choosing import choose
from showbible.llm.embeddings.embedder import Embedder
from showbible.settings import Settings

WORDS = {"[UNK]": 0, "whale": 1, "orca": 2, "lamp": 3}
TABLE = np.array([[9, 9, 9], [1, 0, 0], [0.8, 0.6, 0], [0, 0, 2]], dtype=np.float32)
NAMES = {"float16": "F16", "float32": "F32", "int8": "I8", "int64": "I64"}


def _folder(place: Path, **tensors: NDArray[Any]) -> Path:
    place.mkdir()
    pieces = Tokenizer(WordLevel(WORDS, unk_token="[UNK]"))
    pieces.pre_tokenizer = Whitespace()
    pieces.enable_padding(length=8)
    pieces.save(str(place / "tokenizer.json"))
    header, body = {}, b""
    for name, values in tensors.items():
        offsets = [len(body), len(body) + values.nbytes]
        header[name] = {"dtype": NAMES[values.dtype.name], "shape": list(values.shape), "data_offsets": offsets}
        body += values.tobytes()
    told = json.dumps(header).encode()
    (place / "model.safetensors").write_bytes(len(told).to_bytes(8, "little") + told + body)
    return place


def _embedder(folder: Path) -> Embedder:
    found = choose(Settings(embeddings=f"local:{folder}")).recording()
    assert found is not None
    return found


@pytest.mark.parametrize("kind", ["float16", "float32"])
def test_a_text_is_the_mean_of_its_known_pieces(tmp_path: Path, kind: str) -> None:
    embedder = _embedder(_folder(tmp_path / "sea", embeddings=TABLE.astype(kind)))

    rows = embedder.embed(["whale", "a lamp of the whale", "nothing known"])

    half = 1 / np.sqrt(5)
    assert np.allclose(rows, [[1, 0, 0], [half, 0, 2 * half], [0, 0, 0]], atol=1e-3)


def test_a_shrunken_table_is_spread_out_again(tmp_path: Path) -> None:
    folder = _folder(
        tmp_path / "sea",
        embeddings=np.array([[0, 0], [100, 0], [0, 50]], dtype=np.int8),
        mapping=np.array([0, 1, 1, 2], dtype=np.int64),
        weights=np.array([1, 1, 3, 2], dtype=np.float32),
    )

    rows = _embedder(folder).embed(["whale orca", "whale lamp"])

    assert np.allclose(rows, [[1, 0], [np.sqrt(0.5), np.sqrt(0.5)]])


def test_the_name_changes_with_what_the_folder_holds(tmp_path: Path) -> None:
    folders = [_folder(tmp_path / "sea", embeddings=TABLE), _folder(tmp_path / "land", embeddings=-TABLE)]

    names = [_embedder(folder).name.partition("@") for folder in folders]

    assert [name for name, _, _ in names] == ["local:sea", "local:land"]
    assert names[0][2] != names[1][2]


def test_a_table_that_is_too_short_for_its_tokenizer_is_refused(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "sea", embeddings=TABLE[:2])

    with pytest.raises(Misconfigured, match="2 vectors for 4 word pieces: too few"):
        _embedder(folder)


def test_a_broken_table_is_told(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "sea", embeddings=TABLE)
    (folder / "model.safetensors").write_bytes(b"\x10\0\0\0\0\0\0\0not json")

    with pytest.raises(Damaged, match="holds no table of word pieces"):
        _embedder(folder)
