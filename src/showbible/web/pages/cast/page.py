"""`/cast`: every character that somebody talked with, and how it gets along."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import HTMLResponse, StreamingResponse

from showbible.bible import Bible
from showbible.conversations.recall import bonds, cast
from showbible.conversations.recall.bonds import Stuck
from showbible.conversations.recall.cast import Bond, Character, Reserve
from showbible.errors import Invalid
from showbible.storage import paging
from showbible.storage.paging import Page
from showbible.vocabulary import QUERY_LIMIT, rfc3339, utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.cast.address import Address
from showbible.web.pages.cast.bond import Relation, name, relation
from showbible.web.pages.kit import attachments
from showbible.web.pages.kit.attachments import FileFormat
from showbible.web.render import Crumb, Templates
from showbible.web.words import plural

router = APIRouter()

PAGE: Final = 50
SPARK_BEATS: Final = 24
STUCK_SHOWN: Final = 6
SHOWS: Final = (("", "All"), ("due", "Something due"), ("stuck", "Stuck"))


@dataclass(frozen=True, kw_only=True)
class CastFilter:
    """What the address asks for; left out means everybody."""

    q: str = ""
    show: str = ""

    def query(self, **changes: str) -> str:
        """The address of the same list with something changed."""
        return f"/cast{replace(self, **changes).told}"

    @property
    def told(self) -> str:
        """What it asks for, as the end of an address."""
        told = {name: value for name, value in asdict(self).items() if value}
        return f"?{urlencode(told)}" if told else ""

    @property
    def narrows(self) -> bool:
        """Whether anything is left out."""
        return bool(self.q or self.show)


def wish(q: Annotated[str, Query(max_length=QUERY_LIMIT)] = "", show: str = "") -> CastFilter:
    """The wish that an address spells out."""
    if show not in dict(SHOWS):
        raise Invalid("show must be one of due, stuck.", field="show")
    return CastFilter(q=q.strip(), show=show)


Wished = Annotated[CastFilter, Depends(wish)]


@dataclass(frozen=True, kw_only=True)
class Known:
    """A character, what it has to draw on, the relationship that moved last, and whom it is stuck with."""

    character: Character
    reserve: Reserve
    bond: Bond | None
    stuck_with: tuple[str, ...]

    @property
    def last_at(self) -> datetime:
        """When anything last happened to it."""
        return self.bond.changed_at if self.bond else self.character.last_at


@dataclass(frozen=True, kw_only=True)
class Member:
    """A character as the list shows it; `relation` is the one that moved last."""

    character_id: str
    name: str
    href: str
    tone: str
    users: str
    facts: tuple[tuple[str, str], ...]
    due: str
    stuck: str
    relation: Relation | None
    last_at: datetime


@dataclass(frozen=True, kw_only=True)
class Standstill:
    """A relationship that goes nowhere, with the sentence why and the way to it."""

    title: str
    why: str
    href: str
    last_at: datetime


@dataclass(frozen=True, kw_only=True)
class CastPage:
    """A page of characters; `hint` only when nothing matches."""

    wish: CastFilter
    members: tuple[Member, ...]
    total: int
    summary: str
    stuck: tuple[Standstill, ...]
    shows: tuple[tuple[str, str, bool], ...]
    next: str | None
    is_first: bool
    hint: tuple[str, str] | None
    now: datetime
    title: str = "Cast"
    crumbs: tuple[Crumb, ...] = ()


@router.get("/cast", response_class=HTMLResponse)
def listed(
    request: Request, bible: OpenBible, wish: Wished, cursor: Annotated[str | None, Query(max_length=2048)] = None
) -> HTMLResponse:
    """Characters, fifty at a time, the latest talk first."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "cast.html", page=gathered(bible, wish, cursor))


@router.get("/cast.{ending}")
def file(bible: OpenBible, wish: Wished, ending: FileFormat) -> StreamingResponse:
    """Every character that passes the filters."""
    at, stuck = utcnow(), bonds.stuck(bible.db)
    wanted = _wanted(wish, stuck, cast.with_due_hooks(bible.db, at=at))

    def read(cursor: str | None) -> Page[Known]:
        found = cast.characters(bible.db, wanted, limit=paging.MOST, cursor=cursor)
        known = _known(bible, found.items, stuck, at=at)
        return Page(items=known, total=found.total, next_cursor=found.next_cursor)

    return attachments.listed("cast", ending, fields=FIELDS, items=attachments.each(read))


FIELDS: Final[dict[str, Callable[[Known], Any]]] = {
    "character_id": lambda known: known.character.character_id,
    "users": lambda known: known.character.users,
    "conversations": lambda known: known.character.conversations,
    "memories": lambda known: known.reserve.memories,
    "open_hooks": lambda known: known.reserve.hooks,
    "due_hooks": lambda known: known.reserve.due,
    "latest_user_id": lambda known: known.bond.user_id if known.bond else None,
    "tension": lambda known: known.bond.tension if known.bond else None,
    "tone": lambda known: relation(known.bond).tone if known.bond else None,
    "beats": lambda known: known.bond.beats if known.bond else None,
    "stuck_with": lambda known: list(known.stuck_with),
    "last_at": lambda known: rfc3339(known.last_at),
}


