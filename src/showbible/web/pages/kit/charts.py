"""Charts as SVG in percents of their box, each with its sentence and its table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor, log10
from typing import Final, NamedTuple

from showbible.values import frozen

_STEPS: Final = (1.0, 2.0, 2.5, 5.0, 10.0)
_MOST_LABELS: Final = 6
_LONGEST_LABEL: Final = 10
_ROOM: Final = 8.0
"""Percents left free above the highest value."""

Say = Callable[[float], str]


@frozen
class ChartSeries:
    """One series of a chart; a value nobody knows is a gap. `tone` is a pilot's letter, or `data`."""

    label: str
    values: tuple[float | None, ...]
    tone: str = "data"


class Drawn:
    """A series as paths and dots in a box of 100 by 100."""

    def __init__(self, line: ChartSeries, stops: Sequence[str], ends: tuple[float, float], say: Say) -> None:
        self.label, self.tone = line.label, line.tone
        self.dots = [
            (_across(n, len(stops)), _height(value, *ends), f"{stops[n]}: {say(value)}")
            for n, value in enumerate(line.values)
            if value is not None
        ]
        self.path = _path([(x, y) for x, y, _ in self.dots]) if len(self.dots) > 1 else ""
        self.area = f"{self.path}V100H{self.dots[0][0]:.2f}Z" if self.path else ""


@frozen
class Table:
    """The same figures, for whoever would rather read them."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class BarSegment(NamedTuple):
    """A stretch of a bar."""

    y: float
    height: float
    tone: str
    label: str


class Bar:
    """A bar among others of the same `step`, made of parts from the ground up; `n` is its place."""

    def __init__(self, n: int, label: str, series: Sequence[ChartSeries], *, step: float, top: float, say: Say) -> None:
        self.x, self.width, self.label = round((n + 0.15) * step, 2), round(step * 0.7, 2), label
        self.parts, ground = list[BarSegment](), 100.0
        for line in series:
            value = line.values[n] or 0.0
            height = 100 - _height(value, 0.0, top)
            ground -= height
            if height > 0:
                told = f"{line.label}: {say(value)}"
                self.parts.append(BarSegment(round(ground, 2), round(height, 2), line.tone, told))


class Chart:
    """Lines over the same stretch or, `stacked`, a bar for each stop, where a value nobody knows counts as nothing.

    `sentence` says what it shows, `stops` name the places along it, `low` and `high` fix its ends where they are known.
    """

    def __init__(
        self,
        name: str,
        *,
        title: str,
        sentence: str,
        stops: Sequence[str],
        series: Sequence[ChartSeries],
        say: Say = "{:g}".format,
        low: float | None = 0.0,
        high: float | None = None,
        stacked: bool = False,
    ) -> None:
        self.id, self.title, self.sentence, self.table = name, title, sentence, _table(stops, series, say)
        values = [[line.values[n] for line in series] for n in range(len(stops))]
        totals = [sum(value or 0.0 for value in each) for each in values]
        known = totals if stacked else [value for each in values for value in each if value is not None]
        bottom, top, self.levels = scale(known, say=say, low=low, high=high)
        step = 100 / max(1, len(stops))
        places = [(n + 0.5) * step if stacked else _across(n, len(stops)) for n in range(len(stops))]
        self.stops = _labels(stops, places)
        # One series needs no key: the title names it.
        self.legend = tuple((line.label, line.tone) for line in series) if len(series) > 1 else ()
        self.lines = [] if stacked else [Drawn(line, stops, (bottom, top), say) for line in series]
        standing = enumerate(stops if stacked else ())
        self.bars = [Bar(n, stop, series, step=step, top=top, say=say) for n, stop in standing]


def spark(values: Sequence[float], *, low: float, high: float) -> str:
    """A small line without anything around it, in a box of 100 by 100."""
    points = [(_across(n, len(values)), _height(value, low, high)) for n, value in enumerate(values)]
    return _path(points) if len(points) > 1 else f"M0 {points[0][1]:.2f}H100" if points else ""


def scale(
    values: Sequence[float], *, say: Say, low: float | None, high: float | None
) -> tuple[float, float, tuple[tuple[float, str], ...]]:
    """Round ends that hold every value, and the levels between them."""
    least = min([*values, *([low] if low is not None else [])], default=0.0)
    most = max([*values, *([high] if high is not None else [])], default=1.0)
    most = most if most > least else least + (abs(least) or 1.0)
    step = _step(most - least)
    bottom = floor(least / step) * step
    count = max(1, ceil((most - bottom) / step - 1e-9))
    top = bottom + count * step
    marks = [bottom + n * step for n in range(count + 1)]
    return bottom, top, tuple((_height(mark, bottom, top), say(round(mark, 9))) for mark in marks)


def _step(reach: float) -> float:
    rough = reach / 4
    power = 10.0 ** floor(log10(rough))
    return next(power * step for step in _STEPS if power * step >= rough * 0.999)


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points)


def _across(n: int, count: int) -> float:
    return round(100 * n / (count - 1), 2) if count > 1 else 50.0


def _height(value: float, low: float, high: float) -> float:
    share = (value - low) / (high - low) if high > low else 0.0
    return round(100 - share * (100 - _ROOM), 2)


def _labels(stops: Sequence[str], places: Sequence[float]) -> tuple[tuple[float, str], ...]:
    """As many labels as there is room for, evenly taken."""
    every = max(1, ceil(len(stops) / _MOST_LABELS))
    return tuple((round(places[n], 2), _shortened(stops[n])) for n in range(0, len(stops), every))


def _shortened(label: str) -> str:
    """The end of a long label, which tells it from its neighbours; the table has all of it."""
    return label if len(label) <= _LONGEST_LABEL else "…" + label[1 - _LONGEST_LABEL :]


def _table(stops: Sequence[str], series: Sequence[ChartSeries], say: Say) -> Table:
    columns = [["–" if value is None else say(value) for value in line.values] for line in series]
    return Table(heads=("", *(line.label for line in series)), rows=tuple(zip(stops, *columns, strict=True)))
