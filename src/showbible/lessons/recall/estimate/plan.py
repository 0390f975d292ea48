"""What a run chooses, and what one that was judged says of it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from showbible.lessons.model import worth
from showbible.runs.model import EditStyle, Tier

PILOT_WORTH: Final = 0.45
"""How many scores of a film the mark of one scene is worth."""


class Plan(NamedTuple):
    """What a run chooses before it begins; None where nobody knows."""

    tier: Tier | None
    edit_style: EditStyle | None
    mood: str | None
    music_style: str | None
    scenes: int | None
    duration: int | None

    @property
    def heart(self) -> tuple[str | None, str | None, str | None]:
        """What makes it another film for whoever watches: how it is made, and its sound."""
        return self.tier, self.mood, self.music_style


# A plain tuple: thousands are read, compared and remembered for one list.
class Trial(NamedTuple):
    """A record, or a pilot that lost, without what a plan is not weighed by."""

    run_id: str
    concept: str
    pattern: str | None
    tier: str | None
    edit_style: str | None
    mood: str | None
    music_style: str | None
    planned_scenes: int
    duration: float
    score: float | None
    rating: int | None
    cost: int
    at: int
    is_pilot: bool = False
    """Whether only its first scene was seen."""

    @property
    def worth(self) -> tuple[float | None, float]:
        """The score it teaches, and how many evaluator's scores that is worth."""
        return worth(self.score, self.rating)

    @property
    def is_judged(self) -> bool:
        """Whether anybody said how good it was."""
        return self.score is not None or self.rating is not None

    @property
    def plan(self) -> Plan:
        """What was chosen."""
        return _plan(self.tier, self.edit_style, self.mood, self.music_style, self.planned_scenes, round(self.duration))


def folded(name: str | None) -> str | None:
    """A mood or a music style in the form that it is compared by."""
    return (name or "").strip().lower() or None


@lru_cache(maxsize=8192)
def _plan(
    tier: str | None, edit_style: str | None, mood: str | None, music: str | None, scenes: int, duration: int
) -> Plan:
    return Plan(
        tier=Tier(tier) if tier else None,
        edit_style=EditStyle(edit_style) if edit_style else None,
        mood=folded(mood),
        music_style=folded(music),
        scenes=scenes or None,
        duration=duration or None,
    )
