"""Hand out what is known of a director, and note that it was handed out."""

from __future__ import annotations

from collections.abc import Collection

import structlog

from showbible.direction import recall, record
from showbible.direction.model import Block, Edit, SceneFacts, Snapshot
from showbible.errors import DiskFull, TryLater
from showbible.storage.database import Database
from showbible.vocabulary import PROSE_LIMIT, checked_id, checked_text

log = structlog.get_logger("showbible.direction")


def block(
    db: Database,
    project_id: str,
    tool: str,
    *,
    scene_id: str | None = None,
    steering: str | None = None,
    max_cards: int | None = None,
    muted: Collection[str] = (),
) -> Block | None:
    """The preference block of a tool, none without a profile; what is missing is built in the background."""
    found = recall.block(db, project_id, tool, scene_id=scene_id, steering=steering, max_cards=max_cards, muted=muted)
    if recall.unharvested(db, project_id) or (found is None and recall.sources(db, project_id)):
        record.rebuild(db, project_id)
    if found is None:
        return None
    _note(db, project_id, tool, scene_id=scene_id, card_ids=[card.card_id for card in found.cards])
    return found


def anticipate(
    db: Database,
    project_id: str,
    facts: SceneFacts,
    shots: Snapshot,
    *,
    scene_id: str | None = None,
    steering: str | None = None,
    muted: Collection[str] = (),
) -> list[Edit]:
    """The edits this director would probably make; they are remembered, so that a yes to them proves nothing."""
    if steering is not None:
        checked_text("steering", steering, limit=PROSE_LIMIT)
    if scene_id is not None:
        checked_id("scene", scene_id)
    edits = recall.anticipate(db, project_id, facts, shots, steering=steering, muted=muted)
    if edits:
        cards = list(dict.fromkeys(edit.card_id for edit in edits))
        _note(db, project_id, "anticipate", scene_id=scene_id, card_ids=cards, edits=edits)
    return edits


def _note(
    db: Database,
    project_id: str,
    tool: str,
    *,
    scene_id: str | None,
    card_ids: list[str],
    edits: list[Edit] | None = None,
) -> None:
    log.info(
        "DIRECTORIAL_PROFILE_USED",
        story_id=project_id,
        scene_id=scene_id,
        tool_name=tool,
        preference_count=len(card_ids),
    )
    try:
        record.use(db, project_id, tool, card_ids=card_ids, scene_id=scene_id, edits=edits or ())
    except (TryLater, DiskFull) as error:
        log.warning("direction.use_not_recorded", reason=str(error))  # the answer matters more than the note
