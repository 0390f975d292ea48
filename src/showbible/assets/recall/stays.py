"""Which value of a field holds when, over the whole of a story."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from heapq import heappop, heappush
from itertools import pairwise

from showbible.assets.model import EntityState
from showbible.assets.recall.in_force import facts_in_force, standing
from showbible.values import frozen


@frozen
class Stay:
    """One value for as long as it holds, and the state that says so first; `said` counts those that do."""

    state: EntityState
    value: str
    start_ms: int
    end_ms: int
    last: str
    """The last state that says so."""
    said: int = 1


def stays(states: Iterable[EntityState], field: str, *, end_ms: int) -> list[Stay]:
    """A person's word holds first, then the later in the story, then the later told; open ends reach to `end_ms`."""
    strongest = sorted((each for each in states if field in each.state), key=standing, reverse=True)
    spans = [(each.start_ms or 0, end_ms if each.end_ms is None else each.end_ms) for each in strongest]
    arriving = sorted(range(len(strongest)), key=lambda place: spans[place][0], reverse=True)
    waiting: list[int] = []
    found: list[Stay] = []
    for begin, end in pairwise(sorted({edge for span in spans for edge in span})):
        while arriving and spans[arriving[-1]][0] <= begin:
            heappush(waiting, arriving.pop())
        while waiting and spans[waiting[0]][1] <= begin:
            heappop(waiting)
        if waiting:
            _hold(found, strongest[waiting[0]], field, begin=begin, end=end)
    return found


def _hold(found: list[Stay], state: EntityState, field: str, *, begin: int, end: int) -> None:
    """Add a stretch, or lengthen the last one when it says the same; an empty value says nothing."""
    value = next((fact.value for fact in facts_in_force([state]) if fact.field == field), "")
    if found and found[-1].value == value and found[-1].end_ms == begin:
        more = found[-1].last != state.state_id
        found[-1] = replace(found[-1], end_ms=end, said=found[-1].said + more, last=state.state_id)
    elif value:
        found.append(Stay(state=state, value=value, start_ms=begin, end_ms=end, last=state.state_id))
