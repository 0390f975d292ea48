"""What is so in a story, drawn over its time: a lane for each field of each entity."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from showbible.assets.model import EntityKind, EntityState
from showbible.assets.recall.contradictions import facts_at
from showbible.assets.recall.stays import Stay, stays
from showbible.web.words import author, plural, story_time

TONES: Final = {EntityKind.CHARACTER: "a", EntityKind.LOCATION: "b", EntityKind.PROP: "c"}
_STEPS: Final = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21_600, 86_400)
_MOST_TICKS: Final = 12


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
    ticks = tuple((100 * (at - start_ms) / whole, at / 1000, story_time(at)) for at in range(first, end_ms, step))
    return Ruler(start_ms=start_ms, end_ms=end_ms, ticks=ticks if end_ms > start_ms else ())


@dataclass(frozen=True, kw_only=True)
class LaneRow:
    """One field of an entity over time: its values, each with itself in words; what is paused has rows of its own."""

    field: str
    stays: tuple[tuple[Stay, str], ...]
    is_paused: bool = False


@dataclass(frozen=True, kw_only=True)
class EntityLane:
    """One entity: its fields over time, and what is so of it at the moment looked at."""

    name: str
    kind: str
    tone: str
    rows: tuple[LaneRow, ...]
    now: tuple[tuple[str, str], ...]


def lane(name: str, states: Sequence[EntityState], *, end_ms: int, at_ms: int | None) -> EntityLane:
    """The lane of one entity: what counts, field by field, then under each field what is paused."""
    kind = states[0].kind if states else EntityKind.PROP
    counting = [state for state in states if not state.paused]
    aside = [state for state in states if state.paused]
    rows: list[LaneRow] = []
    for field in dict.fromkeys(field for state in states for field in state.state):
        rows.append(_row(field, stays(counting, field, end_ms=end_ms), end_ms=end_ms))
        rows += (_row(field, each, end_ms=end_ms, paused=True) for each in _aside(aside, field, end_ms=end_ms))
    return EntityLane(
        name=name,
        kind=kind,
        tone=TONES[kind],
        rows=tuple(row for row in rows if row.stays),
        now=tuple((fact.field, fact.value) for fact in facts_at(counting, at_ms)),
    )


def _aside(states: Iterable[EntityState], field: str, *, end_ms: int) -> list[list[Stay]]:
    """What is paused, in as many rows as it takes to hide none of it behind another."""
    filled: list[list[Stay]] = []
    for state in states:
        for stay in stays([state], field, end_ms=end_ms):
            row = next((row for row in filled if row[-1].end_ms <= stay.start_ms), None)
            if row is None:
                filled.append([stay])
            else:
                row.append(stay)
    return filled


def _row(field: str, found: Iterable[Stay], *, end_ms: int, paused: bool = False) -> LaneRow:
    def words(stay: Stay) -> str:
        until = f"to {story_time(stay.end_ms)}" if stay.end_ms < end_ms else "on"
        when = f"from {story_time(stay.start_ms)} {until}"
        told = f"{field}: {stay.value}, {when}, said by {author(stay.state.made_by).lower()}"
        often = f", {plural(stay.said, 'time')}" if stay.said > 1 else ""
        return f"{told}{often}{', paused' if paused else ''}"

    return LaneRow(field=field, stays=tuple((stay, words(stay)) for stay in found), is_paused=paused)
