"""`/run-views`: the views of the list of runs that people keep by name."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import APIRouter
from pydantic import Field

from showbible.bible import Bible
from showbible.errors import Invalid
from showbible.runs.model import Sort, word
from showbible.runs.recall import views as recall_views
from showbible.runs.record import views as run_views
from showbible.web.api.bodies import Body
from showbible.web.deps import OpenBible
from showbible.web.pages.runs import wish as runs_wish
from showbible.web.shapes.base import Shape

router = APIRouter(prefix="/run-views", tags=["runs"])


class ViewShape(Shape):
    """A kept view: the list at `url`; the default one is what `/runs` alone shows."""

    name: str
    query: str
    url: str
    is_default: bool


class ViewList(Shape):
    """Every kept view, in the order they were first kept."""

    views: list[ViewShape]
    total: int
    next_cursor: None = None


class KeptView(Body):
    """What a name is to stand for."""

    query: Annotated[str, Field(max_length=4096, description="As in the list's address: `status=failed&sort=score`.")]
    is_default: bool = False


@router.get("")
def views(bible: OpenBible) -> ViewList:
    """The kept views of the list of runs."""
    shown = [_shown(view) for view in recall_views.views(bible.db)]
    return ViewList(views=shown, total=len(shown))


@router.put("/{name:path}")
def keep(name: str, body: KeptView, bible: OpenBible) -> ViewShape:
    """Keep a view under a name; the same again changes nothing, another one replaces it."""
    query = _checked(bible, body.query)
    with bible.db.transaction():
        view = run_views.keep_view(bible.db, name, query, is_default=body.is_default)
        if view.is_default and not body.is_default:
            run_views.open_with(bible.db, None)
        return _shown(recall_views.view(bible.db, view.name))


@router.delete("/{name:path}", status_code=204)
def drop(name: str, bible: OpenBible) -> None:
    """Forget a view; the runs in it stay."""
    run_views.drop_view(bible.db, name)


def _checked(bible: Bible, query: str) -> str:
    """The query as the list itself writes it: one that the list would refuse would lock people out of it."""
    fields = parse_qsl(query.removeprefix("?"), keep_blank_values=True)
    told = {runs_wish.FIELDS.get(name, name): value for name, value in fields}
    if unknown := [name for name, _ in fields if runs_wish.FIELDS.get(name, name) not in vars(runs_wish.RunFilter())]:
        raise Invalid(f"The list of runs has no filter {unknown[0]!r}.", field="query")
    wish = runs_wish.wish(**told)
    runs_wish.filtered(bible, wish)
    word(Sort, "sort", wish.sort)
    return wish.query()


def _shown(view: recall_views.View) -> ViewShape:
    return ViewShape(name=view.name, query=view.query, url=f"/runs{view.query}", is_default=view.is_default)
