"""Tags of runs as pages show and change them: on one run, or on many at once."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from showbible.bible import Bible
from showbible.errors import Conflict
from showbible.runs.recall import tags
from showbible.runs.record import tags as run_tags
from showbible.runs.record.tags import Tagging
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.answers import Undo, changed
from showbible.web.pages.runs.bulk import Chosen
from showbible.web.pages.runs.wish import RunFilter, Wished
from showbible.web.words import plural

router = APIRouter(prefix="/runs")

Word = Annotated[str, Form(max_length=1000)]

LONGEST_OPTION: Final = 24


def options(bible: Bible, wish: RunFilter) -> tuple[tuple[str, str], ...]:
    """The tags a list can be narrowed to, each with how many runs it would show; the one in force is always there."""
    known = tags.known_tags(bible.db, archived=bool(wish.archived))
    shown = [(each.tag, f"{_cut(each.tag)} ({each.runs:,})") for each in known]
    if wish.tag and wish.tag not in dict(shown):
        shown.append((wish.tag, _cut(wish.tag)))
    return tuple(shown)


def _cut(tag: str) -> str:
    return tag if len(tag) <= LONGEST_OPTION else tag[:LONGEST_OPTION].rstrip() + "…"


@router.post("/tag")
def tag(request: Request, bible: OpenBible, wish: Wished, chosen: Chosen, tag: Word = "") -> Response:
    """Put a tag on many runs."""

    def effect() -> Tagging:
        done = run_tags.tag_all(bible.db, chosen, tag)
        if not done.runs:
            raise Conflict(f"All of these runs have the tag “{done.tag}” already.")
        return done

    def undo(done: Tagging) -> Undo:
        return Undo(action="/runs/tag/undo", fields={"tag": done.tag, "batch": str(done.number)})

    said = lambda done: f"{plural(done.runs, 'run')} tagged “{done.tag}”."  # noqa: E731
    return changed(request, effect, said=said, back=f"/runs{wish.query()}", undo=undo)


@router.post("/tag/undo")
def undo_tag(
    request: Request, bible: OpenBible, tag: Word = "", batch: Annotated[int, Form(ge=0, le=2**62)] = 0
) -> Response:
    """Take a tag off the runs that got it together."""
    said = lambda number: f"The tag is off {plural(number, 'run')} again."  # noqa: E731
    return changed(request, lambda: run_tags.undo_tagging(bible.db, tag, batch), said=said, back="/runs")


@router.post("/untag")
def untag(request: Request, bible: OpenBible, wish: Wished, chosen: Chosen, untag: Word = "") -> Response:
    """Take a tag off many runs."""

    def effect() -> tuple[str, ...]:
        gone = run_tags.untag_all(bible.db, chosen, untag)
        if not gone:
            raise Conflict(f"None of these runs has the tag “{untag.strip()}”.")
        return gone

    undo = lambda gone: Undo(action="/runs/tag", fields={"tag": untag, "ids": ",".join(gone)})  # noqa: E731
    said = lambda gone: f"The tag is off {plural(len(gone), 'run')}."  # noqa: E731
    return changed(request, effect, said=said, back=f"/runs{wish.query()}", undo=undo)
