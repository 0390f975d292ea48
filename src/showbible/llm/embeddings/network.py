"""A network in an ONNX file, from tokens to one vector a text."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from showbible.errors import Misconfigured
from showbible.llm.embeddings.export import Export

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MOST_THREADS: Final = 4
_INPUTS: Final = ("input_ids", "attention_mask", "token_type_ids")
_TYPES: Final = {"tensor(int64)": "int64", "tensor(int32)": "int32"}
_WHOLE: Final = "sentence_embedding"


@dataclass(frozen=True, kw_only=True, eq=False)
class Network:
    """An open network, and how its output becomes one vector for each text."""

    session: Any
    output: str
    pooling: str | None
    """`mean`, `cls`, or none where the network does it itself."""
    types: dict[str, str]
    dimensions: int
    at_once: int = 4096
    """Tokens in one run, those that only fill up among them."""

    @property
    def views(self) -> int:
        """How many rows a text has: only the one it is given in the end."""
        return 1

    def vectors(self, ids: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        """The row for each list of tokens."""
        rows = pooled(*_run(self.session, self.output, self.types, ids), pooling=self.pooling)
        return rows[:, None]


def opened(found: Export) -> Network:
    """The network of an exported encoder, tried once."""
    session = _session(found)
    types = _types(session, found)
    output, pooling = _output(session, found)
    try:
        tried, _ = _run(session, output, types, [[0, 0]])
    except Exception as error:
        raise Misconfigured(f"{found.model} cannot be run ({type(error).__name__}).") from error
    return Network(session=session, output=output, pooling=pooling, types=types, dimensions=int(tried.shape[-1]))


def pooled(numbers: NDArray[Any], mask: NDArray[Any], *, pooling: str | None) -> NDArray[np.float32]:
    """The vectors of texts from those of their tokens, without what only fills up."""
    import numpy as np

    if pooling is None:
        return numbers.astype(np.float32)
    if pooling == "cls":
        return numbers[:, 0].astype(np.float32)
    weights = mask[:, :, np.newaxis].astype(np.float32)
    means: NDArray[np.float32] = (numbers.astype(np.float32) * weights).sum(axis=1) / weights.sum(axis=1)
    return means


def _run(
    session: Any, output: str, types: dict[str, str], ids: Sequence[Sequence[int]]
) -> tuple[NDArray[Any], NDArray[Any]]:
    import numpy as np

    tokens = np.zeros((len(ids), max(map(len, ids))), dtype=np.int64)
    mask = np.zeros_like(tokens)
    for row, each in enumerate(ids):
        tokens[row, : len(each)] = each
        mask[row, : len(each)] = 1
    given = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)}
    (numbers,) = session.run([output], {name: given[name].astype(kind) for name, kind in types.items()})
    return numbers, mask


def _session(found: Export) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = min(len(os.sched_getaffinity(0)), _MOST_THREADS)
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    # Spinning threads would take the cores from everybody, themselves included.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(str(found.model), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the library has a class of its own for each way to fail
        raise Misconfigured(f"{found.model} cannot be opened ({type(error).__name__}).") from error


def _types(session: Any, found: Export) -> dict[str, str]:
    types = {each.name: _TYPES.get(each.type) for each in session.get_inputs()}
    strange = sorted(name for name, kind in types.items() if name not in _INPUTS or kind is None)
    if strange or "input_ids" not in types:
        raise Misconfigured(f"{found.model} wants {', '.join(strange) or 'no input_ids'}: it is no sentence encoder.")
    return {name: kind for name, kind in types.items() if kind is not None}


def _output(session: Any, found: Export) -> tuple[str, str | None]:
    """Which output to take, and how it is pooled."""
    ranks = {each.name: len(each.shape) for each in session.get_outputs()}
    whole = [name for name, rank in ranks.items() if rank == 2 and (name == _WHOLE or len(ranks) == 1)]
    if whole:
        return whole[0], None
    tokens = [name for name, rank in ranks.items() if rank == 3]
    if not tokens:
        raise Misconfigured(f"{found.model} gives {', '.join(ranks)}: it is no sentence encoder.")
    if found.strange is not None:
        raise Misconfigured(
            f"The model of {found.model} has a step {found.strange} that is not in the network: "
            f"export it with the output {_WHOLE}."
        )
    return tokens[0], found.pooling
