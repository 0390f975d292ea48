"""`/sample`: one click asks the studio for a small film, and the home page shows it being made."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from showbible.bible import Bible
from showbible.errors import Conflict
from showbible.studio import orchestrator
from showbible.vocabulary import RunId
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.answers import changed

router = APIRouter()

CONCEPT: Final = "The Last Keeper: a lighthouse keeper at dusk decides to light the lamp one last time"
BUDGET: Final = 5


@router.post("/sample")
def make(request: Request, bible: OpenBible) -> Response:
    """Ask for the sample production; whoever works in the background makes it."""
    said = "The studio is at work. Watch it happen."
    return changed(request, lambda: _asked(bible), said=said, back="/")


def can_make(bible: Bible) -> bool:
    """Whether this server has somebody to make it."""
    return bible.settings.workers > 0


def _asked(bible: Bible) -> RunId:
    if not can_make(bible):
        raise Conflict("This server does no background work. Start the production from the command line instead.")
    return orchestrator.ask(bible, CONCEPT, budget=BUDGET, pilots=2, scenes=2)
