"""`/runs/{id}/preview`: one page of a run to share, which needs nothing but itself and the media it names."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from showbible.bible import Bible
from showbible.runs.model import AssetType, Delivery, Run
from showbible.runs.recall import one
from showbible.runs.recall.documents import media_url
from showbible.runs.recall.standing import standing
from showbible.vocabulary import utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.cards import more, title
from showbible.web.pages.kit.marks import StatusMark, doing, mark
from showbible.web.pages.run.pilots import Contender, comparison
from showbible.web.pages.run.scenes import is_derived, still_url
from showbible.web.render import Templates
from showbible.web.words import span, usd

router = APIRouter()


@dataclass(frozen=True, kw_only=True)
class Medium:
    """Something to play or to look at."""

    id: str
    name: str
    kind: str
    url: str | None
    poster: str | None
    length: str
    cost: str


@dataclass(frozen=True, kw_only=True)
class Moment:
    """A stage on the timeline."""

    stage: str
    at: datetime
    took: str
    error: str | None


@dataclass(frozen=True, kw_only=True)
class PreviewPage:
    """A run for somebody who has no Showbible."""

    run_id: str
    name: str
    more: str
    mark: StatusMark
    progress: int
    total: str
    spent: str
    remaining: str
    pilots: tuple[Contender, ...]
    film: str | None
    poster: str | None
    pictures: tuple[Medium, ...]
    sounds: tuple[Medium, ...]
    timeline: tuple[Moment, ...]
    is_live: bool
    saved: str = ""
    """When it was saved and what it carries, if it is a file."""
    policy: str = ""


@router.get("/runs/{run_id}/preview", response_class=HTMLResponse)
def preview(run_id: str, request: Request, bible: OpenBible) -> HTMLResponse:
    """The run as one page with its styles inside."""
    templates: Templates = request.app.state.templates
    nonce = secrets.token_urlsafe(16)
    html = templates.alone("preview.html", page=gathered(bible, run_id), nonce=nonce)
    return HTMLResponse(html, headers={"Content-Security-Policy": _policy(nonce)})


def _policy(nonce: str) -> str:
    return (
        f"default-src 'none'; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'; connect-src 'self'; "
        "img-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def gathered(bible: Bible, run_id: str) -> PreviewPage:
    """What the preview shows."""
    run = one.run(bible.db, run_id)
    film = media_url(run.final_video_path) if run.final_video_path else None
    media = [_medium(asset) for asset in run.assets if not is_derived(asset) and asset.path != run.final_video_path]
    return PreviewPage(
        run_id=run.run_id,
        name=title(run.concept),
        more=more(run.concept),
        mark=mark(run, at=utcnow(), stalled_after=bible.settings.stalled_after),
        progress=standing(run).percent,
        total=usd(run.budget),
        spent=usd(run.spent),
        remaining=usd(run.remaining),
        pilots=comparison(run).contenders,
        film=film,
        poster=quote(film.replace("/media/", "/stills/", 1)) if film else None,
        pictures=tuple(each for each in media if each.kind != AssetType.AUDIO),
        sounds=tuple(each for each in media if each.kind == AssetType.AUDIO),
        timeline=_timeline(run),
        is_live=not run.is_over,
    )


def _medium(asset: Delivery) -> Medium:
    said = asset.metadata.get("title") or asset.metadata.get("caption")
    return Medium(
        id=asset.asset_id,
        name=said[:80] if isinstance(said, str) and said.strip() else asset.scene_id or asset.asset_id,
        kind=asset.type,
        url=media_url(asset.path),
        poster=still_url(asset),
        length=f"{asset.duration:.1f} s" if asset.duration is not None else "N/A",
        cost=usd(asset.cost),
    )


def _timeline(run: Run) -> tuple[Moment, ...]:
    return tuple(
        Moment(
            stage=doing(event.stage),
            at=event.at,
            took="" if event.duration_ms is None else span(event.duration_ms / 1000),
            error=event.error,
        )
        for event in run.timeline
    )
