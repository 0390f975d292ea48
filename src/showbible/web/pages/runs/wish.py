"""What the address of the list of runs asks for, and the runs that answer it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import Depends, Query

from showbible.bible import Bible
from showbible.errors import Invalid
from showbible.runs.model import Sort, Stage, Status, Summary, Tier
from showbible.runs.recall import lists
from showbible.runs.recall.tag_words import folded
from showbible.storage import paging
from showbible.vocabulary import QUERY_LIMIT, Micros, checked_id, money, word
from showbible.web.words import day, plain, usd

VIEWS: Final = ("cards", "table")
EVERYTHING: Final = "?sort=newest"
"""The address of the whole list: the bare one stands for the view that somebody chose."""

EVERY: Final = "*"
"""All that match, told as a flag: no list of ids would stay true."""

FIELDS: Final = {"from": "since", "to": "until"}
"""Names of an address that are no names in Python."""

_NAMES: Final = {field: name for name, field in FIELDS.items()}
_SHOWS: Final = ("sort", "view")


@dataclass(frozen=True, kw_only=True)
class Picked:
    """What is ticked in the list, as the address tells it: runs by their ids, or every one that matches."""

    ids: tuple[str, ...] = ()
    every: bool = False

    def told(self) -> str:
        """The selection as one word of an address."""
        return EVERY if self.every else ",".join(self.ids)


NONE_PICKED: Final = Picked()


@dataclass(frozen=True, kw_only=True)
class RunFilter:
    """What the address asks for; left out means anything."""

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
    sort: str = Sort.NEWEST
    view: str = "cards"

    def query(self, **changes: str) -> str:
        """The address of the same list with something changed."""
        usual = asdict(RunFilter())
        asked = asdict(replace(self, **changes))
        told = {_NAMES.get(name, name): value for name, value in asked.items() if value != usual[name]}
        return f"?{urlencode(told)}" if told else EVERYTHING

    @property
    def narrows(self) -> tuple[tuple[str, str], ...]:
        """The filters in force, each with the name of its field."""
        return tuple((name, value) for name, value in asdict(self).items() if value and name not in _SHOWS)

    @property
    def is_rest(self) -> bool:
        """Whether a filter is in force that has no place in the first row."""
        return any(name not in ("q", "status", "tier", "tag") for name, _ in self.narrows)


def wish(
    q: Annotated[str, Query(max_length=QUERY_LIMIT)] = "",
    status: str = "",
    tier: str = "",
    tag: str = "",
    stage: str = "",
    project: str = "",
    score: str = "",
    cost: str = "",
    since: Annotated[str, Query(alias="from")] = "",
    until: Annotated[str, Query(alias="to")] = "",
    archived: str = "",
    sort: str = Sort.NEWEST,
    view: str = "cards",
) -> RunFilter:
    """The wish that an address spells out."""
    if view not in VIEWS:
        raise Invalid(f"view must be one of {', '.join(VIEWS)}.", field="view")
    return RunFilter(
        q=q.strip(),
        status=status,
        tier=tier,
        tag=folded(tag) if tag.strip() else "",
        stage=stage,
        project=project,
        score=score.strip(),
        cost=cost.strip(),
        since=since,
        until=until,
        archived="1" if archived else "",
        sort=sort or Sort.NEWEST,
        view=view,
    )


def picked(sel: Annotated[str, Query(max_length=8192)] = "") -> Picked:
    """The selection that an address spells out."""
    return Picked(every=True) if sel == EVERY else Picked(ids=tuple(filter(None, sel.split(","))))


Wished = Annotated[RunFilter, Depends(wish)]
Ticked = Annotated[Picked, Depends(picked)]


def filtered(bible: Bible, wish: RunFilter) -> lists.Filter:
    """The filter that a wish means; says what is wrong with it in the words of its field."""
    until = _date("to", wish.until)
    return lists.Filter(
        status=word(Status, "status", wish.status) if wish.status else None,
        tier=word(Tier, "tier", wish.tier) if wish.tier else None,
        tag=wish.tag or None,
        stage=word(Stage, "stage", wish.stage) if wish.stage else None,
        project_id=checked_id("project", wish.project) if wish.project else None,
        least_score=_points(wish.score),
        most_spent=_most(wish.cost),
        since=_date("from", wish.since),
        until=until + timedelta(days=1) if until else None,
        archived=bool(wish.archived),
        ids=lists.matching(bible.db, wish.q) if wish.q else None,
    )


def found(bible: Bible, wish: RunFilter, *, limit: int, cursor: str | None = None) -> paging.Page[Summary]:
    """A page of the runs that a wish asks for."""
    wanted, sort = filtered(bible, wish), word(Sort, "sort", wish.sort)
    silence = bible.settings.stalled_after
    return lists.runs(bible.db, wanted, sort=sort, limit=limit, cursor=cursor, stalled_after=silence)


def said(name: str, value: str) -> str:
    """A filter in words."""
    return _WORDS.get(name, plain)(value)


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


def _date(field: str, text: str) -> datetime | None:
    if not text:
        return None
    try:
        at = date.fromisoformat(text)
        return datetime(at.year, at.month, at.day, tzinfo=UTC) if 1970 <= at.year < 9999 else _no_date(field)
    except ValueError:
        return _no_date(field)


def _no_date(field: str) -> datetime:
    raise Invalid(f"{field} must be a date such as 2026-11-15.", field=field)


def _day(field: str, text: str) -> str:
    at = _date(field, text)
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