def gathered(bible: Bible, wish: CastFilter, cursor: str | None) -> CastPage:
    """What the list shows, all of one moment."""
    at = utcnow()
    with bible.db.snapshot():
        stuck = bonds.stuck(bible.db)
        due = cast.with_due_hooks(bible.db, at=at)
        wanted = _wanted(wish, stuck, due)
        found = cast.characters(bible.db, wanted, limit=PAGE, cursor=cursor or None)
        known = _known(bible, found.items, stuck, at=at)
        hint = None if found.total or not wish.narrows else _hint(bible, wish, stuck, due)
    more = urlencode({"cursor": found.next_cursor}) if found.next_cursor else ""
    here = wish.query()
    return CastPage(
        wish=wish,
        members=tuple(map(_member, known)),
        total=found.total,
        summary=_summary(found.total, stuck, due, wish),
        stuck=tuple(_standstill(each) for each in stuck[:STUCK_SHOWN]),
        shows=tuple((label, wish.query(show=value), wish.show == value) for value, label in SHOWS),
        next=f"{here}{'&' if '?' in here else '?'}{more}" if more else None,
        is_first=not cursor,
        hint=hint,
        now=at,
    )


def _known(bible: Bible, found: Sequence[Character], stuck: Sequence[Stuck], *, at: datetime) -> list[Known]:
    """What is to be known of some characters, asked at once."""
    ids = [each.character_id for each in found]
    reserves = cast.reserves(bible.db, ids, at=at)
    latest = {bond.character_id: bond for bond in cast.bonds_of(bible.db, ids, each=1, beats=SPARK_BEATS)}
    return [
        Known(
            character=each,
            reserve=reserves[each.character_id],
            bond=latest.get(each.character_id),
            stuck_with=tuple(one.user_id for one in stuck if one.character_id == each.character_id),
        )
        for each in found
    ]


def _wanted(wish: CastFilter, stuck: Sequence[Stuck], due: Sequence[str]) -> cast.Filter:
    ids = {"": None, "stuck": sorted({each.character_id for each in stuck}), "due": due}[wish.show]
    return cast.Filter(text=wish.q, ids=ids)


def _hint(bible: Bible, wish: CastFilter, stuck: Sequence[Stuck], due: Sequence[str]) -> tuple[str, str]:
    """The filter to remove first, in words, and the way to do it."""
    words = dict(SHOWS)
    less = [(f"“{wish.q}”", replace(wish, q=""))] if wish.q else []
    less += [(f"“{words[wish.show]}”", replace(wish, show=""))] if wish.show else []
    tried = [(cast.characters(bible.db, _wanted(each, stuck, due), limit=1).total, said, each) for said, each in less]
    total, said, each = max(tried, key=lambda one: one[0])
    return f"Removing {said} would show {plural(total, 'character')}.", each.query()


def _summary(total: int, stuck: Sequence[Stuck], due: Sequence[str], wish: CastFilter) -> str:
    if wish.narrows:
        return f"{plural(total, 'character')} with these filters"
    if not total:
        return "Who talks with whom, what is remembered, and how it goes."
    told = [f"{plural(len(due), 'character has', 'characters have')} something due" if due else "nothing is due"]
    told.append(f"{plural(len(stuck), 'relationship is', 'relationships are')} stuck" if stuck else "nobody is stuck")
    return f"{plural(total, 'character')}: {' and '.join(told)}."


def _member(known: Known) -> Member:
    found, reserve, bond = known.character, known.reserve, known.bond
    hooks = plural(reserve.hooks, "open hook")
    return Member(
        character_id=found.character_id,
        name=name(found.character_id),
        href=Address(character=found.character_id).to(),
        tone="abcd"[sum(found.character_id.encode()) % 4],
        users=plural(found.users, "person", "people") if found.users else "Guests only",
        facts=(
            ("conversation", plural(found.conversations, "conversation")),
            ("memory", plural(reserve.memories, "memory", "memories")),
            *(() if reserve.due else (("clock", hooks),)),
        ),
        due=f"{reserve.due} of {hooks} due" if reserve.due else "",
        stuck=_with_whom(known.stuck_with),
        relation=relation(bond) if bond else None,
        last_at=known.last_at,
    )


def _with_whom(users: Sequence[str]) -> str:
    if not users:
        return ""
    return f"Stuck with {users[0]}" if len(users) == 1 else f"Stuck with {len(users)} people"


def _standstill(found: Stuck) -> Standstill:
    neutral = round(found.neutral_share * found.beats)
    every = f"All of the last {plural(found.beats, 'beat')} were neutral"
    why = every if neutral == found.beats else f"{neutral} of the last {plural(found.beats, 'beat')} were neutral"
    return Standstill(
        title=f"{name(found.character_id)} and {found.user_id}",
        why=f"{why}; tension rests at {found.tension_level}.",
        href=Address(character=found.character_id, user=found.user_id).to(),
        last_at=found.last_at,
    )
