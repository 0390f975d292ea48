"""`/memory/try`: what would be suggested for a concept, and why; asking changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse

from showbible.bible import Bible
from showbible.lessons.model import Production, Suggestion
from showbible.lessons.recall import history
from showbible.vocabulary import CONCEPT_LIMIT, utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.memory.head import MEMORY, MemoryHead, head
from showbible.web.render import Crumb, Templates

router = APIRouter(prefix="/memory")

EXAMPLES: Final = (
    "A teaser for a film about a lighthouse keeper",
    "A podcast intro about the sea, 20 seconds",
    "A product demo of a lamp",
)


@dataclass(frozen=True, kw_only=True)
class TryPage:
    """A concept and what would be suggested for it, with the runs that speak for it."""

    head: MemoryHead
    concept: str
    advice: Suggestion | None
    evidence: tuple[Production, ...]
    now: datetime
    examples: tuple[str, ...] = EXAMPLES
    title: str = "Try it"
    crumbs: tuple[Crumb, ...] = (MEMORY,)


@router.get("/try", response_class=HTMLResponse)
def tried(
    request: Request, bible: OpenBible, concept: Annotated[str, Query(max_length=CONCEPT_LIMIT)] = ""
) -> HTMLResponse:
    """The suggestion for a concept."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "memory_try.html", page=try_page(bible, concept.strip()))


def try_page(bible: Bible, concept: str) -> TryPage:
    """What the page shows, all of one moment."""
    with bible.db.snapshot():
        found = bible.lessons.suggest(concept) if concept else None
        named = found.evidence if found else ()
        runs: dict[str, Production] = {each.run_id: each for each in history.some(bible.db, named)}
        return TryPage(
            head=head(bible, "/memory/try"),
            concept=concept,
            advice=found,
            evidence=tuple(runs[run_id] for run_id in named if run_id in runs),
            now=utcnow(),
        )
