"""What goes with a thing that is forgotten: all that is needed to restore it."""

from __future__ import annotations

from datetime import datetime

from showbible.lessons.model import PairRuling, Production, ProviderLearning, Ruling, RunRating
from showbible.values import frozen
from showbible.vocabulary import RunId


@frozen
class ForgottenPattern:
    """What was taken with a pattern: the runs that taught it, and what a person had decided."""

    name: str
    run_ids: tuple[str, ...]
    ruling: Ruling


@frozen
class ForgottenCombination:
    """What was decided about a forgotten combination, when it was forgotten, and when the last time before that."""

    mood: str
    music_style: str
    ruling: PairRuling
    forgotten_at: datetime
    before: datetime | None = None


@frozen
class ForgottenRating:
    """What was said of a run, and everything that had been said before, oldest first."""

    run_id: RunId
    rating: int | None
    notes: str | None
    ratings: tuple[RunRating, ...] = ()


@frozen
class ForgottenProduction:
    """A record with everything that was said of its run, oldest first, and what it showed about providers."""

    production: Production
    ratings: tuple[RunRating, ...] = ()
    learnings: tuple[ProviderLearning, ...] = ()
