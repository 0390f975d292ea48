"""Things against each other: what differs between them, what does not, and who does better by how much."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Self, TypeVar

from showbible.values import frozen
from showbible.web.pages.kit.marks import tone

Compared = TypeVar("Compared")


@frozen
class DifferenceCell:
    """One value of one thing: `percent` draws a bar, `mark` what it should reach, `lead` by how much it is best."""

    value: str
    of: str = ""
    percent: int | None = None
    mark: int | None = None
    lead: str | None = None
    tone: str = ""


@frozen
class Difference:
    """One thing in which others can be compared."""

    label: str
    cells: tuple[DifferenceCell, ...]

    @property
    def differs(self) -> bool:
        """Whether they are not all alike in it."""
        return len({(cell.value, cell.of) for cell in self.cells}) > 1


@frozen
class Differences:
    """In what things differ, and in what they are alike."""

    rows: tuple[Difference, ...]
    equal: tuple[Difference, ...]

    @classmethod
    def of(cls, found: Iterable[Difference]) -> Self:
        """The same sorted by whether it differs."""
        every = tuple(found)
        return cls(
            rows=tuple(row for row in every if row.differs), equal=tuple(row for row in every if not row.differs)
        )


def difference(
    label: str,
    things: Sequence[Compared],
    show: Callable[[Compared], DifferenceCell],
    *,
    key: Callable[[Compared], float | None] | None = None,
    more: Callable[[float], str] = str,
    wins: Callable[[Compared], bool] = lambda _thing: True,
) -> Difference:
    """Things compared in one respect; with a `key`, the one that has most of it leads, unless it must not win."""
    ahead = leads([key(thing) for thing in things] if key else [], more)
    cells = (
        replace(show(thing), lead=ahead.get(n) if wins(thing) else None, tone=tone(n)) for n, thing in enumerate(things)
    )
    return Difference(label=label, cells=tuple(cells))


def leads(values: Sequence[float | None], more: Callable[[float], str]) -> dict[int, str]:
    """The one best position with its distance to the next; nobody leads among equals."""
    ranked = sorted(((value, n) for n, value in enumerate(values) if value is not None), reverse=True)
    if len(ranked) < 2 or ranked[0][0] == ranked[1][0]:
        return {}
    return {ranked[0][1]: more(ranked[0][0] - ranked[1][0])}
