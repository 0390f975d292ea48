"""What people may do with a story's cards; each act can be undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from showbible.direction.model import CardState
from showbible.direction.recall.history import WORDS
from showbible.direction.recall.person_edits import Half
from showbible.direction.recall.profiles import card
from showbible.web.deps import OpenBible, Render
from showbible.web.pages.direction.page import DirectionFilter, DirectionPage, Late
from showbible.web.pages.kit.answers import changed
from showbible.web.pages.kit.corrections import Acts
from showbible.web.pages.kit.forms import Text, Texts, form_text

router = APIRouter(prefix="/projects/{project_id}/direction")

STATED: Final = {
    "active": "The card is in use again.",
    "paused": "The card is paused: no tool is told of it.",
    "archived": "The card is forgotten.",
}


def _home(request: Request) -> str:
    return f"/projects/{request.path_params['project_id']}/direction"


CARDS: Final = Acts(
    things=lambda bible, request: bible.direction(request.path_params["project_id"]).cards,
    home=_home,
    item_id=lambda request: str(request.path_params["card_id"]),
    undone="The card is as it was before that change.",
)
CARDS.register(router, "/cards/{card_id}", acts=("undo",))


class CardAct:
    """What somebody does with the card that an address names."""

    def __init__(self, project_id: str, card_id: str, render: Render, bible: OpenBible) -> None:
        self.render, self.bible, self.story, self.card_id = render, bible, bible.direction(project_id), card_id

    def done(self, act: Callable[[], object], *, said: str) -> Response:
        """Change the card, say so, and offer to undo it."""
        answer = CARDS.correct(self.render.request, self.bible, lambda _: act(), said=said)
        if answer.status_code != 409:
            return answer
        # Somebody was quicker: the forms take in a page with a 409, so it must be a whole one.
        page = self.refused()
        page.headers["HX-Trigger"] = answer.headers["HX-Trigger"]
        return page

    def refused(self, late: Late | None = None, *, wish: DirectionFilter | None = None, peek: str = "") -> Response:
        """The page as it stands now, with what somebody wanted beside it."""
        page = DirectionPage(self.bible, self.story.project_id, wish or DirectionFilter(), peek=peek)
        page.late = late
        return self.render.page("direction.html", page, status=409)

    def reworded(self, seen: dict[str, str]) -> tuple[tuple[str, str], ...]:
        """What some cards said to whoever looked, and what they say now, where that differs."""
        now = {card.card_id: card.preference for card in self.story.profile().cards}
        return tuple((text, now[card_id]) for card_id, text in seen.items() if now.get(card_id, text) != text)


On = Annotated[CardAct, Depends()]


@router.post("/cards/{card_id}/state")
def turn(on: On, state: Text) -> Response:
    """Pause a card, wake it or forget it."""
    return on.done(lambda: on.story.change_card(on.card_id, state=state), said=STATED.get(state, ""))


@router.post("/cards/{card_id}/words")
def reword(
    on: On,
    preference: Text,
    applies_to: Text,
    avoid_applying_to: Text,
    seen: Annotated[list[str], Form(min_length=3, max_length=3)],
) -> Response:
    """Put a card into a person's words; one that was reworded meanwhile is shown in both versions."""
    mine = dict(zip(WORDS, map(form_text, (preference, applies_to, avoid_applying_to)), strict=True))
    old = dict(zip(WORDS, map(form_text, seen), strict=True))
    now = card(on.story.db, on.card_id)
    wanted = {name: text for name, text in mine.items() if text not in (old[name], getattr(now, name))}
    if any(getattr(now, name) != old[name] for name in wanted):
        among = DirectionFilter(state=now.state if now.state is CardState.ARCHIVED else "")
        return on.refused(Late(act="words", card_id=on.card_id, words=mine), wish=among)
    said = "The card has your words now." if wanted else "Nothing changed: it is so already."
    last = {name: old[name] for name in wanted}
    return on.done(lambda: on.story.cards.correct(on.card_id, wanted, seen=last), said=said)


@router.post("/cards/{card_id}/merge")
def merge(on: On, card_ids: Texts = (), offered: Texts = (), seen: Texts = ()) -> Response:
    """Join other cards into this one; `offered` and `seen` are the cards that were shown, and what they said."""
    texts = dict(zip(offered, map(form_text, seen), strict=False))
    said = {card_id: texts[card_id] for card_id in (on.card_id, *card_ids) if card_id in texts}
    if both := on.reworded(said):
        late = Late(act="merge", card_id=on.card_id, both=both, ticked=frozenset(card_ids))
        return on.refused(late, peek=on.card_id)
    return on.done(lambda: on.story.merge(on.card_id, card_ids, seen=said), said="The cards are one now.")


@router.post("/cards/{card_id}/split")
def split(
    on: On, preference: Text, applies_to: Text, kept_applies_to: Text, seen: Text, scene_ids: Texts = ()
) -> Response:
    """Divide a card: the chosen scenes go with a second statement."""
    written = {"preference": preference, "applies_to": applies_to, "kept_applies_to": kept_applies_to}
    words, said = {name: form_text(text) for name, text in written.items()}, form_text(seen)
    if both := on.reworded({on.card_id: said}):
        late = Late(act="split", card_id=on.card_id, both=both, ticked=frozenset(scene_ids), words=words)
        return on.refused(late, peek=on.card_id)
    half = Half(scene_ids=scene_ids, **words)
    return on.done(lambda: on.story.split(on.card_id, half, seen=said), said="There are two cards now.")


@router.post("/rebuild")
def rebuild(project_id: str, request: Request, bible: OpenBible) -> Response:
    """Learn again from every ready scene, in the background."""
    effect, said = bible.direction(project_id).rebuild, "Learning again from every ready scene."
    return changed(request, effect, said=said, back=_home(request))
