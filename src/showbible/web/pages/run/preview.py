"""`/runs/{id}/preview`: one page of a run to share, which needs nothing but itself and the media it names.

Saved as `/runs/{id}/preview.html` it carries its media, for who has no way to the studio.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from showbible.bible import Bible
from showbible.errors import Invalid, NotFound
from showbible.runs.model import AssetType, Delivery, Run, StageEvent
from showbible.runs.recall import one
from showbible.runs.recall.takes import is_derived
from showbible.storage.blobs import Blobs
from showbible.vocabulary import media_url, utcnow
from showbible.web.addresses import still_url
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.cards import RunCard, card, more
from showbible.web.pages.kit.marks import doing
from showbible.web.pages.run.pilots import Contender, comparison
from showbible.web.pages.run.scenes import words_of
from showbible.web.render import Templates
from showbible.web.stills import picture
from showbible.web.words import moment

router = APIRouter()

MOST_CARRIED: Final = 20 * 1024 * 1024
"""The bytes of media that a file carries; what has no room is linked."""


@dataclass(frozen=True, kw_only=True)
class Medium:
    """Something to play or to look at; nothing to play where its file is kept elsewhere."""

    asset: Delivery
    url: str | None
    poster: str | None

    @property
    def name(self) -> str:
        """What it is called."""
        return words_of(self.asset, "title", "caption") or self.asset.scene_id or self.asset.asset_id


@dataclass(frozen=True, kw_only=True)
class PreviewPage:
    """A run for somebody who has no Showbible; `saved` says when it was, and what it carries, if it is a file."""

    run: Run
    card: RunCard
    pilots: tuple[Contender, ...]
    film: str | None
    poster: str | None
    media: tuple[Medium, ...]
    is_live: bool
    saved: str = ""
    policy: str = ""

    @property
    def more(self) -> str:
        """What the concept says beyond its title."""
        return more(self.run.concept)

    @property
    def timeline(self) -> list[tuple[str, StageEvent]]:
        """The stages, each with what went on in it."""
        return [(doing(event.stage), event) for event in self.run.timeline]

    @property
    def pictures(self) -> tuple[Medium, ...]:
        """What can be seen."""
        return tuple(each for each in self.media if each.asset.type is not AssetType.AUDIO)

    @property
    def sounds(self) -> tuple[Medium, ...]:
        """What can only be heard."""
        return tuple(each for each in self.media if each.asset.type is AssetType.AUDIO)


@router.get("/runs/{run_id}/preview", response_class=HTMLResponse)
def preview(run_id: str, request: Request, bible: OpenBible) -> HTMLResponse:
    """The run as one page with its styles inside."""
    templates: Templates = request.app.state.templates
    nonce = secrets.token_urlsafe(16)
    policy = (
        f"default-src 'none'; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'; connect-src 'self'; "
        "img-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    html = templates.alone("preview.html", page=preview_page(bible, run_id), nonce=nonce)
    return HTMLResponse(html, headers={"Content-Security-Policy": policy})


@router.get("/runs/{run_id}/preview.html", response_class=HTMLResponse)
def saved(run_id: str, request: Request, bible: OpenBible) -> HTMLResponse:
    """The run as one file to keep or to send."""
    templates: Templates = request.app.state.templates
    nonce, home = secrets.token_urlsafe(16), str(request.base_url).rstrip("/")
    policy = f"default-src 'none'; style-src 'nonce-{nonce}'; img-src data: {home}; media-src data: {home}"
    page = replace(carrying(preview_page(bible, run_id), bible.blobs, home=home), policy=policy)
    html = templates.alone("preview.html", page=page, nonce=nonce)
    return HTMLResponse(html, headers={"Content-Disposition": f'attachment; filename="{run_id}.html"'})


def preview_page(bible: Bible, run_id: str) -> PreviewPage:
    """What the preview shows."""
    run = one.run(bible.db, run_id)
    film = run.final_video_path
    return PreviewPage(
        run=run,
        card=card(run, at=utcnow(), stalled_after=bible.settings.stalled_after),
        pilots=comparison(run).contenders,
        film=media_url(film) if film else None,
        poster=still_url(film) if film else None,
        media=tuple(_medium(asset) for asset in run.assets if not is_derived(asset) and asset.path != film),
        is_live=not run.is_over,
    )


def _medium(asset: Delivery) -> Medium:
    seen = asset.type is not AssetType.AUDIO
    return Medium(asset=asset, url=asset.url, poster=still_url(asset.path) if seen else None)


def carrying(page: PreviewPage, blobs: Blobs, *, home: str, room: int = MOST_CARRIED) -> PreviewPage:
    """The page with its media inside, the film first, as far as there is room; the rest leads back home."""
    urls = {url: None for url in (page.film, *(each.url for each in page.media)) if url}
    inside = dict(_carried(urls, blobs, room=room))
    left = len(urls) - len(inside)
    rest = f" {left} of {len(urls)} had no room and are played from {home}." if left else ""

    def found(url: str | None) -> str | None:
        return inside.get(url, f"{home}{url}") if url else None

    return replace(
        page,
        film=found(page.film),
        poster=None,
        media=tuple(replace(each, url=found(each.url), poster=_still(each, blobs)) for each in page.media),
        is_live=False,
        saved=f"Saved on {moment(utcnow())}.{rest}",
    )


def _carried(urls: Iterable[str], blobs: Blobs, *, room: int) -> Iterable[tuple[str, str]]:
    """Each file that still has room, as an address that is the file itself."""
    for url in urls:
        store, _, key = url.removeprefix("/media/").partition("/")
        try:
            stored = blobs.stat(store, key)
            if stored.size <= room:
                room -= stored.size
                yield url, _data(stored.content_type, b"".join(blobs.read(store, key)))
        except NotFound:
            continue  # a file that is gone is linked, and says so itself


def _still(each: Medium, blobs: Blobs) -> str | None:
    """A picture of a film, inside the file as well."""
    if each.url is None or each.asset.type is not AssetType.VIDEO:
        return None
    store, _, key = each.asset.path.partition("/")
    try:
        return _data("image/jpeg", picture(blobs, blobs.stat(store, key)))
    except (NotFound, Invalid):
        return None


def _data(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"
