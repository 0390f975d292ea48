"""`/memory/news`: which patterns were taught more since a list of them was read; nothing moves under the reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse

from showbible.errors import Invalid
from showbible.lessons.recall import patterns
from showbible.web.deps import OpenBible
from showbible.web.pages.memory.page import PAGE, Wished
from showbible.web.pages.memory.patterns import key
from showbible.web.render import Templates
from showbible.web.words import plural

router = APIRouter(prefix="/memory")


@dataclass(frozen=True, kw_only=True)
class Badge:
    """A pattern in the list with runs that its reader has not seen."""

    key: str
    words: str


@dataclass(frozen=True, kw_only=True)
class News:
    """What a list does not show yet: in words, by pattern, and where it is shown."""

    words: str
    badges: tuple[Badge, ...]
    href: str


@router.get("/news", response_class=HTMLResponse)
def told(
    request: Request,
    bible: OpenBible,
    wish: Wished,
    total: Annotated[int, Query(ge=0)],
    known: Annotated[list[str] | None, Query(max_length=PAGE)] = None,
) -> HTMLResponse:
    """What is new to a reader who knows of `total` patterns and of so many runs behind some of them."""
    templates: Templates = request.app.state.templates
    uses = patterns.uses(bible.db, wish.wanted)
    news = gathered(uses, _counts(known or ()), total=total, href=wish.href())
    return HTMLResponse(templates.text("memory_news.html", "news", page=news))


def gathered(uses: Mapping[str, int], known: Mapping[str, int], *, total: int, href: str) -> News:
    """What changed between the runs behind each pattern as they were known and as they are."""
    more = {name: uses.get(name, 0) - number for name, number in known.items() if uses.get(name, 0) > number}
    fresh = max(0, len(uses) - total)
    parts = (f"{fresh} new" if fresh else "", f"{len(more)} changed" if more else "")
    return News(
        words=", ".join(part for part in parts if part),
        badges=tuple(Badge(key=key(name), words=plural(number, "new run")) for name, number in more.items()),
        href=href,
    )


def _counts(known: Sequence[str]) -> dict[str, int]:
    counts = {}
    for each in known:
        name, _, number = each.rpartition(":")
        if not number.isdecimal() or len(number) > 9:
            raise Invalid("known must name a pattern and its runs, as in teaser:12.", field="known")
        counts[name] = int(number)
    return counts
