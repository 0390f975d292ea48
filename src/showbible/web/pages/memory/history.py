"""`/memory/history`: every finished run as a record, to rate and to forget."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from showbible.bible import Bible
from showbible.lessons.model import Production
from showbible.lessons.recall import history, records
from showbible.lessons.recall.forgotten import ForgottenProduction
from showbible.lessons.recall.records import Rated, RecordSort, WantedRecords
from showbible.runs.model import Status
from showbible.shapes.lessons import RecordShape
from showbible.storage.paging import Page
from showbible.values import frozen
from showbible.web.deps import OpenBible
from showbible.web.pages.kit import attachments
from showbible.web.pages.kit.corrections import Acts
from showbible.web.pages.kit.forms import Number
from showbible.web.pages.kit.lists import BibleList, Cursor, Peeked, ReadAgain
from showbible.web.pages.kit.marks import STATUSES
from showbible.web.pages.kit.page import page_at
from showbible.web.pages.kit.rewording import versions
from showbible.web.pages.memory.page import MemoryHead, MemoryPart
from showbible.words import plain, plural

router = APIRouter(prefix="/memory/history")

HERE: Final = "/memory/history"
PAGE: Final = 50


@frozen
class HistoryFilter(BibleList[Production]):
    """Which records, in which order."""

    q: str = ""
    status: str = ""
    rated: str = ""
    pattern: str = ""
    mood: str = ""
    music: str = ""
    sort: str = RecordSort.NEWEST

    path = HERE
    kinds = MappingProxyType({"status": Status, "rated": Rated, "sort": RecordSort})

    def words(self, name: str, value: str) -> str:
        """A filter in force, as its chip calls it."""
        return value if name == "q" else plain(value)

    def read_page(self, bible: Bible, *, limit: int, cursor: str | None = None) -> Page[Production]:
        """What it asks for, a page at a time."""
        wanted = WantedRecords(
            letters=self.q,
            status=Status(self.status) if self.status else None,
            rated=Rated(self.rated) if self.rated else None,
            pattern=self.pattern,
            mood=self.mood,
            music_style=self.music,
        )
        return records.records(bible.db, wanted, sort=RecordSort(self.sort), limit=limit, cursor=cursor)


Wished = Annotated[HistoryFilter, Depends(HistoryFilter.asked)]


class RatingDetail:
    """A record in the drawer, with everything that was said of its run."""

    def __init__(self, bible: Bible, run_id: str) -> None:
        self.record = bible.lessons.ratings.get(run_id)
        self.versions = versions(bible.lessons.ratings.history(run_id))


@page_at(router, "", "memory_history.html")
class HistoryPage(MemoryPart):
    """Finished runs, fifty at a time, all of one moment, and the one whose ratings are looked at."""

    title = "History"
    marks = STATUSES

    def __init__(
        self, bible: OpenBible, wish: Wished, cursor: Cursor = None, again: ReadAgain = True, peek: Peeked = ""
    ) -> None:
        with bible.db.snapshot():
            self.head, self.wish = MemoryHead(bible, HERE), wish
            self.list = wish.listed(bible, limit=PAGE, cursor=cursor)
            # Who reads the page again is not to blame for a record that was forgotten meanwhile.
            is_there = bool(peek) and (not again or history.exists(bible.db, peek))
            self.detail = RatingDetail(bible, peek) if is_there else None


attachments.offer(router, "", "history", RecordShape, attachments.whole(HistoryFilter))


Acts(
    things=lambda bible, _: bible.lessons.productions,
    home=lambda _: HERE,
    taken=ForgottenProduction,
    forgotten="The record is forgotten; the run itself stays.",
    restored="The record is back.",
).register(router, "/{item_id}", acts=["forget"])


RATINGS: Final = Acts(
    things=lambda bible, _: bible.lessons.ratings,
    back=lambda *_: HERE,
    home=lambda _: HERE,
    undone="The rating is taken back.",
)
RATINGS.register(router, "/{item_id}", acts=["undo"])


@router.post("/{item_id}/rate")
def rate(item_id: str, request: Request, bible: OpenBible, rating: Number) -> Response:
    """Rate a finished run; what was noted beside an earlier rating stays."""
    act = lambda ratings: ratings.correct(item_id, {"rating": rating})  # noqa: E731
    return RATINGS.correct(request, bible, act, said=f"Rated {plural(rating, 'star')}.")
