"""`/memory/providers`: what runs and orders showed about each provider, to pause, correct and forget."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from showbible.bible import Bible
from showbible.errors import Malformed, NotFound
from showbible.lessons.model import LEARNING_LISTS, ProviderLearning
from showbible.lessons.recall import providers
from showbible.lessons.recall.casting import wording
from showbible.lessons.recall.casting.differences import OrderDifference
from showbible.lessons.recall.casting.track_records import TrackRecord
from showbible.shapes.lessons import ProviderRow
from showbible.studio.payroll import payroll
from showbible.web.deps import OpenBible
from showbible.web.pages.kit import attachments
from showbible.web.pages.kit.corrections import Acts
from showbible.web.pages.kit.forms import Number, Texts
from showbible.web.pages.kit.lists import Peeked, ReadAgain
from showbible.web.pages.kit.page import page_at
from showbible.web.pages.kit.rewording import versions
from showbible.web.pages.memory.page import MemoryHead, MemoryPart

router = APIRouter(prefix="/memory")

HERE: Final = "/memory/providers"
FEWEST: Final = 3
MOST_COMPARED: Final = 10
_NAMES: Final = {"overall_success": "Went well", "made_by": "Whose word", "paused": "Paused"}


@page_at(router, "/providers", "memory_providers.html")
class ProvidersPage(MemoryPart):
    """Every provider, and the one that is peeked at: what its runs showed, or one run alone, and who changed that."""

    title = "Providers"
    lists = LEARNING_LISTS
    subject = staticmethod(wording.subject)

    def __init__(self, bible: OpenBible, again: ReadAgain, peek: Peeked = "", learning: Peeked = "") -> None:
        with bible.db.snapshot():
            self.head, self.providers = MemoryHead(bible, HERE), bible.lessons.providers()
            self.peeked = next((each for each in self.providers if each.provider == peek), None)
            if peek and self.peeked is None and not again:
                raise NotFound("provider", peek)
            self.learning = _learning(bible, learning, peek, strict=not again) if self.peeked and learning else None
            changes = providers.versions(bible.db, learning) if self.learning else ()
        self.versions, self.payroll = versions(changes, names=_NAMES), payroll(bible)

    def compared(self, record: TrackRecord) -> list[OrderDifference]:
        """What sets its orders apart: what is sure first, then the largest, of those that there are some of."""
        found = [each for each in record.differences if min(each.orders, each.others) >= FEWEST]
        found.sort(key=lambda each: (not each.is_told, -abs(each.points), -abs(each.failing)))
        return found[:MOST_COMPARED]


def _learning(bible: Bible, learning_id: str, provider: str, *, strict: bool) -> ProviderLearning | None:
    try:
        learning = providers.learning(bible.db, learning_id)
    except NotFound:
        if strict:
            raise
        return None
    if learning.provider != provider:
        raise NotFound("learning", learning_id)
    return learning


attachments.offer(router, "/providers", "providers", ProviderRow, lambda bible, _: bible.lessons.providers())


def _drawer(bible: Bible, request: Request) -> str:
    learning = providers.learning(bible.db, request.path_params["item_id"])
    return f"{HERE}?{urlencode({'peek': learning.provider, 'learning': learning.learning_id})}"


LEARNINGS: Final = Acts(
    things=lambda bible, _: bible.lessons.learnings,
    back=_drawer,
    home=lambda _: HERE,
    taken=ProviderLearning,
    called=lambda _: "That",
    restored="That is back.",
)
LEARNINGS.register(router, "/learnings/{item_id}")


def correction(
    success: Annotated[str, Form(pattern="^(yes|no)$")], field: Texts = (), lines: Texts = ()
) -> dict[str, Any]:
    """What a form says that a run showed: how it went, and its lists, each with a sentence a line."""
    if len(field) != len(lines):
        raise Malformed("Each list needs its lines.", field="lines")
    texts = zip(field, lines, strict=True)
    words = {name: [line.strip() for line in text.splitlines() if line.strip()] for name, text in texts}
    return {**words, "overall_success": success == "yes"}


Correction = Annotated[Mapping[str, Any], Depends(correction)]


@router.post("/learnings/{item_id}/correct")
def correct(item_id: str, request: Request, bible: OpenBible, seen: Number, wanted: Correction) -> Response:
    """Say otherwise what a run showed about a provider."""
    act = lambda learnings: learnings.correct(item_id, wanted, seen=seen)  # noqa: E731
    return LEARNINGS.correct(request, bible, act, said="That is corrected.")
