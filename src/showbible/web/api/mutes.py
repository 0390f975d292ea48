"""`/runs/{r}/mutes`: what one run does without."""

from __future__ import annotations

from datetime import datetime

from fastapi import APIRouter

from showbible.runs.model import Mute
from showbible.runs.recall import mutes as run_mutes
from showbible.runs.recall import one
from showbible.studio import mutes
from showbible.web.deps import OpenBible
from showbible.web.shapes.base import Shape

router = APIRouter(prefix="/runs/{run_id}/mutes", tags=["runs"])


class MuteShape(Shape):
    """A card or a pattern that is silent in a run."""

    kind: str
    item_id: str
    at: datetime

    @classmethod
    def of(cls, mute: Mute) -> MuteShape:
        """The answer that shows a mute."""
        return cls(kind=mute.kind, item_id=mute.item_id, at=mute.at)


class MuteList(Shape):
    """What a run does without, in the order it was silenced."""

    mutes: list[MuteShape]


@router.get("")
def muted(run_id: str, bible: OpenBible) -> MuteList:
    """What a run does without."""
    one.summary(bible.db, run_id)
    return MuteList(mutes=[MuteShape.of(mute) for mute in run_mutes.mutes(bible.db, run_id)])


@router.put("/{kind}/{item_id}", status_code=204)
def mute(run_id: str, kind: str, item_id: str, bible: OpenBible) -> None:
    """Silence a card or a pattern for this run alone; 409 once no later stage would ask for it."""
    mutes.mute(bible, run_id, kind, item_id)


@router.delete("/{kind}/{item_id}", status_code=204)
def unmute(run_id: str, kind: str, item_id: str, bible: OpenBible) -> None:
    """Let a card or a pattern speak in this run again."""
    mutes.unmute(bible, run_id, kind, item_id)
