"""The usual network of sentence encoders, computed from its weights: no runtime has to be installed for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from showbible.errors import Damaged, Misconfigured
from showbible.llm.embeddings.export import Export
from showbible.llm.embeddings.network import filled, pooled
from showbible.llm.embeddings.tables import tensors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float32]

_UNSEEN: Final = -1e9
_ERROR_CURVE: Final = (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)
_ERROR_SCALE: Final = 0.3275911


@dataclass(frozen=True, kw_only=True, eq=False)
class Layer:
    """One layer: which tokens look at which, then what is made of it."""

    looking: tuple[Numbers, Numbers]
    """Weights and offsets of what is asked for, what is offered and what is said, side by side."""
    joining: tuple[Numbers, Numbers]
    joined: tuple[Numbers, Numbers]
    widening: tuple[Numbers, Numbers]
    narrowing: tuple[Numbers, Numbers]
    narrowed: tuple[Numbers, Numbers]


@dataclass(frozen=True, kw_only=True, eq=False)
class Bert:
    """A network of such layers, from tokens to one vector a text."""

    words: Numbers
    places: Numbers
    beginning: tuple[Numbers, Numbers]
    layers: tuple[Layer, ...]
    heads: int
    tiny: float
    pooling: str

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return int(self.words.shape[1])

    def vectors(self, ids: Sequence[Sequence[int]]) -> Numbers:
        """One row for each list of tokens."""
        import numpy as np

        tokens, mask = filled(ids)
        seen = np.where(mask, 0.0, _UNSEEN).astype(np.float32)[:, np.newaxis, np.newaxis, :]
        told = self.words[tokens] + self.places[: tokens.shape[1]]
        told = _levelled(told, self.beginning, self.tiny)
        for layer in self.layers:
            told = self._after(layer, told, seen)
        return pooled(told, mask, pooling=self.pooling)

    def _after(self, layer: Layer, told: Numbers, seen: Numbers) -> Numbers:
        looked = _weighed(self._looked(_weighed(told, layer.looking), seen), layer.joining)
        told = _levelled(told + looked, layer.joined, self.tiny)
        wide = _bent(_weighed(told, layer.widening))
        return _levelled(told + _weighed(wide, layer.narrowing), layer.narrowed, self.tiny)

    def _looked(self, sides: Numbers, seen: Numbers) -> Numbers:
        """What each token takes from the others, as far as they have what it asks for."""
        import numpy as np

        texts, length, _ = sides.shape
        asked, offered, said = sides.reshape(texts, length, 3, self.heads, -1).transpose(2, 0, 3, 1, 4)
        near = asked @ offered.swapaxes(-1, -2) / np.float32(np.sqrt(asked.shape[-1])) + seen
        shares = np.exp(near - near.max(axis=-1, keepdims=True))
        taken = (shares / shares.sum(axis=-1, keepdims=True)) @ said
        joined: Numbers = taken.swapaxes(1, 2).reshape(texts, length, -1)
        return joined


def opened(found: Export) -> Bert:
    """The network whose weights lie in a folder; one that is built otherwise is refused."""
    if found.strange is not None:
        raise Misconfigured(f"The model of {found.model} has a step {found.strange} that is not known here.")
    try:
        return _built(tensors(found.model), found)
    except KeyError as error:
        raise Damaged(f"{found.model} lacks the weights {error.args[0]}.") from error


def _built(weights: Mapping[str, Any], found: Export) -> Bert:
    assert found.layout is not None
    known = {name.removeprefix("bert."): numbers for name, numbers in weights.items()}
    kinds = known["embeddings.token_type_embeddings.weight"]
    return Bert(
        words=known["embeddings.word_embeddings.weight"],
        places=known["embeddings.position_embeddings.weight"] + kinds[0],
        beginning=_pair(known, "embeddings.LayerNorm"),
        layers=tuple(_layer(known, f"encoder.layer.{number}") for number in range(found.layout.layers)),
        heads=found.layout.heads,
        tiny=found.layout.tiny,
        pooling=found.pooling,
    )


def _layer(known: Mapping[str, Any], at: str) -> Layer:
    import numpy as np

    sides = [_pair(known, f"{at}.attention.self.{side}", turned=True) for side in ("query", "key", "value")]
    return Layer(
        looking=(np.concatenate([side[0] for side in sides], axis=1), np.concatenate([side[1] for side in sides])),
        joining=_pair(known, f"{at}.attention.output.dense", turned=True),
        joined=_pair(known, f"{at}.attention.output.LayerNorm"),
        widening=_pair(known, f"{at}.intermediate.dense", turned=True),
        narrowing=_pair(known, f"{at}.output.dense", turned=True),
        narrowed=_pair(known, f"{at}.output.LayerNorm"),
    )


def _pair(known: Mapping[str, Any], name: str, *, turned: bool = False) -> tuple[Numbers, Numbers]:
    import numpy as np

    weights = known[f"{name}.weight"]
    return (np.ascontiguousarray(weights.T) if turned else weights), known[f"{name}.bias"]


def _weighed(told: Numbers, pair: tuple[Numbers, Numbers]) -> Numbers:
    weights, offsets = pair
    flat = told.reshape(-1, told.shape[-1]) @ weights + offsets
    return flat.reshape(*told.shape[:-1], -1)


def _levelled(told: Numbers, pair: tuple[Numbers, Numbers], tiny: float) -> Numbers:
    import numpy as np

    weights, offsets = pair
    apart = told - told.mean(axis=-1, keepdims=True)
    spread = np.sqrt((apart * apart).mean(axis=-1, keepdims=True) + np.float32(tiny))
    levelled: Numbers = apart / spread * weights + offsets
    return levelled


def _bent(told: Numbers) -> Numbers:
    """The Gaussian error linear unit, the curve of Abramowitz and Stegun 7.1.26 for its integral."""
    import numpy as np

    half = np.abs(told) * np.float32(np.sqrt(0.5))
    part = 1 / (1 + np.float32(_ERROR_SCALE) * half)
    curve = np.zeros_like(part)
    for number in reversed(_ERROR_CURVE):
        curve = (curve + np.float32(number)) * part
    below = np.float32(0.5) * curve * np.exp(-half * half)
    bent: Numbers = told * np.where(told > 0, 1 - below, below)
    return bent
