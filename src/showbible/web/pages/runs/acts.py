"""What can be done to many runs at once: archive, restore, tag, cancel, make again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from showbible.bible import Bible
from showbible.errors import Conflict, Invalid, NotFound
from showbible.runs.model import Status
from showbible.runs.recall import lists
from showbible.studio import orchestrator
from showbible.vocabulary import checked_id, dollars
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.answers import Done, Undo, changed, some
from showbible.web.pages.kit.forms import ShortText, Text
from showbible.web.run_filter import Wished
from showbible.words import plural

router = APIRouter(prefix="/runs")

MOST_CANCELLED: Final = 500
MOST_AGAIN: Final = 10

Ids = Annotated[Sequence[str], Form()]
Batch = Annotated[int, Form(ge=0, le=2**62)]


class Selection:
    """The runs that were ticked, or all that the list's filters let through; `ids` may have commas between."""

    def __init__(self, request: Request, bible: OpenBible, wish: Wished, ids: Ids = (), every: Text = "") -> None:
        if not every and not ids:
            raise Invalid("Tick at least one run first.", field="ids")
        self.request, self.bible, self.wish = request, bible, wish
        self.ids: Sequence[str] = (
            lists.every_id(bible.db, wish.wanted(bible.db), stalled_after=bible.settings.stalled_after)
            if every
            else tuple(dict.fromkeys(checked_id("run", each) for given in ids for each in given.split(",")))
        )

    def few(self, most: int, act: str) -> Sequence[str]:
        """The runs, when they are not too many for an act."""
        if len(self.ids) > most:
            raise Invalid(f"At most {most} {act} at once: narrow the list.", field="ids")
        return self.ids

    def changed(
        self, effect: Callable[[], Done], said: Callable[[Done], str], undo: Callable[[Done], Undo] | None = None
    ) -> Response:
        """Do something to the runs and say so, beside the same list."""
        return changed(self.request, effect, said=said, back=self.wish.href(), undo=undo)


Selected = Annotated[Selection, Depends()]


@router.post("/archive")
def archive(selected: Selected) -> Response:
    """Put runs away that are over; they can be restored whole."""

    def effect() -> tuple[int, int]:
        batch = selected.bible.runs.archive(selected.ids)
        return batch.number, some(batch.runs, "Only runs that have ended can be archived: cancel the others first.")

    undo = lambda done: Undo(action="/runs/archive/undo", fields={"batch": str(done[0])})  # noqa: E731
    return selected.changed(effect, lambda done: f"{plural(done[1], 'run')} archived.", undo)


@router.post("/archive/undo")
def undo_archive(request: Request, bible: OpenBible, batch: Batch) -> Response:
    """Restore what was put away together."""
    return changed(request, lambda: bible.runs.undo_archive(batch), said=_restored, back="/runs")


@router.post("/restore")
def restore(selected: Selected) -> Response:
    """Let the list show archived runs again."""
    return selected.changed(lambda: selected.bible.runs.restore(selected.ids), _restored)


def _restored(number: int) -> str:
    return f"{plural(number, 'run')} back in the list."


@router.post("/tag")
def tag(selected: Selected, tag: ShortText = "") -> Response:
    """Put a tag on many runs."""

    def effect() -> tuple[str, int, int]:
        done = selected.bible.runs.tag_all(selected.ids, tag)
        number = some(done.runs, f"All of these runs have the tag “{done.tag}” already.")
        return done.tag, done.number, number

    undo = lambda done: Undo(action="/runs/tag/undo", fields={"tag": done[0], "batch": str(done[1])})  # noqa: E731
    return selected.changed(effect, lambda done: f"{plural(done[2], 'run')} tagged “{done[0]}”.", undo)


@router.post("/tag/undo")
def undo_tag(request: Request, bible: OpenBible, tag: ShortText = "", batch: Batch = 0) -> Response:
    """Take a tag off the runs that got it together."""
    said = lambda number: f"The tag is off {plural(number, 'run')} again."  # noqa: E731
    return changed(request, lambda: bible.runs.undo_tagging(tag, batch), said=said, back="/runs")


@router.post("/untag")
def untag(selected: Selected, untag: ShortText = "") -> Response:
    """Take a tag off many runs."""
    refusal = f"None of these runs has the tag “{untag.strip()}”."
    effect = lambda: some(selected.bible.runs.untag_all(selected.ids, untag), refusal)  # noqa: E731
    undo = lambda gone: Undo(action="/runs/tag", fields={"tag": untag, "ids": ",".join(gone)})  # noqa: E731
    return selected.changed(effect, lambda gone: f"The tag is off {plural(len(gone), 'run')}.", undo)


@router.post("/cancel")
def cancel(selected: Selected) -> Response:
    """Stop those of the runs that still run; what they made so far stays."""

    def effect() -> int:
        ids = selected.few(MOST_CANCELLED, "runs can be cancelled")
        running = [run.run_id for run in lists.some(selected.bible.db, ids) if not run.is_over]
        return sum(_cancel(selected.bible, run_id) for run_id in some(running, "None of these runs is under way."))

    return selected.changed(effect, lambda number: f"{plural(number, 'run')} cancelled.")


def _cancel(bible: Bible, run_id: str) -> bool:
    """Whether the run was stopped; one that has ended by itself meanwhile was not."""
    try:
        bible.runs.finish(run_id, Status.CANCELLED)
    except (Conflict, NotFound):
        return False
    return True


@router.post("/again")
def again(selected: Selected) -> Response:
    """Ask the studio once more for films that ended before their time; each gets a run of its own."""
    refusal = "The studio made none of these that has ended, or it was given files to begin with."

    def effect() -> tuple[int, float]:
        ids = selected.few(MOST_AGAIN, "films can be made again")
        films = some(orchestrator.ask_again(selected.bible, ids), refusal)
        return len(films), sum(dollars(film.budget) for film in films)

    said = lambda done: f"{plural(done[0], 'film')} asked for again, for at most ${done[1]:,.2f}."  # noqa: E731
    return selected.changed(effect, said)
