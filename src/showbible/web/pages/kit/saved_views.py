"""The views of a list that people keep by name: each is an address, and one may stand for the bare address."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from showbible.bible import Bible
from showbible.corrections import as_text, from_text
from showbible.runs.api import RunViews
from showbible.runs.recall.views import SavedView
from showbible.values import frozen
from showbible.web.deps import OpenBible, renderer
from showbible.web.filters import ListFilter
from showbible.web.pages.kit.answers import Undo, changed, partial
from showbible.web.pages.kit.forms import Text

Name = Annotated[str, Form(max_length=200)]

MOST_IN_RAIL: Final = 6


class ViewLink:
    """A saved view as a link; `is_here` when the page shows just that."""

    def __init__(self, view: SavedView, *, path: str, here: str) -> None:
        self.name, self.href = view.name, path + view.query
        self.is_default, self.is_here = view.is_default, view.query == here


@frozen
class ViewBefore:
    """What an act replaced: the view of a name, if there was one, and which view opened the list, if that changed."""

    name: str = ""
    view: SavedView | None = None
    opened: str | None = None


@frozen
class SavedViews:
    """The saved views of one list, as its page and the rail offer them."""

    filter: type[ListFilter]
    store: Callable[[Bible], RunViews]

    def links(self, bible: Bible, here: ListFilter) -> tuple[ViewLink, ...]:
        """Every view; one may be here."""
        return self._links(self.store(bible).list(), self._query(here))

    def in_rail(self, request: Request) -> tuple[ViewLink, ...]:
        """The few views that stand in the rail of every page."""
        here = f"?{request.url.query}" if request.scope["path"] == self.filter.path else ""
        return self._few(request.app.state.bible, here)

    def register(self, router: APIRouter) -> None:
        """Offer the acts under the address of the list."""
        acts = (("", self._keep), ("/default", self._choose), ("/delete", self._delete), ("/undo", self._undo))
        for name, act in acts:
            router.add_api_route(f"{self.filter.path}/views{name}", act, methods=["POST"])

    def _keep(self, request: Request, bible: OpenBible, name: Name = "", default: Text = "") -> Response:
        """Keep what the list shows now under a name."""
        query, store, kept = self._query(self.filter.asked(request)), self.store(bible), name.strip()

        def effect() -> ViewBefore:
            with bible.db.transaction():
                view = next((view for view in store.list() if view.name == kept), None)
                before = ViewBefore(name=kept, view=view, opened=_opener(store) if default else None)
                store.keep(name, query, is_default=bool(default))
            return before

        return self._changed(request, bible, effect, said=f"The view “{kept}” is kept.")

    def _choose(self, request: Request, bible: OpenBible, name: Name = "") -> Response:
        """Let the bare address show a view; no name lets it show everything."""
        store = self.store(bible)

        def effect() -> ViewBefore:
            with bible.db.transaction():
                before = ViewBefore(opened=_opener(store))
                store.open_with(name or None)
            return before

        said = f"The list now opens with “{name}”." if name else "The list now opens with everything."
        return self._changed(request, bible, effect, said=said)

    def _delete(self, request: Request, bible: OpenBible, name: Name = "") -> Response:
        """Forget a view; what is in it stays."""
        effect = lambda: ViewBefore(name=name, view=self.store(bible).drop(name))  # noqa: E731
        return self._changed(request, bible, effect, said=f"The view “{name}” is deleted.")

    def _undo(self, request: Request, bible: OpenBible, taken: Text) -> Response:
        """Put back what an act replaced; a view that is gone meanwhile opens nothing."""
        store = self.store(bible)

        def effect() -> None:
            before = from_text(ViewBefore, taken)
            with bible.db.transaction():
                if before.view:
                    store.keep(before.view.name, before.view.query, is_default=before.view.is_default)
                elif before.name:
                    store.drop(before.name)
                if before.opened is not None:
                    known = any(view.name == before.opened for view in store.list())
                    store.open_with(before.opened if known else None)

        return self._changed(request, bible, effect, said="The views are as they were before.")

    def _changed(
        self, request: Request, bible: Bible, effect: Callable[[], ViewBefore | None], *, said: str
    ) -> Response:
        """Change the views and say so; the rail, which no page reads again, comes along."""
        wish, render = self.filter.asked(request), renderer(request)
        here = self._query(wish)
        action = f"{self.filter.path}/views/undo{here}"
        return changed(
            request,
            effect,
            said=said,
            back=wish.href(),
            undo=lambda before: Undo(action=action, fields={"taken": as_text(before)}) if before else None,
            beside=lambda: partial("kept-views", render.text("rail.html", "views", self._few(bible, here))),
        )

    def _few(self, bible: Bible, here: str) -> tuple[ViewLink, ...]:
        return self._links(self.store(bible).first(limit=MOST_IN_RAIL), here)

    def _links(self, views: Sequence[SavedView], here: str) -> tuple[ViewLink, ...]:
        return tuple(ViewLink(view, path=self.filter.path, here=here) for view in views)

    def _query(self, wish: ListFilter) -> str:
        """A list as a view keeps it: what its address says after the path."""
        return wish.href().removeprefix(self.filter.path)


def _opener(store: RunViews) -> str:
    """The name of the view that opens the list, or nothing."""
    view = store.default()
    return view.name if view else ""
