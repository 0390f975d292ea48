"""A chart holds every value between round ends and says the same as a table."""

from __future__ import annotations

import pytest

from showbible.web.pages.kit import charts
from showbible.web.pages.kit.charts import ChartSeries


@pytest.mark.parametrize(
    ("values", "levels"),
    [
        ([], ["0", "0.25", "0.5", "0.75", "1"]),
        ([0.0], ["0", "0.25", "0.5", "0.75", "1"]),
        ([3.0, 7.0], ["0", "2", "4", "6", "8"]),
        ([-3.0, 7.0], ["-5", "-2.5", "0", "2.5", "5", "7.5"]),
        ([81_000.0], ["0", "25000", "50000", "75000", "100000"]),
    ],
)
def test_levels_are_round_and_hold_every_value(values: list[float], levels: list[str]) -> None:
    _, _, found = charts.scale(values, say="{:g}".format, low=0.0, high=None)

    assert [label for _, label in found] == levels


def test_a_value_nobody_knows_is_a_gap_and_a_dash() -> None:
    line = ChartSeries(label="Score", values=(50.0, None, 100.0))

    chart = charts.Chart("score", title="Score", sentence="It rose.", stops=["a", "b", "c"], series=[line], high=100)

    assert (chart.lines[0].path, chart.lines[0].area) == (
        "M0.00 54.00L100.00 8.00",
        "M0.00 54.00L100.00 8.00V100H0.00Z",
    )
    assert chart.table.rows == (("a", "50"), ("b", "–"), ("c", "100"))


def test_stacked_parts_stand_on_each_other() -> None:
    series = [ChartSeries(label="Video", values=(1.0,), tone="a"), ChartSeries(label="Audio", values=(3.0,), tone="b")]

    chart = charts.Chart("spent", title="Spent", sentence="Mostly audio.", stops=["May"], series=series, stacked=True)

    assert [(part.y, part.height, part.label) for part in chart.bars[0].parts] == [
        (77.0, 23.0, "Video: 1"),
        (8.0, 69.0, "Audio: 3"),
    ]
    assert chart.legend == (("Video", "a"), ("Audio", "b"))


def test_long_stretches_name_only_as_many_stops_as_there_is_room_for() -> None:
    line = ChartSeries(label="Runs", values=tuple(float(n) for n in range(52)))

    chart = charts.Chart("runs", title="", sentence="", stops=[f"w{n}" for n in range(52)], series=[line])

    assert [label for _, label in chart.stops] == ["w0", "w9", "w18", "w27", "w36", "w45"]


def test_a_long_label_is_told_by_its_end() -> None:
    line = ChartSeries(label="Runs", values=(1.0, 2.0))

    chart = charts.Chart("runs", title="", sentence="", stops=["harbour-at-night.s1", "s2"], series=[line])

    assert ([label for _, label in chart.stops], chart.table.rows[0][0]) == (
        ["…-night.s1", "s2"],
        "harbour-at-night.s1",
    )
