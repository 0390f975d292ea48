"""Which value of a field holds when."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from showbible.assets.model import EntityKind, EntityState
from showbible.assets.recall.stays import stays
from tests.builders import MONDAY


def a_state(value: str, start: int | None, end: int | None, *, made_by: str = "person", later: int = 0) -> EntityState:
    return EntityState(
        state_id=value,
        entity="Mara",
        kind=EntityKind.CHARACTER,
        state={"coat": value},
        start_ms=start,
        end_ms=end,
        source_clip_id=None,
        source_asset_id=None,
        made_by=made_by,
        created_at=MONDAY + timedelta(seconds=later),
    )


@pytest.mark.parametrize(
    ("states", "expected"),
    [
        ([a_state("red", None, None)], [("red", 0, 100)]),
        ([a_state("red", 10, 20), a_state("blue", 40, None)], [("red", 10, 20), ("blue", 40, 100)]),
        ([a_state("red", 0, None), a_state("blue", 50, None, made_by="rule")], [("red", 0, 100)]),
        ([a_state("red", 0, None), a_state("blue", 0, None, later=1)], [("blue", 0, 100)]),
        ([a_state("red", 0, None), a_state("", 50, 70)], [("red", 0, 50), ("red", 70, 100)]),
    ],
)
def test_the_stronger_word_holds(states: list[EntityState], expected: list[tuple[str, int, int]]) -> None:
    found = stays(states, "coat", end_ms=100)

    assert [(stay.value, stay.start_ms, stay.end_ms) for stay in found] == expected


def test_what_many_say_is_one_stretch() -> None:
    told = [replace(a_state("red", 10 * n, 10 * n + 10), state_id=f"s{n}") for n in range(3)]

    (stay,) = stays(told, "coat", end_ms=30)

    assert (stay.state.state_id, stay.start_ms, stay.end_ms, stay.said) == ("s0", 0, 30, 3)
