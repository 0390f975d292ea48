"""What a person may do with what a character remembers; every act can be undone."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from pydantic import TypeAdapter, ValidationError
from starlette.responses import Response

from showbible.bible import Bible
from showbible.conversations.model import Memory
from showbible.conversations.record.memories import Forgotten
from showbible.errors import Invalid
from showbible.web.deps import OpenBible
from showbible.web.pages.cast.address import Address, Addressed
from showbible.web.pages.cast.character import Peek
from showbible.web.pages.cast.edits import Edit, Thing, acted, edited, lines
from showbible.web.pages.kit.answers import Undo, changed

router = APIRouter(prefix="/cast/{character}/memories")

FORGOTTEN: Final = TypeAdapter(Forgotten)

Text = Annotated[str, Form()]


@router.post("")
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


@router.post("/restore")
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

    def undo(done: Memory) -> Undo:
        return Undo(action=address.to(f"/memories/{done.memory_id}/forget"))

    return changed(request, effect, said="It is remembered again.", back=address.to(), undo=undo)


@router.post("/{memory_id}/correct")
def correct(
    memory_id: str,
    request: Request,
    bible: OpenBible,
    address: Addressed,
    text: Text = "",
    seen: Text = "",
    importance: Annotated[float | None, Form()] = None,
) -> Response:
    """Say it as it should be; who had not seen the latest wording sees both."""

    def keep() -> Memory:
        wanted = {"text": lines(text), "importance": importance, "seen": lines(seen)}
        return bible.conversations.correct(memory_id, user_id=address.user or None, **wanted)

    thing = _thing(bible, address, memory_id)
    return edited(request, bible, thing, edit=Edit(mine=lines(text), keep=keep))


@router.post("/{memory_id}/pin")
def pin(memory_id: str, request: Request, bible: OpenBible, address: Addressed, pinned: Text) -> Response:
    """Keep a memory from fading and from being superseded, or let it go."""
    on = pinned == "on"

    def act() -> Memory:
        return bible.conversations.correct(memory_id, user_id=address.user or None, pinned=on)

    said = "Pinned: it fades no more." if on else "No longer pinned."
    thing = _thing(bible, address, memory_id)
    return acted(request, thing, act, said=said, back=address.to(peek=memory_id))


@router.post("/{memory_id}/pause")
def pause(
    memory_id: str, request: Request, bible: OpenBible, address: Addressed, paused: Text, peek: Peek = ""
) -> Response:
    """Keep a memory without telling it, or use it again."""
    on = paused == "on"

    def act() -> Memory:
        return bible.conversations.correct(memory_id, user_id=address.user or None, paused=on)

    said = "Paused: it is kept, and told to nobody." if on else "In use again."
    return acted(request, _thing(bible, address, memory_id), act, said=said, back=address.to(peek=peek))


@router.post("/{memory_id}/forget")
def forget(memory_id: str, request: Request, bible: OpenBible, address: Addressed) -> Response:
    """Remove a memory for good; the toast alone can bring it back."""

    def effect() -> Forgotten:
        return bible.conversations.forget(memory_id, user_id=address.user or None)

    def undo(done: Forgotten) -> Undo:
        return Undo(action=address.to("/memories/restore"), fields={"kept": FORGOTTEN.dump_json(done).decode()})

    return changed(request, effect, said="Forgotten.", back=address.to(), undo=undo)


@router.post("/{memory_id}/take-back")
def take_back(
    memory_id: str, request: Request, bible: OpenBible, address: Addressed, seq: Annotated[int, Form()]
) -> Response:
    """Undo one change of a memory."""

    def act() -> Memory:
        return bible.conversations.take_back(memory_id, seq, user_id=address.user or None)

    thing = _thing(bible, address, memory_id)
    return acted(request, thing, act, said="Taken back.", back=address.to(peek=memory_id))


def _thing(bible: Bible, address: Address, memory_id: str) -> Thing:
    return Thing(
        address=address,
        path=f"/memories/{memory_id}",
        peek=memory_id,
        history=lambda: bible.conversations.history(memory_id, user_id=address.user or None),
    )
