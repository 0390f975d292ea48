"""Lower triangles: a covariance taken apart, and what is solved with it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import repeat
from operator import mul, sub
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def factored(covariance: Sequence[Sequence[float]]) -> list[list[float]]:
    """The lower triangle whose product with its mirror image is the covariance, given by its lower triangle."""
    rows: list[list[float]] = []
    for row in covariance:
        half = solved_below(rows, row[:-1])
        rows.append([*half, math.sqrt(max(row[-1] - sum(map(mul, half, half)), 1e-9))])
    return rows


def factored_square(covariance: NDArray[np.float64]) -> list[list[float]]:
    """The same of a whole covariance, quickly."""
    import numpy as np

    try:
        rows = np.linalg.cholesky(covariance).tolist()
    except np.linalg.LinAlgError:  # plans that leave something open may be a little too alike
        return factored([row[: place + 1] for place, row in enumerate(covariance.tolist())])
    return [row[: place + 1] for place, row in enumerate(rows)]


def solved_below(rows: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """What a lower triangle turns into the right side."""
    found: list[float] = []
    for row, value in zip(rows, right, strict=True):
        found.append((value - sum(map(mul, found, row))) / row[len(found)])
    return found


def solved_above(rows: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """What the mirror image of a lower triangle turns into the right side."""
    left, found = list(right), list[float]()
    for row in reversed(rows):
        value = left.pop() / row[-1]
        found.append(value)
        left = list(map(sub, left, map(mul, row, repeat(value))))
    return found[::-1]
