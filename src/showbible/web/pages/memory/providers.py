"""`/memory/providers`: what runs showed about each generation provider, to pause, correct and forget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import HTMLResponse, Response, StreamingResponse

from showbible.bible import Bible
from showbible.errors import Malformed, NotFound
from showbible.lessons.model import LEARNING_LISTS, ProviderKnowledge, ProviderLearning
from showbible.lessons.recall import providers
from showbible.storage.changes import newest
from showbible.vocabulary import utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.kit import attachments
from showbible.web.pages.kit.attachments import FileFormat
from showbible.web.pages.kit.corrections import Acts
from showbible.web.pages.kit.lists import Peeked
from showbible.web.pages.kit.rewording import Version, versions
from showbible.web.pages.memory.head import MEMORY, MemoryHead, head
from showbible.web.render import Crumb, Templates
from showbible.web.shapes.lessons import ProviderRow
from showbible.web.words import plain

router = APIRouter(prefix="/memory")

HERE: Final = "/memory/providers"
_NAMES: Final = {"overall_success": "Went well", "made_by": "Whose word", "paused": "Paused"}


@dataclass(frozen=True, kw_only=True)
class LearningCorrection:
    """One learning to correct: its lists as (field, label, a sentence a line), and who changed it."""

    learning: ProviderLearning
    lists: tuple[tuple[str, str, str], ...]
    versions: tuple[Version, ...]
    seen: int


@dataclass(frozen=True, kw_only=True)
class ProvidersPage:
    """Every provider, and the one that is peeked at, with what its runs showed, or one run alone."""

    head: MemoryHead
    providers: list[ProviderKnowledge]
    peeked: ProviderKnowledge | None
    correction: LearningCorrection | None
    now: datetime
    title: str = "Providers"
    crumbs: tuple[Crumb, ...] = (MEMORY,)


@router.get("/providers", response_class=HTMLResponse)
def listed(request: Request, bible: OpenBible, peek: Peeked = "", learning: Peeked = "") -> HTMLResponse:
    """Providers, by name."""
    templates: Templates = request.app.state.templates
    page = providers_page(bible, peek=peek, learning=learning, strict="hx-request" not in request.headers)
    return templates.page(request, "memory_providers.html", page=page)


@router.get("/providers.{ending}")
def file(bible: OpenBible, ending: FileFormat) -> StreamingResponse:
    """Every provider that runs have reported on."""
    return attachments.shaped("providers", ending, ProviderRow, bible.lessons.providers())


def providers_page(bible: Bible, *, peek: str = "", learning: str = "", strict: bool = True) -> ProvidersPage:
    """What the page shows; a page that reads itself again may find that what it showed is gone."""
    with bible.db.snapshot():
        found = bible.lessons.providers()
        peeked = next((each for each in found if each.provider == peek), None)
        if peek and peeked is None and strict:
            raise NotFound("provider", peek)
        return ProvidersPage(
            head=head(bible, HERE),
            providers=found,
            peeked=peeked,
            correction=_correction(bible, learning, peek, strict=strict) if peeked and learning else None,
            now=utcnow(),
        )


def _correction(bible: Bible, learning_id: str, provider: str, *, strict: bool) -> LearningCorrection | None:
    try:
        found = providers.learning(bible.db, learning_id)
    except NotFound:
        if strict:
            raise
        return None
    if found.provider != provider:
        raise NotFound("learning", learning_id)
    changes = providers.versions(bible.db, learning_id)
    said = [(name, found.words[name]) for name in LEARNING_LISTS if found.words.get(name)]
    return LearningCorrection(
        learning=found,
        lists=tuple((name, plain(name), "\n".join(sentences)) for name, sentences in said),
        versions=versions(changes, names=_NAMES),
        seen=newest(changes),
    )


LEARNINGS: Final = Acts(
    things=lambda bible, _: bible.lessons.learnings,
    back=lambda bible, request: _drawer(providers.learning(bible.db, request.path_params["item_id"])),
    home=lambda _: HERE,
    taken=ProviderLearning,
    called=lambda _: "That",
    restored="That is back.",
)
LEARNINGS.register(router, "/learnings/{item_id}")


def _drawer(found: ProviderLearning) -> str:
    return f"{HERE}?{urlencode({'peek': found.provider, 'learning': found.learning_id})}"


def retold(
    success: Annotated[str, Form(pattern="^(yes|no)$")],
    field: Annotated[list[str] | None, Form()] = None,
    lines: Annotated[list[str] | None, Form()] = None,
) -> dict[str, Any]:
    """What a form says that a run showed: how it went, and its lists, each with a sentence a line."""
    if len(field or ()) != len(lines or ()):
        raise Malformed("Each list needs its lines.", field="lines")
    words = zip(field or (), lines or (), strict=True)
    told = {name: [line.strip() for line in text.splitlines() if line.strip()] for name, text in words}
    return {**told, "overall_success": success == "yes"}


@router.post("/learnings/{item_id}/correct")
def correct(
    item_id: str,
    request: Request,
    bible: OpenBible,
    seen: Annotated[int, Form()],
    told: Annotated[Mapping[str, Any], Depends(retold)],
) -> Response:
    """Say otherwise what a run showed about a provider."""
    act = lambda learnings: learnings.correct(item_id, told, seen=seen)  # noqa: E731
    return LEARNINGS.correct(request, bible, act, said="That is corrected.")
