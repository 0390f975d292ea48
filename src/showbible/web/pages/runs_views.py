"""Views of the list that people keep by name: each is an address, and one may stand for the bare address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from showbible.bible import Bible
from showbible.runs import recall, record
from showbible.web.deps import OpenBible
from showbible.web.pages.answers import Undo, changed
from showbible.web.pages.runs_wish import Wish, Wished

router = APIRouter(prefix="/runs/views")

Name = Annotated[str, Form(max_length=200)]
Flag = Annotated[str, Form()]


@dataclass(frozen=True, kw_only=True)
class Kept:
    """A kept view as a link; `is_here` when the page shows just that."""

    name: str
    href: str
    is_default: bool
    is_here: bool


def kept(bible: Bible, wish: Wish) -> tuple[Kept, ...]:
    """The views that lead elsewhere, and the one that is here."""
    here = wish.query()
    return tuple(
        Kept(name=view.name, href=view.query, is_default=view.is_default, is_here=view.query == here)
        for view in recall.views(bible.db)
    )


@router.post("")
def keep(request: Request, bible: OpenBible, wish: Wished, name: Name = "", default: Flag = "") -> Response:
    """Keep what the list shows now under a name."""
    query = wish.query()

    def effect() -> tuple[recall.View | None, recall.View]:
        with bible.db.transaction():
            before = next((view for view in recall.views(bible.db) if view.name == name.strip()), None)
            return before, record.keep_view(bible.db, name, query, is_default=bool(default))

    def undo(done: tuple[recall.View | None, recall.View]) -> Undo:
        before, now = done
        return _as_it_was(before) if before else Undo(action=f"/runs/views/delete{query}", fields={"name": now.name})

    said = f"The view “{name.strip()}” is kept."
    return changed(request, effect, said=said, back=f"/runs{query}", undo=undo)


def _as_it_was(view: recall.View) -> Undo:
    fields = {"name": view.name, **({"default": "1"} if view.is_default else {})}
    return Undo(action=f"/runs/views{view.query}", fields=fields)


@router.post("/default")
def choose(request: Request, bible: OpenBible, wish: Wished, name: Name = "") -> Response:
    """Let the bare address show a view; no name lets it show everything."""
    said = f"The list now opens with “{name}”." if name else "The list now opens with everything."
    effect = lambda: record.open_with(bible.db, name or None)  # noqa: E731
    return changed(request, effect, said=said, back=f"/runs{wish.query()}")


@router.post("/delete")
def delete(request: Request, bible: OpenBible, wish: Wished, name: Name = "") -> Response:
    """Forget a view; the runs in it stay."""
    effect = lambda: record.drop_view(bible.db, name)  # noqa: E731
    said = f"The view “{name}” is deleted."
    return changed(request, effect, said=said, back=f"/runs{wish.query()}", undo=_as_it_was)
