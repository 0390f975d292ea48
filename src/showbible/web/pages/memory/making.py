"""`/memory/try/make`: from a suggestion to the film, with whatever a person would rather have."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form
from starlette.responses import RedirectResponse, Response

from showbible.addresses import run_page
from showbible.bible import Bible
from showbible.errors import Conflict
from showbible.shapes.base import Body
from showbible.studio import orchestrator
from showbible.studio.model import FilmChoices
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.forms import whole_number

router = APIRouter(prefix="/memory/try")


class FilmForm(Body, str_strip_whitespace=True):
    """A film to make; what is left empty is left to the plan."""

    concept: str
    budget: str
    scenes: str = ""
    duration: str = ""
    tier: str = ""
    edit_style: str = ""
    mood: str = ""
    music_style: str = ""
    voice: str = ""
    explore: str = ""

    def ask(self, bible: Bible) -> str:
        """Start the run of it."""
        choices = FilmChoices.checked(
            duration=whole_number("duration", self.duration),
            tier=self.tier or None,
            edit_style=self.edit_style or None,
            mood=self.mood or None,
            music_style=self.music_style or None,
            voice=self.voice or None,
            explore=True if self.explore else None,
        )
        scenes = whole_number("scenes", self.scenes)
        return orchestrator.ask(bible, self.concept, budget=self.budget, scenes=scenes, choices=choices)


@router.post("/make")
def make(bible: OpenBible, wish: Annotated[FilmForm, Form()]) -> Response:
    """Ask the studio for a film, and go and watch it being made."""
    if not bible.settings.workers:
        raise Conflict("This server does no background work. Start the production from the command line instead.")
    return RedirectResponse(run_page(wish.ask(bible)), status_code=303)
