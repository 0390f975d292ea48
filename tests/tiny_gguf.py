"""A language model of a few kilobytes in a real GGUF file: it knows bytes, and likes some more than others."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_WIDTH = 32
_ALIGNED = 32
_UNKNOWN, _CONTROL, _BYTE = 2, 3, 6
TURN = "<|im_end|>"
"""The control token that ends a turn."""

Value = bool | int | float | str | list[int] | list[float] | list[str]


def tiny_model(file: Path, *, likes: str = '"', context: int = 4096, **values: Value) -> Path:
    """Write a model that always says what the grammar allows and it likes best, else the lowest byte allowed."""
    tokens = ["<unk>", "<s>", "</s>", TURN, *(f"<0x{byte:02X}>" for byte in range(256))]
    kinds = [_UNKNOWN, _CONTROL, _CONTROL, _CONTROL, *[_BYTE] * 256]
    header: dict[str, Value] = {
        "general.architecture": "llama",
        "general.name": "Tiny",
        "llama.context_length": context,
        "llama.embedding_length": _WIDTH,
        "llama.block_count": 1,
        "llama.feed_forward_length": _WIDTH,
        "llama.attention.head_count": 1,
        "llama.attention.layer_norm_rms_epsilon": 1e-5,
        "tokenizer.ggml.model": "llama",
        "tokenizer.ggml.tokens": tokens,
        "tokenizer.ggml.scores": [0.0] * len(tokens),
        "tokenizer.ggml.token_type": kinds,
        "tokenizer.ggml.add_space_prefix": False,
        "tokenizer.ggml.bos_token_id": 1,
        "tokenizer.ggml.eos_token_id": 2,
        "tokenizer.ggml.unknown_token_id": 0,
        **values,
    }
    file.write_bytes(_file(header, _weights(tokens, likes)))
    return file


def _weights(tokens: list[str], likes: str) -> dict[str, NDArray[np.float32]]:
    """Every text means the same to it, so that only what it likes decides."""
    said = np.zeros((len(tokens), _WIDTH), dtype=np.float32)
    for place, letter in enumerate(reversed(likes), 1):
        said[tokens.index(f"<0x{ord(letter):02X}>")] = place
    said[tokens.index("</s>")] = len(likes) + 1
    square, line = np.zeros((_WIDTH, _WIDTH), dtype=np.float32), np.ones(_WIDTH, dtype=np.float32)
    names = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_down", "ffn_up")
    return {
        "token_embd.weight": np.ones_like(said),
        "output.weight": said,
        "output_norm.weight": line,
        "blk.0.attn_norm.weight": line,
        "blk.0.ffn_norm.weight": line,
        **{f"blk.0.{name}.weight": square for name in names},
    }


def _file(header: Mapping[str, Value], tensors: Mapping[str, NDArray[np.float32]]) -> bytes:
    told = struct.pack("<4sIQQ", b"GGUF", 3, len(tensors), len(header))
    told += b"".join(_text(name) + _typed(value) for name, value in header.items())
    body = b""
    for name, numbers in tensors.items():
        shape = numbers.shape[::-1]
        told += _text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, 0, len(body))
        body += _padded(numbers.tobytes())
    return _padded(told) + body


def _typed(value: Value) -> bytes:
    """A value behind the number of its type; numbers have a sign only in lists."""
    if isinstance(value, list):
        kind = {str: 8, float: 6, int: 5}[type(value[0])]
        return struct.pack("<IIQ", 9, kind, len(value)) + b"".join(_raw(each, "i") for each in value)
    kind = {str: 8, bool: 7, float: 6, int: 4}[type(value)]
    return struct.pack("<I", kind) + _raw(value, "I")


def _raw(value: float | str, integer: str) -> bytes:
    if isinstance(value, str):
        return _text(value)
    return struct.pack({bool: "<?", float: "<f", int: f"<{integer}"}[type(value)], value)


def _text(text: str) -> bytes:
    return struct.pack("<Q", len(text.encode())) + text.encode()


def _padded(raw: bytes) -> bytes:
    return raw + bytes(-len(raw) % _ALIGNED)
