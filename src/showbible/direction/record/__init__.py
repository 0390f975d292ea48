"""Write down scenes, sessions, what was learned from them, and what a person makes of it."""

from showbible.direction.record.cards import change_card, take_back
from showbible.direction.record.learned import keep_memory, keep_profile
from showbible.direction.record.scenes import NewScene, catch_up, delete_scene, forget_project, put_scene, rebuild
from showbible.direction.record.sessions import append, forget_session
from showbible.direction.record.shapes import Half, Halves, merge, split
from showbible.direction.record.uses import count, use

__all__ = [
    "Half",
    "Halves",
    "NewScene",
    "append",
    "catch_up",
    "change_card",
    "count",
    "delete_scene",
    "forget_project",
    "forget_session",
    "keep_memory",
    "keep_profile",
    "merge",
    "put_scene",
    "rebuild",
    "split",
    "take_back",
    "use",
]
