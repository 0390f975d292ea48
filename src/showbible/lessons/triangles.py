"""Lower triangles: a covariance taken apart, and what is solved with it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul


def factored(covariance: Sequence[list[float]], *, few: int = 32) -> list[list[float]]:
    """The lower triangle whose product with its mirror image is the covariance, given by its lower triangle.

    More rows than a `few` are left to numpy where it is installed.
    """
    quickly = _factored_by_numpy(covariance) if len(covariance) > few else None
    if quickly is not None:
        return quickly
    rows: list[list[float]] = []
    for row in covariance:
        half = solved_below(rows, row[:-1])
        rows.append([*half, math.sqrt(max(row[-1] - sum(map(mul, half, half)), 1e-9))])
    return rows


def _factored_by_numpy(covariance: Sequence[list[float]]) -> list[list[float]] | None:
    try:
        import numpy as np
    except ImportError:
        return None
    square = np.zeros((len(covariance), len(covariance)))
    for place, row in enumerate(covariance):
        square[place, : place + 1] = row
    try:
        return [row[: place + 1] for place, row in enumerate(np.linalg.cholesky(square).tolist())]
    except np.linalg.LinAlgError:  # plans that leave something open may be a little too alike
        return None


def solved_below(rows: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """What a lower triangle turns into the right side."""
    found: list[float] = []
    for row, value in zip(rows, right, strict=True):
        found.append((value - sum(map(mul, found, row))) / row[len(found)])
    return found


def solved_above(rows: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """What the mirror image of a lower triangle turns into the right side."""
    found = list(right)
    for place in range(len(rows) - 1, -1, -1):
        found[place] /= rows[place][place]
        for above in range(place):
            found[above] -= rows[place][above] * found[place]
    return found
