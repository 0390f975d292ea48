"""`/cast`: every character that somebody talked with, and how it gets along."""

from __future__ import annotations

from typing import Annotated, Final, Self

from fastapi import APIRouter, Depends
from starlette.responses import StreamingResponse

from showbible.bible import Bible
from showbible.conversations.recall import cast
from showbible.conversations.recall.cast import CastMember, CastNews, CharacterFilter
from showbible.errors import Invalid
from showbible.shapes.conversations import CharacterLine
from showbible.storage import paging
from showbible.storage.paging import Page
from showbible.values import frozen
from showbible.vocabulary import utcnow
from showbible.web.deps import OpenBible
from showbible.web.filters import ListFilter
from showbible.web.pages.cast.bond import SPARK_BEATS, moved, name, spark
from showbible.web.pages.kit import attachments
from showbible.web.pages.kit.lists import Cursor, Listed
from showbible.web.pages.kit.page import PlacePage, page_at

router = APIRouter()

PAGE: Final = 50
SHOWS: Final = (("", "All"), ("due", "Something due"), ("stuck", "Stuck"))


@frozen
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

    def wanted(self, news: CastNews) -> CharacterFilter:
        """What the memory is asked for."""
        ids = {"": None, "stuck": sorted({each.character_id for each in news.stuck}), "due": news.due}[self.show]
        return CharacterFilter(text=self.q, ids=ids)

    def words(self, name: str, value: str) -> str:
        """A filter in force, as its button calls it."""
        return value if name == "q" else dict(SHOWS)[value]


Wished = Annotated[CastFilter, Depends(CastFilter.asked)]


@page_at(router, "/cast", "cast.html")
class CastPage(PlacePage):
    """Characters, fifty at a time, the latest talk first, all of one moment."""

    title = "Cast"
    shows = SHOWS
    name = staticmethod(name)
    spark = staticmethod(spark)
    moved = staticmethod(moved)

    def __init__(self, bible: OpenBible, wish: Wished, cursor: Cursor = None) -> None:
        self.wish = wish
        with bible.db.snapshot():
            self.news = news = cast.news(bible.db, at=self.now)
            members = _members(bible, wish, news, limit=PAGE, cursor=cursor)
            count = lambda less: cast.characters(bible.db, less.wanted(news), limit=1).total  # noqa: E731
            self.list = Listed(wish, members, lambda member: member, cursor=cursor, count=count)

    def hue(self, character_id: str) -> str:
        """Which of four tones the face of a character has, always the same."""
        return "abcd"[sum(character_id.encode()) % 4]


@router.get("/cast.{ending}")
def file(bible: OpenBible, wish: Wished, ending: attachments.Ending) -> StreamingResponse:
    """Every character that passes the filters."""
    news = cast.news(bible.db, at=utcnow())
    members = attachments.each(lambda cursor: _members(bible, wish, news, limit=paging.MOST, cursor=cursor))
    return attachments.shaped("cast", ending, CharacterLine, members)


def _members(bible: Bible, wish: CastFilter, news: CastNews, *, limit: int, cursor: str | None) -> Page[CastMember]:
    return cast.members(bible.db, wish.wanted(news), news, beats=SPARK_BEATS, limit=limit, cursor=cursor or None)
