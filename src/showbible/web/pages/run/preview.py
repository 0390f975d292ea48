"""`/runs/{id}/preview`: one page of a run to share, which needs nothing but itself and the media it names.

Saved as `/runs/{id}/preview.html` it carries its media, for who has no way to the studio.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterable
from typing import Final

from fastapi import APIRouter
from starlette.responses import HTMLResponse

from showbible.addresses import still_url
from showbible.bible import Bible
from showbible.errors import Invalid, NotFound
from showbible.runs.model import AssetType, Delivery
from showbible.runs.recall import log, one, takes
from showbible.runs.recall.run_words import doing
from showbible.storage.blobs import Blobs
from showbible.storage.stills import picture
from showbible.vocabulary import media_url, utcnow
from showbible.web.deps import OpenBible, Render
from showbible.web.pages.kit.cards import RunCard, more
from showbible.web.pages.run.pilots import Comparison
from showbible.web.pages.run.scenes import words_of
from showbible.words import moment

router = APIRouter()

MOST_CARRIED: Final = 20 * 1024 * 1024
"""The bytes of media that a file carries; what has no room is linked."""


class Exhibit:
    """Something to play or to look at; nothing to play where its file is kept elsewhere."""

    def __init__(self, asset: Delivery) -> None:
        self.asset, self.url = asset, asset.url
        self.poster = still_url(asset.path) if asset.type is not AssetType.AUDIO else None
        self.name = words_of(asset, "title", "caption") or asset.scene_id or asset.asset_id


class PreviewPage:
    """A run for somebody who has no Showbible."""

    saved = policy = ""

    def __init__(self, bible: Bible, run_id: str) -> None:
        with bible.db.snapshot():
            self.seq = log.last_seq(bible.db)
            self.run = run = one.run(bible.db, run_id)
        film = run.final_video_path or ""
        self.card = RunCard(run, at=utcnow(), stalled_after=bible.settings.stalled_after)
        self.more, self.is_live, self.pilots = more(run.concept), not run.is_over, Comparison(run).contenders
        self.film, self.poster = media_url(film), still_url(film)
        self.media = [Exhibit(asset) for asset in run.assets if not takes.is_derived(asset) and asset.path != film]
        self.pictures = [each for each in self.media if each.asset.type is not AssetType.AUDIO]
        self.sounds = [each for each in self.media if each.asset.type is AssetType.AUDIO]
        self.timeline = [(doing(event.stage), event) for event in run.timeline]


class SavedPreview(PreviewPage):
    """The same as a file, with its media inside, the film first, as far as there is room; the rest leads back home.

    `saved` says when it was, and what it carries.
    """

    def __init__(self, bible: Bible, run_id: str, *, home: str, room: int = MOST_CARRIED) -> None:
        super().__init__(bible, run_id)
        urls = {url: None for url in (self.film, *(each.url for each in self.media)) if url}
        inside = dict(_data_addresses(urls, bible.blobs, room=room))

        def source(url: str | None) -> str | None:
            return inside.get(url, f"{home}{url}") if url else None

        self.film, self.poster, self.is_live = source(self.film), None, False
        for each in self.media:
            each.url, each.poster = source(each.url), _still(each, bible.blobs)
        left = len(urls) - len(inside)
        rest = f" {left} of {len(urls)} had no room and are played from {home}." if left else ""
        self.saved = f"Saved on {moment(utcnow())}.{rest}"


@router.get("/runs/{run_id}/preview", response_class=HTMLResponse)
def preview(run_id: str, render: Render, bible: OpenBible) -> HTMLResponse:
    """The run as one page with its styles inside."""
    nonce = secrets.token_urlsafe(16)
    policy = (
        f"default-src 'none'; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'; connect-src 'self'; "
        "img-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    html = render.templates.alone("preview.html", page=PreviewPage(bible, run_id), nonce=nonce)
    return HTMLResponse(html, headers={"Content-Security-Policy": policy})


@router.get("/runs/{run_id}/preview.html", response_class=HTMLResponse)
def file(run_id: str, render: Render, bible: OpenBible) -> HTMLResponse:
    """The run as one file to keep or to send."""
    nonce, home = secrets.token_urlsafe(16), str(render.request.base_url).rstrip("/")
    page = SavedPreview(bible, run_id, home=home)
    page.policy = f"default-src 'none'; style-src 'nonce-{nonce}'; img-src data: {home}; media-src data: {home}"
    html = render.templates.alone("preview.html", page=page, nonce=nonce)
    return HTMLResponse(html, headers={"Content-Disposition": f'attachment; filename="{run_id}.html"'})


def _data_addresses(urls: Iterable[str], blobs: Blobs, *, room: int) -> Iterable[tuple[str, str]]:
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


def _still(each: Exhibit, blobs: Blobs) -> str | None:
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
