"""`/projects/{p}/entities`: who and what the story knows, over its time; every word of it can be corrected."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import HTMLResponse, Response

from showbible.assets.api import Assets
from showbible.assets.model import Disagreement, EntityKind, EntityState, milliseconds
from showbible.assets.recall import library, overview, spelling, story
from showbible.bible import Bible
from showbible.errors import Invalid
from showbible.storage.changes import Change
from showbible.vocabulary import checked_id, utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.answers import Undo, changed, corrected
from showbible.web.pages.kit.rewording import Version, author, versions
from showbible.web.pages.project.lanes import Lane, Ruler, lane, ruler
from showbible.web.pages.project.page import Head, head
from showbible.web.pages.project.tiles import Tile, tile, when
from showbible.web.render import Crumb, Templates
from showbible.web.words import plural

router = APIRouter(prefix="/projects/{project_id}/entities")

PAGE: Final = 20
MOST_DISAGREEING: Final = 12
_NAMES: Final = {
    "state": "What is so",
    "t_start": "From",
    "t_end": "Until",
    "entity": "Name",
    "made_by": "Said by",
    "paused": "Paused",
}


@dataclass(frozen=True, kw_only=True)
class StatePeek:
    """One state beside the lanes: what it says, who says so, what it rests on and what contradicts it."""

    state: EntityState
    facts: tuple[tuple[str, str], ...]
    spelled: str
    start: str
    end: str
    when: str
    said_by: str
    source: Tile | None
    disagreeing: tuple[Tile, ...]
    verdict: str
    history: tuple[Version, ...]


@dataclass(frozen=True, kw_only=True)
class EntitiesPage:
    """A page of entities; `at` is where the playhead stands, None at the end of the story."""

    head: Head
    lanes: tuple[Lane, ...]
    ruler: Ruler
    at: float | None
    at_x: float | None
    at_words: str
    query: str
    total: int
    next: str | None
    is_first: bool
    peek: StatePeek | None
    now: datetime
    kinds: tuple[str, ...] = tuple(EntityKind)
    title: str = "Entities"
    crumbs: tuple[Crumb, ...] = ()

    def link(self, **changes: str) -> str:
        """The same page with something changed."""
        told = {name: value for name, value in {"t": self.query, **changes}.items() if value}
        return f"?{urlencode(told)}" if told else f"{self.head.href}/entities"


@router.get("", response_class=HTMLResponse)
def entities(
    project_id: str,
    request: Request,
    bible: OpenBible,
    t: Annotated[str, Query(max_length=32)] = "",
    cursor: Annotated[str | None, Query(max_length=2048)] = None,
    peek: Annotated[str, Query(max_length=128)] = "",
) -> HTMLResponse:
    """Entities by name, twenty at a time, each with what is so of it and when."""
    templates: Templates = request.app.state.templates
    page = gathered(bible, project_id, t=t, cursor=cursor or None, peek=peek)
    return templates.page(request, "entities.html", page=page)


def gathered(bible: Bible, project_id: str, *, t: str = "", cursor: str | None = None, peek: str = "") -> EntitiesPage:
    """What the lanes show."""
    top, memory, at = head(bible, project_id), bible.assets(project_id), seconds("t", t)
    with memory.db.snapshot():
        found = memory.entities(limit=PAGE, cursor=cursor)
        told = overview.states(memory.db, [each.name for each in found.items])
        scale = _scale(overview.end_of_story(memory.db))
        looked = _peek(memory, checked_id("state", peek)) if peek else None
    at_ms = None if at is None else min(milliseconds("t", at), scale.end_ms)
    return EntitiesPage(
        head=top,
        lanes=tuple(lane(name, states, scale=scale, at_ms=at_ms) for name, states in told.items()),
        ruler=scale,
        at=at,
        at_x=None if at_ms is None else scale.place(at_ms, at_ms)[0],
        at_words=f"At {when(at_ms)}" if at_ms is not None else "As last told",
        query=t.strip(),
        total=found.total,
        next=found.next_cursor,
        is_first=cursor is None,
        peek=looked,
        now=utcnow(),
        crumbs=top.crumbs,
    )


def _scale(last_ms: int) -> Ruler:
    """The whole story and a little more, so that what begins at its end is seen."""
    return ruler(0, last_ms + max(1000, last_ms // 20))


def seconds(field: str, text: str) -> float | None:
    """A story time from an address or a form: seconds, or minutes and seconds; nothing when blank."""
    if not text.strip():
        return None
    try:
        parts = [float(part) for part in text.strip().split(":")]
    except ValueError:
        raise Invalid(f"{field} is a story time: seconds, or minutes:seconds.", field=field) from None
    total = 0.0
    for part in parts[-3:]:
        total = total * 60 + part
    milliseconds(field, total)
    return total


# One state


def _peek(memory: Assets, state_id: str) -> StatePeek | None:
    """One state with what speaks for and against it; one that is gone meanwhile is not shown."""
    state = story.find_state(memory.db, state_id)
    if state is None:
        return None
    against = memory.disagreeing(state)
    known = library.assets_by_id(memory.db, _assets_of(state, against))
    source = known.get(state.source_asset_id or "")
    return StatePeek(
        state=state,
        facts=tuple((field, spelling.value(told)) for field, told in state.state.items()),
        spelled=spelling.spelled(state.state),
        start="" if state.start_ms is None else f"{state.start_ms / 1000:g}",
        end="" if state.end_ms is None else f"{state.end_ms / 1000:g}",
        when=_when(state),
        said_by=author(state.made_by),
        source=tile(memory.project_id, source) if source else None,
        disagreeing=tuple(
            tile(
                memory.project_id,
                known[each.asset_id],
                note=f"{when(each.start_ms)}: {each.field} is {each.known}, it shows {each.shown}",
            )
            for each in against[:MOST_DISAGREEING]
            if each.asset_id in known
        ),
        verdict=_verdict(state, against),
        history=versions(map(_readable, story.state_history(memory.db, state_id)), names=_NAMES),
    )


def _assets_of(state: EntityState, against: list[Disagreement]) -> list[str]:
    named = {each.asset_id for each in against[:MOST_DISAGREEING]}
    return [*named, *filter(None, [state.source_asset_id])]


def _when(state: EntityState) -> str:
    if state.start_ms is None and state.end_ms is None:
        return "Throughout the story"
    begin = "From the beginning" if state.start_ms is None else f"From {when(state.start_ms)}"
    return f"{begin} {'on' if state.end_ms is None else f'to {when(state.end_ms)}'}"


def _verdict(state: EntityState, against: list[Disagreement]) -> str:
    if state.paused:
        return "While it is paused, nothing is held against it."
    if not against:
        return f"No asset of that time shows {state.entity} otherwise."
    shown = len({each.asset_id for each in against})
    return f"{plural(shown, 'asset')} of that time {'shows' if shown == 1 else 'show'} {state.entity} otherwise."


def _readable(change: Change) -> Change:
    """A change with its facts as lines, for people."""
    return replace(change, before=_lined(change.before), after=_lined(change.after))


def _lined(told: Mapping[str, Any]) -> dict[str, Any]:
    shown = {**told, "state": spelling.spelled(told["state"], between="; ")} if "state" in told else dict(told)
    return {**shown, "made_by": author(shown["made_by"])} if "made_by" in shown else shown


# Acts

Words = Annotated[str, Form()]


@router.post("")
def tell(
    project_id: str,
    request: Request,
    bible: OpenBible,
    name: Words = "",
    kind: Words = EntityKind.CHARACTER,
    facts: Words = "",
    start: Words = "",
    end: Words = "",
) -> Response:
    """Say what is so of an entity."""
    memory = bible.assets(project_id)

    def effect() -> EntityState:
        told = {"t_start": seconds("From", start), "t_end": seconds("Until", end)}
        return memory.tell(name, kind=kind, state=spelling.read(facts), **told)

    back = f"/projects/{project_id}/entities"
    undo = lambda made: Undo(action=f"{back}/{made.state_id}/forget")  # noqa: E731
    return changed(request, effect, said=f"{name.strip()} is told of.", back=back, undo=undo)


@router.post("/take-back")
def take_back(project_id: str, request: Request, bible: OpenBible, seq: Annotated[int, Form()]) -> Response:
    """Take one change of a state back."""
    memory = bible.assets(project_id)
    back = f"/projects/{project_id}/entities"
    return changed(request, lambda: memory.take_back(seq), said="The change is taken back.", back=back)


@router.post("/restore")
def restore(project_id: str, request: Request, bible: OpenBible, state: Words) -> Response:
    """Put a state that was forgotten back, as it was."""
    memory = bible.assets(project_id)
    back = f"/projects/{project_id}/entities"
    return changed(request, _restoring(memory, state), said="It is known again.", back=back)


def _restoring(memory: Assets, text: str) -> Callable[[], EntityState]:
    def effect() -> EntityState:
        try:
            told = json.loads(text)
            return memory.put_back(told.pop("state_id"), made_by=told.pop("made_by"), **told)
        except (ValueError, TypeError, AttributeError, KeyError):
            raise Invalid("This is not a state that was forgotten here.", field="state") from None

    return effect


@router.post("/{state_id}")
def correct(
    project_id: str,
    state_id: str,
    request: Request,
    bible: OpenBible,
    name: Words = "",
    kind: Words = "",
    facts: Words = "",
    start: Words = "",
    end: Words = "",
    seen: Words = "",
) -> Response:
    """Correct a state; what another person changed meanwhile is not overwritten."""
    memory = bible.assets(project_id)

    def effect() -> EntityState:
        known = story.state(memory.db, state_id)
        return memory.correct(
            state_id,
            seen=seen or None,
            entity=name,
            kind=kind or known.kind,
            state=spelling.read(facts, known=known.state),
            t_start=seconds("From", start),
            t_end=seconds("Until", end),
            source_clip_id=known.source_clip_id,
            source_asset_id=known.source_asset_id,
        )

    return _changed(request, memory, state_id, effect, said=f"{name.strip()} is corrected.")


def _changed(request: Request, memory: Assets, state_id: str, act: Callable[[], EntityState], *, said: str) -> Response:
    """Change a state, with the way back."""
    home = f"/projects/{memory.project_id}/entities"
    return corrected(
        request,
        act,
        history=partial(story.state_history, memory.db, state_id),
        take_back=f"{home}/take-back",
        said=said,
        back=f"{home}?{urlencode({'peek': state_id})}",
    )


@router.post("/{state_id}/pause")
def pause(
    project_id: str, state_id: str, request: Request, bible: OpenBible, paused: Words = "yes", seen: Words = ""
) -> Response:
    """Set a state aside, or let it count again."""
    memory, aside = bible.assets(project_id), paused == "yes"
    act = lambda: memory.pause(state_id, paused=aside, seen=seen or None)  # noqa: E731
    said = "It is paused: kept, but it counts no more." if aside else "It counts again."
    return _changed(request, memory, state_id, act, said=said)


@router.post("/{state_id}/forget")
def forget(project_id: str, state_id: str, request: Request, bible: OpenBible) -> Response:
    """Let a state hold no more."""
    memory = bible.assets(project_id)

    def effect() -> str:
        known = story.state(memory.db, state_id)
        kept = _kept(known)
        memory.forget(state_id)
        return kept

    back = f"/projects/{project_id}/entities"
    undo = lambda kept: Undo(action=f"{back}/restore", fields={"state": kept})  # noqa: E731
    return changed(request, effect, said="It is forgotten.", back=back, undo=undo)


def _kept(gone: EntityState) -> str:
    """A state as the toast carries it."""
    return json.dumps(
        {
            "state_id": gone.state_id,
            "made_by": gone.made_by,
            "paused": gone.paused,
            "entity": gone.entity,
            "kind": gone.kind,
            "state": dict(gone.state),
            "t_start": None if gone.start_ms is None else gone.start_ms / 1000,
            "t_end": None if gone.end_ms is None else gone.end_ms / 1000,
            "source_clip_id": gone.source_clip_id,
            "source_asset_id": gone.source_asset_id,
        }
    )
