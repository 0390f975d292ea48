"""`/palette`: what the search box finds: runs, projects, what was learned and made, pages, and things to do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, Response

from showbible.addresses import asset_page, character_page, project_page, run_page
from showbible.assets.recall import names as asset_names
from showbible.bible import Bible
from showbible.conversations.model import Memory
from showbible.conversations.recall import cast
from showbible.conversations.recall import names as memory_names
from showbible.direction.model import CardState
from showbible.direction.recall import profiles
from showbible.lessons.recall import names as pattern_names
from showbible.projects.model import Project
from showbible.runs.model import Summary
from showbible.runs.recall import names as run_names
from showbible.runs.recall.views import views
from showbible.storage import paging
from showbible.storage.database import ProjectDatabase
from showbible.storage.typeahead import Letters, letters
from showbible.values import frozen
from showbible.vocabulary import QUERY_LIMIT, utcnow
from showbible.web.deps import OpenBible, Render
from showbible.web.pages.kit.answers import changed
from showbible.web.pages.kit.assets import asset_name
from showbible.web.pages.kit.cards import fact
from showbible.web.pages.kit.marks import mark
from showbible.web.render import NavItem, NearMatch
from showbible.words import headline, plain

router = APIRouter()

MOST: Final = 7
FEW: Final = 5
PROJECTS: Final = 8
"""How many of the newest projects are looked through for their assets and cards."""


@frozen
class PaletteHit(NearMatch):
    """One place to go to; with `post` something is done first, with `theme` the look changes and nothing else."""

    hue: str = "idle"
    post: str = ""
    theme: str = ""


@router.get("/palette", response_class=HTMLResponse)
def palette(render: Render, bible: OpenBible, q: Annotated[str, Query(max_length=QUERY_LIMIT)] = "") -> HTMLResponse:
    """The hits for a few letters; without any, the newest runs, every page and everything that can be done."""
    return render.fragment("palette.html", "hits", Palette(bible, q.strip(), render.templates.nav))


@router.post("/palette/rebuild/{project_id}")
def rebuild(project_id: str, request: Request, bible: OpenBible) -> Response:
    """Make a project's search index anew from its facts."""
    assets = bible.assets(project_id)
    back = project_page(assets.project_id)
    return changed(request, assets.reindex, said=f"The search index of {assets.project_id} is rebuilt.", back=back)


class Palette:
    """What was found, in groups; empty groups are left out."""

    def __init__(self, bible: Bible, query: str, nav: tuple[NavItem, ...]) -> None:
        self.query, typed = query, letters(query)
        newest = bible.projects.list(limit=paging.MOST).items
        acts = tuple(_acts(newest, typed))
        groups = (
            ("Do", acts if _is_order(acts, typed) else ()),
            ("Runs", _runs(bible, query, typed)),
            ("Projects", tuple(_projects(newest, typed))),
            ("Memories", tuple(_memories(bible, typed))),
            ("Cards", tuple(_cards(bible, newest, typed))[:FEW]),
            ("Assets", tuple(_assets(bible, newest, typed))[:FEW]),
            ("Go to", (*_pages(nav, typed), *_views(bible, typed))),
            ("Do", () if _is_order(acts, typed) else acts),
        )
        self.groups = [(name, hits) for name, hits in groups if hits]


def _runs(bible: Bible, query: str, typed: Letters) -> tuple[PaletteHit, ...]:
    """Whole words are found anywhere, words still being typed among the newest runs."""
    begun = run_names.named(bible.db, typed, limit=MOST)
    whole = bible.runs.list(q=query, limit=MOST, archived=None).items if query else []
    found = {run.run_id: run for run in (*begun, *whole)}
    return tuple(_run(run, stalled_after=bible.settings.stalled_after) for run in list(found.values())[:MOST])


def _run(run: Summary, *, stalled_after: float) -> PaletteHit:
    shown = mark(run, at=utcnow(), stalled_after=stalled_after)
    return PaletteHit(
        label=headline(run.concept),
        note=f"{shown.word} · {fact(run)}",
        href=run_page(run.run_id),
        icon=shown.icon,
        hue=shown.hue,
    )


def _projects(newest: Iterable[Project], typed: Letters) -> Iterable[PaletteHit]:
    for each in typed.best(newest, text=lambda each: f"{each.name} {each.project_id}", limit=MOST):
        yield PaletteHit(
            label=_name(each), note=f"Project {each.project_id}", href=project_page(each.project_id), icon="projects"
        )


