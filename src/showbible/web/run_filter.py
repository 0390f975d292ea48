"""What the address of the list of runs asks for, and the runs that answer it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Final, Self

from fastapi import Depends

from showbible.bible import Bible
from showbible.errors import Invalid
from showbible.runs.model import RunSort, Stage, Status, Summary, Tier
from showbible.runs.recall import lists
from showbible.runs.recall.tag_words import folded
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.values import frozen
from showbible.vocabulary import Micros, checked_id, money, word
from showbible.web.filters import ListFilter, day_in, days
from showbible.words import day, plain, usd

VIEWS: Final = ("cards", "table")


@frozen
class RunFilter(ListFilter):
    """Which runs, in which order and look; left out means anything."""

    q: str = ""
    status: str = ""
    tier: str = ""
    tag: str = ""
    stage: str = ""
    project: str = ""
    score: str = ""
    cost: str = ""
    since: str = ""
    until: str = ""
    archived: str = ""
    sort: str = RunSort.NEWEST
    view: str = "cards"

    path = "/runs"
    names = {"since": "from", "until": "to"}  # noqa: RUF012

    def checked(self) -> Self:
        """The same with a look that there is and a tag as it is kept."""
        if self.view not in VIEWS:
            raise Invalid(f"view must be one of {', '.join(VIEWS)}.", field="view")
        return replace(self, tag=folded(self.tag) if self.tag else "", archived="1" if self.archived else "")

    def href(self, **changes: str) -> str:
        """The address of the same list with something changed; the bare one stands for the view that was chosen."""
        return f"{self.path}?{self.query(**changes) or 'sort=newest'}"

    @property
    def home(self) -> str:
        """The address of the whole list."""
        return RunFilter().href()

    @property
    def is_rest(self) -> bool:
        """Whether a filter is in force that has no place in the first row."""
        return any(name not in ("q", "status", "tier", "tag") for name, _ in self.narrows)

    def words(self, name: str, value: str) -> str:
        """A filter in force, in words."""
        return _WORDS.get(name, plain)(value)

    def wanted(self, db: Database) -> lists.WantedRuns:
        """What the memory is asked for; says what is wrong with it in the words of its field."""
        since, until = days(self.since, self.until)
        return lists.WantedRuns(
            status=word(Status, "status", self.status) if self.status else None,
            tier=word(Tier, "tier", self.tier) if self.tier else None,
            tag=self.tag or None,
            stage=word(Stage, "stage", self.stage) if self.stage else None,
            project_id=checked_id("project", self.project) if self.project else None,
            least_score=_points(self.score),
            most_spent=_most(self.cost),
            since=since,
            until=until,
            archived=bool(self.archived),
            ids=lists.matching(db, self.q) if self.q else None,
        )

    def page(self, bible: Bible, *, limit: int, cursor: str | None = None) -> Page[Summary]:
        """A page of the runs that are asked for."""
        wanted, sort, silence = self.wanted(bible.db), word(RunSort, "sort", self.sort), bible.settings.stalled_after
        return lists.runs(bible.db, wanted, sort=sort, limit=limit, cursor=cursor, stalled_after=silence)


Wished = Annotated[RunFilter, Depends(RunFilter.asked)]


def _points(text: str) -> float | None:
    if not text:
        return None
    try:
        points = float(text)
    except ValueError:
        points = -1.0
    if not 0 <= points <= 100:
        raise Invalid("score must be a number between 0 and 100.", field="score")
    return points


def _most(text: str) -> Micros | None:
    return money("cost", text.removeprefix("$")) if text else None


def _day(field: str, text: str) -> str:
    at = day_in(field, text)
    return day(at) if at else ""


_WORDS: Final[dict[str, Callable[[str], str]]] = {
    "q": str,
    "tag": lambda value: f"Tagged {value}",
    "project": str,
    "score": lambda value: f"Score {value} or more",
    "cost": lambda value: f"At most {usd(_most(value) or 0)}",
    "since": lambda value: f"From {_day('from', value)}",
    "until": lambda value: f"Until {_day('to', value)}",
    "archived": lambda _value: "Archived",
}
