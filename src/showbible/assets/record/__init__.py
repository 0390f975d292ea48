"""Write down what a project makes and what its story knows: one verb, one transaction, its index with it."""

from showbible.assets.record.captions import forget_caption, put_caption_back
from showbible.assets.record.derived import derive
from showbible.assets.record.leaving import forget_run
from showbible.assets.record.library import (
    Given,
    asset,
    assets,
    begin_look,
    caption,
    end_look,
    erase,
    mark_read,
    remove,
    withdraw,
)
from showbible.assets.record.notes import note, put_note_back, remove_note
from showbible.assets.record.repair import Done, backfill, forget_project, meanings, reindex, repair, wake
from showbible.assets.record.states import change, pause, put_back, remove_state, revise, state, take_back
from showbible.assets.record.summaries import renew_these
from showbible.assets.record.takes import Take, choose, clip, remove_clip, segment
from showbible.assets.record.telling import Told

__all__ = [
    "Done",
    "Given",
    "Take",
    "Told",
    "asset",
    "assets",
    "backfill",
    "begin_look",
    "caption",
    "change",
    "choose",
    "clip",
    "derive",
    "end_look",
    "erase",
    "forget_caption",
    "forget_project",
    "forget_run",
    "mark_read",
    "meanings",
    "note",
    "pause",
    "put_back",
    "put_caption_back",
    "put_note_back",
    "reindex",
    "remove",
    "remove_clip",
    "remove_note",
    "remove_state",
    "renew_these",
    "repair",
    "revise",
    "segment",
    "state",
    "take_back",
    "wake",
    "withdraw",
]
