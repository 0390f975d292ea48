"""`/projects/{p}/continuity/{s}`: a scene as its script supervisor reports on it; accept or correct at one click."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import Response

from showbible.assets.model import EntityKind
from showbible.assets.recall import spelling
from showbible.assets.recall.facts.claim import FactKind
from showbible.assets.recall.supervised_scene import SCENE_TEXT, SceneConflict, SceneFact
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.answers import Undo, changed
from showbible.web.pages.kit.assets import Tile
from showbible.web.pages.kit.forms import ShortText
from showbible.web.pages.kit.page import page_at
from showbible.web.pages.project.head import ProjectPage
from showbible.web.render import Crumb
from showbible.words import plural

router = APIRouter(prefix="/projects/{project_id}/continuity/{scene_id}")

WHATS: Final[Mapping[str, str]] = {
    "wearing": "Wears",
    "hair": "Hair",
    "hurt": "Hurt",
    "holding": "Holds",
    "at": "Is at",
    "state": "State",
    "age": "Age",
    "kin": "Kin",
}
"""What a line is about, in the order in which a supervisor writes them."""


class ReportRow(NamedTuple):
    """A line of the report: what, in words, from which shot to which, and what it rests on."""

    what: str
    said: str
    fact: SceneFact
    proof: Tile | None


class EntityRows(NamedTuple):
    """Somebody or something of the scene with all its lines; those that are over come last."""

    name: str
    kind: EntityKind
    rows: Sequence[ReportRow]


class ConflictView:
    """A conflict beside its two stills, with the facts of the state to correct where one is kept."""

    def __init__(self, found: SceneConflict, tiles: Mapping[str, Tile]) -> None:
        self.conflict, state = found, found.state
        self.known, self.shown = tiles.get(found.asset_id or ""), tiles.get(found.shot.asset_id or "")
        self.facts = spelling.spelled(state.state) if state else f"{found.found.field}: {found.found.known}"
        self.start = _seconds(state.start_ms if state else None)
        self.end = _seconds(state.end_ms if state else None)


@page_at(router, "", "report.html")
class ReportPage(ProjectPage):
    """The continuity report of a scene: who is in it, what breaks and what changes."""

    kinds = tuple(EntityKind)

    def __init__(self, bible: OpenBible, project_id: str, scene_id: str) -> None:
        super().__init__(bible, project_id)
        self.report = report = bible.supervisor(project_id).report(scene_id)
        self.title, self.found = report.name, report.found
        self.crumbs = (*self.crumbs, Crumb(label="Continuity", href=f"{self.head.href}/continuity"))
        self.href = f"{self.head.href}/continuity/{quote(scene_id, safe='')}"
        self.json = f"/api/v1{self.head.href}/scenes/{quote(scene_id, safe='')}/continuity"
        tiles = {name: Tile(project_id, asset) for name, asset in report.assets.items()}
        self.shots = [(shot, tiles.get(shot.asset_id or "")) for shot in report.shots]
        self.entities = _entities(report.found.facts, tiles, named=report.characters)
        self.conflicts = [ConflictView(each, tiles) for each in report.found.conflicts]
        self.waiting = sum(not each.accepted for each in report.found.changes)
        self.verdict = _verdict(len(self.conflicts), self.waiting)

    def shot_name(self, shot_id: str | None) -> str:
        """A shot as a sentence names it."""
        if shot_id is None:
            return "before the scene"
        return "the scene's text" if shot_id == SCENE_TEXT else f"shot {shot_id}"


def _seconds(ms: int | None) -> str:
    return "" if ms is None else f"{ms / 1000:g}"


def _verdict(broken: int, waiting: int) -> str:
    breaks = f"{plural(broken, 'thing')} {'breaks' if broken == 1 else 'break'} in this scene" if broken else ""
    waits = f"{plural(waiting, 'change')} {'waits' if waiting == 1 else 'wait'} for your word" if waiting else ""
    said = "; ".join(filter(None, (breaks, waits)))
    return f"{said}." if said else "Everything in this scene fits what the story knows."


def _entities(facts: Sequence[SceneFact], tiles: Mapping[str, Tile], *, named: Sequence[str]) -> list[EntityRows]:
    rows: dict[str, list[ReportRow]] = {}
    kinds: dict[str, EntityKind] = {}
    for fact in facts:
        kinds.setdefault(fact.entity, fact.kind)
        rows.setdefault(fact.entity, []).append(_row(fact, fact.said, tiles))
        if fact.matter == FactKind.HOLDER and (holder := _named(fact.value, [*kinds, *named])):
            rows.setdefault(holder, []).append(_row(fact, fact.entity, tiles))
    for name in named:
        rows.setdefault(name, [])
    order = list(WHATS.values())
    for lines in rows.values():
        lines.sort(key=lambda row: (row.fact.until is not None, order.index(row.what)))
    return [EntityRows(name, kinds.get(name, EntityKind.CHARACTER), lines) for name, lines in rows.items()]


def _named(holder: str, names: Sequence[str]) -> str | None:
    return next((each for each in names if each.casefold() == holder.casefold()), None)


def _row(fact: SceneFact, said: str, tiles: Mapping[str, Tile]) -> ReportRow:
    held = said == fact.said and fact.matter == FactKind.HOLDER
    return ReportRow(WHATS["state" if held else fact.what], said, fact, tiles.get(fact.asset_id or ""))


@router.post("/accept")
def accept(
    project_id: str,
    scene_id: str,
    request: Request,
    bible: OpenBible,
    shot: ShortText,
    name: ShortText,
    field: ShortText,
    value: ShortText,
) -> Response:
    """Let a change be so by a person's word; Undo forgets it."""
    home = f"/projects/{project_id}"
    supervisor = bible.supervisor(project_id)
    tell = lambda: supervisor.accept(scene_id, shot, entity=name, field=field, value=value)  # noqa: E731
    undo = lambda made: Undo(action=f"{home}/entities/{made.state_id}/forget")  # noqa: E731
    said = f"{name}: {field} is {value} from shot {shot} on."
    return changed(request, tell, said=said, back=f"{home}/continuity/{quote(scene_id, safe='')}", undo=undo)
