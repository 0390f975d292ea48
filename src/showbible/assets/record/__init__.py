"""Write down what a project makes and what its story knows: one verb, one transaction, its index with it."""

from showbible.assets.record.library import Given, asset, assets, begin_look, caption, end_look, mark_read, remove
from showbible.assets.record.repair import Done, backfill, forget_project, meanings, reindex, repair, wake
from showbible.assets.record.states import Told, change, derive, note, remove_state, renew_these, state
from showbible.assets.record.takes import Take, clip, remove_clip, segment

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
    "clip",
    "derive",
    "end_look",
    "forget_project",
    "mark_read",
    "meanings",
    "note",
    "reindex",
    "remove",
    "remove_clip",
    "remove_state",
    "renew_these",
    "repair",
    "segment",
    "state",
    "wake",
]
