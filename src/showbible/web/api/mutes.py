"""`/runs/{r}/mutes`: what one run does without."""

from __future__ import annotations

from fastapi import APIRouter

from showbible.runs.recall import mutes as run_mutes
from showbible.runs.recall import one
from showbible.studio import mutes
from showbible.web.deps import OpenBible
from showbible.web.shapes.runs import MuteList, MuteShape

router = APIRouter(prefix="/runs/{run_id}/mutes", tags=["runs"])


@router.get("")
def muted(run_id: str, bible: OpenBible) -> MuteList:
    """What a run does without."""
    one.summary(bible.db, run_id)
    return MuteList(mutes=MuteShape.each(run_mutes.mutes(bible.db, run_id)))


@router.put("/{kind}/{item_id}", status_code=204)
def mute(run_id: str, kind: str, item_id: str, bible: OpenBible) -> None:
    """Silence a card or a pattern for this run alone; 409 once no later stage would ask for it."""
    mutes.mute(bible, run_id, kind, item_id)


@router.delete("/{kind}/{item_id}", status_code=204)
def unmute(run_id: str, kind: str, item_id: str, bible: OpenBible) -> None:
    """Let a card or a pattern speak in this run again."""
    mutes.unmute(bible, run_id, kind, item_id)
