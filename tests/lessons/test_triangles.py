"""A covariance is taken apart alike, with and without numpy."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest

from showbible.lessons.recall.estimate.triangles import factored, factored_square, solved_above, solved_below

COVARIANCE = [[(row == column) * 2.0 + 1.0 / (1 + row - column) for column in range(row + 1)] for row in range(40)]


def _whole(lower: list[list[float]]) -> list[list[float]]:
    """A covariance with both of its halves."""
    size = range(len(lower))
    return [[lower[max(row, column)][min(row, column)] for column in size] for row in size]


def test_a_triangle_is_the_same_by_either_way() -> None:
    plainly, quickly = factored(COVARIANCE), factored_square(np.array(_whole(COVARIANCE)))

    assert [len(row) for row in quickly] == [len(row) for row in plainly]
    assert [*chain(*quickly)] == pytest.approx([*chain(*plainly)], abs=1e-12)


def test_what_no_triangle_fits_is_still_taken_apart() -> None:
    too_alike = [[1.0], [1.0, 1.0], [0.0, 1.0, 1.0]]

    assert factored_square(np.array(_whole(too_alike))) == factored(too_alike)


def test_what_is_solved_gives_the_right_side_again() -> None:
    wanted = [float(number % 7) for number in range(40)]
    triangle = factored(COVARIANCE)

    found = solved_above(triangle, solved_below(triangle, wanted))

    again = [sum(x * y for x, y in zip(row, found, strict=True)) for row in _whole(COVARIANCE)]
    assert again == pytest.approx(wanted)