def _name(project: Project) -> str:
    return project.name or project.project_id


def _memories(bible: Bible, typed: Letters) -> Iterable[PaletteHit]:
    """What characters remember, the characters themselves, and what runs taught; only once something is asked."""
    if not typed.words:
        return
    for each in cast.characters(bible.db, cast.CharacterFilter(text=typed.words[0]), limit=3).items:
        yield PaletteHit(label=each.character_id, note="Character", href=character_page(each.character_id), icon="cast")
    for name in pattern_names.named(bible.db, typed, limit=3):
        yield PaletteHit(label=plain(name), note="Pattern", href=f"/memory?{urlencode({'peek': name})}", icon="lesson")
    for memory in memory_names.named(bible.db, typed, limit=FEW):
        yield _memory(memory)


def _memory(memory: Memory) -> PaletteHit:
    told = {"user": memory.user_id, "series": memory.series_id or "", "peek": memory.memory_id}
    query = urlencode({name: value for name, value in told.items() if value})
    page = character_page(memory.character_id) if memory.character_id else "/cast"
    note = f"{memory.character_id or memory.series_id} of {memory.user_id}"
    return PaletteHit(label=headline(memory.text), note=note, href=f"{page}?{query}", icon="conversation")


def _cards(bible: Bible, newest: Iterable[Project], typed: Letters) -> Iterable[PaletteHit]:
    for project, db in _opened(bible, newest, typed):
        profile = profiles.find_profile(db)
        kept = [card for card in profile.cards if card.state is not CardState.ARCHIVED] if profile else []
        for card in typed.best(kept, text=lambda card: card.preference, limit=FEW):
            href = f"{project_page(project.project_id)}/direction"
            yield PaletteHit(label=headline(card.preference), note=_name(project), href=href, icon="direction")


def _assets(bible: Bible, newest: Iterable[Project], typed: Letters) -> Iterable[PaletteHit]:
    for project, db in _opened(bible, newest, typed):
        for asset in asset_names.named(db, typed, limit=FEW):
            href = asset_page(project.project_id, asset.asset_id)
            yield PaletteHit(
                label=asset_name(asset), note=f"{plain(asset.kind)} of {_name(project)}", href=href, icon="asset"
            )


def _opened(bible: Bible, newest: Iterable[Project], typed: Letters) -> Iterable[tuple[Project, ProjectDatabase]]:
    """The newest projects that can be looked into, once something is asked; one that cannot hides no other."""
    for project in list(newest)[: PROJECTS if typed.words else 0]:
        if bible.workspace.trouble(project.project_id) is None:
            yield project, bible.workspace.project(project.project_id)


def _pages(nav: tuple[NavItem, ...], typed: Letters) -> tuple[PaletteHit, ...]:
    found = typed.best(nav, text=lambda item: item.label, limit=len(nav))
    return tuple(PaletteHit(label=item.label, href=item.href, icon=item.icon) for item in found)


def _views(bible: Bible, typed: Letters) -> tuple[PaletteHit, ...]:
    """The kept views of the list of runs; only once something is asked."""
    found = typed.best(views(bible.db), text=lambda view: view.name, limit=FEW) if typed.words else ()
    return tuple(
        PaletteHit(label=each.name, note="View of runs", href=f"/runs{each.query}", icon="runs") for each in found
    )


def _is_order(acts: Iterable[PaletteHit], typed: Letters) -> bool:
    """Whether somebody types what is to be done: then that comes first."""
    return bool(typed.words) and any(hit.label.lower().startswith(typed.words[0]) for hit in acts)


def _acts(newest: Iterable[Project], typed: Letters) -> Iterable[PaletteHit]:
    every = [
        PaletteHit(label="New sample production", note="Costs nothing", href="/", icon="runs", post="/sample"),
        PaletteHit(label="Ask the memories", note="Leaves a receipt", href="/recall#ask-query", icon="recall"),
        *(
            PaletteHit(label=f"Theme: {name}", href="#", icon=icon, theme=name)
            for name, icon in (("light", "sun"), ("dark", "moon"), ("system", "monitor"))
        ),
    ]
    if typed.words:
        every += [
            PaletteHit(
                label=f"Rebuild the search index of {_name(each)}",
                href=project_page(each.project_id),
                icon="retry",
                post=f"/palette/rebuild/{quote(each.project_id)}",
            )
            for each in newest
        ]
    return typed.best(every, text=lambda hit: hit.label, limit=MOST)
