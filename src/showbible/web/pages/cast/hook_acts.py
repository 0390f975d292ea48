"""What a person may do with what a character will come back to; every act can be undone."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from pydantic import TypeAdapter, ValidationError
from starlette.responses import Response

from showbible.bible import Bible
from showbible.conversations.model import Hook
from showbible.conversations.record.hook_states import ForgottenHook
from showbible.conversations.record.hooks import Change, New, Times
from showbible.conversations.words import Reach
from showbible.errors import Invalid
from showbible.vocabulary import utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.cast.address import Address, Addressed
from showbible.web.pages.cast.character import Peek
from showbible.web.pages.cast.edits import Edit, Thing, acted, edited, lines
from showbible.web.pages.cast.hooks import PEEK
from showbible.web.pages.kit.answers import Undo, changed

router = APIRouter(prefix="/cast/{character}/hooks")

FORGOTTEN: Final = TypeAdapter(ForgottenHook)

Text = Annotated[str, Form()]


@router.post("")
def add(
    request: Request,
    bible: OpenBible,
    address: Addressed,
    content: Text = "",
    kind: Text = "follow_up",
    due: Text = "",
    reach: Text = Reach.CHARACTER,
) -> Response:
    """Write by hand what to come back to."""
    began = utcnow()

    def effect() -> Hook:
        wish = New(type=kind, content=content.strip(), scope=reach)
        return bible.conversations.hook(address.scope(bible), wish, Times(due_at=_moment(due, "due")))

    def undo(done: Hook) -> Undo | None:
        # One that was there already is not this act's to take away.
        return Undo(action=address.to(f"/hooks/{done.hook_id}/forget")) if done.created_at >= began else None

    return changed(request, effect, said="It will come up.", back=address.to(), undo=undo)


@router.post("/restore")
def restore(request: Request, bible: OpenBible, address: Addressed, kept: Text) -> Response:
    """Bring back a hook that was just forgotten, from what its toast kept."""

    def effect() -> Hook:
        try:
            forgotten = FORGOTTEN.validate_json(kept)
        except ValidationError:
            raise Invalid("This is not a hook that was forgotten here.", field="kept") from None
        if (forgotten.hook.user_id, forgotten.hook.character_id) != (address.user, address.character):
            raise Invalid("This hook belongs to somebody else.", field="kept")
        return bible.conversations.restore_hook(forgotten)

    def undo(done: Hook) -> Undo:
        return Undo(action=address.to(f"/hooks/{done.hook_id}/forget"))

    return changed(request, effect, said="It is there again.", back=address.to(), undo=undo)


@router.post("/{hook_id}/trigger")
def trigger(hook_id: str, request: Request, bible: OpenBible, address: Addressed) -> Response:
    """Mark a hook as used."""
    act = lambda: bible.conversations.trigger(hook_id, user_id=address.user or None)  # noqa: E731
    return acted(request, _thing(bible, address, hook_id), act, said="Marked as used.", back=address.to())


@router.post("/{hook_id}/dismiss")
def dismiss(hook_id: str, request: Request, bible: OpenBible, address: Addressed) -> Response:
    """Mark a hook as unwanted."""
    act = lambda: bible.conversations.dismiss(hook_id, user_id=address.user or None)  # noqa: E731
    return acted(request, _thing(bible, address, hook_id), act, said="Dismissed.", back=address.to())


@router.post("/{hook_id}/reopen")
def reopen(hook_id: str, request: Request, bible: OpenBible, address: Addressed) -> Response:
    """Make a used or dismissed hook active again."""
    act = lambda: bible.conversations.reopen(hook_id, user_id=address.user or None)  # noqa: E731
    thing = _thing(bible, address, hook_id)
    return acted(request, thing, act, said="It will come up again.", back=address.to())


@router.post("/{hook_id}/pause")
def pause(
    hook_id: str, request: Request, bible: OpenBible, address: Addressed, paused: Text, peek: Peek = ""
) -> Response:
    """Keep a hook without offering it, or use it again."""
    on = paused == "on"

    def act() -> Hook:
        return bible.conversations.change_hook(hook_id, Change(paused=on), user_id=address.user or None)

    said = "Paused: it is kept, and not offered." if on else "In use again."
    return acted(request, _thing(bible, address, hook_id), act, said=said, back=address.to(peek=peek))


@router.post("/{hook_id}/forget")
def forget(hook_id: str, request: Request, bible: OpenBible, address: Addressed) -> Response:
    """Remove a hook for good; the toast alone can bring it back."""

    def effect() -> ForgottenHook:
        return bible.conversations.forget_hook(hook_id, user_id=address.user or None)

    def undo(done: ForgottenHook) -> Undo:
        return Undo(action=address.to("/hooks/restore"), fields={"kept": FORGOTTEN.dump_json(done).decode()})

    return changed(request, effect, said="Forgotten.", back=address.to(), undo=undo)


@router.post("/{hook_id}/change")
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

    def keep() -> Hook:
        wanted = Change(
            content=lines(content),
            scope=reach,
            series_id=(address.series or None) if reach == Reach.SERIES else None,
            times=Times(due_at=_moment(due, "due"), expires_at=_moment(ends, "ends")),
            timeless=not due,
            seen=seen,
        )
        return bible.conversations.change_hook(hook_id, wanted, user_id=address.user or None)

    thing = _thing(bible, address, hook_id)
    return edited(request, bible, thing, edit=Edit(mine=lines(content), keep=keep))


@router.post("/{hook_id}/take-back")
def take_back(
    hook_id: str, request: Request, bible: OpenBible, address: Addressed, seq: Annotated[int, Form()]
) -> Response:
    """Undo one change of a hook."""

    def act() -> Hook:
        return bible.conversations.take_back_hook(hook_id, seq, user_id=address.user or None)

    thing = _thing(bible, address, hook_id)
    return acted(request, thing, act, said="Taken back.", back=address.to(peek=thing.peek))


def _thing(bible: Bible, address: Address, hook_id: str) -> Thing:
    return Thing(
        address=address,
        path=f"/hooks/{hook_id}",
        peek=f"{PEEK}{hook_id}",
        history=lambda: bible.conversations.hook_history(hook_id, user_id=address.user or None),
    )


def _moment(text: str, field: str) -> datetime | None:
    """A moment as a form writes it, in UTC; nothing is no moment."""
    if not text:
        return None
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC)
    except ValueError:
        raise Invalid(f"{field} is not a moment; write it as 2026-11-19T15:00.", field=field) from None
