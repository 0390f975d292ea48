"""A network of a few hundred bytes in a real ONNX file: it looks tokens up in a table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_FLOAT, _INT64 = 1, 7


def lookup_network(
    file: Path,
    table: NDArray[np.float32],
    *,
    inputs: Sequence[str] = ("input_ids", "attention_mask", "token_type_ids"),
    output: str = "last_hidden_state",
) -> Path:
    """Write a network whose output is the row of `table` for each token."""
    node = _text(1, "table") + _text(1, "input_ids") + _text(2, output) + _text(4, "Gather")
    numbers = b"".join(_varint(1, size) for size in table.shape) + _varint(2, _FLOAT) + _text(8, "table")
    graph = _bytes(1, node) + _text(2, "lookup") + _bytes(5, numbers + _bytes(9, table.tobytes()))
    graph += b"".join(_bytes(11, _value(name, _INT64, ["texts", "tokens"])) for name in inputs)
    graph += _bytes(12, _value(output, _FLOAT, ["texts", "tokens", table.shape[1]]))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(_varint(1, 8) + _bytes(7, graph) + _bytes(8, _varint(2, 17)))
    return file


def _value(name: str, kind: int, shape: Sequence[str | int]) -> bytes:
    sizes = b"".join(_bytes(1, _varint(1, size) if isinstance(size, int) else _text(2, size)) for size in shape)
    return _text(1, name) + _bytes(2, _bytes(1, _varint(1, kind) + _bytes(2, sizes)))


def _bytes(field: int, content: bytes) -> bytes:
    return _plain(field << 3 | 2) + _plain(len(content)) + content


def _text(field: int, content: str) -> bytes:
    return _bytes(field, content.encode())


def _varint(field: int, number: int) -> bytes:
    return _plain(field << 3) + _plain(number)


def _plain(number: int) -> bytes:
    raw = bytearray()
    while number > 127:
        raw.append(number & 127 | 128)
        number >>= 7
    return bytes([*raw, number])
