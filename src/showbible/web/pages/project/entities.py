"""`/projects/{p}/entities`: who and what the story knows, over its time; every word of it can be corrected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import HTMLResponse, Response, StreamingResponse

from showbible.assets.api import Assets
from showbible.assets.model import Disagreement, EntityKind, EntityState, milliseconds
from showbible.assets.recall import library, overview, spelling, story
from showbible.bible import Bible
from showbible.storage.changes import Change
from showbible.storage.paging import Page
from showbible.vocabulary import checked_id, utcnow
from showbible.web import render
from showbible.web.deps import OpenAssets, OpenBible
from showbible.web.pages.kit.answers import Undo, changed
from showbible.web.pages.kit.attachments import FileFormat, each, shaped
from showbible.web.pages.kit.corrections import Acts, Things
from showbible.web.pages.kit.lists import Cursor, Listed, Peeked, listed
from showbible.web.pages.kit.rewording import Version, versions
from showbible.web.pages.project.head import InProject, PlainList, head
from showbible.web.pages.project.lanes import EntityLane, Ruler, lane, ruler
from showbible.web.pages.project.tiles import Tile, tile
from showbible.web.shapes.story import StateRow
from showbible.web.words import author, plural, story_time

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


@dataclass(frozen=True, kw_only=True)
class EntityFilter(PlainList):
    """The story time that is looked at."""

    t: str = ""


@dataclass(frozen=True, kw_only=True)
class StatePeek:
    """One state beside the lanes: what it says, what it rests on, what contradicts it, and who changed it."""

    state: EntityState
    facts: tuple[tuple[str, str], ...]
    source: Tile | None
    disagreeing: tuple[Tile, ...]
    verdict: str
    history: tuple[Version, ...]


@dataclass(frozen=True, kw_only=True)
class EntitiesPage(InProject):
    """A page of entities; `at_ms` is where the playhead stands, None at the end of the story."""

    wish: EntityFilter
    list: Listed[EntityLane]
    ruler: Ruler
    at_ms: int | None
    peek: StatePeek | None
    now: datetime
    kinds: tuple[str, ...] = tuple(EntityKind)
    title: str = "Entities"


@router.get("", response_class=HTMLResponse)
def entities(
    project_id: str,
    request: Request,
    bible: OpenBible,
    wish: Annotated[EntityFilter, Depends(EntityFilter.asked)],
    cursor: Cursor = None,
    peek: Peeked = "",
) -> HTMLResponse:
    """Entities by name, twenty at a time, each with what is so of it and when."""
    page = entities_page(bible, project_id, wish, cursor=cursor or None, peek=peek)
    return render.shown(request, "entities.html", page)


def entities_page(
    bible: Bible, project_id: str, wish: EntityFilter, *, cursor: str | None = None, peek: str = ""
) -> EntitiesPage:
    """What the lanes show."""
    top, memory, at = head(bible, project_id), bible.assets(project_id), spelling.seconds("t", wish.t)
    with memory.db.snapshot():
        found = memory.entities(limit=LANES, cursor=cursor)
        told = overview.states(memory.db, [each.name for each in found.items])
        last_ms = overview.end_of_story(memory.db)
        looked = _peek(memory, checked_id("state", peek)) if peek else None
    # A little more than the whole story, so that what begins at its end is seen.
    scale = ruler(0, last_ms + max(1000, last_ms // 20))
    at_ms = None if at is None else min(milliseconds("t", at), scale.end_ms)
    shown = lambda each: lane(each.name, told[each.name], end_ms=scale.end_ms, at_ms=at_ms)  # noqa: E731
    return EntitiesPage(
        head=top,
        wish=wish,
        list=listed(wish, found, shown, cursor=cursor),
        ruler=scale,
        at_ms=at_ms,
        peek=looked,
        now=utcnow(),
    )


def _peek(memory: Assets, state_id: str) -> StatePeek | None:
    """One state with what speaks for and against it; one that is gone meanwhile is not shown."""
    state = story.find_state(memory.db, state_id)
    if state is None:
        return None
    against = memory.disagreeing(state)
    near = against[:MOST_DISAGREEING]
    known = library.assets_by_id(memory.db, [*{each.asset_id for each in near}, state.source_asset_id or ""])
    source = known.get(state.source_asset_id or "")
    return StatePeek(
        state=state,
        facts=tuple((field, spelling.value(told)) for field, told in state.state.items()),
        source=tile(memory.project_id, source) if source else None,
        disagreeing=tuple(
            tile(memory.project_id, known[each.asset_id], note=f"{story_time(each.start_ms)}: {each.message}")
            for each in near
            if each.asset_id in known
        ),
        verdict=_verdict(state, against),
        history=versions(map(_readable, memory.state_corrections.history(state_id)), names=_NAMES),
    )


def _verdict(state: EntityState, against: list[Disagreement]) -> str:
    if state.paused:
        return "While it is paused, nothing is held against it."
    if not against:
        return f"No asset of that time shows {state.entity} otherwise."
    shown = len({each.asset_id for each in against})
    return f"{plural(shown, 'asset')} of that time {'shows' if shown == 1 else 'show'} {state.entity} otherwise."


def _readable(change: Change) -> Change:
    """A change with its facts as lines, for people."""
    return replace(change, before=_lines(change.before), after=_lines(change.after))


def _lines(told: Mapping[str, Any]) -> dict[str, Any]:
    shown = {**told, "state": spelling.spelled(told["state"], between="; ")} if "state" in told else dict(told)
    return {**shown, "made_by": author(shown["made_by"])} if "made_by" in shown else shown


@router.get(".{ending}")
def states_file(memory: OpenAssets, ending: FileFormat) -> StreamingResponse:
    """Every state of every entity, by name and in the order of the story."""

    def rows(cursor: str | None) -> Page[EntityState]:
        """The states of as many entities as a page of lanes has."""
        with memory.db.snapshot():
            page = memory.entities(limit=LANES, cursor=cursor)
            names = [entity.name for entity in page.items]
            # Lanes have room for so many states; of a fuller story each entity is read whole.
            if sum(entity.states for entity in page.items) > overview.MOST_STATES:
                told = {name: memory.states(name) for name in names}
            else:
                told = overview.states(memory.db, names)
        items = [state for some in told.values() for state in some]
        return Page(items=items, total=page.total, next_cursor=page.next_cursor)

    told = each(rows)
    return shaped(f"{memory.project_id}-entities", ending, StateRow, told)


@dataclass(frozen=True, kw_only=True)
class StateForm:
    """What a form says of an entity."""

    name: Annotated[str, Form()] = ""
    kind: Annotated[str, Form()] = ""
    facts: Annotated[str, Form()] = ""
    start: Annotated[str, Form()] = ""
    end: Annotated[str, Form()] = ""

    def fields(self, known: EntityState | None = None) -> dict[str, Any]:
        """What it says, as the memory takes it; a kind that is left out and values that read the same stay as known."""
        return {
            "entity": self.name,
            "kind": self.kind or (known.kind if known else EntityKind.CHARACTER),
            "state": spelling.read(self.facts, known=known.state if known else None),
            "t_start": spelling.seconds("From", self.start),
            "t_end": spelling.seconds("Until", self.end),
        }


Told = Annotated[StateForm, Depends()]


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
def tell(request: Request, memory: OpenAssets, told: Told) -> Response:
    """Say what is so of an entity."""
    back = _home(request)
    undo = lambda made: Undo(action=f"{back}/{made.state_id}/forget")  # noqa: E731
    said = f"{told.name.strip()} is told of."
    return changed(request, lambda: memory.tell(**told.fields()), said=said, back=back, undo=undo)


@router.post("/{item_id}/correct")
def correct(
    item_id: str, request: Request, bible: OpenBible, told: Told, seen: Annotated[str, Form()] = ""
) -> Response:
    """Correct a state; what another person changed meanwhile is not overwritten."""

    def act(states: Things) -> None:
        states.correct(item_id, told.fields(states.get(item_id)), seen=seen or None)

    return STATES.correct(request, bible, act, said=f"{told.name.strip()} is corrected.")
