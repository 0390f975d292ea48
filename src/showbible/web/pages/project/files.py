"""`/projects`, the assets of one and what is known of its entities as files: exactly what each list shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from fastapi import APIRouter
from starlette.responses import StreamingResponse

from showbible.assets.api import Assets
from showbible.assets.model import Entity, EntityState, Hit, Segment
from showbible.assets.recall import overview
from showbible.bible import Bible
from showbible.storage import paging
from showbible.storage.paging import Page
from showbible.vocabulary import rfc3339
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.attachments import FileFormat, each, listed
from showbible.web.pages.project import entities, every
from showbible.web.pages.project.every import StoryFacts
from showbible.web.pages.project.page import AssetFilter, Wished, found, placed

router = APIRouter(prefix="/projects")


@router.get(".{ending}")
def stories(bible: OpenBible, ending: FileFormat) -> StreamingResponse:
    """Every project with what it holds."""
    told = each(lambda cursor: every.found(bible, limit=paging.MOST, cursor=cursor))
    return listed("projects", ending, fields=STORY, items=told)


STORY: Final[dict[str, Callable[[StoryFacts], Any]]] = {
    "project_id": lambda told: told.project.project_id,
    "name": lambda told: told.project.name,
    "assets": lambda told: told.held.assets,
    "entities": lambda told: told.held.entities,
    "segments": lambda told: told.held.segments,
    "scenes": lambda told: told.held.scenes,
    "notes": lambda told: told.held.notes,
    "runs": lambda told: told.runs,
    "created_at": lambda told: rfc3339(told.project.created_at),
    "changed_at": lambda told: rfc3339(told.changed_at),
    "trouble": lambda told: told.trouble,
}


Placed = tuple[Hit, Segment | None]


@router.get("/{project_id}/assets.{ending}")
def assets(project_id: str, bible: OpenBible, wish: Wished, ending: FileFormat) -> StreamingResponse:
    """Every asset that passes the filters, or answers the question."""
    memory = _known(bible, project_id)
    shown = each(lambda cursor: _assets(memory, wish, cursor))
    return listed(f"{project_id}-assets", ending, fields=ASSET, items=shown)


def _assets(memory: Assets, wish: AssetFilter, cursor: str | None) -> Page[Placed]:
    page = found(memory, wish, limit=paging.MOST, cursor=cursor)
    lie = placed(memory, page)
    hits: list[Placed] = [(hit, lie.get(hit.asset.segment_id or "")) for hit in page.items]
    return Page(items=hits, total=page.total, next_cursor=page.next_cursor)


ASSET: Final[dict[str, Callable[[Placed], Any]]] = {
    "asset_id": lambda shown: shown[0].asset.asset_id,
    "kind": lambda shown: shown[0].asset.kind,
    "path": lambda shown: shown[0].asset.path,
    "prompt": lambda shown: shown[0].asset.prompt,
    "caption": lambda shown: shown[0].asset.caption,
    "caption_by": lambda shown: shown[0].asset.caption_by,
    "entity_summary": lambda shown: shown[0].asset.entity_summary,
    "tags": lambda shown: list(shown[0].asset.tags),
    "clip_id": lambda shown: shown[0].asset.clip_id,
    "segment_id": lambda shown: shown[0].asset.segment_id,
    "t_start": lambda shown: _seconds(shown[1].start_ms) if shown[1] else None,
    "t_end": lambda shown: _seconds(shown[1].end_ms) if shown[1] else None,
    "version": lambda shown: shown[0].asset.version,
    "score": lambda shown: shown[0].score,
    "why": lambda shown: shown[0].why,
    "created_at": lambda shown: rfc3339(shown[0].asset.created_at),
}


@router.get("/{project_id}/entities.{ending}")
def states(project_id: str, bible: OpenBible, ending: FileFormat) -> StreamingResponse:
    """Every state of every entity, by name and in the order of the story."""
    memory = _known(bible, project_id)
    told = each(lambda cursor: _states(memory, cursor))
    return listed(f"{project_id}-entities", ending, fields=STATE, items=told)


def _states(memory: Assets, cursor: str | None) -> Page[EntityState]:
    """The states of as many entities as a page of lanes has."""
    with memory.db.snapshot():
        page = memory.entities(limit=entities.PAGE, cursor=cursor)
        told = [state for some in _told(memory, page.items).values() for state in some]
    return Page(items=told, total=page.total, next_cursor=page.next_cursor)


def _told(memory: Assets, some: list[Entity]) -> dict[str, list[EntityState]]:
    # Lanes have room for so many states; of a fuller story each entity is read whole.
    if sum(entity.states for entity in some) > overview.MOST_STATES:
        return {entity.name: memory.states(entity.name) for entity in some}
    return overview.states(memory.db, [entity.name for entity in some])


STATE: Final[dict[str, Callable[[EntityState], Any]]] = {
    "state_id": lambda state: state.state_id,
    "entity": lambda state: state.entity,
    "kind": lambda state: state.kind,
    "state": lambda state: dict(state.state),
    "t_start": lambda state: _seconds(state.start_ms),
    "t_end": lambda state: _seconds(state.end_ms),
    "made_by": lambda state: state.made_by,
    "source_clip_id": lambda state: state.source_clip_id,
    "source_asset_id": lambda state: state.source_asset_id,
    "created_at": lambda state: rfc3339(state.created_at),
    "paused_at": lambda state: rfc3339(state.paused_at) if state.paused_at else None,
}


def _known(bible: Bible, project_id: str) -> Assets:
    return bible.assets(bible.projects.get(project_id).project_id)


def _seconds(ms: int | None) -> float | None:
    return None if ms is None else ms / 1000
