"""Tables of numbers in files, a byte a number: each row in a unit of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float32]

_UNIT: Final = ".unit"
_MOST: Final = 127
_LEAST: Final = 1e-12


def packed(tables: Mapping[str, Numbers]) -> dict[str, Any]:
    """By name, the bytes of each table and the units of its rows."""
    import numpy as np

    kept: dict[str, Any] = {}
    for name, table in tables.items():
        rows = np.atleast_2d(table)
        unit = np.maximum(np.abs(rows).max(axis=1), _LEAST).astype(np.float32) / _MOST
        kept[name] = np.rint(rows / unit[:, np.newaxis]).astype(np.int8)
        kept[f"{name}{_UNIT}"] = unit
    return kept


def unpacked(numbers: Mapping[str, Any]) -> dict[str, Numbers]:
    """The tables among what a file holds."""
    import numpy as np

    units = {name.removesuffix(_UNIT): each for name, each in numbers.items() if name.endswith(_UNIT)}
    return {name: numbers[name] * unit[:, np.newaxis] for name, unit in units.items()}
