"""`/palette`: what the search box finds: runs, projects and pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse

from showbible.bible import Bible
from showbible.projects import recall as projects
from showbible.runs.model import Summary
from showbible.storage import paging
from showbible.vocabulary import QUERY_LIMIT, utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages import runs
from showbible.web.pages.cards import fact, title
from showbible.web.pages.marks import mark
from showbible.web.render import NavItem, Templates

router = APIRouter()

MOST: Final = 7


@dataclass(frozen=True, kw_only=True)
class Hit:
    """One place to go to."""

    label: str
    note: str
    href: str
    icon: str
    hue: str = "idle"


@dataclass(frozen=True, kw_only=True)
class Palette:
    """What was found, in groups; empty groups are left out."""

    query: str
    groups: tuple[tuple[str, tuple[Hit, ...]], ...]


@router.get("/palette", response_class=HTMLResponse)
def palette(request: Request, bible: OpenBible, q: Annotated[str, Query(max_length=QUERY_LIMIT)] = "") -> HTMLResponse:
    """The hits for a few letters; without any, the newest runs and every page."""
    templates: Templates = request.app.state.templates
    return templates.fragment("palette.html", "hits", page=gathered(bible, q.strip(), templates.nav))


def gathered(bible: Bible, query: str, nav: tuple[NavItem, ...]) -> Palette:
    """What the palette shows."""
    groups = (
        ("Runs", _runs(bible, query)),
        ("Projects", _projects(bible, query)),
        ("Go to", _pages(nav, query)),
    )
    return Palette(query=query, groups=tuple((name, hits) for name, hits in groups if hits))


def _runs(bible: Bible, query: str) -> tuple[Hit, ...]:
    found = runs.found(bible, runs.Wish(q=query), limit=MOST).items
    if query:
        # The index knows whole words; a word still being typed is looked for among the newest runs.
        newest = bible.runs.list(limit=paging.MOST).items
        found += [run for run in newest if query.lower() in run.concept.lower() and run not in found]
    return tuple(_run(run, stalled_after=bible.settings.stalled_after) for run in found[:MOST])


def _run(run: Summary, *, stalled_after: float) -> Hit:
    shown = mark(run, at=utcnow(), stalled_after=stalled_after)
    return Hit(
        label=title(run.concept),
        note=f"{shown.word} · {fact(run)}",
        href=f"/runs/{run.run_id}",
        icon=shown.icon,
        hue=shown.hue,
    )


def _projects(bible: Bible, query: str) -> tuple[Hit, ...]:
    found = [
        Hit(
            label=each.name or each.project_id,
            note="Runs of this project",
            href=f"/runs?{urlencode({'project': each.project_id})}",
            icon="projects",
        )
        for each in projects.projects(bible.db, limit=paging.MOST).items
        if query.lower() in f"{each.project_id} {each.name}".lower()
    ]
    return tuple(found[:MOST])


def _pages(nav: tuple[NavItem, ...], query: str) -> tuple[Hit, ...]:
    return tuple(
        Hit(label=item.label, note="", href=item.href, icon=item.icon)
        for item in nav
        if query.lower() in item.label.lower()
    )
