"""How a memory or a hook is changed from its page: every act knows the way back, and a late one shows both texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from fastapi import Request
from starlette.responses import Response

from showbible.bible import Bible
from showbible.errors import Conflict
from showbible.storage.changes import Change
from showbible.web.pages.cast.address import Address
from showbible.web.pages.cast.character import gathered
from showbible.web.pages.kit.answers import corrected, partial
from showbible.web.render import Templates


@dataclass(frozen=True, kw_only=True)
class Thing:
    """A memory or a hook that somebody acts upon: where, by which path, its drawer, and what was done to it before."""

    address: Address
    path: str
    peek: str
    history: Callable[[], Sequence[Change]]


def acted(request: Request, thing: Thing, act: Callable[[], object], *, said: str, back: str) -> Response:
    """Do something to a thing and say so, with the way back."""
    take_back = thing.address.to(f"{thing.path}/take-back")
    return corrected(request, act, history=thing.history, take_back=take_back, said=said, back=back)


@dataclass(frozen=True, kw_only=True)
class Edit:
    """What somebody wrote, and how it is kept."""

    mine: str
    keep: Callable[[], object]


def edited(request: Request, bible: Bible, thing: Thing, *, edit: Edit) -> Response:
    """Keep an edit, with the way back; one that comes too late is shown beside what stands there now."""
    try:
        answer = acted(request, thing, edit.keep, said="Corrected.", back=thing.address.to(peek=thing.peek))
    except Conflict:
        return _clash(request, bible, thing, mine=edit.mine)
    return _clash(request, bible, thing, mine=edit.mine) if answer.status_code == 409 else answer


def _clash(request: Request, bible: Bible, thing: Thing, *, mine: str) -> Response:
    templates: Templates = request.app.state.templates
    page = gathered(bible, thing.address, peek=thing.peek)
    if page.met is None or page.met.look is None:
        raise Conflict("This was forgotten meanwhile; what you wrote is still in your browser: go back to copy it.")
    page = replace(page, met=replace(page.met, look=replace(page.met.look, mine=mine)))
    if "hx-request" not in request.headers:
        return templates.page(request, "character.html", page=page, status=409)
    told = partial("peek", templates.text("character.html", "peek", page=page), swap="outerHTML")
    return Response(told, status_code=409, media_type="text/html")


def lines(text: str) -> str:
    """A text as it was before a form sent it."""
    return text.replace("\r\n", "\n").strip()
