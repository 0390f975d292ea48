"""What people may do with a story's cards; each act can be undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from showbible.bible import Bible
from showbible.direction.api import Direction
from showbible.direction.model import Card, CardState
from showbible.direction.recall import history, profiles
from showbible.direction.recall.person_edits import Half
from showbible.direction.record.cards import WORDS
from showbible.web.deps import OpenBible
from showbible.web.pages.direction.late import Clash, Late, reworded
from showbible.web.pages.direction.page import DirectionPage, DirectionView, gathered
from showbible.web.pages.kit.answers import Undo, changed
from showbible.web.render import Templates

router = APIRouter(prefix="/projects/{project_id}/direction")

SAID: Final = {
    "active": "The card is in use again.",
    "paused": "The card is paused: no tool is told of it.",
    "archived": "The card is forgotten.",
}

NOTHING: Final = "Nothing changed: it is so already."

Words = Annotated[str, Form()]
Several = Annotated[Sequence[str], Form(max_length=1000)]


@router.post("/cards/{card_id}/state")
def turn(project_id: str, card_id: str, request: Request, bible: OpenBible, state: Words) -> Response:
    """Pause a card, wake it or forget it."""
    story = bible.direction(project_id)
    return _done(request, bible, story, lambda: story.change_card(card_id, state=state), said=SAID.get(state, ""))


@router.post("/cards/{card_id}/words")
def reword(
    project_id: str,
    card_id: str,
    request: Request,
    bible: OpenBible,
    preference: Words,
    applies_to: Words,
    avoid_applying_to: Words,
    seen: Annotated[list[str], Form(min_length=3, max_length=3)],
) -> Response:
    """Put a card into a person's words; one that was reworded meanwhile is shown in both versions."""
    story = bible.direction(project_id)
    mine = dict(zip(WORDS, map(_tidy, (preference, applies_to, avoid_applying_to)), strict=True))
    old = dict(zip(WORDS, map(_tidy, seen), strict=True))
    new = {name: text for name, text in mine.items() if text != old[name]}
    card = profiles.card(story.db, card_id)
    if any(getattr(card, name) not in (old[name], text) for name, text in new.items()):
        among = DirectionView(state=card.state) if card.state is CardState.ARCHIVED else DirectionView()
        page = gathered(bible, project_id, among)
        shown = next(each for each in page.all if each.card_id == card_id)
        return _refused(request, replace(page, clash=Clash(card=shown, mine=mine)))
    wanted = {name: text for name, text in new.items() if text != getattr(card, name)}

    def effect() -> Card:
        return story.change_card(card_id, **wanted, seen={name: old[name] for name in wanted})

    return _done(request, bible, story, effect, said="The card has your words now.")


@router.post("/cards/{card_id}/merge")
def merge(
    project_id: str,
    card_id: str,
    request: Request,
    bible: OpenBible,
    card_ids: Several = (),
    offered: Several = (),
    seen: Several = (),
) -> Response:
    """Join other cards into this one; `offered` and `seen` are the cards that were shown, and what they said."""
    story = bible.direction(project_id)
    told = dict(zip(offered, map(_tidy, seen), strict=False))
    said = {each: told[each] for each in (card_id, *card_ids) if each in told}
    if both := reworded(story.profile().cards, said):
        late = Late(act="merge", both=both, ticked=frozenset(card_ids))
        return _refused(request, replace(gathered(bible, project_id, DirectionView(), peek=card_id), late=late))
    effect = lambda: story.merge(card_id, card_ids, seen=said)  # noqa: E731
    return _done(request, bible, story, effect, said="The cards are one now.")


@router.post("/cards/{card_id}/split")
def split(
    project_id: str,
    card_id: str,
    request: Request,
    bible: OpenBible,
    preference: Words,
    applies_to: Words,
    kept_applies_to: Words,
    seen: Words,
    scene_ids: Several = (),
) -> Response:
    """Divide a card: the chosen scenes go with a second statement."""
    story = bible.direction(project_id)
    written = {"preference": preference, "applies_to": applies_to, "kept_applies_to": kept_applies_to}
    words = {name: _tidy(text) for name, text in written.items()}
    if both := reworded(story.profile().cards, {card_id: _tidy(seen)}):
        late = Late(act="split", both=both, ticked=frozenset(scene_ids), words=words)
        return _refused(request, replace(gathered(bible, project_id, DirectionView(), peek=card_id), late=late))
    half = Half(scene_ids=scene_ids, **words)
    effect = lambda: story.split(card_id, half, seen=_tidy(seen)).kept  # noqa: E731
    return _done(request, bible, story, effect, said="There are two cards now.")


@router.post("/take-back")
def take_back(project_id: str, request: Request, bible: OpenBible, seq: Annotated[int, Form()]) -> Response:
    """Undo one change of a card."""
    story = bible.direction(project_id)
    return _done(request, bible, story, lambda: story.take_back(seq), said="Taken back.")


@router.post("/rebuild")
def rebuild(project_id: str, request: Request, bible: OpenBible) -> Response:
    """Learn again from every ready scene, in the background."""
    story = bible.direction(project_id)
    return changed(request, story.rebuild, said="Learning again from every ready scene.", back=_home(story))


def _done(request: Request, bible: Bible, story: Direction, effect: Callable[[], Card], *, said: str) -> Response:
    """Change a card, say so, and offer to take the change back; what changes nothing offers nothing."""

    def noted() -> int:
        known = history.history(story.db, limit=1)
        mine = story.history(effect().card_id)[:1]
        return mine[0].seq if mine and (not known or mine[0].seq > known[0].seq) else 0

    def undo(seq: int) -> Undo | None:
        return Undo(action=f"{_home(story)}/take-back", fields={"seq": str(seq)}) if seq else None

    answer = changed(request, noted, said=lambda seq: said if seq else NOTHING, back=_home(story), undo=undo)
    if answer.status_code != 409:
        return answer
    # Somebody was quicker: the forms take in a page with a 409, so it must be a whole one.
    page = _refused(request, gathered(bible, story.project_id, DirectionView()))
    page.headers["HX-Trigger"] = answer.headers["HX-Trigger"]
    return page


def _refused(request: Request, page: DirectionPage) -> Response:
    """The page as it stands now, with what somebody wanted beside it."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "direction.html", page=page, status=409)


def _home(story: Direction) -> str:
    return f"/projects/{story.project_id}/direction"


def _tidy(text: str) -> str:
    # Browsers end the lines of a form with two characters, whatever they were shown.
    return text.replace("\r\n", "\n").strip()
