"""`/projects/{p}/direction/scenes/{s}`: what was edited in a scene, before and after, and what it taught."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from showbible.bible import Bible
from showbible.direction.learn import diff
from showbible.direction.model import (
    RANK,
    Card,
    Cause,
    Change,
    EditEvent,
    EventType,
    Learning,
    Scene,
    SceneMemory,
    Session,
    Snapshot,
)
from showbible.direction.recall import profiles, scenes, snapshots
from showbible.runs.model import word
from showbible.vocabulary import utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.direction.cards import SURE, anchor, feeds, scene_name
from showbible.web.pages.direction.page import standing
from showbible.web.pages.direction.shots import Strip, said, strip
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.pages.kit.rewording import Piece, reworded
from showbible.web.pages.project.page import head
from showbible.web.render import Crumb, Templates
from showbible.web.words import plain, plural

router = APIRouter(prefix="/projects/{project_id}/direction/scenes")

KINDS: Final[Mapping[EventType, tuple[str, str]]] = {
    EventType.INITIAL_GENERATION: ("record", "First plan"),
    EventType.MODIFY: ("preferences", "Changed"),
    EventType.INSERT: ("direction", "Inserted"),
    EventType.REMOVE: ("cross", "Removed"),
    EventType.REORDER: ("loop", "Reordered"),
    EventType.MERGE: ("compare", "Merged"),
    EventType.BULK_EDIT: ("library", "Several at once"),
    EventType.ACCEPTANCE: ("check", "Accepted"),
}
CAUSES: Final[Mapping[Cause, StatusMark]] = {
    Cause.STYLE: StatusMark(hue="ok", icon="lesson", word="Taste"),
    Cause.CONTINUITY: StatusMark(hue="idle", icon="share", word="Continuity"),
    Cause.MODEL_ERROR: StatusMark(hue="warn", icon="warning", word="Generator's mistake"),
    Cause.UNKNOWN: StatusMark(hue="idle", icon="info", word="For this moment"),
}
PROPOSED: Final = StatusMark(hue="run", icon="recall", word="As we proposed")

MOST_CHANGES: Final = 8
LONGEST_VALUE: Final = 60
"""What is longer, before and after together, is prose."""


@dataclass(frozen=True, kw_only=True)
class Field:
    """One field of one shot before and after, word by word."""

    name: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, kw_only=True)
class EditView:
    """One edit as its reader sees it; the strips are there when the session still is."""

    anchor: str
    icon: str
    kind: str
    what: str
    words: str | None
    mark: StatusMark | None
    fields: tuple[Field, ...]
    more: int
    before: Strip | None
    after: Strip | None
    cards: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Taught:
    """Something one scene suggests."""

    text: str
    applies_to: str
    bars: int
    confidence: str


@dataclass(frozen=True, kw_only=True)
class ScenePage:
    """A scene with its edits; `kinds` are those that occur, each with its number."""

    name: str
    href: str
    place: str
    intent: str
    mark: StatusMark
    facts: tuple[tuple[str, str], ...]
    summary: str
    edits: tuple[EditView, ...]
    total: int
    kind: str
    kinds: tuple[tuple[str, str, str, int], ...]
    plan: Strip
    plan_summary: str
    beats: tuple[tuple[str, str], ...]
    taught: tuple[Taught, ...]
    updated_at: datetime
    now: datetime
    title: str
    crumbs: tuple[Crumb, ...]


@router.get("/{scene_id}", response_class=HTMLResponse)
def shown(project_id: str, scene_id: str, request: Request, bible: OpenBible, kind: str = "") -> HTMLResponse:
    """The edits of one scene."""
    templates: Templates = request.app.state.templates
    chosen = word(EventType, "kind", kind) if kind else None
    return templates.page(request, "scene_edits.html", page=gathered(bible, project_id, scene_id, chosen))


def gathered(bible: Bible, project_id: str, scene_id: str, kind: EventType | None = None) -> ScenePage:
    """What the page of a scene shows, all of one moment."""
    story, top = bible.direction(project_id), head(bible, project_id)
    with story.db.snapshot():
        scene, session = story.scene(scene_id), scenes.session(story.db, scene_id)
        memory = scenes.find_memory(story.db, scene_id)
        profile = profiles.find_profile(story.db)
    events = memory.events if memory else diff.events(session.messages, characters=scene.facts.characters)
    here = f"{top.href}/direction"
    fed = [card for card in profile.cards if scene_id in card.source_scene_ids] if profile else []
    around = _around(session)
    listed = [event for event in events if kind is None or event.type is kind]
    name = scene_name(scene.scene_id, scene.scene_index)
    return ScenePage(
        name=name,
        href=f"{here}/scenes/{scene_id}",
        place=scene.facts.location or "",
        intent=scene.facts.act_intent,
        mark=standing(scene, learned=memory is not None),
        facts=_facts(scene),
        summary=memory.edit_summary if memory else "",
        edits=tuple(_view(event, around, fed, here) for event in listed),
        total=len(events),
        kind=kind or "",
        kinds=_kinds(events),
        plan=strip(snapshots.active(scene.shots), most=24),
        plan_summary=memory.final_shots.summary if memory else "",
        beats=tuple((plain(beat.function or "beat"), beat.description) for beat in scene.facts.key_beats),
        taught=_taught(memory),
        updated_at=scene.updated_at,
        now=utcnow(),
        title=name,
        crumbs=(*top.crumbs, Crumb(label="Direction", href=f"{here}?{urlencode({'tab': 'scenes'})}")),
    )


def _facts(scene: Scene) -> tuple[tuple[str, str], ...]:
    told = (
        ("cast", ", ".join(scene.facts.characters)),
        ("direction", plain(scene.facts.scene_type or "")),
        ("runs", plural(len(snapshots.active(scene.shots)), "shot")),
        ("hourglass", plain(scene.planning_stage.lower())),
    )
    return tuple((icon, text) for icon, text in told if text)


def _kinds(events: Sequence[EditEvent]) -> tuple[tuple[str, str, str, int], ...]:
    numbers = {kind: sum(event.type is kind for event in events) for kind in KINDS}
    return tuple((kind.value, *KINDS[kind], number) for kind, number in numbers.items() if number)


def _around(session: Session) -> dict[str, tuple[Snapshot, Snapshot]]:
    """What the plan was before and after each call that left one behind."""
    found: dict[str, tuple[Snapshot, Snapshot]] = {}
    before: Snapshot = ()
    for call in (call for message in session.messages for call in message.calls):
        shots = snapshots.shots_of(call.data) if call.error is None else None
        if shots is not None:
            after = snapshots.active(shots)
            found[call.call_id] = (before, after)
            before = after
    return found


def _view(
    event: EditEvent, around: Mapping[str, tuple[Snapshot, Snapshot]], fed: Iterable[Card], here: str
) -> EditView:
    icon, kind = KINDS[event.type]
    before, after = around.get(event.call_id, ((), ()))
    counts = event.cause is Cause.STYLE and not event.accepted and not _is_whole(event)
    return EditView(
        anchor=anchor(event.call_id),
        icon=icon,
        kind=kind,
        what=event.summary,
        words=event.user_text,
        mark=None if _is_whole(event) else PROPOSED if event.accepted else CAUSES[event.cause],
        fields=tuple(_field(change, event) for change in event.changes[:MOST_CHANGES]),
        more=max(0, len(event.changes) - MOST_CHANGES),
        before=_before(event, before, after) if before and not _is_whole(event) else None,
        after=_after(event, before, after) if after else None,
        cards=_fed(event, fed, here) if counts else (),
    )


def _fed(event: EditEvent, cards: Iterable[Card], here: str) -> tuple[tuple[str, str], ...]:
    found = [card for card in cards if feeds(card, event)]
    return tuple((card.preference, f"{here}?{urlencode({'peek': card.card_id})}") for card in found)


def _is_whole(event: EditEvent) -> bool:
    """Whether it shows or accepts a whole plan, and edits nothing."""
    return event.type in (EventType.INITIAL_GENERATION, EventType.ACCEPTANCE)


def _before(event: EditEvent, before: Snapshot, after: Snapshot) -> Strip:
    gone = {shot.shot_id for shot in before} - {shot.shot_id for shot in after}
    return strip(before, marked=gone or event.shot_refs, mark="gone" if gone else "changed")


def _after(event: EditEvent, before: Snapshot, after: Snapshot) -> Strip:
    new = {shot.shot_id for shot in after} - {shot.shot_id for shot in before} if before else set()
    if _is_whole(event):
        return strip(after)
    return strip(after, marked=new or event.shot_refs, mark="new" if new else "changed")


def _field(change: Change, event: EditEvent) -> Field:
    name = plain(change.name)
    return Field(
        name=f"{change.shot_id}: {name.lower()}" if event.type is EventType.BULK_EDIT else name,
        pieces=_replaced(said(change.before), said(change.after)),
    )


def _replaced(before: str, after: str) -> tuple[Piece, ...]:
    """A sentence word by word; a single value as a whole, so that none is made of two."""
    if len(before) + len(after) > LONGEST_VALUE:
        return reworded(before, after)
    return (Piece(kind="gone", text=before), Piece(kind="same", text=" "), Piece(kind="new", text=after))


def _taught(memory: SceneMemory | None) -> tuple[Taught, ...]:
    return tuple(_lesson(each) for each in memory.learnings) if memory else ()


def _lesson(each: Learning) -> Taught:
    return Taught(
        text=each.learning,
        applies_to=each.applies_to,
        bars=RANK[each.confidence] + 1,
        confidence=f"{SURE[each.confidence]} confidence",
    )
