"""What a full-text index is, and how a search of it is planned so that common words stay cheap."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple, Protocol

from sqlalchemy.engine import Connection

from showbible.errors import Invalid
from showbible.storage.database import Database
from showbible.values import frozen

_NAME: Final = re.compile("[a-z][a-z0-9_]{0,40}")

COLUMNS: Final = ", ".join(f"{name} TEXT NOT NULL" for name in ("scope", "item_id", "mark", "a", "b", "c", "d"))
"""The columns of a table of searchable rows, on either database."""


@frozen
class NamedTables:
    """Something that has tables of its own."""

    name: str

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise Invalid(f"{self.name!r} cannot name an index: use small letters, digits and '_'.", field="name")

    def sql(self, template: str) -> str:
        """A statement about these tables."""
        return template.replace("{name}", self.name)


@frozen
class Index(NamedTables):
    """A set of searchable rows, and what a word is worth in each of their four classes."""

    weights: tuple[float, float, float, float] = (8.0, 4.0, 2.0, 1.0)


@frozen
class Spread:
    """How many rows hold what a query asks for, exact below the budget and estimated above."""

    rows: float
    """All rows, of every scope."""
    scope_rows: float
    stem_rows: Mapping[str, float]

    @property
    def reach(self) -> float:
        """The most rows that can match."""
        return sum(self.stem_rows.values())


@frozen
class SearchStep:
    """One look into an index: the rows with any, or with all, of some stems."""

    stems: tuple[str, ...]
    every: bool = False
    newest: bool = False
    """Whether the budget will run out, so that the newest rows must come first."""
    also: tuple[str, ...] = ()
    """Stems that raise a row's rank without being needed."""


@frozen
class Only:
    """A part of a scope, to look at nothing else."""

    test: str
    """A statement that gives a row for an `entry` with the right scope and item_id, and the value `:only`."""
    value: str
    item_ids: tuple[str, ...] | None = None
    """All items of the part, where they are few: then each is looked at."""


@frozen
class SearchRange:
    """Where a step looks, and how much of it."""

    scope: str
    spread: Spread
    budget: int
    limit: int
    only: Only | None = None

    @property
    def narrowed(self) -> dict[str, str]:
        """The value that a narrowed statement takes."""
        return {} if self.only is None else {"only": self.only.value}


class RankedRow(NamedTuple):
    """A row and its score."""

    seq: int
    item_id: str
    score: float


ranked_row: Final = partial(tuple.__new__, RankedRow)
"""A row made of all its three values at once: a search has hundreds."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Texts:
    """The prepared words of a row, class by class."""

    seq: int
    item_id: str
    classes: tuple[str, ...]

    @property
    def words(self) -> frozenset[str]:
        """Each of them once."""
        return frozenset(" ".join(self.classes).split(" "))


class FullText(Protocol):
    """What each database does in its own way."""

    def create(self, connection: Connection, index: Index) -> None:
        """Make the tables of an index."""

    def survey(self, db: Database, index: Index, stems: Sequence[str], *, scope: str, budget: int) -> Spread:
        """Count the rows of a scope and of each stem, as far as the budget goes."""

    def ranked(self, db: Database, index: Index, step: SearchStep, *, within: SearchRange) -> list[RankedRow]:
        """The best rows of one step, best first."""

    def rebuild(self, db: Database, index: Index) -> None:
        """Make the index anew from its rows."""

    def agrees(self, db: Database, index: Index) -> bool:
        """Whether the index holds what its rows say."""


def planned(spread: Spread, *, budget: int) -> tuple[SearchStep, ...]:
    """The steps of a search, to be taken until there are hits enough."""
    stems = sorted((stem for stem, rows in spread.stem_rows.items() if rows), key=spread.stem_rows.__getitem__)
    if not stems:
        return ()
    if min(spread.reach, spread.scope_rows) <= budget:
        return (SearchStep(stems=tuple(stems)),)
    leading = _leading(stems, spread.stem_rows, budget // 2)
    common = tuple(stems[len(leading) :])
    steps = [SearchStep(stems=leading, also=common)] if leading else []
    if len(common) > 1:
        steps.append(SearchStep(stems=common, every=True))
    return (*steps, SearchStep(stems=common, newest=True))


def _leading(stems: Sequence[str], rows: Mapping[str, float], budget: int) -> tuple[str, ...]:
    leading = []
    for stem in stems:
        budget -= int(rows[stem])
        if budget < 0:
            break
        leading.append(stem)
    return tuple(leading)


def total(*, seen: int, oldest: int | None, newest: int | None, most: int) -> float:
    """How many rows there are in all, judged by how far back the newest `most` of them reach."""
    if seen < most or oldest is None or newest is None:
        return seen
    return seen * newest / max(newest - oldest + 1, seen)


def mark(scope: str) -> str:
    """A scope as one word that no text can contain: it starts with a private character."""
    digest = hashlib.blake2b(scope.encode(), digest_size=8).digest()
    return f"\ue000{int.from_bytes(digest)}"
