"""A BERT of a few thousand random numbers in a real folder, and what it gives, computed slowly and plainly."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.processors import TemplateProcessing

Weights = dict[str, NDArray[Any]]

WORDS = {"[CLS]": 0, "[UNK]": 1, "whale": 2, "lamp": 3, "sea": 4}
CONFIG: Mapping[str, Any] = {
    "model_type": "bert",
    "hidden_act": "gelu",
    "position_embedding_type": "absolute",
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "hidden_size": 8,
    "intermediate_size": 40,
    "max_position_embeddings": 400,
    "layer_norm_eps": 1e-9,
}
_TYPES = {"float16": "F16", "float32": "F32", "int64": "I64"}


def weights(**config: Any) -> Weights:
    """Random weights of a network, as large as a configuration says; always the same ones."""
    told = {**CONFIG, **config}
    hidden, wide, draw = told["hidden_size"], told["intermediate_size"], np.random.default_rng(7)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (len(WORDS), hidden),
        "embeddings.position_embeddings.weight": (told["max_position_embeddings"], hidden),
        "embeddings.token_type_embeddings.weight": (2, hidden),
        **_pair("embeddings.LayerNorm", hidden),
    }
    for number in range(told["num_hidden_layers"]):
        layer = f"encoder.layer.{number}"
        for name in ("self.query", "self.key", "self.value", "output.dense"):
            shapes |= _pair(f"{layer}.attention.{name}", hidden, hidden)
        shapes |= _pair(f"{layer}.attention.output.LayerNorm", hidden) | _pair(f"{layer}.output.LayerNorm", hidden)
        shapes |= _pair(f"{layer}.intermediate.dense", wide, hidden) | _pair(f"{layer}.output.dense", hidden, wide)
    return {name: draw.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}


def _pair(name: str, *shape: int) -> dict[str, tuple[int, ...]]:
    return {f"{name}.weight": shape, f"{name}.bias": shape[:1]}


def write(place: Path, given: Weights, **config: Any) -> Path:
    """A folder as sentence-transformers saves it: weights, configuration, tokenizer."""
    place.mkdir(parents=True)
    pieces = Tokenizer(WordLevel(WORDS, unk_token="[UNK]"))
    pieces.pre_tokenizer = Whitespace()
    pieces.post_processor = TemplateProcessing(single="[CLS] $A", special_tokens=[("[CLS]", 0)])
    pieces.save(str(place / "tokenizer.json"))
    (place / "config.json").write_text(json.dumps({**CONFIG, **config}))
    (place / "modules.json").write_text(json.dumps([{"type": "sentence_transformers.models.Transformer"}]))
    header, body = {}, b""
    for name, values in given.items():
        offsets = [len(body), len(body) + values.nbytes]
        header[name] = {"dtype": _TYPES[values.dtype.name], "shape": list(values.shape), "data_offsets": offsets}
        body += values.tobytes()
    told = json.dumps(header).encode()
    (place / "model.safetensors").write_bytes(len(told).to_bytes(8, "little") + told + body)
    return place


def tokens(text: str) -> list[int]:
    """The tokens of a text."""
    return [0, *(WORDS.get(word, 1) for word in text.split())]


class Slowly:
    """The same network, one token after the other."""

    def __init__(self, given: Weights) -> None:
        self.given = {name: values.astype(np.float64) for name, values in given.items()}

    def vector(self, ids: Sequence[int], layers: int = CONFIG["num_hidden_layers"]) -> NDArray[np.float64]:
        """The mean of a text's tokens after so many layers, of length one."""
        words, places, kinds = (
            self.given[f"embeddings.{name}_embeddings.weight"] for name in ("word", "position", "token_type")
        )
        rows = [
            self._normal(words[token] + places[at] + kinds[0], "embeddings.LayerNorm") for at, token in enumerate(ids)
        ]
        for number in range(layers):
            rows = self._layer(rows, f"encoder.layer.{number}")
        mean = sum(rows[1:], rows[0]) / len(rows)
        return mean / np.linalg.norm(mean)

    def _layer(self, rows: list[NDArray[np.float64]], layer: str) -> list[NDArray[np.float64]]:
        sides = [[self._step(row, f"{layer}.attention.self.{side}") for row in rows] for side in ("key", "value")]
        keys, values = (np.array(side) for side in sides)
        after = []
        for row in rows:
            taken = self._taken(self._step(row, f"{layer}.attention.self.query"), keys, values)
            joined = row + self._step(taken, f"{layer}.attention.output.dense")
            joined = self._normal(joined, f"{layer}.attention.output.LayerNorm")
            wide = self._step(joined, f"{layer}.intermediate.dense")
            bent = np.array([each * (1 + math.erf(each / math.sqrt(2))) / 2 for each in wide.tolist()])
            after.append(self._normal(joined + self._step(bent, f"{layer}.output.dense"), f"{layer}.output.LayerNorm"))
        return after

    def _taken(self, query: NDArray[Any], keys: NDArray[Any], values: NDArray[Any]) -> NDArray[np.float64]:
        size = len(query) // CONFIG["num_attention_heads"]
        parts = []
        for start in range(0, len(query), size):
            head = slice(start, start + size)
            shares = np.exp(keys[:, head] @ query[head] / math.sqrt(size))
            parts.append(shares / shares.sum() @ values[:, head])
        return np.concatenate(parts)

    def _step(self, row: NDArray[Any], name: str) -> NDArray[np.float64]:
        found: NDArray[np.float64] = self.given[f"{name}.weight"] @ row + self.given[f"{name}.bias"]
        return found

    def _normal(self, row: NDArray[Any], name: str) -> NDArray[np.float64]:
        level: NDArray[np.float64] = (row - row.mean()) / math.sqrt(row.var() + CONFIG["layer_norm_eps"])
        return level * self.given[f"{name}.weight"] + self.given[f"{name}.bias"]
