"""`/projects/{p}/continuity/{s}`: a scene as its script supervisor reports on it; accept or correct at one click."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final
from urllib.parse import quote

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, Response

from showbible.assets.model import EntityKind
from showbible.assets.recall import spelling
from showbible.assets.recall.facts.claim import FactKind
from showbible.assets.recall.supervised_scene import SCENE_TEXT, SceneConflict, SceneFact
from showbible.values import frozen
from showbible.web.deps import OpenBible, Render
from showbible.web.pages.kit.answers import Undo, changed
from showbible.web.pages.kit.forms import ShortText
from showbible.web.pages.project.head import ProjectPage
from showbible.web.pages.project.tiles import Tile
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


@frozen
class ReportRow:
    """A line of the report: what, in words, from which shot to which, and what it rests on."""

    what: str
    said: str
    fact: SceneFact
    proof: Tile | None


@frozen
class EntityRows:
    """Somebody or something of the scene with all its lines; those that are over come last."""

    name: str
    kind: EntityKind
    rows: tuple[ReportRow, ...]


@frozen
class ConflictView:
    """A conflict beside its two stills, with the facts of the state to correct where one is kept."""

    conflict: SceneConflict
    known: Tile | None
    shown: Tile | None
    facts: str
    start: str
    end: str


class ReportPage(ProjectPage):
    """A scene, who is in it, what breaks and what changes."""

    kinds = tuple(EntityKind)

    def __init__(self, bible: OpenBible, project_id: str, scene_id: str) -> None:
        super().__init__(bible, project_id)
        self.report = report = bible.supervisor(project_id).report(scene_id)
        self.title, self.found = report.name, report.found
        self.crumbs = (*self.crumbs, Crumb(label="Continuity", href=f"{self.head.href}/continuity"))
        self.href = f"{self.head.href}/continuity/{quote(scene_id, safe='')}"
        self.json = f"/api/v1{self.head.href}/scenes/{quote(scene_id, safe='')}/continuity"
        self._tiles = {name: Tile(project_id, asset) for name, asset in report.assets.items()}
        self.shots = [(shot, self.tile(shot.asset_id)) for shot in report.shots]
        self.entities = _entities(report.found.facts, self._tiles, named=report.characters)
        self.conflicts = [self._conflict(each) for each in report.found.conflicts]
        self.waiting = sum(not each.accepted for each in report.found.changes)
        self.verdict = _verdict(len(self.conflicts), self.waiting)

    def tile(self, asset_id: str | None) -> Tile | None:
        """The picture of an asset, where there is one."""
        return self._tiles.get(asset_id or "")

    def shot_name(self, shot_id: str | None) -> str:
        """A shot as a sentence names it."""
        if shot_id is None:
            return "before the scene"
        return "the scene's text" if shot_id == SCENE_TEXT else f"shot {shot_id}"

    def _conflict(self, found: SceneConflict) -> ConflictView:
        state = found.state
        return ConflictView(
            conflict=found,
            known=self.tile(found.asset_id),
            shown=self.tile(found.shot.asset_id),
            facts=spelling.spelled(state.state) if state else f"{found.found.field}: {found.found.known}",
            start=_seconds(state.start_ms if state else None),
            end=_seconds(state.end_ms if state else None),
        )


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
    return [
        EntityRows(
            name=name,
            kind=kinds.get(name, EntityKind.CHARACTER),
            rows=tuple(sorted(lines, key=lambda row: (row.fact.until is not None, order.index(row.what)))),
        )
        for name, lines in rows.items()
    ]


def _named(holder: str, names: Sequence[str]) -> str | None:
    return next((each for each in names if each.casefold() == holder.casefold()), None)


def _row(fact: SceneFact, said: str, tiles: Mapping[str, Tile]) -> ReportRow:
    held = said == fact.said and fact.matter == FactKind.HOLDER
    what = WHATS["state"] if held else WHATS[fact.what]
    return ReportRow(what=what, said=said, fact=fact, proof=tiles.get(fact.asset_id or ""))


@router.get("", response_class=HTMLResponse)
def report(render: Render, page: Annotated[ReportPage, Depends()]) -> HTMLResponse:
    """The continuity report of one scene."""
    return render.page("report.html", page)


@frozen
class AcceptForm:
    """What somebody takes for so from a shot on."""

    shot: ShortText
    name: ShortText
    field: ShortText
    value: ShortText


@router.post("/accept")
def accept(
    project_id: str, scene_id: str, request: Request, bible: OpenBible, form: Annotated[AcceptForm, Depends()]
) -> Response:
    """Let a change be so by a person's word; Undo forgets it."""
    home = f"/projects/{project_id}"
    supervisor = bible.supervisor(project_id)
    tell = lambda: supervisor.accept(scene_id, form.shot, entity=form.name, field=form.field, value=form.value)  # noqa: E731
    undo = lambda made: Undo(action=f"{home}/entities/{made.state_id}/forget")  # noqa: E731
    said = f"{form.name}: {form.field} is {form.value} from shot {form.shot} on."
    return changed(request, tell, said=said, back=f"{home}/continuity/{quote(scene_id, safe='')}", undo=undo)
