"""`/cast`: every character that somebody talked with, and how it gets along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final, Self

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, StreamingResponse

from showbible.bible import Bible
from showbible.conversations.recall import bonds, cast
from showbible.conversations.recall.bonds import Stuck
from showbible.conversations.recall.cast import Bond, Character, CharacterFilter, Reserve
from showbible.errors import Invalid
from showbible.storage import paging
from showbible.storage.paging import Page
from showbible.vocabulary import utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.cast.address import CastAddress
from showbible.web.pages.cast.bond import Relation, name, relation
from showbible.web.pages.kit.attachments import Ending, each, shaped
from showbible.web.pages.kit.lists import Cursor, Listed, ListFilter, listed
from showbible.web.render import Crumb, Templates
from showbible.web.shapes.conversations import CharacterLine
from showbible.web.words import plural

router = APIRouter()

PAGE: Final = 50
SPARK_BEATS: Final = 24
STUCK_SHOWN: Final = 6
SHOWS: Final = (("", "All"), ("due", "Something due"), ("stuck", "Stuck"))


@dataclass(frozen=True, kw_only=True)
class CastFilter(ListFilter):
    """Which characters; left out means everybody."""

    q: str = ""
    show: str = ""

    path = "/cast"

    def checked(self) -> Self:
        """The same with a choice that is known."""
        if self.show not in dict(SHOWS):
            raise Invalid("show must be one of due, stuck.", field="show")
        return self

    def words(self, name: str, value: str) -> str:
        """A filter in force, as its button calls it."""
        return value if name == "q" else dict(SHOWS)[value]


Wished = Annotated[CastFilter, Depends(CastFilter.asked)]


@dataclass(frozen=True, kw_only=True)
class CastMember:
    """A character, what it has to draw on, the relationship that moved last, and whom it is stuck with."""

    character: Character
    reserve: Reserve
    bond: Bond | None
    stuck_with: tuple[str, ...]

    @property
    def name(self) -> str:
        """The character as a person is called."""
        return name(self.character.character_id)

    @property
    def href(self) -> str:
        """Its page."""
        return CastAddress(character=self.character.character_id).to()

    @property
    def hue(self) -> str:
        """Which of four tones its face has, always the same."""
        return "abcd"[sum(self.character.character_id.encode()) % 4]

    @property
    def relation(self) -> Relation | None:
        """The relationship that moved last."""
        return relation(self.bond) if self.bond else None

    @property
    def last_at(self) -> datetime:
        """When anything last happened to it."""
        return self.bond.changed_at if self.bond else self.character.last_at

    @property
    def line(self) -> CharacterLine:
        """The same as a file tells it."""
        found, bond = self.character, self.bond
        return CharacterLine(
            character_id=found.character_id,
            users=found.users,
            conversations=found.conversations,
            memories=self.reserve.memories,
            open_hooks=self.reserve.hooks,
            due_hooks=self.reserve.due,
            latest_user_id=bond.user_id if bond else None,
            tension=bond.tension if bond else None,
            tone=relation(bond).tone if bond else None,
            beats=bond.beats if bond else None,
            stuck_with=list(self.stuck_with),
            last_at=self.last_at,
        )


@dataclass(frozen=True, kw_only=True)
class Standstill:
    """A relationship that goes nowhere, with the sentence why and the way to it."""

    title: str
    why: str
    href: str


@dataclass(frozen=True, kw_only=True)
class Now:
    """What the filters of the list speak of: who is stuck, and who has something due."""

    at: datetime
    stuck: Sequence[Stuck]
    due: Sequence[str]

    def wanted(self, wish: CastFilter) -> CharacterFilter:
        """What the memory is asked for."""
        ids = {"": None, "stuck": sorted({each.character_id for each in self.stuck}), "due": self.due}[wish.show]
        return CharacterFilter(text=wish.q, ids=ids)


@dataclass(frozen=True, kw_only=True)
class CastPage:
    """A page of characters."""

    wish: CastFilter
    list: Listed[CastMember]
    summary: str
    stuck: tuple[Standstill, ...]
    now: datetime
    shows: tuple[tuple[str, str], ...] = SHOWS
    title: str = "Cast"
    crumbs: tuple[Crumb, ...] = ()


@router.get("/cast", response_class=HTMLResponse)
def shown(request: Request, bible: OpenBible, wish: Wished, cursor: Cursor = None) -> HTMLResponse:
    """Characters, fifty at a time, the latest talk first."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "cast.html", page=page(bible, wish, cursor))


@router.get("/cast.{ending}")
def file(bible: OpenBible, wish: Wished, ending: Ending) -> StreamingResponse:
    """Every character that passes the filters."""
    now = _now(bible)
    members = each(lambda cursor: _members(bible, wish, now, limit=paging.MOST, cursor=cursor))
    return shaped("cast", ending, CharacterLine, (member.line for member in members))


def page(bible: Bible, wish: CastFilter, cursor: str | None) -> CastPage:
    """What the list shows, all of one moment."""
    with bible.db.snapshot():
        now = _now(bible)
        found = _members(bible, wish, now, limit=PAGE, cursor=cursor)
        count = lambda less: cast.characters(bible.db, now.wanted(less), limit=1).total  # noqa: E731
        return CastPage(
            wish=wish,
            list=listed(wish, found, lambda member: member, cursor=cursor, count=count),
            summary=_summary(found.total, now, wish),
            stuck=tuple(map(_standstill, now.stuck[:STUCK_SHOWN])),
            now=now.at,
        )


def _now(bible: Bible) -> Now:
    at = utcnow()
    return Now(at=at, stuck=bonds.stuck(bible.db), due=cast.with_due_hooks(bible.db, at=at))


def _members(bible: Bible, wish: CastFilter, now: Now, *, limit: int, cursor: str | None) -> Page[CastMember]:
    """What is to be known of some characters, asked at once."""
    found = cast.characters(bible.db, now.wanted(wish), limit=limit, cursor=cursor or None)
    ids = [each.character_id for each in found.items]
    reserves = cast.reserves(bible.db, ids, at=now.at)
    latest = {bond.character_id: bond for bond in cast.bonds_of(bible.db, ids, each=1, beats=SPARK_BEATS)}
    members = [
        CastMember(
            character=each,
            reserve=reserves[each.character_id],
            bond=latest.get(each.character_id),
            stuck_with=tuple(one.user_id for one in now.stuck if one.character_id == each.character_id),
        )
        for each in found.items
    ]
    return Page(items=members, total=found.total, next_cursor=found.next_cursor)


def _summary(total: int, now: Now, wish: CastFilter) -> str:
    if wish.narrows:
        return f"{plural(total, 'character')} with these filters"
    if not total:
        return "Who talks with whom, what is remembered, and how it goes."
    due, stuck = len(now.due), len(now.stuck)
    told = [f"{plural(due, 'character has', 'characters have')} something due" if due else "nothing is due"]
    told.append(f"{plural(stuck, 'relationship is', 'relationships are')} stuck" if stuck else "nobody is stuck")
    return f"{plural(total, 'character')}: {' and '.join(told)}."


def _standstill(found: Stuck) -> Standstill:
    neutral = round(found.neutral_share * found.beats)
    share = "All" if neutral == found.beats else f"{neutral}"
    return Standstill(
        title=f"{name(found.character_id)} and {found.user_id}",
        why=f"{share} of the last {found.beats} beats were neutral; tension rests at {found.tension_level}.",
        href=CastAddress(character=found.character_id, user=found.user_id).to(),
    )
