"""`/projects/{p}/continuity`: what a prompt would contradict at a story time, and the asset that proves it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse

from showbible.assets.api import Assets
from showbible.assets.model import Contradiction, milliseconds
from showbible.assets.recall import library
from showbible.bible import Bible
from showbible.errors import Invalid
from showbible.vocabulary import KIB
from showbible.web.deps import OpenBible
from showbible.web.pages.project.head import InProject, head
from showbible.web.pages.project.tiles import Tile, tile
from showbible.web.render import Templates
from showbible.web.words import plural, story_time

router = APIRouter(prefix="/projects/{project_id}/continuity")

PROMPT_LIMIT: Final = 8 * KIB

Proven = tuple[Contradiction, Tile | None]
"""What a text says against what is known, and the asset that shows it."""


@dataclass(frozen=True, kw_only=True)
class ContinuityPage(InProject):
    """A prompt, a story time and what speaks against it; `found` is None before anything was asked."""

    prompt: str
    at: str
    found: tuple[Proven, ...] | None
    verdict: str
    title: str = "Continuity"


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
    page = continuity_page(bible, project_id, prompt=prompt.strip(), at=at.strip())
    return templates.page(request, "project_continuity.html", page=page)


def continuity_page(bible: Bible, project_id: str, *, prompt: str, at: str) -> ContinuityPage:
    """What speaks against a prompt."""
    top, memory, moment = head(bible, project_id), bible.assets(project_id), seconds("at", at)
    found = proven(memory, memory.conflicts(prompt, at=moment)) if prompt else None
    time = "at the end of the story" if moment is None else f"at {story_time(round(moment * 1000))}"
    verdict = "" if found is None else _verdict(found, time=time)
    return ContinuityPage(head=top, prompt=prompt, at=at, found=found, verdict=verdict)


def proven(memory: Assets, found: Sequence[Contradiction]) -> tuple[Proven, ...]:
    """Contradictions, each with the asset that proves what is known."""
    proofs = library.assets_by_id(memory.db, [each.asset_id for each in found if each.asset_id])
    tiles = {asset_id: tile(memory.project_id, asset) for asset_id, asset in proofs.items()}
    return tuple((each, tiles.get(each.asset_id or "")) for each in found)


def _verdict(found: Sequence[Proven], *, time: str) -> str:
    """The whole in a sentence."""
    if not found:
        return f"Nothing known contradicts this {time}."
    names = list(dict.fromkeys(each.entity for each, _ in found))
    return f"{plural(len(found), 'thing')} about {' and '.join(names[:3])} would break {time}."


def seconds(field: str, text: str) -> float | None:
    """A story time from an address or a form: seconds, or minutes and seconds; nothing when blank."""
    if not text.strip():
        return None
    try:
        parts = [float(part) for part in text.strip().split(":")]
    except ValueError:
        raise Invalid(f"{field} is a story time: seconds, or minutes:seconds.", field=field) from None
    total = 0.0
    for part in parts[-3:]:
        total = total * 60 + part
    milliseconds(field, total)
    return total
