"""`/projects/{p}/entities`: who and what the story knows, over its time; every word of it can be corrected."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response, StreamingResponse

from showbible.assets.api import Assets
from showbible.assets.model import EntityKind, EntityState, milliseconds
from showbible.assets.recall import library, overview, spelling, story
from showbible.shapes.story import StateRow
from showbible.storage.paging import Page
from showbible.values import frozen
from showbible.vocabulary import checked_id
from showbible.web.deps import OpenAssets, OpenBible
from showbible.web.pages.kit.answers import Undo, changed
from showbible.web.pages.kit.assets import Tile
from showbible.web.pages.kit.attachments import Ending, each, shaped
from showbible.web.pages.kit.corrections import Acts, Things
from showbible.web.pages.kit.forms import Text
from showbible.web.pages.kit.lists import Cursor, Listed, Peeked
from showbible.web.pages.kit.page import page_at
from showbible.web.pages.kit.rewording import Side, versions
from showbible.web.pages.project.head import PlainList, ProjectPage
from showbible.web.pages.project.lanes import EntityLane, Ruler
from showbible.words import author, plural, story_time

router = APIRouter(prefix="/projects/{project_id}/entities")

LANES: Final = 20
MOST_DISAGREEING: Final = 12
_NAMES: Final = {
    "state": "What is so",
    "t_start": "From",
    "t_end": "Until",
    "entity": "Name",
    "made_by": "Said by",
    "paused": "Paused",
    "source_asset_id": "About",
}


@frozen
class EntityFilter(PlainList):
    """The story time that is looked at."""

    t: str = ""


Wished = Annotated[EntityFilter, Depends(EntityFilter.asked)]


class StatePeek:
    """One state beside the lanes: what it says, what it rests on, what contradicts it, and who changed it."""

    def __init__(self, memory: Assets, state: EntityState) -> None:
        against = memory.disagreeing(state)
        near = against[:MOST_DISAGREEING]
        shots = library.assets_by_id(memory.db, [*{each.asset_id for each in near}, state.source_asset_id or ""])
        source = shots.get(state.source_asset_id or "")
        others = len({each.asset_id for each in against})
        show = f"{plural(others, 'asset')} of that time {'shows' if others == 1 else 'show'} {state.entity} otherwise."
        none = f"No asset of that time shows {state.entity} otherwise."
        aside = "While it is paused, nothing is held against it."
        self.state, self.verdict = state, aside if state.paused else show if against else none
        self.facts = [(field, spelling.value(value)) for field, value in state.state.items()]
        self.source = Tile(memory.project_id, source) if source else None
        self.disagreeing = [
            Tile(memory.project_id, shots[each.asset_id], why=f"{story_time(each.start_ms)}: {each.message}")
            for each in near
            if each.asset_id in shots
        ]
        changes = memory.state_corrections.history(state.state_id)
        self.history = versions(changes, names=_NAMES, tell=_lines)


@page_at(router, "", "entities.html")
class EntitiesPage(ProjectPage):
    """Entities by name, twenty at a time, each with what is so of it and when.

    `at_ms` is where the playhead stands, None at the end of the story.
    """

    title, kinds = "Entities", tuple(EntityKind)

    def __init__(
        self, bible: OpenBible, project_id: str, wish: Wished, cursor: Cursor = None, peek: Peeked = ""
    ) -> None:
        super().__init__(bible, project_id)
        self.wish, memory, at = wish, self.memory, spelling.seconds("t", wish.t)
        with memory.db.snapshot():
            entities = memory.entities(limit=LANES, cursor=cursor or None)
            states = overview.states(memory.db, [entity.name for entity in entities.items])
            last_ms = overview.end_of_story(memory.db)
            peeked = story.find_state(memory.db, checked_id("state", peek)) if peek else None
            self.peek = StatePeek(memory, peeked) if peeked else None
        # A little more than the whole story, so that what begins at its end is seen.
        self.ruler = Ruler(0, last_ms + max(1000, last_ms // 20))
        self.at_ms = None if at is None else min(milliseconds("t", at), self.ruler.end_ms)
        show = lambda entity: EntityLane(entity.name, states[entity.name], self.ruler, at_ms=self.at_ms)  # noqa: E731
        self.list = Listed(wish, entities, show, cursor=cursor)


def _lines(facts: Side) -> Side:
    """What a change replaced, for people."""
    lines = dict(facts)
    if "state" in facts:
        lines["state"] = spelling.spelled(facts["state"], between="; ")
    if "made_by" in facts:
        lines["made_by"] = author(facts["made_by"])
    return lines


@router.get(".{ending}")
def states_file(memory: OpenAssets, ending: Ending) -> StreamingResponse:
    """Every state of every entity, by name and in the order of the story."""

    def rows(cursor: str | None) -> Page[EntityState]:
        with memory.db.snapshot():
            page = memory.entities(limit=LANES, cursor=cursor)
            names = [entity.name for entity in page.items]
            # Lanes have room for so many states; of a fuller story each entity is read whole.
            is_full = sum(entity.states for entity in page.items) > overview.MOST_STATES
            states = {name: memory.states(name) for name in names} if is_full else overview.states(memory.db, names)
        items = [state for some in states.values() for state in some]
        return Page(items=items, total=page.total, next_cursor=page.next_cursor)

    states = each(rows)
    return shaped(f"{memory.project_id}-entities", ending, StateRow, states)


@frozen
class StateForm:
    """What a form says of an entity."""

    name: Text = ""
    kind: Text = ""
    facts: Text = ""
    start: Text = ""
    end: Text = ""

    def fields(self, known: EntityState | None = None) -> dict[str, Any]:
        """What it says, as the memory takes it; a kind that is left out and values that read the same stay as known."""
        return {
            "entity": self.name,
            "kind": self.kind or (known.kind if known else EntityKind.CHARACTER),
            "state": spelling.read(self.facts, known=known.state if known else None),
            "t_start": spelling.seconds("From", self.start),
            "t_end": spelling.seconds("Until", self.end),
        }


Stated = Annotated[StateForm, Depends()]


def _home(request: Request) -> str:
    return f"/projects/{request.path_params['project_id']}/entities"


STATES: Final = Acts(
    things=lambda bible, request: bible.assets(request.path_params["project_id"]).state_corrections,
    back=lambda _, request: f"{_home(request)}?peek={request.path_params['item_id']}",
    home=_home,
    taken=EntityState,
    paused="It is paused: kept, but it counts no more.",
    restored="It is known again.",
)
STATES.register(router, "/{item_id}")


@router.post("")
def tell(request: Request, memory: OpenAssets, form: Stated) -> Response:
    """Say what is so of an entity."""
    back = _home(request)
    undo = lambda made: Undo(action=f"{back}/{made.state_id}/forget")  # noqa: E731
    said = f"{form.name.strip()} is told of."
    return changed(request, lambda: memory.tell(**form.fields()), said=said, back=back, undo=undo)


@router.post("/{item_id}/correct")
def correct(item_id: str, request: Request, bible: OpenBible, form: Stated, seen: Text = "") -> Response:
    """Correct a state; what another person changed meanwhile is not overwritten."""

    def act(states: Things) -> None:
        states.correct(item_id, form.fields(states.get(item_id)), seen=seen or None)

    return STATES.correct(request, bible, act, said=f"{form.name.strip()} is corrected.")
