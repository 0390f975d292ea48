"""A sentence encoder in a folder, as sentence-transformers exports it, takes the place of the packaged table."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.processors import TemplateProcessing

from showbible.errors import Damaged, Misconfigured
from showbible.llm.embeddings.choosing import Chosen, choose
from showbible.llm.embeddings.embedder import Embedder
from showbible.llm.embeddings.encoder import batches
from showbible.settings import Settings
from tests.tiny_onnx import lookup_network

WORDS = {"[CLS]": 0, "[UNK]": 1, "whale": 2, "lamp": 3, "query": 4}
TABLE = np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 5]], dtype=np.float32)


def _folder(place: Path, *, network: str = "onnx/model.onnx", **configs: Any) -> Path:
    """An exported encoder; a config `a__b` is the file `a/b.json`."""
    lookup_network(place / network, TABLE)
    pieces = Tokenizer(WordLevel(WORDS, unk_token="[UNK]"))
    pieces.pre_tokenizer = Whitespace()
    pieces.post_processor = TemplateProcessing(single="[CLS] $A", special_tokens=[("[CLS]", 0)])
    pieces.enable_padding(length=9)
    pieces.save(str(place / "tokenizer.json"))
    for name, content in configs.items():
        file = place / f"{name.replace('__', '/')}.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(content))
    return place


def _chosen(folder: Path) -> Chosen:
    return choose(Settings(embeddings=f"local:{folder}"))


def _embedder(folder: Path) -> Embedder:
    found = _chosen(folder).recording()
    assert found is not None
    return found


def _units(*rows: list[float]) -> Any:
    return np.array(rows) / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.mark.parametrize("network", ["onnx/model.onnx", "model.onnx"])
def test_a_text_is_the_mean_of_its_tokens_whatever_stands_beside_it(tmp_path: Path, network: str) -> None:
    embedder = _embedder(_folder(tmp_path / "sea", network=network))

    rows = embedder.embed(["whale", "lamp lamp lamp lamp", "  ", "whale lamp"])

    assert np.allclose(rows[[0, 1, 3]], _units([1, 0, 1], [0, 4, 1], [1, 1, 1]))
    assert not rows[2].any()
    assert embedder.embed([]).shape == (0, 3)


@pytest.mark.parametrize(
    ("pooling", "row"),
    [
        ({"pooling_mode_mean_tokens": True, "pooling_mode_cls_token": False}, [1, 0, 1]),
        ({"pooling_mode_mean_tokens": False, "pooling_mode_cls_token": True}, [0, 0, 1]),
        ({"pooling_mode": "cls"}, [0, 0, 1]),
    ],
)
def test_the_folder_says_how_tokens_become_one(tmp_path: Path, pooling: dict[str, Any], row: list[float]) -> None:
    configs: dict[str, Any] = {"1_Pooling__config": pooling}
    folder = _folder(tmp_path / "sea", **configs)

    assert np.allclose(_embedder(folder).embed(["whale"]), _units(row))


def test_a_text_is_read_as_far_as_the_model_can(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "sea", sentence_bert_config={"max_seq_length": 3})

    rows = _embedder(folder).embed(["whale whale lamp lamp lamp"])

    assert np.allclose(rows, _units([2, 0, 1]))


def test_a_question_is_asked_as_one_where_the_model_wants_it(tmp_path: Path) -> None:
    prompts = {"prompts": {"query": "query ", "document": ""}}
    chosen = _chosen(_folder(tmp_path / "sea", config_sentence_transformers=prompts))
    recording, asking = chosen.recording(), chosen.asking()
    assert recording is not None and asking is not None

    assert np.allclose(recording.embed(["whale"]), _units([1, 0, 1]))
    assert np.allclose(asking.embed(["whale"]), _units([1, 0, 6]))
    assert recording.name == asking.name


def test_the_name_changes_with_whatever_changes_the_vectors(tmp_path: Path) -> None:
    plain = _embedder(_folder(tmp_path / "a" / "sea"))
    other = _embedder(_folder(tmp_path / "b" / "sea", sentence_bert_config={"max_seq_length": 3}))

    assert [each.name.partition("@")[0] for each in (plain, other)] == ["local:sea", "local:sea"]
    assert plain.name != other.name


def test_a_batch_holds_texts_of_like_length_up_to_so_many_tokens() -> None:
    assert list(batches([9, 2, 50, 3, 8], most=20)) == [[1, 3], [4, 0], [2]]


@pytest.mark.parametrize(
    ("missing", "complaint"),
    [
        ("tokenizer.json", "it lacks tokenizer.json"),
        ("onnx/model.onnx", "it lacks model.onnx, and has no .safetensors tables"),
        (".", "there is no such folder"),
    ],
)
def test_what_is_missing_is_named(tmp_path: Path, missing: str, complaint: str) -> None:
    folder = _folder(tmp_path / "sea")
    (folder / missing).rename(tmp_path / "elsewhere")

    with pytest.raises(Misconfigured, match=f"SHOWBIBLE_EMBEDDINGS names {folder}: {complaint}"):
        _chosen(folder)


def test_weights_that_were_not_exported_are_not_taken_for_a_table(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "sea", modules=[{"type": "sentence_transformers.models.Transformer"}])
    (folder / "onnx" / "model.onnx").rename(folder / "model.safetensors")

    with pytest.raises(Misconfigured, match=r"it is a sentence encoder and lacks onnx/model.onnx"):
        _chosen(folder)


@pytest.mark.parametrize(
    ("configs", "complaint"),
    [
        ({"1_Pooling__config": {"pooling_mode_lasttoken": True}}, "wants the pooling lasttoken: only mean and cls"),
        ({"modules": [{"type": "sentence_transformers.models.Dense"}]}, "has a step Dense that is not in the network"),
        ({"sentence_bert_config": []}, "sentence_bert_config.json must hold a JSON object"),
    ],
)
def test_a_model_that_would_be_read_wrongly_is_refused(tmp_path: Path, configs: Any, complaint: str) -> None:
    with pytest.raises(Misconfigured, match=complaint):
        _embedder(_folder(tmp_path / "sea", **configs))


def test_a_network_of_another_kind_is_refused(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "sea")
    lookup_network(folder / "onnx" / "model.onnx", TABLE, inputs=["input_ids", "pixel_values"])

    with pytest.raises(Misconfigured, match="wants pixel_values: it is no sentence encoder"):
        _embedder(folder)


def test_a_broken_network_is_told(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "sea")
    (folder / "onnx" / "model.onnx").write_bytes(b"not a network")

    with pytest.raises(Misconfigured, match=r"model.onnx cannot be opened"):
        _embedder(folder)


def test_numbers_that_are_none_are_never_kept(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "sea")
    lookup_network(folder / "onnx" / "model.onnx", TABLE * np.float32(np.nan))

    with pytest.raises(Damaged, match="gives numbers that are none"):
        _embedder(folder).embed(["whale"])


def test_a_missing_library_is_named_by_its_extra(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules['onnxruntime'] = None\n"
        "from showbible.llm.embeddings.choosing import choose; from showbible.settings import Settings\n"
        f"choose(Settings(embeddings='local:{_folder(tmp_path / 'sea')}'))\n"
    )

    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert "pip install 'showbible[encoder]'" in said.stderr
