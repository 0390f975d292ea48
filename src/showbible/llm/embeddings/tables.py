"""Read a table of vectors from a safetensors file: a length, a header in JSON, then the numbers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from showbible.errors import Damaged

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_TENSORS: Final = ("embedding.weight", "embeddings")
"""What wordllama and model2vec call their table."""
_CHUNK: Final = 1024 * 1024
_TYPES: Final = {"F16": "<f2", "F32": "<f4", "I8": "i1", "I64": "<i8", "I32": "<i4", "F64": "<f8"}


def table(file: Path) -> NDArray[np.float32]:
    """The vectors of all pieces, in the order of their numbers."""
    raw = file.read_bytes()
    try:
        size = int.from_bytes(raw[:8], "little")
        header = json.loads(raw[8 : 8 + size])
        return _pieces(header, memoryview(raw)[8 + size :])
    except (KeyError, ValueError, TypeError, IndexError) as error:
        raise Damaged(f"{file} holds no table of word pieces ({type(error).__name__}).") from error


def tensors(file: Path) -> dict[str, NDArray[np.float32]]:
    """Every tensor of numbers in a file, by its name."""
    import numpy as np

    try:
        # Mapped, not read: several processes share one copy, and of a table only the rows in use are loaded.
        raw = np.memmap(file, dtype=np.uint8, mode="r")
        size = int.from_bytes(raw[:8].tobytes(), "little")
        header, body = json.loads(raw[8 : 8 + size].tobytes()), raw.data[8 + size :]
        found = {name: each for name, each in header.items() if name != "__metadata__" and each["dtype"][0] == "F"}
        # Numbers that do not lie where the processor wants them would be copied for each product.
        return {name: np.require(_numbers(each, body), np.float32, ["A"]) for name, each in found.items()}
    except (KeyError, ValueError, TypeError, IndexError) as error:
        raise Damaged(f"{file} holds no weights ({type(error).__name__}).") from error


def digest(*files: Path) -> str:
    """A name that changes with the content of some files."""
    whole = hashlib.sha256()
    for file in files:
        with file.open("rb") as content:
            while chunk := content.read(_CHUNK):
                whole.update(chunk)
    return whole.hexdigest()[:12]


def _pieces(header: Mapping[str, Any], body: memoryview) -> NDArray[np.float32]:
    import numpy as np

    name = next(each for each in (*_TENSORS, *header) if each in header and len(header[each].get("shape", ())) == 2)
    rows = _numbers(header[name], body).astype(np.float32)
    # A shrunken model2vec shares rows between pieces and keeps what each piece weighs apart.
    if "mapping" in header:
        rows = rows[_numbers(header["mapping"], body)]
    if "weights" in header:
        rows = rows * _numbers(header["weights"], body).astype(np.float32)[:, np.newaxis]
    return rows


def _numbers(tensor: Mapping[str, Any], body: memoryview) -> NDArray[Any]:
    import numpy as np

    start, end = tensor["data_offsets"]
    numbers: NDArray[Any] = np.frombuffer(body[start:end], dtype=_TYPES[tensor["dtype"]]).reshape(tensor["shape"])
    return numbers
