"""A sentence encoder is computed from its weights alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from showbible.errors import Damaged, Misconfigured
from showbible.llm.embeddings.choosing import choose
from showbible.llm.embeddings.embedder import Embedder
from showbible.llm.embeddings.encoder import Encoder
from showbible.settings import Settings
from tests import tiny_bert


def _embedder(folder: Path) -> Embedder:
    found = choose(Settings(embeddings=f"local:{folder}")).recording()
    assert found is not None
    return found


@pytest.mark.parametrize("text", ["whale", "lamp whale sea", "sea lamp " * 190], ids=["short", "usual", "long"])
def test_a_text_has_the_vector_that_the_network_defines(tmp_path: Path, text: str) -> None:
    given = tiny_bert.weights()

    rows = _embedder(tiny_bert.write(tmp_path / "sea", given)).embed([text])

    assert rows.dtype == np.float32
    assert np.allclose(rows[0], tiny_bert.Slowly(given).vector(tiny_bert.tokens(text)), atol=1e-5)


def test_read_in_depth_a_text_has_its_vector_and_what_stood_half_way(tmp_path: Path) -> None:
    given = tiny_bert.weights()
    encoder = _embedder(tiny_bert.write(tmp_path / "sea", given))
    assert isinstance(encoder, Encoder)

    row = encoder.in_depth(["lamp whale sea"])[0]

    slowly, ids = tiny_bert.Slowly(given), tiny_bert.tokens("lamp whale sea")
    assert np.allclose(row, np.concatenate([slowly.vector(ids), slowly.vector(ids, layers=1)]), atol=1e-5)


def test_a_text_has_the_same_vector_whatever_stands_beside_it(tmp_path: Path) -> None:
    sizes = {"hidden_size": 384, "num_attention_heads": 12, "intermediate_size": 1536, "num_hidden_layers": 1}
    folder = tiny_bert.write(tmp_path / "sea", tiny_bert.weights(**sizes), **sizes)
    texts = ["sea " * number + "whale" for number in range(30)]

    together = _embedder(folder).embed(texts)

    alone = _embedder(folder.rename(tmp_path / "alone"))
    assert np.allclose(together, np.concatenate([alone.embed([text]) for text in texts]), atol=1e-5)


@pytest.mark.parametrize("prefix", ["", "bert."])
@pytest.mark.parametrize("kind", ["float16", "float32"])
def test_weights_are_read_in_the_usual_forms(tmp_path: Path, prefix: str, kind: str) -> None:
    given = {f"{prefix}{name}": each.astype(kind) for name, each in tiny_bert.weights().items()}
    given[f"{prefix}embeddings.position_ids"] = np.arange(400)

    row = _embedder(tiny_bert.write(tmp_path / "sea", given)).embed(["lamp whale"])[0]

    assert np.allclose(row, tiny_bert.Slowly(tiny_bert.weights()).vector([0, 3, 2]), atol=1e-2)


def test_a_text_is_read_as_far_as_there_are_places(tmp_path: Path) -> None:
    embedder = _embedder(tiny_bert.write(tmp_path / "sea", tiny_bert.weights()))

    rows = embedder.embed(["sea " * 399, "sea " * 399 + "whale " * 100])

    assert np.allclose(rows[0], rows[1])


def test_weights_need_no_runtime(tmp_path: Path) -> None:
    folder = tiny_bert.write(tmp_path / "sea", tiny_bert.weights())
    script = (
        "import sys; sys.modules['onnxruntime'] = None\n"
        "from showbible.llm.embeddings.choosing import choose; from showbible.settings import Settings\n"
        f"print(choose(Settings(embeddings='local:{folder}')).recording().embed(['whale']).shape)\n"
    )

    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert said.stdout == "(1, 8)\n"


@pytest.mark.parametrize(
    "strange", [{"model_type": "mpnet"}, {"hidden_act": "relu"}, {"position_embedding_type": "relative_key"}], ids=str
)
def test_a_network_that_would_be_computed_wrongly_is_refused(tmp_path: Path, strange: dict[str, str]) -> None:
    folder = tiny_bert.write(tmp_path / "sea", tiny_bert.weights(), **strange)

    said = " ".join(*strange.items())
    with pytest.raises(Misconfigured, match=f"lacks onnx/model.onnx; without it .* config.json says {said}"):
        _embedder(folder)


@pytest.mark.parametrize(
    ("config", "complaint"),
    [
        ({"num_attention_heads": 3}, "has 3 heads for 8 numbers: they cannot be shared out evenly"),
        ({"num_hidden_layers": "two"}, "must say how large num_hidden_layers is"),
    ],
)
def test_a_configuration_that_cannot_be_is_told(tmp_path: Path, config: dict[str, Any], complaint: str) -> None:
    with pytest.raises(Misconfigured, match=complaint):
        _embedder(tiny_bert.write(tmp_path / "sea", tiny_bert.weights(), **config))


@pytest.mark.parametrize(
    ("config", "complaint"),
    [
        ({"num_hidden_layers": 3}, r"lacks the weights encoder.layer.2"),
        ({"intermediate_size": 80}, "holds weights of other sizes than its config.json says"),
        ({"max_position_embeddings": 512}, "holds too few weights for 5 tokens and texts of 512"),
    ],
)
def test_weights_that_do_not_suffice_are_told(tmp_path: Path, config: dict[str, Any], complaint: str) -> None:
    with pytest.raises(Damaged, match=complaint):
        _embedder(tiny_bert.write(tmp_path / "sea", tiny_bert.weights(), **config))


@pytest.mark.parametrize("kept", [0, 4, 900, -100])
def test_damaged_weights_are_told(tmp_path: Path, kept: int) -> None:
    folder = tiny_bert.write(tmp_path / "sea", tiny_bert.weights())
    file = folder / "model.safetensors"
    file.write_bytes(file.read_bytes()[:kept])

    with pytest.raises(Damaged, match=r"model.safetensors holds no weights"):
        _embedder(folder)


def test_the_name_changes_with_how_the_network_is_built(tmp_path: Path) -> None:
    one, two = (
        _embedder(tiny_bert.write(tmp_path / str(heads) / "sea", tiny_bert.weights(), num_attention_heads=heads))
        for heads in (2, 4)
    )

    assert one.name.startswith("local:sea@") and one.name != two.name
