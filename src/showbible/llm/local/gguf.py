"""What a GGUF file tells of the model in it: a header, then names with values, then the weights."""

from __future__ import annotations

import re
import struct
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, Final

from showbible.errors import Misconfigured
from showbible.values import frozen

_MAGIC: Final = b"GGUF"
_VERSIONS: Final = (2, 3)
_NUMBERS: Final = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING: Final = 8
_ARRAY: Final = 9
_MOST: Final = 4_000_000
"""More names, or more values in a list, than any model has."""
_LONGEST: Final = 16 * 1024 * 1024
_TOKENS: Final = "tokenizer.ggml.tokens"
_KINDS: Final = "tokenizer.ggml.token_type"
_CONTROL: Final = 3
_USER_DEFINED: Final = 4
_DEFAULT_CONTEXT: Final = 2048


@frozen
class ModelFile:
    """A file with a language model, as its header describes it."""

    path: Path
    size: int
    name: str
    architecture: str
    context: int
    """The tokens it was trained to have in view."""
    controls: frozenset[str]
    """The tokens that divide a conversation into turns."""

    def defused(self, text: str) -> str:
        """A text in which no control token stands: quoted words must not end the turn they are quoted in."""
        return self._control.sub(lambda found: f"{found[0][:1]} {found[0][1:]}", text) if self.controls else text

    @cached_property
    def _control(self) -> re.Pattern[str]:
        return re.compile("|".join(re.escape(each) for each in sorted(self.controls, key=len, reverse=True)))


def read(path: Path) -> ModelFile:
    """What the file says of itself; refuses one that is no model."""
    try:
        with path.open("rb") as file:
            values = _values(file)
            size = file.seek(0, 2)
    except FileNotFoundError:
        raise Misconfigured(f"SHOWBIBLE_MODEL names {path}: there is no such file.") from None
    except OSError as error:
        raise Misconfigured(f"SHOWBIBLE_MODEL names {path}: it cannot be read ({error.strerror}).") from error
    except _NotAModel as error:
        raise Misconfigured(f"SHOWBIBLE_MODEL names {path}: {error}") from None
    architecture = str(values.get("general.architecture", "unknown"))
    context = values.get(f"{architecture}.context_length")
    return ModelFile(
        path=path.absolute(),
        size=size,
        name=str(values.get("general.name", path.stem)),
        architecture=architecture,
        context=context if isinstance(context, int) and context > 0 else _DEFAULT_CONTEXT,
        controls=_controls(values),
    )


class _NotAModel(Exception):
    """Why a file is no model."""


def _values(file: BinaryIO) -> dict[str, Any]:
    if file.read(4) != _MAGIC:
        raise _NotAModel("it is no GGUF file.")
    try:
        version, _, names = struct.unpack("<IQQ", file.read(20))
        if version not in _VERSIONS:
            raise _NotAModel(f"it is a GGUF file of version {version}, and only 2 and 3 are read.")
        return {_text(file): _value(file, _number(file, "I")) for _ in range(_few(names))}
    except (struct.error, KeyError):
        raise _NotAModel("it is a GGUF file that was cut off or damaged.") from None


def _value(file: BinaryIO, kind: int) -> Any:
    if kind == _STRING:
        return _text(file)
    if kind != _ARRAY:
        return _number(file, _NUMBERS[kind])
    inner, length = struct.unpack("<IQ", file.read(12))
    if inner == _STRING:
        return [_text(file) for _ in range(_few(length))]
    if inner == _ARRAY:
        return [_value(file, _ARRAY) for _ in range(_few(length))]
    kept = f"<{_few(length)}{_NUMBERS[inner]}"
    return struct.unpack(kept, file.read(struct.calcsize(kept)))


def _number(file: BinaryIO, kind: str) -> Any:
    return struct.unpack(f"<{kind}", file.read(struct.calcsize(f"<{kind}")))[0]


def _text(file: BinaryIO) -> str:
    length = _number(file, "Q")
    if length > _LONGEST:
        raise struct.error
    raw = file.read(length)
    if len(raw) < length:
        raise struct.error
    return raw.decode(errors="replace")


def _few(number: int) -> int:
    if number > _MOST:
        raise struct.error
    return number


def _controls(values: dict[str, Any]) -> frozenset[str]:
    pairs = zip(values.get(_TOKENS, ()), values.get(_KINDS, ()), strict=False)
    return frozenset(token for token, kind in pairs if len(token) > 1 and _divides(token, kind))


def _divides(token: str, kind: int) -> bool:
    # Some files call the marks of a turn a word of the user's.
    return kind == _CONTROL or (kind == _USER_DEFINED and token.startswith("<|") and token.endswith("|>"))
