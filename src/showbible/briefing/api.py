"""Recall as a caller holds it: one call for a brief from all memories, and the receipts of earlier ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

import structlog

from showbible.briefing import compose, recall, record
from showbible.briefing.model import USUAL_TOKENS, BriefRequest, MemoryName, RecallBrief, Receipt
from showbible.briefing.sources import Studio
from showbible.direction.api import Direction
from showbible.errors import DiskFull, TryLater
from showbible.lessons.recall.concept_meanings import Find, installed
from showbible.storage import paging
from showbible.storage.paging import Page
from showbible.storage.workspace import Workspace
from showbible.vocabulary import LOCAL_USER, ProjectId, utcnow

log = structlog.get_logger("showbible.briefing")


@dataclass(frozen=True)
class Recall:
    """What all memories together know."""

    workspace: Workspace
    asking: Find
    find: Find = installed

    def __call__(
        self,
        query: str,
        *,
        project: str | None = None,
        user: str | None = LOCAL_USER,
        character: str | None = None,
        series: str | None = None,
        tool: str | None = None,
        scene: str | None = None,
        budget_tokens: int = USUAL_TOKENS,
        at: datetime | None = None,
    ) -> RecallBrief:
        """One brief from all memories within a budget of tokens; its receipt is kept."""
        asked = BriefRequest(
            query=query,
            project_id=project,
            user_id=user,
            character_id=character,
            series_id=series,
            tool=tool,
            scene_id=scene,
            budget_tokens=budget_tokens,
        )
        return self.keep(self.brief(asked, at=at))

    def brief(self, asked: BriefRequest, *, at: datetime | None = None) -> RecallBrief:
        """The same for what is asked already, of which no receipt is kept yet."""
        studio = Studio(workspace=self.workspace, asking=self.asking, find=self.find, at=at or utcnow())
        return compose.brief(studio, asked)

    def keep(self, brief: RecallBrief) -> RecallBrief:
        """Keep the receipt, and note which cards were told for a scene, so that a yes to them proves nothing."""
        kept = _written(lambda: record.keep(self.workspace.db, brief.receipt))
        _written(lambda: self._note_cards(brief))
        return replace(brief, kept=kept)

    def _note_cards(self, brief: RecallBrief) -> None:
        asked = brief.receipt.asked
        told = [item.id for part in brief.parts if part.memory is MemoryName.DIRECTION for item in part.items]
        if asked.project_id is None or asked.scene_id is None or not told:
            return
        direction = Direction(self.workspace.project(ProjectId(asked.project_id)))
        direction.note_told(asked.tool or "recall", told, scene=asked.scene_id)

    def receipt(self, receipt_id: str) -> Receipt:
        """What was recalled, why, and what was left out."""
        return recall.receipt(self.workspace.db, receipt_id)

    def receipts(
        self,
        *,
        project: str | None = None,
        user: str | None = None,
        limit: int = paging.USUAL,
        cursor: str | None = None,
    ) -> Page[Receipt]:
        """Receipts, newest first."""
        return recall.receipts(self.workspace.db, project_id=project, user_id=user, limit=limit, cursor=cursor)


def _written(write: Callable[[], None]) -> bool:
    """Whether a note could be written; the answer matters more than the note."""
    try:
        write()
    except (TryLater, DiskFull) as error:
        log.warning("recall.not_noted", reason=str(error))
        return False
    return True
