"""What can be done to many runs at once: put away, bring back, cancel, make again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from showbible.bible import Bible
from showbible.errors import Conflict, Invalid, NotFound, ShowbibleError
from showbible.runs.model import Status
from showbible.runs.recall import lists
from showbible.studio import model, orchestrator
from showbible.studio.ledger import turns
from showbible.vocabulary import checked_id, dollars
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.answers import Undo, changed
from showbible.web.pages.runs.wish import RunFilter, Wished, filtered
from showbible.web.words import plural

router = APIRouter(prefix="/runs")

MOST_CANCELLED: Final = 500
MOST_AGAIN: Final = 10


def chosen(
    bible: OpenBible, wish: Wished, ids: Annotated[list[str] | None, Form()] = None, every: Annotated[str, Form()] = ""
) -> Sequence[str]:
    """The runs that were ticked, or all that the list's filters let through; `ids` may have commas between."""
    if every:
        return lists.every_id(bible.db, filtered(bible, wish), stalled_after=bible.settings.stalled_after)
    if not ids:
        raise Invalid("Tick at least one run first.", field="ids")
    return tuple(dict.fromkeys(checked_id("run", each) for given in ids for each in given.split(",")))


Chosen = Annotated[Sequence[str], Depends(chosen)]


@router.post("/archive")
def archive(request: Request, bible: OpenBible, wish: Wished, chosen: Chosen) -> Response:
    """Put runs away that are over; they can be brought back whole."""

    def effect() -> tuple[int, int]:
        batch = bible.runs.archive(chosen)
        if not batch.runs:
            raise Conflict("Only runs that have ended can be archived: cancel the others first.")
        return batch.number, batch.runs

    undo = lambda done: Undo(action="/runs/archive/undo", fields={"batch": str(done[0])})  # noqa: E731
    told = lambda done: f"{plural(done[1], 'run')} archived."  # noqa: E731
    return changed(request, effect, said=told, back=_back(wish), undo=undo)


@router.post("/archive/undo")
def undo_archive(request: Request, bible: OpenBible, batch: Annotated[int, Form(ge=0, le=2**62)]) -> Response:
    """Bring back what was put away together."""
    told = lambda number: f"{plural(number, 'run')} back in the list."  # noqa: E731
    return changed(request, lambda: bible.runs.undo_archive(batch), said=told, back="/runs")


@router.post("/bring-back")
def bring_back(request: Request, bible: OpenBible, wish: Wished, chosen: Chosen) -> Response:
    """Let the list show archived runs again."""
    told = lambda number: f"{plural(number, 'run')} back in the list."  # noqa: E731
    return changed(request, lambda: bible.runs.bring_back(chosen), said=told, back=_back(wish))


@router.post("/cancel")
def cancel(request: Request, bible: OpenBible, wish: Wished, chosen: Chosen) -> Response:
    """Stop those of the runs that still run; what they made so far stays."""

    def effect() -> int:
        if len(chosen) > MOST_CANCELLED:
            raise Invalid(f"At most {MOST_CANCELLED} runs can be cancelled at once: narrow the list.", field="ids")
        running = [run.run_id for run in lists.some(bible.db, chosen) if not run.is_over]
        if not running:
            raise Conflict("None of these runs is under way.")
        return sum(_cancelled(bible, run_id) for run_id in running)

    told = lambda number: f"{plural(number, 'run')} cancelled."  # noqa: E731
    return changed(request, effect, said=told, back=_back(wish))


def _cancelled(bible: Bible, run_id: str) -> bool:
    """Whether the run was stopped; one that has ended by itself meanwhile was not."""
    try:
        bible.runs.finish(run_id, Status.CANCELLED)
    except (Conflict, NotFound):
        return False
    return True


@router.post("/again")
def again(request: Request, bible: OpenBible, wish: Wished, chosen: Chosen) -> Response:
    """Ask the studio once more for films that ended before their time; each gets a run of its own."""

    def effect() -> tuple[int, float]:
        if len(chosen) > MOST_AGAIN:
            raise Invalid(f"At most {MOST_AGAIN} films can be made again at once: narrow the list.", field="ids")
        wishes = [asked for run in lists.some(bible.db, chosen) if run.is_over for asked in _wish(bible, run.run_id)]
        if not wishes:
            raise Conflict("The studio made none of these that has ended, or it was given files to begin with.")
        with bible.db.transaction():
            for asked in wishes:
                _ask(bible, asked)
        return len(wishes), sum(dollars(asked.budget) for asked in wishes)

    told = lambda done: f"{plural(done[0], 'film')} asked for again, for at most ${done[1]:,.2f}."  # noqa: E731
    return changed(request, effect, said=told, back=_back(wish))


def _wish(bible: Bible, run_id: str) -> list[model.FilmRequest]:
    """What the studio was asked for; nothing for a run of somebody else, or one that began with files."""
    try:
        asked = orchestrator.wish_of(turns.production(bible.db, run_id))
    except ShowbibleError:
        return []
    return [] if asked.seeds else [asked]


def _ask(bible: Bible, asked: model.FilmRequest) -> None:
    orchestrator.ask(
        bible,
        asked.concept,
        budget=dollars(asked.budget),
        project_id=asked.project_id,
        user_id=asked.user_id,
        pilots=asked.pilots,
        scenes=asked.scenes,
    )


def _back(wish: RunFilter) -> str:
    return f"/runs{wish.query()}"
