"""Views of the list that people keep by name: each is an address, and one may stand for the bare address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final, TypeVar

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from showbible.bible import Bible
from showbible.runs.recall import views
from showbible.runs.record import views as run_views
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.answers import Undo, changed, partial
from showbible.web.pages.runs.wish import RunFilter, Wished
from showbible.web.render import Templates

router = APIRouter(prefix="/runs/views")

Name = Annotated[str, Form(max_length=200)]
Flag = Annotated[str, Form()]
Opens = Annotated[str | None, Form(max_length=200)]
"""The view that is to open the list afterwards; empty is none, left out changes nothing."""

MOST_IN_RAIL: Final = 6

Done = TypeVar("Done")


@dataclass(frozen=True, kw_only=True)
class Kept:
    """A kept view as a link; `is_here` when the page shows just that."""

    name: str
    href: str
    is_default: bool
    is_here: bool


def kept(bible: Bible, wish: RunFilter) -> tuple[Kept, ...]:
    """The views that lead elsewhere, and the one that is here."""
    here = wish.query()
    return tuple(
        Kept(name=view.name, href=view.query, is_default=view.is_default, is_here=view.query == here)
        for view in views.views(bible.db)
    )


def in_rail(request: Request) -> tuple[Kept, ...]:
    """The few views that stand in the rail of every page."""
    bible: Bible = request.app.state.bible
    return _few(bible, here=f"?{request.url.query}" if request.scope["path"] == "/runs" else "")


def _few(bible: Bible, *, here: str) -> tuple[Kept, ...]:
    return tuple(
        Kept(name=view.name, href=view.query, is_default=view.is_default, is_here=view.query == here)
        for view in views.first_views(bible.db, limit=MOST_IN_RAIL)
    )


@dataclass(frozen=True, kw_only=True)
class Change:
    """A view as it was and as it is now, and the name of the one that opened the list before."""

    before: views.View | None
    now: views.View
    opened: str


@router.post("")
def keep(
    request: Request, bible: OpenBible, wish: Wished, *, name: Name = "", default: Flag = "", opens: Opens = None
) -> Response:
    """Keep what the list shows now under a name."""

    def effect() -> Change:
        with bible.db.transaction():
            before = next((view for view in views.views(bible.db) if view.name == name.strip()), None)
            opened = _opener(bible)
            now = run_views.keep_view(bible.db, name, wish.query(), is_default=bool(default))
            _open_with(bible, opens)
        return Change(before=before, now=now, opened=opened)

    def undo(done: Change) -> Undo:
        opens = {"opens": done.opened} if default else {}
        if done.before:
            return _as_it_was(done.before, **opens)
        return Undo(action=f"/runs/views/delete{wish.query()}", fields={"name": done.now.name, **opens})

    return _told(request, bible, wish, effect=effect, said=f"The view “{name.strip()}” is kept.", undo=undo)


def _as_it_was(view: views.View, **more: str) -> Undo:
    fields = {"name": view.name, **({"default": "1"} if view.is_default else {}), **more}
    return Undo(action=f"/runs/views{view.query}", fields=fields)


@router.post("/default")
def choose(request: Request, bible: OpenBible, wish: Wished, name: Name = "") -> Response:
    """Let the bare address show a view; no name lets it show everything."""

    def effect() -> str:
        with bible.db.transaction():
            opened = _opener(bible)
            run_views.open_with(bible.db, name or None)
        return opened

    said = f"The list now opens with “{name}”." if name else "The list now opens with everything."
    undo = lambda opened: Undo(action=f"/runs/views/default{wish.query()}", fields={"name": opened})  # noqa: E731
    return _told(request, bible, wish, effect=effect, said=said, undo=undo)


@router.post("/delete")
def delete(request: Request, bible: OpenBible, wish: Wished, *, name: Name = "", opens: Opens = None) -> Response:
    """Forget a view; the runs in it stay."""

    def effect() -> views.View:
        with bible.db.transaction():
            gone = run_views.drop_view(bible.db, name)
            _open_with(bible, opens)
        return gone

    return _told(request, bible, wish, effect=effect, said=f"The view “{name}” is deleted.", undo=_as_it_was)


def _opener(bible: Bible) -> str:
    """The name of the view that opens the list, or nothing."""
    view = views.default_view(bible.db)
    return view.name if view else ""


def _open_with(bible: Bible, opens: str | None) -> None:
    """Let a view open the list as it did before, if it is still there."""
    if opens is not None:
        known = any(view.name == opens for view in views.views(bible.db))
        run_views.open_with(bible.db, opens if known else None)


def _told(
    request: Request,
    bible: Bible,
    wish: RunFilter,
    *,
    effect: Callable[[], Done],
    said: str,
    undo: Callable[[Done], Undo],
) -> Response:
    """Change the views and say so; the rail, which no page reads again, comes along."""
    answer = changed(request, effect, said=said, back=f"/runs{wish.query()}", undo=undo)
    if "hx-request" not in request.headers or answer.status_code >= 400:
        return answer
    templates: Templates = request.app.state.templates
    rail = templates.text("rail.html", "views", page=_few(bible, here=wish.query()))
    text = bytes(answer.body).decode() + partial("kept-views", rail)
    return Response(text, media_type="text/html", headers={"HX-Trigger": answer.headers["HX-Trigger"]})
