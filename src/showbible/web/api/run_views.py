"""`/run-views`: the views of the list of runs that people keep by name."""

from __future__ import annotations

from dataclasses import fields
from urllib.parse import parse_qsl

from fastapi import APIRouter

from showbible.bible import Bible
from showbible.errors import Invalid
from showbible.runs.model import RunSort
from showbible.shapes.runs import KeptView, ViewList, ViewShape
from showbible.vocabulary import word
from showbible.web.deps import OpenBible
from showbible.web.run_filter import RunFilter

router = APIRouter(prefix="/run-views", tags=["runs"])


@router.get("")
def views(bible: OpenBible) -> ViewList:
    """The kept views of the list of runs."""
    shown = ViewShape.each(bible.runs.views.list())
    return ViewList(views=shown, total=len(shown))


@router.put("/{name:path}")
def keep(name: str, body: KeptView, bible: OpenBible) -> ViewShape:
    """Keep a view under a name; the same again changes nothing, another one replaces it."""
    query, kept = _checked(bible, body.query), bible.runs.views
    with bible.db.transaction():
        view = kept.keep(name, query, is_default=body.is_default)
        if view.is_default and not body.is_default:
            kept.open_with(None)
            view = kept.keep(name, query)
        return ViewShape.of(view)


@router.delete("/{name:path}", status_code=204)
def drop(name: str, bible: OpenBible) -> None:
    """Forget a view; the runs in it stay."""
    bible.runs.views.drop(name)


def _checked(bible: Bible, query: str) -> str:
    """The query as the list itself writes it: one that the list would refuse would lock people out of it."""
    told = dict(parse_qsl(query.removeprefix("?"), keep_blank_values=True))
    known = {RunFilter.names.get(field.name, field.name) for field in fields(RunFilter)}
    if unknown := [name for name in told if name not in known]:
        raise Invalid(f"The list of runs has no filter {unknown[0]!r}.", field="query")
    wish = RunFilter.read(told)
    wish.wanted(bible.db)
    word(RunSort, "sort", wish.sort)
    return wish.href().removeprefix(wish.path)
