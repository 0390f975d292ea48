"""How pages write money, time and numbers."""

from __future__ import annotations

from datetime import timedelta

import pytest

from showbible.errors import without_paths
from showbible.words import ago, clock, natural, plain, plural, score, span, usd
from tests.builders import MONDAY


@pytest.mark.parametrize(
    ("micros", "text"),
    [
        (0, "$0.00"),
        (2_920_000, "$2.92"),
        (1_234_567_890_000, "$1,234,567.89"),
        (-500_000, "-$0.50"),
        (4_200, "$0.0042"),
    ],
)
def test_money_is_written_in_dollars(micros: int, text: str) -> None:
    assert usd(micros) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0s"), (59.6, "1m 0s"), (872, "14m 32s"), (7_384, "2h 3m"), (200_000, "2d 7h"), (-5, "0s")],
)
def test_a_stretch_of_time_has_two_units(seconds: float, text: str) -> None:
    assert span(seconds) == text


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (500.9, "8:20"), (3_725, "1:02:05")])
def test_a_clock_counts_minutes_and_seconds(seconds: float, text: str) -> None:
    assert clock(seconds) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(3, "just now"), (60, "1 minute ago"), (7_300, "2 hours ago"), (86_400, "1 day ago"), (40 * 86_400, "7 Oct 2026")],
)
def test_the_past_is_told_roughly(seconds: int, text: str) -> None:
    assert ago(MONDAY - timedelta(seconds=seconds), MONDAY) == text


def test_words_of_ours_become_prose() -> None:
    assert (plain("motion_graphics"), plural(1, "run"), plural(1200, "run"), score(78.5), score(None)) == (
        "Motion graphics",
        "1 run",
        "1,200 runs",
        "78.5",
        "–",
    )


def test_names_sort_as_people_count() -> None:
    names = ["scene 10", "scene 2", "9", "10", "intro", "2" * 40]

    assert sorted(names, key=natural) == ["9", "10", "2" * 40, "intro", "scene 2", "scene 10"]


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("/srv/studio/projects/p/memory.db is damaged.", "memory.db is damaged."),
        ('No server on socket "/run/pg/.s.PGSQL.5432".', 'No server on socket ".s.PGSQL.5432".'),
        ("See /jobs, or http://127.0.0.1:8787/api/v1/jobs.", "See /jobs, or http://127.0.0.1:8787/api/v1/jobs."),
        ("The file runs/projects/p/state.json is not what was stored.",) * 2,
    ],
)
def test_where_a_file_lies_on_this_machine_is_not_told(told: str, shown: str) -> None:
    assert without_paths(told) == shown


@pytest.mark.parametrize(("number", "text"), [(1, "1 pilot competes"), (3, "3 pilots compete")])
def test_what_goes_with_a_number_agrees_with_it(number: int, text: str) -> None:
    assert plural(number, "pilot competes", "pilots compete") == text


@pytest.mark.parametrize(("number", "text"), [(1.0, "1 point"), (0.5, "0.5 points"), (87.0, "87 points")])
def test_what_is_measured_is_written_without_needless_decimals(number: float, text: str) -> None:
    assert plural(number, "point") == text
