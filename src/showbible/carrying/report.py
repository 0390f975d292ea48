"""What became of what was brought: how much is new, how much was known, and what was left out for which reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from showbible.values import frozen
from showbible.vocabulary import plural

MOST_OMISSIONS: Final = 1000


@frozen
class Omission:
    """Something that was left out."""

    what: str
    reason: str


@frozen
class ImportReport:
    """What an import did."""

    project_id: str
    source: str
    """What was brought, in a few words."""
    kept: Mapping[str, int]
    """How many of each kind are new."""
    merged: Mapping[str, int]
    """How many of each kind were here already."""
    skipped: tuple[Omission, ...] = ()
    changed: bool = True
    """Whether anything is other than before."""


def counted(numbers: Mapping[str, int]) -> str:
    """How many of each kind, in words: `1 change, 3 memories`."""
    return ", ".join(plural(number, _one_of(kind), kind) for kind, number in numbers.items())


def _one_of(kind: str) -> str:
    """One of a kind that is named for many."""
    return f"{kind.removesuffix('ies')}y" if kind.endswith("ies") else kind.removesuffix("s")


@dataclass
class Tally:
    """A report while it is counted."""

    kept: Counter[str] = field(default_factory=Counter)
    merged: Counter[str] = field(default_factory=Counter)
    skipped: list[Omission] = field(default_factory=list)

    def count(self, what: str, *, is_new: bool, number: int = 1) -> None:
        """Count something that was taken over, or was here already."""
        (self.kept if is_new else self.merged)[what] += number

    def skip(self, what: str, reason: object) -> None:
        """Note what is left out, and why."""
        if len(self.skipped) < MOST_OMISSIONS:
            self.skipped.append(Omission(what=what, reason=" ".join(str(reason).split())[:500]))

    def report(self, project_id: str, source: str) -> ImportReport:
        """All of it."""
        return ImportReport(
            project_id=project_id,
            source=source,
            kept={name: number for name, number in self.kept.items() if number},
            merged={name: number for name, number in self.merged.items() if number},
            skipped=tuple(self.skipped),
            changed=any(self.kept.values()),
        )
