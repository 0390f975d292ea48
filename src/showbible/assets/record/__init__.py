"""Write down what a project makes and what its story knows: one verb, one transaction, its index with it."""

from showbible.assets.record.library import (
    Given,
    asset,
    assets,
    begin_look,
    caption,
    end_look,
    mark_read,
    remove,
    withdraw,
)
from showbible.assets.record.repair import Done, backfill, forget_project, meanings, reindex, repair, wake
from showbible.assets.record.states import (
    Told,
    change,
    derive,
    note,
    put_back,
    remove_state,
    renew_these,
    state,
    take_back,
)
from showbible.assets.record.takes import Take, choose, clip, remove_clip, segment

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
    "forget_project",
    "mark_read",
    "meanings",
    "note",
    "put_back",
    "reindex",
    "remove",
    "remove_clip",
    "remove_state",
    "renew_these",
    "repair",
    "segment",
    "state",
    "take_back",
    "wake",
    "withdraw",
]
