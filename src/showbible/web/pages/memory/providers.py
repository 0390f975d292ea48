"""`/memory/providers`: what runs showed about each generation provider."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse

from showbible.bible import Bible
from showbible.errors import NotFound
from showbible.lessons.model import LEARNING_LISTS, Learning, Provider
from showbible.lessons.recall import providers
from showbible.storage.changes import newest
from showbible.vocabulary import utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.rewording import Version, author, shown, versions
from showbible.web.pages.memory.head import MEMORY, Head, head
from showbible.web.render import Crumb, Templates
from showbible.web.words import plain, plural, score

router = APIRouter(prefix="/memory")

Name = Annotated[str, Query(max_length=256)]


@dataclass(frozen=True, kw_only=True)
class Known:
    """A provider; sayings are (icon, heading, sentences)."""

    name: str
    runs: str
    success: int
    went_well: str
    adherence: str
    quality: str
    sayings: tuple[tuple[str, str, tuple[str, ...]], ...]
    settings: tuple[tuple[str, str], ...]
    href: str


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """What one run showed."""

    learning_id: str
    run_id: str | None
    who: str
    went_well: bool
    in_use: bool
    facts: str
    sentences: tuple[tuple[str, str], ...]
    at: datetime
    href: str

    def action(self, act: str) -> str:
        """The address that does something to it."""
        return f"/memory/learnings/{self.learning_id}/{act}"


@dataclass(frozen=True, kw_only=True)
class Correction:
    """One lesson to correct: its lists as (field, label, a sentence a line), and who changed it."""

    lesson: Lesson
    lists: tuple[tuple[str, str, str], ...]
    versions: tuple[Version, ...]
    seen: int


@dataclass(frozen=True, kw_only=True)
class ProvidersPage:
    """Every provider, and the lessons of the one that is peeked at, or one of them alone."""

    head: Head
    providers: tuple[Known, ...]
    peeked: Known | None
    lessons: tuple[Lesson, ...]
    correction: Correction | None
    now: datetime
    title: str = "Providers"
    crumbs: tuple[Crumb, ...] = (MEMORY,)


@router.get("/providers", response_class=HTMLResponse)
def listed(request: Request, bible: OpenBible, peek: Name = "", learning: Name = "") -> HTMLResponse:
    """Providers, by name."""
    templates: Templates = request.app.state.templates
    page = gathered(bible, peek=peek, learning=learning, strict=_is_first(request))
    return templates.page(request, "memory_providers.html", page=page)


def gathered(bible: Bible, *, peek: str = "", learning: str = "", strict: bool = True) -> ProvidersPage:
    """What the page shows; a page that reads itself again may find that what it showed is gone."""
    with bible.db.snapshot():
        found = bible.lessons.providers()
        peeked = next((each for each in found if each.provider == peek), None)
        if peek and peeked is None and strict:
            raise NotFound("provider", peek)
        return ProvidersPage(
            head=head(bible, "/memory/providers"),
            providers=tuple(_known(each) for each in found),
            peeked=_known(peeked) if peeked else None,
            lessons=tuple(_lesson(each) for each in peeked.recent_learnings) if peeked else (),
            correction=_correction(bible, learning, peek, strict=strict) if peeked and learning else None,
            now=utcnow(),
        )


def peek(found: Learning) -> str:
    """The address of the drawer with one lesson."""
    return f"/memory/providers?{urlencode({'peek': found.provider, 'learning': found.learning_id})}"


def _is_first(request: Request) -> bool:
    return "hx-request" not in request.headers


def _correction(bible: Bible, learning_id: str, provider: str, *, strict: bool) -> Correction | None:
    try:
        found = providers.learning(bible.db, learning_id)
    except NotFound:
        if strict:
            raise
        return None
    if found.provider != provider:
        raise NotFound("learning", learning_id)
    changes = providers.versions(bible.db, learning_id)
    return Correction(
        lesson=_lesson(found),
        lists=tuple(
            (name, plain(name), "\n".join(found.words[name])) for name in LEARNING_LISTS if found.words.get(name)
        ),
        versions=versions(changes, names={"overall_success": "Went well", "made_by": "Whose word", "paused": "Paused"}),
        seen=newest(changes),
    )


def _known(found: Provider) -> Known:
    sayings: tuple[tuple[str, str, tuple[str, ...]], ...] = (
        ("check", "Strengths", found.known_strengths),
        ("warning", "Weaknesses", found.known_weaknesses),
        ("lesson", "Prompts that work", (*found.best_prompt_patterns, *found.prompt_guidelines)),
        ("stopped", "Avoid", found.avoid_list),
    )
    return Known(
        name=found.provider,
        runs=plural(found.total_runs, "run"),
        success=round(100 * (found.success_rate or 0)),
        went_well="–" if found.success_rate is None else f"{round(100 * found.success_rate)}%",
        adherence=score(found.avg_adherence),
        quality=score(found.avg_quality),
        sayings=tuple(each for each in sayings if each[2]),
        settings=tuple((plain(name), shown(value)) for name, value in found.optimal_settings.items()),
        href=f"/memory/providers?peek={found.provider}",
    )


def _lesson(found: Learning) -> Lesson:
    facts: list[tuple[str, Any]] = [("adherence", found.adherence_score), ("quality", found.quality_score)]
    told = [f"{name} {score(value)}" for name, value in facts if value is not None]
    return Lesson(
        learning_id=found.learning_id,
        run_id=found.run_id,
        who=author(found.made_by),
        went_well=found.overall_success,
        in_use=not found.paused,
        facts=", ".join(filter(None, (plain(found.concept_type) if found.concept_type else "", *told))),
        sentences=tuple((plain(name), said) for name, texts in found.words.items() for said in texts),
        at=found.at,
        href=peek(found),
    )
