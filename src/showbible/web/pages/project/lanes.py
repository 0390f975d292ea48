"""What is so in a story, drawn over its time: a lane for each field of each entity."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import pairwise
from typing import Final

from showbible.assets.model import EntityKind, EntityState
from showbible.assets.recall.contradictions import facts_at, facts_in_force
from showbible.vocabulary import plural, stamp
from showbible.web.pages.kit.rewording import author
from showbible.web.pages.project.tiles import when

TONES: Final = {EntityKind.CHARACTER: "a", EntityKind.LOCATION: "b", EntityKind.PROP: "c"}
_STEPS: Final = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21_600, 86_400)
_MOST_TICKS: Final = 12
_RANKS: Final = {"rule": 0, "person": 2}


@dataclass(frozen=True, kw_only=True)
class Ruler:
    """A stretch of story time and where its moments lie, in percents."""

    start_ms: int
    end_ms: int
    ticks: tuple[tuple[float, float, str], ...]
    """Where, at which second, in words."""

    def place(self, start_ms: int, end_ms: int) -> tuple[float, float]:
        """Where a stretch begins and how wide it is."""
        whole = max(1, self.end_ms - self.start_ms)
        begin, end = max(start_ms, self.start_ms), min(end_ms, self.end_ms)
        return round(100 * (begin - self.start_ms) / whole, 3), round(max(0.4, 100 * (end - begin) / whole), 3)


def ruler(start_ms: int, end_ms: int) -> Ruler:
    """The ruler of a stretch, with at most a dozen marks."""
    whole = max(1, end_ms - start_ms)
    step = next((each * 1000 for each in _STEPS if whole / each / 1000 <= _MOST_TICKS), whole // _MOST_TICKS)
    first = -(-start_ms // step) * step
    ticks = tuple((100 * (at - start_ms) / whole, at / 1000, when(at)) for at in range(first, end_ms, step))
    return Ruler(start_ms=start_ms, end_ms=end_ms, ticks=ticks if end_ms > start_ms else ())


@dataclass(frozen=True, kw_only=True)
class Stay:
    """One value for as long as it holds; `said` counts the states that say so, `last` is the last of them."""

    state_id: str
    value: str
    start_ms: int
    end_ms: int
    made_by: str
    last: str
    said: int = 1
    x: float = 0.0
    width: float = 0.0
    words: str = ""


@dataclass(frozen=True, kw_only=True)
class Row:
    """One field of an entity over time; what is paused has rows of its own."""

    field: str
    stays: tuple[Stay, ...]
    is_paused: bool = False


@dataclass(frozen=True, kw_only=True)
class Lane:
    """One entity: its fields over time, and what is so of it at the moment looked at."""

    name: str
    kind: str
    tone: str
    rows: tuple[Row, ...]
    now: tuple[tuple[str, str], ...]


def lane(name: str, states: Sequence[EntityState], *, scale: Ruler, at_ms: int | None) -> Lane:
    """The lane of one entity: what counts, field by field, then under each field what is paused."""
    kind = states[0].kind if states else EntityKind.PROP
    counting = [state for state in states if not state.paused]
    aside = [state for state in states if state.paused]
    rows: list[Row] = []
    for field in dict.fromkeys(field for state in states for field in state.state):
        rows.append(Row(field=field, stays=tuple(_placed(field, stays(counting, field, scale), scale))))
        rows += _rows_aside(aside, field, scale)
    return Lane(
        name=name,
        kind=kind,
        tone=TONES[kind],
        rows=tuple(row for row in rows if row.stays),
        now=tuple((fact.field, fact.value) for fact in facts_at(counting, at_ms)),
    )


def _rows_aside(states: Iterable[EntityState], field: str, scale: Ruler) -> Iterator[Row]:
    """What is paused, in as many rows as it takes to hide none of it behind another."""
    filled: list[list[Stay]] = []
    for state in states:
        for stay in stays([state], field, scale):
            row = next((row for row in filled if row[-1].end_ms <= stay.start_ms), None)
            if row is None:
                filled.append([stay])
            else:
                row.append(stay)
    for row in filled:
        placed = _placed(field, row, scale)
        yield Row(
            field=field, is_paused=True, stays=tuple(replace(each, words=f"{each.words}, paused") for each in placed)
        )


def _placed(field: str, found: Iterable[Stay], scale: Ruler) -> Iterator[Stay]:
    for stay in found:
        x, width = scale.place(stay.start_ms, stay.end_ms)
        until = f"to {when(stay.end_ms)}" if stay.end_ms < scale.end_ms else "on"
        words = f"{field}: {stay.value}, from {when(stay.start_ms)} {until}, said by {author(stay.made_by).lower()}"
        yield replace(stay, x=x, width=width, words=f"{words}, {plural(stay.said, 'time')}" if stay.said > 1 else words)


@dataclass(frozen=True, kw_only=True)
class _Claim:
    """What one state says of a field, and how strongly: the smallest `order` wins."""

    order: tuple[int, int, int]
    start_ms: int
    end_ms: int
    value: str
    state: EntityState


def _claim(state: EntityState, field: str, scale: Ruler) -> _Claim:
    start = scale.start_ms if state.start_ms is None else state.start_ms
    return _Claim(
        order=(-_RANKS.get(state.made_by, 1), -(-1 if state.start_ms is None else start), -stamp(state.created_at)),
        start_ms=start,
        end_ms=scale.end_ms if state.end_ms is None else state.end_ms,
        value=next((fact.value for fact in facts_in_force([state]) if fact.field == field), ""),
        state=state,
    )


def stays(states: Iterable[EntityState], field: str, scale: Ruler) -> list[Stay]:
    """Which value of a field holds when: a person's word first, then the later in the story, then the later told."""
    claims = sorted(
        (_claim(each, field, scale) for each in states if field in each.state), key=lambda claim: claim.start_ms
    )
    bounds = sorted({edge for claim in claims for edge in (claim.start_ms, claim.end_ms)})
    waiting: list[tuple[tuple[int, int, int], int]] = []
    found: list[Stay] = []
    place = 0
    for begin, end in pairwise(bounds):
        while place < len(claims) and claims[place].start_ms <= begin:
            heappush(waiting, (claims[place].order, place))
            place += 1
        while waiting and claims[waiting[0][1]].end_ms <= begin:
            heappop(waiting)
        if waiting:
            _hold(found, claims[waiting[0][1]], begin=begin, end=end)
    return found


def _hold(found: list[Stay], claim: _Claim, *, begin: int, end: int) -> None:
    """Add a stretch, or lengthen the last one when it says the same; an empty value says nothing."""
    state_id = claim.state.state_id
    if found and found[-1].value == claim.value and found[-1].end_ms == begin:
        more = found[-1].last != state_id
        found[-1] = replace(found[-1], end_ms=end, said=found[-1].said + more, last=state_id)
    elif claim.value:
        stay = Stay(
            state_id=state_id,
            last=state_id,
            value=claim.value,
            start_ms=begin,
            end_ms=end,
            made_by=claim.state.made_by,
        )
        found.append(stay)
