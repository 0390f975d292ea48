"""What goes with a thing that is forgotten: all that is needed to restore it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from showbible.lessons.model import PairRuling, Production, ProviderLearning, Ruling, RunRating


@dataclass(frozen=True, kw_only=True)
class ForgottenPattern:
    """What was taken with a pattern: the runs that taught it, and what a person had decided."""

    name: str
    run_ids: tuple[str, ...]
    ruling: Ruling


@dataclass(frozen=True, kw_only=True)
class ForgottenCombination:
    """What was decided about a forgotten combination, when it was forgotten, and when the last time before that."""

    mood: str
    music_style: str
    ruling: PairRuling
    forgotten_at: datetime
    before: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class ForgottenProduction:
    """A record with everything that was said of its run, oldest first, and what it showed about providers."""

    production: Production
    ratings: tuple[RunRating, ...] = ()
    learnings: tuple[ProviderLearning, ...] = ()
