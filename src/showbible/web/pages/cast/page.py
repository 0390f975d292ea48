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
from showbible.web.pages.cast.bond import Relation, name, relation
from showbible.web.pages.kit.attachments import Ending, each, shaped
from showbible.web.pages.kit.lists import Cursor, Listed, ListFilter, listed
from showbible.web.render import Crumb, Templates
from showbible.web.shapes.conversations import CharacterLine

router = APIRouter()

PAGE: Final = 50
SPARK_BEATS: Final = 24
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
class CastNews:
    """What the filters of the list speak of: which relationships are stuck, and which characters have something due."""

    at: datetime
    stuck: Sequence[Stuck]
    due: Sequence[str]

    def wanted(self, wish: CastFilter) -> CharacterFilter:
        """What the memory is asked for."""
        ids = {"": None, "stuck": sorted({each.character_id for each in self.stuck}), "due": self.due}[wish.show]
        return CharacterFilter(text=wish.q, ids=ids)


@dataclass(frozen=True, kw_only=True)
class CastMember:
    """A character, what it has to draw on, the relationship that moved last, and whom it is stuck with."""

    character: Character
    reserve: Reserve
    bond: Bond | None
    stuck_with: tuple[str, ...]

    @property
    def relation(self) -> Relation | None:
        """The relationship that moved last, as the list shows it."""
        return relation(self.bond) if self.bond else None

    @property
    def hue(self) -> str:
        """Which of four tones its face has, always the same."""
        return "abcd"[sum(self.character.character_id.encode()) % 4]

    @property
    def last_at(self) -> datetime:
        """When anything last happened to it."""
        return self.bond.changed_at if self.bond else self.character.last_at


@dataclass(frozen=True, kw_only=True)
class CastPage:
    """A page of characters."""

    wish: CastFilter
    list: Listed[CastMember]
    news: CastNews
    shows: tuple[tuple[str, str], ...] = SHOWS
    title: str = "Cast"
    crumbs: tuple[Crumb, ...] = ()

    name = staticmethod(name)


@router.get("/cast", response_class=HTMLResponse)
def shown(request: Request, bible: OpenBible, wish: Wished, cursor: Cursor = None) -> HTMLResponse:
    """Characters, fifty at a time, the latest talk first."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "cast.html", page=page(bible, wish, cursor))


@router.get("/cast.{ending}")
def file(bible: OpenBible, wish: Wished, ending: Ending) -> StreamingResponse:
    """Every character that passes the filters."""
    news = _news(bible)
    members = each(lambda cursor: _members(bible, wish, news, limit=paging.MOST, cursor=cursor))
    return shaped("cast", ending, CharacterLine, members)


def page(bible: Bible, wish: CastFilter, cursor: str | None) -> CastPage:
    """What the list shows, all of one moment."""
    with bible.db.snapshot():
        news = _news(bible)
        found = _members(bible, wish, news, limit=PAGE, cursor=cursor)
        count = lambda less: cast.characters(bible.db, news.wanted(less), limit=1).total  # noqa: E731
        return CastPage(
            wish=wish, list=listed(wish, found, lambda member: member, cursor=cursor, count=count), news=news
        )


def _news(bible: Bible) -> CastNews:
    at = utcnow()
    return CastNews(at=at, stuck=bonds.stuck(bible.db), due=cast.with_due_hooks(bible.db, at=at))


def _members(bible: Bible, wish: CastFilter, news: CastNews, *, limit: int, cursor: str | None) -> Page[CastMember]:
    """What is to be known of some characters, asked at once."""
    found = cast.characters(bible.db, news.wanted(wish), limit=limit, cursor=cursor or None)
    ids = [each.character_id for each in found.items]
    reserves = cast.reserves(bible.db, ids, at=news.at)
    latest = {bond.character_id: bond for bond in cast.bonds_of(bible.db, ids, each=1, beats=SPARK_BEATS)}
    members = [
        CastMember(
            character=each,
            reserve=reserves[each.character_id],
            bond=latest.get(each.character_id),
            stuck_with=tuple(one.user_id for one in news.stuck if one.character_id == each.character_id),
        )
        for each in found.items
    ]
    return Page(items=members, total=found.total, next_cursor=found.next_cursor)
