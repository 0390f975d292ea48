"""What a person may do with what a character remembers and will come back to; every act can be undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from showbible.bible import Bible
from showbible.conversations.model import ForgottenHook, ForgottenMemory, Hook, HookDraft, HookState, Memory, Reach
from showbible.errors import Conflict, Invalid
from showbible.vocabulary import utcnow, word
from showbible.web.deps import OpenBible, Render
from showbible.web.pages.cast.address import Addressed, CastAddress
from showbible.web.pages.cast.character import CharacterPage
from showbible.web.pages.cast.details import PEEK
from showbible.web.pages.kit.answers import Undo, changed, partial
from showbible.web.pages.kit.corrections import Acts, Things
from showbible.web.pages.kit.forms import Text, form_text
from showbible.web.render import Renderer

router = APIRouter(prefix="/cast/{character}")

Weight = Annotated[float | None, Form()]


def _back(request: Request) -> str:
    """The page of the character as it was, with its drawer if that was open."""
    return f"{CastAddress.asked(request).home}?{request.url.query}"


MEMORIES: Final = Acts(
    things=lambda bible, request: bible.conversations.memories.of(CastAddress.asked(request).user or None),
    home=_back,
    taken=ForgottenMemory,
    paused="Paused: it is kept, and told to nobody.",
    resumed="In use again.",
    forgotten="Forgotten.",
    undone="Undone.",
    restored="It is remembered again.",
)
MEMORIES.register(router, "/memories/{item_id}")

HOOKS: Final = replace(
    MEMORIES,
    things=lambda bible, request: bible.conversations.hooks.of(CastAddress.asked(request).user or None),
    taken=ForgottenHook,
    paused="Paused: it is kept, and not offered.",
    restored="It is there again.",
)
HOOKS.register(router, "/hooks/{item_id}")

SETTLED: Final = {
    HookState.TRIGGERED: "Marked as used.",
    HookState.DISMISSED: "Dismissed.",
    HookState.ACTIVE: "It will come up again.",
}


@router.post("/memories")
def remember(
    request: Request,
    bible: OpenBible,
    address: Addressed,
    text: Text = "",
    kind: Text = "fact",
    importance: Annotated[float, Form()] = 0.5,
) -> Response:
    """Write a memory by hand."""

    def effect() -> Memory:
        return bible.conversations.remember(address.scope(bible), kind, text.strip(), importance=importance)

    def undo(done: Memory) -> Undo | None:
        # What was known already has only been repeated: forgetting it would take more away than was added.
        return Undo(action=address.to(f"/memories/{done.memory_id}/forget")) if done.reference_count == 1 else None

    return changed(request, effect, said="Remembered.", back=address.to(), undo=undo)


@router.post("/memories/{item_id}/correct")
def correct(
    item_id: str, render: Render, bible: OpenBible, text: Text = "", seen: Text = "", importance: Weight = None
) -> Response:
    """Say it as it should be; who had not seen the latest wording sees both."""
    wanted = {"text": form_text(text)} | ({} if importance is None else {"importance": importance})
    act = lambda things: things.correct(item_id, wanted, seen=form_text(seen))  # noqa: E731
    return _edited(render, bible, MEMORIES, act, peek=item_id, mine=form_text(text))


@router.post("/memories/{item_id}/pin")
def pin(item_id: str, request: Request, bible: OpenBible, pinned: Text) -> Response:
    """Keep a memory from fading and from being superseded, or let it go."""
    on = pinned == "yes"
    said = "Pinned: it fades no more." if on else "No longer pinned."
    return MEMORIES.correct(request, bible, lambda things: things.correct(item_id, {"pinned": on}), said=said)


@router.post("/memories/{item_id}/hold")
def hold(item_id: str, request: Request, bible: OpenBible) -> Response:
    """Say that a memory still holds, whatever was said to have replaced it."""
    act = lambda things: things.correct(item_id, {"superseded_by": None})  # noqa: E731
    return MEMORIES.correct(request, bible, act, said="It holds again, beside what was said later.")


@router.post("/hooks")
def add_hook(
    request: Request, bible: OpenBible, address: Addressed, content: Text = "", kind: Text = "follow_up", due: Text = ""
) -> Response:
    """Write by hand what to come back to."""
    began = utcnow()

    def effect() -> Hook:
        draft = HookDraft(type=kind, content=content.strip(), due_at=_moment(due, "due"))
        return bible.conversations.add_hook(address.scope(bible), draft)

    def undo(done: Hook) -> Undo | None:
        # One that was there already is not this act's to take away.
        return Undo(action=address.to(f"/hooks/{done.hook_id}/forget")) if done.created_at >= began else None

    return changed(request, effect, said="It will come up.", back=address.to(), undo=undo)


@router.post("/hooks/{item_id}/correct")
def correct_hook(
    item_id: str,
    render: Render,
    bible: OpenBible,
    address: Addressed,
    content: Text = "",
    reach: Text = Reach.CHARACTER,
    due: Text = "",
    ends: Text = "",
    seen: Text = "",
) -> Response:
    """Correct a hook: its words, its times, how far it goes."""

    def act(things: Things) -> object:
        wanted = {"content": form_text(content), "scope": reach, "due_at": _moment(due, "due")}
        if reach == Reach.SERIES and address.series:
            wanted["series_id"] = address.series
        if ends:
            wanted["expires_at"] = _moment(ends, "ends")
        return things.correct(item_id, wanted, seen=seen or None)

    return _edited(render, bible, HOOKS, act, peek=f"{PEEK}{item_id}", mine=form_text(content))


@router.post("/hooks/{item_id}/state")
def settle(item_id: str, request: Request, bible: OpenBible, state: Text) -> Response:
    """Mark a hook as used, as unwanted, or as open again."""
    wanted = word(HookState, "state", state)
    act = lambda things: things.correct(item_id, {"state": wanted})  # noqa: E731
    return HOOKS.correct(request, bible, act, said=SETTLED[wanted])


def _edited(
    render: Renderer, bible: Bible, acts: Acts, act: Callable[[Things], object], *, peek: str, mine: str
) -> Response:
    """Keep an edit, with the way back; one that comes too late is view beside what stands there now."""
    try:
        answer = acts.correct(render.request, bible, act, said="Corrected.")
    except Conflict:
        return _clash(render, bible, peek=peek, mine=mine)
    return _clash(render, bible, peek=peek, mine=mine) if answer.status_code == 409 else answer


def _clash(render: Renderer, bible: Bible, *, peek: str, mine: str) -> Response:
    view = CharacterPage(bible, CastAddress.asked(render.request), peek=peek)
    if view.met is None or view.met.look is None:
        raise Conflict("This was forgotten meanwhile; what you wrote is still in your browser: go back to copy it.")
    view.met.look = replace(view.met.look, mine=mine)
    if "hx-request" not in render.request.headers:
        return render.page("character.html", view, status=409)
    drawer = partial("peek", render.text("character.html", "peek", view), swap="outerHTML")
    return Response(drawer, status_code=409, media_type="text/html")


def _moment(text: str, field: str) -> datetime | None:
    """A moment as a form writes it, in UTC; nothing is no moment."""
    if not text:
        return None
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC)
    except ValueError:
        raise Invalid(f"{field} is not a moment; write it as 2026-11-19T15:00.", field=field) from None
