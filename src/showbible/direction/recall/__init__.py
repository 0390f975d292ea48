"""Look direction up: scenes, sessions, scene memories, the profile, and what it says to a planning tool."""

from showbible.direction.recall.digests import Digest, digests
from showbible.direction.recall.history import CARD, card_history, history
from showbible.direction.recall.profiles import (
    anticipate,
    block,
    card,
    find_profile,
    learned_card,
    learned_profile,
    profile,
    said,
)
from showbible.direction.recall.scenes import (
    NO_SESSION,
    Sources,
    find_memory,
    memories,
    memory,
    scene,
    scenes,
    session,
    sources,
    unharvested,
)
from showbible.direction.recall.uses import Figure, Use, figures, proposed, uses, was_used_for

__all__ = [
    "CARD",
    "NO_SESSION",
    "Digest",
    "Figure",
    "Sources",
    "Use",
    "anticipate",
    "block",
    "card",
    "card_history",
    "digests",
    "figures",
    "find_memory",
    "find_profile",
    "history",
    "learned_card",
    "learned_profile",
    "memories",
    "memory",
    "profile",
    "proposed",
    "said",
    "scene",
    "scenes",
    "session",
    "sources",
    "unharvested",
    "uses",
    "was_used_for",
]
