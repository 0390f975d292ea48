"""What a person decides about a run's pilots, on its page, and taking it back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from showbible.bible import Bible
from showbible.errors import Invalid
from showbible.runs.recall import one, verdicts
from showbible.web.addresses import run_page
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.answers import Undo, changed, partial
from showbible.web.pages.kit.marks import letters
from showbible.web.pages.run.memory import threshold
from showbible.web.pages.run.pilots import Comparison, comparison
from showbible.web.render import Templates

router = APIRouter(prefix="/{run_id}/pilots/{pilot_id}")

PLACE: Final = "run-verdict"
Seq = Annotated[int, Form(ge=1, le=2**62)]


@dataclass(frozen=True, kw_only=True)
class _Judged:
    """The one part of the page that a decision changes."""

    run_id: str
    pilots: Comparison


@router.post("/approve")
def approve(run_id: str, pilot_id: str, request: Request, bible: OpenBible) -> Response:
    """Go on with a pilot: a person's choice also names the winner."""
    return _decided(request, bible, pilot_id, lambda: bible.runs.approve(run_id, pilot_id), word="approved")


@router.post("/reject")
def reject(
    run_id: str, pilot_id: str, request: Request, bible: OpenBible, reason: Annotated[str, Form()] = ""
) -> Response:
    """Take a pilot out of the race, with the reason that later runs learn from."""

    def effect() -> int:
        if not reason.strip():
            raise Invalid("Say why: the reason is what the next production learns from.", field="reason")
        return bible.runs.reject(run_id, pilot_id, reason.strip())

    return _decided(request, bible, pilot_id, effect, word="rejected")


@router.post("/take-back")
def take_back(run_id: str, pilot_id: str, request: Request, bible: OpenBible, seq: Seq) -> Response:
    """Undo a decision, as long as the run has not gone on with it; a reason that is taken back teaches nobody."""
    name = _name(bible, run_id, pilot_id)
    return changed(
        request,
        lambda: bible.runs.take_back(run_id, pilot_id, seq),
        said=f"{name} is where it was before.",
        back=run_page(run_id),
        fresh=lambda: _fresh(request, bible, run_id),
    )


def _decided(request: Request, bible: Bible, pilot_id: str, effect: Callable[[], int], *, word: str) -> Response:
    run_id = str(request.path_params["run_id"])
    name = _name(bible, run_id, pilot_id)

    def undo(seq: int) -> Undo | None:
        return Undo(action=f"/runs/{run_id}/pilots/{pilot_id}/take-back", fields={"seq": str(seq)}) if seq else None

    said, fresh = f"{name} is {word}.", lambda: _fresh(request, bible, run_id)
    return changed(request, effect, said=said, back=run_page(run_id), undo=undo, fresh=fresh)


def _name(bible: Bible, run_id: str, pilot_id: str) -> str:
    """A pilot as the page calls it."""
    one.summary(bible.db, run_id)
    known = letters(one.pilots(bible.db, run_id))
    return f"Pilot {known.get(pilot_id, pilot_id)}"


def _fresh(request: Request, bible: Bible, run_id: str) -> str:
    templates: Templates = request.app.state.templates
    run = one.run(bible.db, run_id)
    judged = comparison(run, threshold=threshold(bible, run), decided=verdicts.decisions(bible.db, run))
    return partial(PLACE, templates.text("run.html", "verdict", page=_Judged(run_id=run_id, pilots=judged)))
