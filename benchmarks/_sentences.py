"""The words of made-up stories: pools that share no sentence, three to develop on and two to judge with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "data" / "direction"
POOLS: Final = ("develop", "novel", "third", "judge", "novel_judge")

Told = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, kw_only=True)
class Words:
    """Sentences by kind: for moments (`{a}` is who bears it, `{b}` the other one), scenes, places and reasons."""

    moments: Told
    premises: Told
    places: Told
    remarks: Told


@cache
def pool(name: str) -> Words:
    """All words of a pool."""
    parts = json.loads((FOLDER / f"{name}.json").read_text())
    return Words(**{part: {kind: tuple(told) for kind, told in kinds.items()} for part, kinds in parts.items()})
