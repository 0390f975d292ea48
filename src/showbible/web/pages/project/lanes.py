"""What is so in a story, drawn over its time: a lane for each field of each entity."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from showbible.assets.model import EntityKind, EntityState
from showbible.assets.recall.in_force import facts_at
from showbible.assets.recall.stays import Stay, stays
from showbible.words import author, plural, story_time

TONES: Final = {EntityKind.CHARACTER: "a", EntityKind.LOCATION: "b", EntityKind.PROP: "c"}
_STEPS: Final = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21_600, 86_400)
_MOST_TICKS: Final = 12


class Ruler:
    """A stretch of story time; its `ticks`, at most a dozen, say where in percents, at which second, and in words."""

    def __init__(self, start_ms: int, end_ms: int) -> None:
        self.start_ms, self.end_ms, self._whole = start_ms, end_ms, max(1, end_ms - start_ms)
        fits = (each * 1000 for each in _STEPS if self._whole / each / 1000 <= _MOST_TICKS)
        step = next(fits, self._whole // _MOST_TICKS)
        moments = range(-(-start_ms // step) * step, end_ms, step)
        self.ticks = [(100 * (at - start_ms) / self._whole, at / 1000, story_time(at)) for at in moments]

    def place(self, start_ms: int, end_ms: int) -> tuple[float, float]:
        """Where a stretch begins and how wide it is."""
        begin, end = max(start_ms, self.start_ms), min(end_ms, self.end_ms)
        width = max(0.4, 100 * (end - begin) / self._whole)
        return round(100 * (begin - self.start_ms) / self._whole, 3), round(width, 3)


class LaneRow:
    """One field of an entity over time: its values, each with itself in words; what is paused has rows of its own."""

    def __init__(self, field: str, values: Iterable[Stay], *, end_ms: int, paused: bool = False) -> None:
        def words(stay: Stay) -> str:
            until = f"to {story_time(stay.end_ms)}" if stay.end_ms < end_ms else "on"
            when = f"from {story_time(stay.start_ms)} {until}"
            often = f", {plural(stay.said, 'time')}" if stay.said > 1 else ""
            who = author(stay.state.made_by).lower()
            return f"{field}: {stay.value}, {when}, said by {who}{often}{', paused' if paused else ''}"

        self.field, self.is_paused = field, paused
        self.stays = [(stay, words(stay)) for stay in values]


class EntityLane:
    """One entity: what counts of it over time, field by field, under each field what is paused; and what is so now."""

    def __init__(self, name: str, states: Sequence[EntityState], ruler: Ruler, *, at_ms: int | None) -> None:
        self.name, self.kind = name, states[0].kind if states else EntityKind.PROP
        self.tone = TONES[self.kind]
        counting = [state for state in states if not state.paused]
        aside = [state for state in states if state.paused]
        rows, end_ms = [], ruler.end_ms
        for field in dict.fromkeys(field for state in states for field in state.state):
            rows.append(LaneRow(field, stays(counting, field, end_ms=end_ms), end_ms=end_ms))
            rows += (LaneRow(field, each, end_ms=end_ms, paused=True) for each in _aside(aside, field, end_ms=end_ms))
        self.rows = [row for row in rows if row.stays]
        self.now = tuple((fact.field, fact.value) for fact in facts_at(counting, at_ms))


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
