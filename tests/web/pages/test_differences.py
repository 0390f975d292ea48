"""Things against each other: what differs, and who leads by how much."""

from __future__ import annotations

from showbible.web.pages.kit.differences import DifferenceCell, Differences, difference


def shown(value: float | None) -> DifferenceCell:
    return DifferenceCell(value=str(value))


def test_the_best_leads_by_its_distance_to_the_next() -> None:
    found = difference("Length", [3.0, 7.0, None, 5.0], shown, key=lambda value: value, more="{:.0f} more".format)

    assert [cell.lead for cell in found.cells] == [None, "2 more", None, None]


def test_nobody_leads_among_equals_and_who_must_not_win_does_not() -> None:
    level = difference("Length", [7.0, 7.0], shown, key=lambda value: value)
    barred = difference("Length", [7.0, 3.0], shown, key=lambda value: value, wins=lambda value: value < 5)

    assert [cell.lead for row in (level, barred) for cell in row.cells] == [None] * 4


def test_what_differs_is_told_apart_from_what_does_not() -> None:
    found = Differences.of(difference(label, things, shown) for label, things in (("Same", [1, 1]), ("Other", [1, 2])))

    assert ([row.label for row in found.rows], [row.label for row in found.equal]) == (["Other"], ["Same"])
