"""What kind of beat, scene and place is told of, as one word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from showbible.direction.model import SceneFacts, Snapshot
from showbible.direction.recall import habits, moments
from showbible.direction.recall.kinds import SCENES
from showbible.direction.recall.moments import UNKNOWN, label

SURE: Final = 0.4
"""From this share on a kind is named."""
SURE_OF_A_PLACE: Final = 0.6


def sure(shares: Mapping[str, float], least: float = SURE) -> str | None:
    """The kind that is sure enough to be named."""
    kind = max(shares, key=lambda each: shares[each], default=None)
    return kind if kind is not None and kind != UNKNOWN and shares[kind] >= least else None


def beat_kinds(facts: SceneFacts, shots: Snapshot = ()) -> dict[str, str | None]:
    """The function of each beat by its id: as given, else as its description sounds."""
    return {beat_id: sure(each.kinds) for beat_id, each in moments.moments(facts, shots).items()}


def scene_kind(facts: SceneFacts) -> str | None:
    """The type of a scene: as given, else as its text sounds and its beats are."""
    if facts.scene_type:
        return label(facts.scene_type)
    beats = [each.kinds for each in moments.moments(facts, ()).values()]
    kind = sure(habits.scene_kinds(moments.setting(facts), beats).setting)
    return SCENES.get(kind, kind) if kind else None


def geography_kind(facts: SceneFacts) -> str | None:
    """Whether the place is simple or complex: as given, else as the scene's text says."""
    return sure(moments.setting(facts).geography, SURE_OF_A_PLACE)


def listed(kinds: Iterable[str | None]) -> list[str]:
    """Kinds as people read them, each once."""
    return [kind.replace("_", " ") for kind in dict.fromkeys(kinds) if kind]
