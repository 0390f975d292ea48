"""Note what is made of a director's habits: which cards a tool worked with, and which edits were proposed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import structlog

from showbible.direction.model import SceneFacts, Snapshot
from showbible.direction.recall import profiles
from showbible.direction.recall.anticipate import Edit
from showbible.direction.recall.uses import Use
from showbible.direction.record import scenes, uses
from showbible.errors import DiskFull, Invalid, NotFound, TryLater
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import PROSE_LIMIT, checked_id, checked_text

ANTICIPATE: Final = "anticipate"
MOST_IDS: Final = 100

log = structlog.get_logger("showbible.direction")


def used(
    db: ProjectDatabase,
    tool: str,
    *,
    scene_id: str | None,
    card_ids: Sequence[str] | None,
    run_id: str | None,
    muted: Collection[str],
) -> Use:
    """Note that a tool worked with these cards, or with those its block holds now; what is missing is built behind."""
    if run_id is not None:
        checked_id("run", run_id)
    block = profiles.block(db, tool, scene_id=scene_id, muted=muted)
    if block is None:
        raise NotFound("profile of project", db.project_id)
    chosen = [card.card_id for card in block.cards] if card_ids is None else _known(db, card_ids)
    with db.transaction():
        scenes.catch_up(db)
        use = uses.use(db, tool, card_ids=chosen, scene_id=scene_id, run_id=run_id)
    _tell(db.project_id, tool, scene_id=scene_id, number=len(chosen))
    return use


def _known(db: ProjectDatabase, card_ids: Sequence[str]) -> list[str]:
    """The ids themselves, each once, when the profile has such cards."""
    if len(card_ids) > MOST_IDS:
        raise Invalid(f"card_ids holds {len(card_ids):,} ids; {MOST_IDS} are the most.", field="card_ids")
    known = {card.card_id for card in profiles.profile(db).cards}
    for card_id in card_ids:
        if checked_id("card", card_id) not in known:
            raise NotFound("card", card_id)
    return list(dict.fromkeys(card_ids))


def anticipate(
    db: ProjectDatabase,
    facts: SceneFacts,
    shots: Snapshot,
    *,
    scene_id: str | None,
    steering: str | None,
    muted: Collection[str] = (),
) -> list[Edit]:
    """The edits this director would probably make; they are remembered, so that a yes to them proves nothing."""
    if steering is not None:
        checked_text("steering", steering, limit=PROSE_LIMIT)
    if scene_id is not None:
        checked_id("scene", scene_id)
    edits = profiles.anticipate(db, facts, shots, steering=steering, muted=muted)
    if edits:
        cards = list(dict.fromkeys(edit.card_id for edit in edits))
        _tell(db.project_id, ANTICIPATE, scene_id=scene_id, number=len(cards))
        try:
            uses.use(db, ANTICIPATE, card_ids=cards, scene_id=scene_id, edits=edits)
        except (TryLater, DiskFull) as error:
            log.warning("direction.use_not_recorded", reason=str(error))  # the answer matters more than the note
    return edits


def _tell(project_id: str, tool: str, *, scene_id: str | None, number: int) -> None:
    log.info(
        "DIRECTORIAL_PROFILE_USED",
        story_id=project_id,
        scene_id=scene_id,
        tool_name=tool,
        preference_count=number,
    )
