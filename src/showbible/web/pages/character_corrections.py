"""What a person may do with what a character remembers and will come back to; every act can be undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from pydantic import TypeAdapter, ValidationError
from starlette.responses import Response

from showbible.bible import Bible
from showbible.conversations.model import Hook, Memory
from showbible.conversations.record import hooks as hook_record
from showbible.conversations.record import restoring
from showbible.conversations.record.hooks import New, Times
from showbible.conversations.record.memories import Forgotten
from showbible.conversations.words import Reach
from showbible.errors import Conflict, Invalid
from showbible.storage.changes import Change
from showbible.web.deps import OpenBible
from showbible.web.pages.answers import Undo, changed, partial
from showbible.web.pages.character import gathered
from showbible.web.pages.character_address import Address, Addressed
from showbible.web.pages.character_hooks import PEEK
from showbible.web.render import Templates

router = APIRouter(prefix="/cast/{character}")

FORGOTTEN: Final = TypeAdapter(Forgotten)

Text = Annotated[str, Form()]


# Memories


@router.post("/memories")
def remember(
    request: Request,
    bible: OpenBible,
    address: Addressed,
    text: Text = "",
    kind: Text = "fact",
    importance: Annotated[float, Form()] = 0.5,
    speaker: Text = "",
) -> Response:
    """Write a memory by hand."""

    def effect() -> Memory:
        scope = address.scope(bible)
        return bible.conversations.remember(
            scope, kind, text.strip(), importance=importance, speaker=speaker.strip() or None
        )

    def undo(done: Memory) -> Undo | None:
        # What was known already has only been repeated: forgetting it would take more away than was added.
        return Undo(action=address.to(f"/memories/{done.memory_id}/forget")) if done.reference_count == 1 else None

    return changed(request, effect, said="Remembered.", back=address.to(), undo=undo)


@router.post("/memories/restore")
def restore(request: Request, bible: OpenBible, address: Addressed, kept: Text) -> Response:
    """Bring back a memory that was just forgotten, from what its toast kept."""

    def effect() -> Memory:
        try:
            forgotten = FORGOTTEN.validate_json(kept)
        except ValidationError:
            raise Invalid("This is not a memory that was forgotten here.", field="kept") from None
        if forgotten.memory.pool != address.scope(bible).pool:
            raise Invalid("This memory belongs to somebody else, or to another place.", field="kept")
        return bible.conversations.restore(forgotten)

    return changed(request, effect, said="It is remembered again.", back=address.to())


@router.post("/memories/{memory_id}/correct")
def correct(
    memory_id: str,
    request: Request,
    bible: OpenBible,
    address: Addressed,
    text: Text = "",
    seen: Text = "",
    known: Annotated[int, Form()] = 0,
    importance: Annotated[float | None, Form()] = None,
) -> Response:
    """Say it as it should be; who had not seen the latest wording sees both."""

    def effect() -> int:
        wanted = {"text": _lines(text), "importance": importance, "seen": _lines(seen)}
        done = bible.conversations.correct(memory_id, user_id=address.user or None, **wanted)
        return _newest(restoring.history(bible.db, done))

    edit = Edit(path=f"/memories/{memory_id}", peek=memory_id, mine=_lines(text), known=known)
    return _edited(request, bible, address, effect, edit)


@router.post("/memories/{memory_id}/pin")
def pin(memory_id: str, request: Request, bible: OpenBible, address: Addressed, pinned: Text) -> Response:
    """Keep a memory from fading and from being superseded, or let it go."""
    on = pinned == "on"

    def effect() -> Memory:
        return bible.conversations.correct(memory_id, user_id=address.user or None, pinned=on)

    back = Undo(action=address.to(f"/memories/{memory_id}/pin"), fields={"pinned": "off" if on else "on"})
    said = "Pinned: it fades no more." if on else "No longer pinned."
    return changed(request, effect, said=said, back=address.to(peek=memory_id), undo=lambda _: back)


@router.post("/memories/{memory_id}/forget")
def forget(memory_id: str, request: Request, bible: OpenBible, address: Addressed) -> Response:
    """Remove a memory for good; the toast alone can bring it back."""

    def effect() -> Forgotten:
        return bible.conversations.forget(memory_id, user_id=address.user or None)

    def undo(done: Forgotten) -> Undo:
        return Undo(action=address.to("/memories/restore"), fields={"kept": FORGOTTEN.dump_json(done).decode()})

    return changed(request, effect, said="Forgotten.", back=address.to(), undo=undo)


@router.post("/memories/{memory_id}/take-back")
def take_back(
    memory_id: str, request: Request, bible: OpenBible, address: Addressed, seq: Annotated[int, Form()]
) -> Response:
    """Undo one change of a memory."""

    def effect() -> Memory:
        return bible.conversations.take_back(memory_id, seq, user_id=address.user or None)

    return changed(request, effect, said="Taken back.", back=address.to(peek=memory_id))


# Hooks


@router.post("/hooks")
def hook(
    request: Request,
    bible: OpenBible,
    address: Addressed,
    content: Text = "",
    kind: Text = "follow_up",
    due: Text = "",
    reach: Text = Reach.CHARACTER,
) -> Response:
    """Write by hand what to come back to."""

    def effect() -> Hook:
        wish = New(type=kind, content=content.strip(), scope=reach)
        return bible.conversations.hook(address.scope(bible), wish, Times(due_at=_moment(due, "due")))

    def undo(done: Hook) -> Undo:
        return Undo(action=address.to(f"/hooks/{done.hook_id}/dismiss"))

    return changed(request, effect, said="It will come up.", back=address.to(), undo=undo)


@router.post("/hooks/{hook_id}/trigger")
def trigger(hook_id: str, request: Request, bible: OpenBible, address: Addressed) -> Response:
    """Mark a hook as used."""
    effect = lambda: bible.conversations.trigger(hook_id, user_id=address.user or None)  # noqa: E731
    back = Undo(action=address.to(f"/hooks/{hook_id}/reopen"))
    return changed(request, effect, said="Marked as used.", back=address.to(), undo=lambda _: back)


@router.post("/hooks/{hook_id}/dismiss")
def dismiss(hook_id: str, request: Request, bible: OpenBible, address: Addressed) -> Response:
    """Mark a hook as unwanted."""
    effect = lambda: bible.conversations.dismiss(hook_id, user_id=address.user or None)  # noqa: E731
    back = Undo(action=address.to(f"/hooks/{hook_id}/reopen"))
    return changed(request, effect, said="Dismissed.", back=address.to(), undo=lambda _: back)


@router.post("/hooks/{hook_id}/reopen")
def reopen(hook_id: str, request: Request, bible: OpenBible, address: Addressed) -> Response:
    """Make a used or dismissed hook active again."""
    effect = lambda: bible.conversations.reopen(hook_id, user_id=address.user or None)  # noqa: E731
    return changed(request, effect, said="It will come up again.", back=address.to())


@router.post("/hooks/{hook_id}/change")
def change(
    hook_id: str,
    request: Request,
    bible: OpenBible,
    address: Addressed,
    content: Text = "",
    reach: Text = Reach.CHARACTER,
    due: Text = "",
    ends: Text = "",
    seen: Annotated[int | None, Form()] = None,
) -> Response:
    """Correct a hook: its words, its times, how far it goes."""

    def effect() -> int:
        wanted = hook_record.Change(
            content=_lines(content),
            scope=reach,
            series_id=(address.series or None) if reach == Reach.SERIES else None,
            times=Times(due_at=_moment(due, "due"), expires_at=_moment(ends, "ends")),
            timeless=not due,
            seen=seen,
        )
        done = bible.conversations.change_hook(hook_id, wanted, user_id=address.user or None)
        return _newest(restoring.hook_history(bible.db, done))

    edit = Edit(path=f"/hooks/{hook_id}", peek=f"{PEEK}{hook_id}", mine=_lines(content), known=seen or 0)
    return _edited(request, bible, address, effect, edit)


@router.post("/hooks/{hook_id}/take-back")
def take_back_hook(
    hook_id: str, request: Request, bible: OpenBible, address: Addressed, seq: Annotated[int, Form()]
) -> Response:
    """Undo one change of a hook."""

    def effect() -> Hook:
        return bible.conversations.take_back_hook(hook_id, seq, user_id=address.user or None)

    return changed(request, effect, said="Taken back.", back=address.to(peek=f"{PEEK}{hook_id}"))


# Edits that may come too late


@dataclass(frozen=True, kw_only=True)
class Edit:
    """What somebody wrote, what of, and the last change they knew of."""

    path: str
    peek: str
    mine: str
    known: int


def _edited(request: Request, bible: Bible, address: Address, effect: Callable[[], int], edit: Edit) -> Response:
    """Keep an edit, with the way back; one that comes too late is shown beside what stands there now."""

    def undo(newest: int) -> Undo | None:
        if newest == edit.known:
            return None
        return Undo(action=address.to(f"{edit.path}/take-back"), fields={"seq": str(newest)})

    try:
        answer = changed(request, effect, said="Corrected.", back=address.to(peek=edit.peek), undo=undo)
    except Conflict:
        return _clash(request, bible, address, edit)
    return _clash(request, bible, address, edit) if answer.status_code == 409 else answer


def _clash(request: Request, bible: Bible, address: Address, edit: Edit) -> Response:
    templates: Templates = request.app.state.templates
    page = gathered(bible, address, peek=edit.peek)
    if page.met is None or page.met.look is None:
        raise Conflict("This was forgotten meanwhile; what you wrote is still in your browser: go back to copy it.")
    page = replace(page, met=replace(page.met, look=replace(page.met.look, mine=edit.mine)))
    if "hx-request" not in request.headers:
        return templates.page(request, "character.html", page=page, status=409)
    told = partial("peek", templates.text("character.html", "peek", page=page), swap="outerHTML")
    return Response(told, status_code=409, media_type="text/html")


def _newest(history: Sequence[Change]) -> int:
    return history[0].seq if history else 0


def _moment(text: str, field: str) -> datetime | None:
    """A moment as a form writes it, in UTC; nothing is no moment."""
    if not text:
        return None
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC)
    except ValueError:
        raise Invalid(f"{field} is not a moment; write it as 2026-11-19T15:00.", field=field) from None


def _lines(text: str) -> str:
    """A text as it was before a form sent it."""
    return text.replace("\r\n", "\n").strip()
