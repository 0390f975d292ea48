"""`/memory/try`: what would be suggested for a concept, and why; asking changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse

from showbible.bible import Bible
from showbible.lessons.model import Production
from showbible.lessons.recall import history
from showbible.vocabulary import CONCEPT_LIMIT, utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.memory.head import MEMORY, Head, head
from showbible.web.pages.memory.patterns import Taught, evidence
from showbible.web.pages.memory.plans import Advice, advice
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

    head: Head
    concept: str
    advice: Advice | None
    evidence: tuple[Taught, ...]
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
    return templates.page(request, "memory_try.html", page=gathered(bible, concept.strip()))


def gathered(bible: Bible, concept: str) -> TryPage:
    """What the page shows."""
    with bible.db.snapshot():
        found = bible.lessons.suggest(concept) if concept else None
        runs: dict[str, Production] = {}
        if found:
            runs = {each.run_id: each for each in history.some(bible.db, found.evidence)}
        return TryPage(
            head=head(bible, "/memory/try"),
            concept=concept,
            advice=advice(found) if found else None,
            evidence=tuple(evidence(runs[run_id]) for run_id in found.evidence if run_id in runs) if found else (),
            now=utcnow(),
        )
