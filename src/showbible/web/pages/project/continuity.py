"""`/projects/{p}/continuity`: what a prompt would contradict at a story time, and the asset that proves it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse

from showbible.assets.api import Assets
from showbible.assets.model import Asset, Contradiction
from showbible.assets.recall import library
from showbible.bible import Bible
from showbible.vocabulary import KIB
from showbible.web.deps import OpenBible
from showbible.web.pages.project.entities import seconds
from showbible.web.pages.project.page import Head, head
from showbible.web.pages.project.tiles import Tile, tile, when
from showbible.web.render import Crumb, Templates
from showbible.web.words import plural

router = APIRouter(prefix="/projects/{project_id}/continuity")

PROMPT_LIMIT: Final = 8 * KIB


@dataclass(frozen=True, kw_only=True)
class Against:
    """Something a text says against what is known; `proof` is the asset that shows it."""

    entity: str
    field: str
    known: str
    proposed: str
    since: str
    proof: Tile | None


@dataclass(frozen=True, kw_only=True)
class ContinuityPage:
    """A prompt, a story time and what speaks against it; `found` is None before anything was asked."""

    head: Head
    prompt: str
    at: str
    found: tuple[Against, ...] | None
    verdict: str
    title: str = "Continuity"
    crumbs: tuple[Crumb, ...] = ()


@router.get("", response_class=HTMLResponse)
def checked(
    project_id: str,
    request: Request,
    bible: OpenBible,
    prompt: Annotated[str, Query(max_length=PROMPT_LIMIT)] = "",
    at: Annotated[str, Query(max_length=32)] = "",
) -> HTMLResponse:
    """A prompt held against what the story knows."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "project_continuity.html", page=gathered(bible, project_id, prompt=prompt, at=at))


def gathered(bible: Bible, project_id: str, *, prompt: str, at: str) -> ContinuityPage:
    """What speaks against a prompt."""
    top, memory, moment = head(bible, project_id), bible.assets(project_id), seconds("at", at)
    asked = prompt.strip()
    found = against(memory, memory.conflicts(asked, at=moment)) if asked else None
    time = "at the end of the story" if moment is None else f"at {when(round(moment * 1000))}"
    return ContinuityPage(
        head=top,
        prompt=asked,
        at=at.strip(),
        found=found,
        verdict="" if found is None else verdict(found, time=time),
        crumbs=top.crumbs,
    )


def against(memory: Assets, found: list[Contradiction]) -> tuple[Against, ...]:
    """Conflicts, each with the asset that proves what is known."""
    proofs = library.assets_by_id(memory.db, [each.asset_id for each in found if each.asset_id])
    return tuple(_against(memory, each, proofs.get(each.asset_id or "")) for each in found)


def _against(memory: Assets, found: Contradiction, proof: Asset | None) -> Against:
    return Against(
        entity=found.entity,
        field=found.field,
        known=found.known,
        proposed=found.proposed,
        since="from the beginning" if found.since is None else f"since {when(found.since)}",
        proof=None if proof is None else tile(memory.project_id, proof),
    )


def verdict(found: tuple[Against, ...], *, time: str) -> str:
    """The whole in a sentence."""
    if not found:
        return f"Nothing known contradicts this {time}."
    names = list(dict.fromkeys(each.entity for each in found))
    return f"{plural(len(found), 'thing')} about {' and '.join(names[:3])} would break {time}."
