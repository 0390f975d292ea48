"""BERT, the usual network of sentence encoders, computed from its weights: no runtime has to be installed for it.

Each product of matrices is cut so small that it is computed by the thread that asks for it. BLAS would hand a larger
one to several, and on a busy machine their waiting for one another makes a sentence twenty times as slow. Texts stand
behind one another, whatever their lengths: only where tokens look at each other are they taken apart, so nothing is
filled up and nothing has to be hidden.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from showbible.errors import Damaged, Misconfigured
from showbible.llm.embeddings.export import Export, Layout
from showbible.llm.embeddings.tables import tensors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float32]

_PRODUCT: Final = 500_000
"""Multiplications in one product; OpenBLAS shares those of 524,288 and more between threads."""
_WIDTH, _DEPTH = 32, 384
"""Outputs and inputs of a product at most, which leaves room for forty tokens in it."""
_NEAR: Final = 32 * 1024
"""Numbers that one step after the other is done to while they are in the processor's cache."""
_WAY: Final = 2 / 3
"""How far into the layers a text is looked at on the way: further back words still stand for themselves."""
NOTHING: Final[Mapping[str, Numbers]] = MappingProxyType({})
_TAIL: Final = (0.0705230784, 0.0422820123, 0.0092705272, 0.0001520143, 0.0002765672, 0.0000430638)
"""Formula 7.1.28 of Abramowitz and Stegun for the error function, which needs no exponential."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Linear:
    """Weights and a bias, cut into blocks of outputs and parts of inputs."""

    weights: Numbers
    """By part, block, input and output."""
    bias: Numbers

    def blocks(self, rows: Numbers) -> Numbers:
        """Outputs by block, group, row and place in the block, for rows by group."""
        import numpy as np

        parts = rows.reshape(*rows.shape[:2], len(self.weights), -1).transpose(2, 0, 1, 3)
        products: Numbers = np.matmul(parts[:, np.newaxis], self.weights[:, :, np.newaxis])
        outputs: Numbers = products.sum(axis=0) if len(products) > 1 else products[0]
        outputs += self.bias
        return outputs

    def rows(self, rows: Numbers) -> Numbers:
        """Outputs as rows by group again."""
        return _side_by_side(self.blocks(rows))


@dataclass(frozen=True, kw_only=True, eq=False)
class Norm:
    """What brings the numbers of each token to one mean and spread."""

    weights: Numbers
    bias: Numbers
    epsilon: float

    def apply(self, rows: Numbers) -> Numbers:
        """The same rows, changed in place."""
        import numpy as np

        count = rows.shape[-1]
        rows -= np.add.reduce(rows, axis=-1, keepdims=True) / count
        squares: Numbers = np.einsum("gri,gri->gr", rows, rows)
        rows /= np.sqrt(squares / count + self.epsilon)[..., np.newaxis]
        rows *= self.weights
        rows += self.bias
        return rows


@dataclass(frozen=True, kw_only=True, eq=False)
class BertLayer:
    """One layer: what each token takes from the others of its text, then what is made of it."""

    query_key_value: Linear
    """What each token asks for, offers and says; a block of outputs is a head."""
    attention: Linear
    attention_norm: Norm
    intermediate: Linear
    output: Linear
    output_norm: Norm

    def apply(self, rows: Numbers, texts: Sequence[slice]) -> Numbers:
        """The rows after this layer; each text is a part of them."""
        rows = self.attention_norm.apply(rows + self.attention.rows(self._attended(rows, texts)))
        wide = self.intermediate.blocks(rows)
        _gelu(wide.reshape(-1))
        return self.output_norm.apply(rows + self.output.rows(_side_by_side(wide)))

    def _attended(self, rows: Numbers, texts: Sequence[slice]) -> Numbers:
        import numpy as np

        sides = self.query_key_value.blocks(rows)
        head = sides.shape[-1]
        queries, keys, values = sides.reshape(3, len(sides) // 3, -1, head)
        queries /= np.float32(math.sqrt(head))
        taken = np.zeros_like(values)
        for text in texts:
            offered, said = keys[:, text].swapaxes(1, 2), values[:, text]
            for asked in _cut(text, _PRODUCT // offered[0].size):
                taken[:, asked] = _softmax(queries[:, asked] @ offered) @ said
        return _side_by_side(taken.reshape(-1, *rows.shape[:2], head))


@dataclass(frozen=True, kw_only=True, eq=False)
class Bert:
    """A network of such layers, from tokens to one vector a text."""

    words: Numbers
    """Stays in its file, which processes share, and of which only the words in use are loaded."""
    positions: Numbers
    """Of each place in a text."""
    sides: Numbers
    """What says of which of several texts that are read together a token is."""
    norm: Norm
    layers: tuple[BertLayer, ...]
    pooling: str
    at_once: int = 240
    """Tokens to read at once: more gain nothing, and their numbers leave the processor's cache."""

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return int(self.words.shape[1])

    @property
    def views(self) -> int:
        """How many rows a text has: as it is read in the end, and on the way there."""
        return 2

    def vectors(self, ids: Sequence[Sequence[int]]) -> Numbers:
        """The rows for each list of tokens."""
        import numpy as np

        texts = _places(ids)
        way = round(_WAY * len(self.layers))
        alone = [[0] * len(each) for each in ids]
        on_the_way = self._through(self.layers[:way], self._embedded(ids, alone), texts)
        inner = self._pooled(on_the_way, texts)
        read = self._through(self.layers[way:], on_the_way, texts)
        return np.stack([self._pooled(read, texts), inner], axis=1)

    def together(self, ids: Sequence[Sequence[int]], sides: Sequence[Sequence[int]]) -> Numbers:
        """One row for each list of tokens of several texts, each token with the number of its side."""
        texts = _places(ids)
        return self._pooled(self._through(self.layers, self._embedded(ids, sides), texts), texts)

    def _through(self, layers: Sequence[BertLayer], rows: Numbers, texts: Sequence[slice]) -> Numbers:
        for layer in layers:
            rows = layer.apply(rows, texts)
        return rows

    def _pooled(self, rows: Numbers, texts: Sequence[slice]) -> Numbers:
        """One row for each text from those of its tokens."""
        import numpy as np

        flat = rows.reshape(-1, self.dimensions)
        if self.pooling == "cls":
            return flat[[text.start for text in texts]]
        return np.stack([flat[text].mean(axis=0) for text in texts])

    def _embedded(self, ids: Sequence[Sequence[int]], sides: Sequence[Sequence[int]]) -> Numbers:
        """A row for each token, in groups of equal size; the last may have some to spare."""
        import numpy as np

        tokens = np.fromiter(chain.from_iterable(ids), dtype=np.intp)
        places = np.concatenate([np.arange(len(each)) for each in ids])
        groups = math.ceil(len(tokens) / self._group)
        size = math.ceil(len(tokens) / groups)
        rows = np.zeros((groups * size, self.dimensions), dtype=np.float32)
        rows[: len(tokens)] = self.words[tokens]
        rows[: len(tokens)] += self.positions[places]
        rows[: len(tokens)] += self.sides[np.fromiter(chain.from_iterable(sides), dtype=np.intp)]
        return self.norm.apply(rows.reshape(groups, size, -1))

    @property
    def _group(self) -> int:
        """Rows that may be multiplied at once."""
        steps = (self.layers[0].query_key_value, self.layers[0].intermediate, self.layers[0].output)
        return max(1, _PRODUCT // max(math.prod(each.weights.shape[2:]) for each in steps))


def opened(found: Export, *, vocabulary: int, taught: Mapping[str, Numbers] = NOTHING) -> Bert:
    """The network whose weights lie in a folder, for a tokenizer with so many tokens; refuses one built otherwise.

    What it was taught afterwards is added to its weights.
    """
    if found.strange is not None:
        raise Misconfigured(f"The model of {found.model} has a step {found.strange} that is not known here.")
    assert found.layout is not None
    weights = {name.removeprefix("bert."): each for name, each in tensors(found.model).items()}
    try:
        weights |= {name: weights[name] + each.reshape(weights[name].shape) for name, each in taught.items()}
        network = _built(weights, found.layout, found.pooling)
    except KeyError as error:
        raise Damaged(f"{found.model} lacks the weights {error.args[0]}.") from error
    except ValueError as error:
        raise Damaged(f"{found.model} holds weights of other sizes than its config.json says.") from error
    if len(network.words) < vocabulary or len(network.positions) < found.longest:
        raise Damaged(f"{found.model} holds too few weights for {vocabulary:,} tokens and texts of {found.longest:,}.")
    return network


def _built(weights: Mapping[str, Numbers], layout: Layout, pooling: str) -> Bert:
    words = weights["embeddings.word_embeddings.weight"]
    positions = weights["embeddings.position_embeddings.weight"]
    layers = (_layer(weights, f"encoder.layer.{number}", layout) for number in range(layout.layers))
    return Bert(
        words=_sized(words, len(words), layout.hidden),
        positions=_sized(positions, len(positions), layout.hidden),
        sides=weights["embeddings.token_type_embeddings.weight"],
        norm=_norm(weights, "embeddings.LayerNorm", layout),
        layers=tuple(layers),
        pooling=pooling,
    )


def _layer(weights: Mapping[str, Numbers], name: str, layout: Layout) -> BertLayer:
    def linear(*steps: str, inputs: int = layout.hidden, outputs: int = layout.hidden, width: int = _WIDTH) -> Linear:
        return _linear(weights, [f"{name}.{step}" for step in steps], (outputs, inputs), width)

    sides = [f"attention.self.{side}" for side in ("query", "key", "value")]
    return BertLayer(
        query_key_value=linear(*sides, width=layout.hidden // layout.heads),
        attention=linear("attention.output.dense"),
        attention_norm=_norm(weights, f"{name}.attention.output.LayerNorm", layout),
        intermediate=linear("intermediate.dense", outputs=layout.intermediate),
        output=linear("output.dense", inputs=layout.intermediate),
        output_norm=_norm(weights, f"{name}.output.LayerNorm", layout),
    )


def _linear(weights: Mapping[str, Numbers], names: Sequence[str], shape: tuple[int, int], width: int) -> Linear:
    """One step, or several with the same inputs side by side."""
    import numpy as np

    outputs, inputs = shape
    width, depth = math.gcd(outputs, width), math.gcd(inputs, _DEPTH)
    every = np.concatenate([_sized(weights[f"{name}.weight"], *shape) for name in names])
    bias = np.concatenate([_sized(weights[f"{name}.bias"], outputs) for name in names])
    cut = every.reshape(-1, width, inputs // depth, depth).transpose(2, 0, 3, 1)
    return Linear(weights=np.ascontiguousarray(cut), bias=bias.reshape(-1, 1, 1, width))


def _norm(weights: Mapping[str, Numbers], name: str, layout: Layout) -> Norm:
    found, bias = (_sized(weights[f"{name}.{each}"], layout.hidden) for each in ("weight", "bias"))
    return Norm(weights=found, bias=bias, epsilon=layout.epsilon)


def _sized(numbers: Numbers, *shape: int) -> Numbers:
    """Numbers that have a shape; reshaping alone would take as many of another."""
    if numbers.shape != shape:
        raise ValueError(f"{numbers.shape} instead of {shape}")
    return numbers


def _places(ids: Sequence[Sequence[int]]) -> list[slice]:
    """Where each list of tokens stands, when all stand behind one another."""
    ends = accumulate(map(len, ids))
    return [slice(end - len(each), end) for each, end in zip(ids, ends, strict=True)]


def _side_by_side(blocks: Numbers) -> Numbers:
    """Blocks of outputs as rows by group."""
    _, groups, size, _ = blocks.shape
    return blocks.transpose(1, 2, 0, 3).reshape(groups, size, -1)


def _cut(whole: slice, most: int) -> Iterator[slice]:
    step = max(1, most)
    return (slice(at, min(at + step, whole.stop)) for at in range(whole.start, whole.stop, step))


def _softmax(numbers: Numbers) -> Numbers:
    """Shares of one, in place."""
    import numpy as np

    numbers -= numbers.max(axis=-1, keepdims=True)
    np.exp(numbers, out=numbers)
    numbers /= numbers.sum(axis=-1, keepdims=True)
    return numbers


def _gelu(numbers: Numbers) -> None:
    """The Gaussian error linear unit, in place."""
    import numpy as np

    factors = [np.float32(each / math.sqrt(2) ** power) for power, each in enumerate(_TAIL, 1)]
    for part in _cut(slice(0, len(numbers)), _NEAR):
        size = np.abs(numbers[part])
        shares = size * factors[-1]
        for factor in reversed(factors[:-1]):
            shares += factor
            shares *= size
        shares += 1
        np.divide(1, shares, out=shares)
        for _ in range(4):
            shares *= shares
        np.subtract(1, shares, out=shares)
        shares *= size
        numbers[part] += shares
        numbers[part] *= np.float32(0.5)
