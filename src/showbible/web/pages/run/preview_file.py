"""`/runs/{id}/preview.html`: the preview as one file that carries its media, for who has no way to the studio."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from showbible.errors import Invalid, NotFound
from showbible.storage.blobs import Blobs
from showbible.vocabulary import utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.run.preview import Medium, PreviewPage, gathered
from showbible.web.pages.run.stills import picture
from showbible.web.render import Templates
from showbible.web.words import moment

router = APIRouter()

MOST_CARRIED: Final = 20 * 1024 * 1024
"""The bytes of media that a file carries; what has no room is linked."""


@router.get("/runs/{run_id}/preview.html", response_class=HTMLResponse)
def saved(run_id: str, request: Request, bible: OpenBible) -> HTMLResponse:
    """The run as one file to keep or to send."""
    templates: Templates = request.app.state.templates
    nonce, home = secrets.token_urlsafe(16), str(request.base_url).rstrip("/")
    page = carrying(gathered(bible, run_id), bible.blobs, home=home)
    html = templates.alone("preview.html", page=replace(page, policy=_policy(nonce, home)), nonce=nonce)
    return HTMLResponse(html, headers={"Content-Disposition": f'attachment; filename="{run_id}.html"'})


def _policy(nonce: str, home: str) -> str:
    return f"default-src 'none'; style-src 'nonce-{nonce}'; img-src data: {home}; media-src data: {home}"


def carrying(page: PreviewPage, blobs: Blobs, *, home: str, room: int = MOST_CARRIED) -> PreviewPage:
    """The page with its media inside, the film first, as far as there is room; the rest leads back home."""
    media = (*page.pictures, *page.sounds)
    urls = [url for url in (page.film, *(each.url for each in media)) if url]
    inside = dict(_carried(urls, blobs, room=room))
    posters = {each.id: _still(each, blobs) for each in page.pictures}
    left = len(set(urls)) - len(inside)
    rest = f" {left} of {len(set(urls))} had no room and are played from {home}." if left else ""

    def packed(each: Medium) -> Medium:
        return replace(each, url=_found(each.url, inside, home), poster=posters.get(each.id))

    return replace(
        page,
        film=_found(page.film, inside, home),
        poster=None,
        pictures=tuple(map(packed, page.pictures)),
        sounds=tuple(map(packed, page.sounds)),
        is_live=False,
        saved=f"Saved on {moment(utcnow())}.{rest}",
    )


def _found(url: str | None, inside: Mapping[str, str], home: str) -> str | None:
    return inside.get(url, f"{home}{url}") if url else None


def _carried(urls: Iterable[str], blobs: Blobs, *, room: int) -> Iterable[tuple[str, str]]:
    """Each file that still has room, as an address that is the file itself."""
    for url in dict.fromkeys(urls):
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
    if each.url is None or each.kind != "video":
        return None
    store, _, key = each.url.removeprefix("/media/").partition("/")
    try:
        return _data("image/jpeg", picture(blobs, blobs.stat(store, key)))
    except (NotFound, Invalid):
        return None


def _data(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"
