"""The tags of one run on its page: put on, taken off, and the way to the runs that share one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from showbible.bible import Bible
from showbible.errors import Conflict
from showbible.runs.recall import tags as run_tags
from showbible.web.addresses import run_page
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.answers import Undo, changed, partial
from showbible.web.pages.runs.wish import RunFilter
from showbible.web.render import Templates

router = APIRouter(prefix="/{run_id}/tags")

PLACE: Final = "run-tags"
"""The element of the page that the block `tags` fills."""

Words = Annotated[str, Form(max_length=1000)]


@dataclass(frozen=True, kw_only=True)
class Tag:
    """A tag, and the list of the runs that have it."""

    word: str
    href: str


@dataclass(frozen=True, kw_only=True)
class Tagged:
    """What the block needs to know of its run; `adding` while somebody may want to add another tag."""

    run_id: str
    tags: tuple[Tag, ...]
    adding: bool


def tags(words: Sequence[str]) -> tuple[Tag, ...]:
    """Tags as links."""
    return tuple(Tag(word=word, href=f"/runs{RunFilter(tag=word).query()}") for word in words)


@router.post("")
def add(run_id: str, request: Request, bible: OpenBible, tag: Words = "") -> Response:
    """Put tags on a run; several stand with commas between."""

    def effect() -> tuple[str, ...]:
        new = bible.runs.tag(run_id, tag.split(","))
        if not new:
            raise Conflict("The run has this tag already.")
        return new

    undo = lambda new: Undo(action=f"/runs/{run_id}/tags/remove", fields={"tag": ",".join(new)})  # noqa: E731
    said = lambda new: f"The run is tagged {_quoted(new)}."  # noqa: E731
    fresh = lambda: _fresh(request, bible, run_id, adding=True)  # noqa: E731
    return changed(request, effect, said=said, back=run_page(run_id), undo=undo, fresh=fresh)


@router.post("/remove")
def remove(run_id: str, request: Request, bible: OpenBible, tag: Words = "") -> Response:
    """Take tags off a run; several stand with commas between."""

    def effect() -> tuple[str, ...]:
        gone = bible.runs.untag(run_id, tag.split(","))
        if not gone:
            raise Conflict("The run has no such tag any more.")
        return gone

    undo = lambda gone: Undo(action=f"/runs/{run_id}/tags", fields={"tag": ",".join(gone)})  # noqa: E731
    said = lambda gone: f"The run is no longer tagged {_quoted(gone)}."  # noqa: E731
    fresh = lambda: _fresh(request, bible, run_id, adding=False)  # noqa: E731
    return changed(request, effect, said=said, back=run_page(run_id), undo=undo, fresh=fresh)


def _quoted(words: Sequence[str]) -> str:
    return ", ".join(f"“{word}”" for word in words)


def _fresh(request: Request, bible: Bible, run_id: str, *, adding: bool) -> str:
    templates: Templates = request.app.state.templates
    words = run_tags.tags(bible.db, [run_id]).get(run_id, ())
    text = templates.text("run.html", "tags", page=Tagged(run_id=run_id, tags=tags(words), adding=adding))
    # Replaced, not morphed: what was typed is done with, and its field keeps the focus by its id.
    return partial(PLACE, text, swap="outerHTML")
