"""`/runs/stream`: the rows a reader looks at change in place; what is new is announced, never pushed in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from showbible.runs.model import Happening, Stage
from showbible.runs.recall import lists
from showbible.vocabulary import utcnow
from showbible.web.deps import OpenBible
from showbible.web.live import EVERY_ROW
from showbible.web.pages.kit.answers import streamed
from showbible.web.pages.kit.cards import RunCard, cards, queued
from showbible.web.render import Templates

router = APIRouter()


@dataclass(frozen=True, kw_only=True)
class News:
    """Runs that changed, as they are now; those whose tags did; and the ids of those that began."""

    cards: tuple[RunCard, ...]
    tagged: tuple[RunCard, ...]
    begun: tuple[str, ...]


@router.get("/runs/stream")
def stream(request: Request, bible: OpenBible, since: Annotated[int, Query(ge=0, le=2**62)] = 0) -> Response:
    """What changes in lists of runs, as it happens; each page takes what it has a place for."""
    templates: Templates = request.app.state.templates

    def encode(news: Sequence[Happening]) -> str:
        # Whoever leaves the queue moves everybody behind.
        moved = {*(each.run_id for each in news if each.kind != "tag"), *queued(bible.db)}
        tagged = {each.run_id for each in news if each.kind == "tag"}
        changed = lists.some(bible.db, sorted(moved | tagged))
        shown = cards(bible.db, changed, at=utcnow(), stalled_after=bible.settings.stalled_after)
        page = News(
            cards=tuple(card for card in shown if card.run_id in moved),
            tagged=tuple(card for card in shown if card.run_id in tagged),
            begun=tuple(each.run_id for each in news if _is_beginning(each)),
        )
        return templates.text("runs_news.html", "news", page=page)

    return streamed(request, EVERY_ROW, since=since, encode=encode)


def _is_beginning(happening: Happening) -> bool:
    data = happening.body.get("data") or {}
    return happening.kind == "stage" and data.get("stage") == Stage.INITIALIZED
