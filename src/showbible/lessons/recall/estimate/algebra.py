"""What is solved with a covariance: by numpy where there is one and it pays to load it, else in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import mul
from typing import Any, Final, Protocol

from showbible.lessons.recall.estimate import triangles

FEW: Final = 40
"""So many rows are solved in plain Python: to load numpy takes longer."""


class Precision(Protocol):
    """The inverse of a covariance."""

    def solved(self, right: Sequence[float]) -> list[float]:
        """What the covariance turns into the right side."""

    def explained(self, columns: Sequence[Sequence[float]]) -> tuple[list[float], list[float]]:
        """How much of what varies so with the rows they explain: of each by itself, and of each with the first."""

    @property
    def diagonal(self) -> list[float]:
        """The diagonal of the inverse."""


def precision(covariance: Any) -> Precision:
    """The inverse of a covariance, given by its rows or as an array."""
    return _Plain(covariance) if isinstance(covariance, list) else _Fast(covariance)


@dataclass(frozen=True)
class _Plain:
    covariance: list[list[float]]

    @cached_property
    def _factor(self) -> list[list[float]]:
        return triangles.factored([row[: place + 1] for place, row in enumerate(self.covariance)])

    def solved(self, right: Sequence[float]) -> list[float]:
        return triangles.solved_above(self._factor, triangles.solved_below(self._factor, right))

    def explained(self, columns: Sequence[Sequence[float]]) -> tuple[list[float], list[float]]:
        halves = [triangles.solved_below(self._factor, column) for column in columns]
        alone = [sum(map(mul, half, half)) for half in halves]
        return alone, [sum(map(mul, halves[0], half)) for half in halves]

    @cached_property
    def diagonal(self) -> list[float]:
        size = len(self.covariance)
        units = ([0.0] * place + [1.0] + [0.0] * (size - place - 1) for place in range(size))
        return [sum(each * each for each in triangles.solved_below(self._factor, unit)) for unit in units]


@dataclass(frozen=True)
class _Fast:
    covariance: Any

    @cached_property
    def _inverse(self) -> Any:
        import numpy as np

        return np.linalg.inv(self.covariance)

    def solved(self, right: Sequence[float]) -> list[float]:
        return list((self._inverse @ right).tolist())

    def explained(self, columns: Sequence[Sequence[float]]) -> tuple[list[float], list[float]]:
        import numpy as np

        table = np.asarray(columns, dtype=np.float64)
        drawn = table @ self._inverse
        return (drawn * table).sum(axis=1).tolist(), (drawn @ table[0]).tolist()

    @cached_property
    def diagonal(self) -> list[float]:
        return list(self._inverse.diagonal().tolist())


def is_installed() -> bool:
    """Whether there is a numpy to ask."""
    try:
        import numpy  # noqa: F401
    except ImportError:
        return False
    return True
