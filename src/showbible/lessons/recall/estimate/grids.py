"""Many plans weighed at once, where numpy is installed.

Every sum is taken in the order in which plain Python takes it for one plan, so both ways give the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Figures = NDArray[np.float64]

Alike = Callable[[Any, Any], float]
Varying = Callable[..., Any]
"""How two plans vary together, from how surely they are of one kind and how alike each of their choices is."""


@dataclass(frozen=True, kw_only=True)
class Crowd:
    """The cells of a field: for each choice, what every cell has chosen."""

    alike: Mapping[str, Alike]
    values: Mapping[str, Sequence[object]]

    def covariance(self, kinds: Sequence[str], varying: Varying, *, noise: Sequence[float]) -> Figures:
        """How the cells vary together, each with a noise of its own."""
        import numpy as np

        numbered = {kind: number for number, kind in enumerate(dict.fromkeys(kinds))}
        kind = np.array([numbered[each] for each in kinds])
        same: Any = np.equal.outer(kind, kind).astype(np.float64) if len(numbered) > 1 else 1.0
        square: Figures = varying(same, *(self._tables[choice][places] for choice, (_, places) in self._known.items()))
        np.fill_diagonal(square, square.diagonal() + np.array(noise))
        return square

    def likeness(self, choice: str, values: Sequence[object]) -> Figures:
        """How alike each of some values is to that of each cell, a row for each value."""
        import numpy as np

        alike, (distinct, places) = self.alike[choice], self._known[choice]
        asked = {value: number for number, value in enumerate(dict.fromkeys(values))}
        table = np.array([[alike(value, other) for other in distinct] for value in asked], dtype=np.float64)
        return table[:, places][[asked[value] for value in values]]

    @cached_property
    def _tables(self) -> dict[str, Figures]:
        """How alike each value that any cell has is to that of each cell."""
        return {choice: self.likeness(choice, distinct) for choice, (distinct, _) in self._known.items()}

    @cached_property
    def _known(self) -> dict[str, tuple[list[object], NDArray[np.intp]]]:
        import numpy as np

        found = {}
        for choice, values in self.values.items():
            numbered = {value: number for number, value in enumerate(dict.fromkeys(values))}
            found[choice] = ([*numbered], np.array([numbered[value] for value in values], dtype=np.intp))
        return found


def leanings(
    weights: Sequence[float], likeness: Sequence[Figures], effects: Sequence[float], *, whole: float, kind: float
) -> Figures:
    """How far every combination of values is drawn by weighted cells, an axis for each choice.

    `effects` are what each choice counts by itself, `whole` all of them together, and `kind` is added to each.
    """
    import numpy as np

    joint = drawing = np.array(weights)
    alone: Any = 0.0
    for effect, rows in zip(effects, likeness, strict=True):
        alone = np.add.outer(alone, effect * _summed(drawing * rows))
        joint = joint[..., None, :] * rows
    return np.asarray(kind + alone + whole * _summed(joint))


def shrunken(triangle: Sequence[Sequence[float]], near: Figures, *, widest: float) -> list[float]:
    """The variances that are left of the widest, where each column of `near` varies so with the cells."""
    import numpy as np

    square = np.zeros((len(triangle), len(triangle)))
    for place, row in enumerate(triangle):
        square[place, : place + 1] = row
    half, gone = np.empty_like(near), np.zeros_like(near)
    for place in range(len(triangle)):
        half[place] = (near[place] - gone[place]) / square[place, place]
        gone[place + 1 :] += square[place + 1 :, place, None] * half[place]
    return list((widest**2 - _summed((half * half).T)).tolist())


def _summed(terms: Figures) -> Figures:
    """The sum over the cells, which come last, one after the other: numpy's own adds in pairs."""
    import numpy as np

    summed: Figures = np.add.accumulate(terms, axis=-1)[..., -1]
    return summed


def is_installed() -> bool:
    """Whether there is a numpy to ask."""
    try:
        import numpy  # noqa: F401
    except ImportError:
        return False
    return True
