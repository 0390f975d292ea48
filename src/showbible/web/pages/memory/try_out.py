"""`/memory/try`: what would be suggested for a concept, and why; asking changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse

from showbible.bible import Bible
from showbible.lessons.model import Mode, Production, Source, Suggestion
from showbible.lessons.recall import history
from showbible.vocabulary import CONCEPT_LIMIT, utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.marks import Mark
from showbible.web.pages.memory.head import MEMORY, SURE, MemoryHead, TaughtRun, head
from showbible.web.render import Crumb, Templates
from showbible.web.words import plain, plural, span

router = APIRouter(prefix="/memory")

EXAMPLES: Final = (
    "A teaser for a film about a lighthouse keeper",
    "A podcast intro about the sea, 20 seconds",
    "A product demo of a lamp",
)
MODES: Final = {
    Mode.DEFAULT: Mark(hue="idle", icon="info", word="Defaults"),
    Mode.PROVEN: Mark(hue="ok", icon="check", word="Proven"),
    Mode.TRYING: Mark(hue="warn", icon="lesson", word="Worth a try"),
}
SOURCES: Final = {
    Source.REQUEST: "You asked for it",
    Source.SET: "You decided",
    Source.LEARNED: "Learned",
    Source.DEFAULT: "Default",
}


@dataclass(frozen=True, kw_only=True)
class SuggestedPlan:
    """A suggestion to read, with the runs that speak for it."""

    found: Suggestion
    evidence: tuple[TaughtRun, ...]

    @property
    def mark(self) -> Mark:
        """Whether it is proven or worth a try."""
        return MODES[self.found.mode]

    @property
    def sure(self) -> tuple[int, str]:
        """How sure it is."""
        return SURE[self.found.confidence]

    @property
    def parts(self) -> tuple[tuple[str, str, str], ...]:
        """The parts of the plan: what each is called, what it is, and who decided it."""
        found = self.found
        told = (
            ("tier", "Tier", plain(found.tier)),
            ("edit_style", "Edit", plain(found.edit_style)),
            ("scenes", "Scenes", plural(found.scenes, "scene")),
            ("duration", "Length", span(found.duration)),
            ("mood", "Mood", plain(found.mood or "–")),
            ("music_style", "Music", plain(found.music_style or "–")),
        )
        return tuple((label, value, SOURCES[found.sources[name]]) for name, label, value in told)


@dataclass(frozen=True, kw_only=True)
class TryPage:
    """A concept and what would be suggested for it."""

    head: MemoryHead
    concept: str
    plan: SuggestedPlan | None
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
    asked = concept.strip()
    with bible.db.snapshot():
        plan = _plan(bible, asked) if asked else None
        page = TryPage(head=head(bible, "/memory/try"), concept=asked, plan=plan, now=utcnow())
    return templates.page(request, "memory_try.html", page=page)


def _plan(bible: Bible, concept: str) -> SuggestedPlan:
    found = bible.lessons.suggest(concept)
    runs: dict[str, Production] = {each.run_id: each for each in history.some(bible.db, found.evidence)}
    evidence = (TaughtRun(runs[run_id]) for run_id in found.evidence if run_id in runs)
    return SuggestedPlan(found=found, evidence=tuple(evidence))
