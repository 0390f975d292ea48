"""The lessons memory as a caller holds it: the same functions with the database already in hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from showbible.corrections import Corrections
from showbible.lessons.learn import finished_runs
from showbible.lessons.model import (
    Combination,
    Kept,
    Learning,
    Pair,
    Pattern,
    PlanRequest,
    Production,
    Provider,
    Ruling,
    Shelf,
    Suggestion,
)
from showbible.lessons.recall import (
    advice,
    analytics,
    combinations,
    documents,
    files,
    history,
    library,
    patterns,
    providers,
)
from showbible.lessons.recall import preferences as standing
from showbible.lessons.recall.concept_meanings import Find, installed
from showbible.lessons.recall.preference_fields import Standing, merged
from showbible.lessons.record import combinations as pairings
from showbible.lessons.record import library as shelves
from showbible.lessons.record import preferences as choices
from showbible.lessons.record import productions, rulings
from showbible.lessons.record import providers as knowledge
from showbible.lessons.record.advice import note_suggestion
from showbible.runs.model import Run, RunDefaults
from showbible.storage import paging
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.vocabulary import LOCAL_USER, money


@dataclass(frozen=True)
class Lessons:
    """What finished productions teach the next one."""

    db: Database
    find: Find = installed

    def suggest(self, concept: str, wish: PlanRequest | None = None, *, user_id: str = LOCAL_USER) -> Suggestion:
        """The plan that promises most for its cost, or one that was tried too little; it says which."""
        return advice.suggest(self.db, concept, wish, user_id=user_id, find=self.find)

    def advise(self, run: Run) -> None:
        """Keep what is suggested for a run's concept as it starts."""
        found = self.suggest(run.concept, user_id=run.user_id)
        note_suggestion(self.db, run.run_id, documents.suggestion(found), started_at=run.started_at)

    def run_defaults(self, user_id: str = LOCAL_USER) -> RunDefaults:
        """What a user has decided for every run."""
        told = merged(standing.told(self.db, user_id), {}).values
        most = told.max_budget_per_run
        return RunDefaults(
            audio_tier=told.default_audio_tier,
            most_budget=None if most is None else money("max_budget_per_run", most),
        )

    def suggested(self, run_id: str) -> dict[str, Any] | None:
        """What was suggested for a run's concept when it started."""
        return advice.suggested(self.db, run_id)

    def wrap(self, run_id: str) -> bool:
        """Close the books on a finished run, once."""
        return finished_runs.wrap(self.db, run_id, find=self.find)

    def rate(self, run_id: str, rating: object, *, notes: str | None = None) -> Production:
        """A person's word on a finished run: 1 to 5, good or bad."""
        return finished_runs.rate(self.db, run_id, rating, notes=notes, find=self.find)

    def history(self, *, limit: int = paging.USUAL, cursor: str | None = None) -> Page[Production]:
        """Every finished run, whatever its end, newest first."""
        return history.history(self.db, limit=limit, cursor=cursor)

    def patterns(self, *, limit: int = paging.USUAL, cursor: str | None = None) -> Page[Pattern]:
        """Every pattern, the most used first."""
        return patterns.patterns(self.db, limit=limit, cursor=cursor)

    def pattern(self, name: str) -> Pattern:
        """One pattern."""
        return patterns.pattern(self.db, name)

    def combinations(self) -> list[Combination]:
        """Moods and music styles with how often they went well together."""
        return combinations.combinations(self.db)

    def preferences(self, user_id: str = LOCAL_USER) -> Standing:
        """A user's preferences, each with who decided it."""
        return standing.standing(self.db, user_id)

    def prefer(self, changes: Mapping[str, Any], *, user_id: str = LOCAL_USER) -> Standing:
        """Set some preferences; None gives a field back."""
        choices.prefer(self.db, user_id, changes)
        return standing.standing(self.db, user_id)

    def providers(self) -> list[Provider]:
        """What is known of each generation provider."""
        return providers.providers(self.db)

    def provider(self, name: str) -> Provider:
        """What is known of one provider."""
        return providers.provider(self.db, name)

    def learn_of_provider(self, learning: Learning) -> Provider:
        """Keep what a run showed about a provider; gives all that is known of it now."""
        knowledge.learn(self.db, learning)
        return providers.provider(self.db, learning.provider)

    @property
    def learnings(self) -> Corrections[Database, Learning, Learning]:
        """What runs showed about providers, to correct, pause, forget and bring back."""
        return Corrections(self.db, knowledge.LEARNING)

    def overview(self) -> analytics.Overview:
        """The memory at a glance."""
        return analytics.overview(self.db)

    def analytics(self) -> analytics.Analytics:
        """Totals and averages over all records."""
        return analytics.analytics(self.db)

    def long_term(self, user_id: str = LOCAL_USER) -> dict[str, Any]:
        """Everything as a `long_term.json`."""
        return files.long_term(self.db, user_id)

    def memory_index(self, user_id: str = LOCAL_USER) -> dict[str, Any]:
        """The learning loop as a `memory_index.json`."""
        return files.memory_index(self.db, user_id)

    def forget_pattern(self, name: str) -> int:
        """Stop learning from the runs behind a pattern."""
        return len(productions.forget_pattern(self.db, name))

    def rule(self, name: str, decided: Mapping[str, Any], *, seen: int | str | None = None) -> Ruling:
        """Pause a pattern, or choose where its runs would choose otherwise; None gives a choice back."""
        return rulings.rule(self.db, name, decided, seen=seen)

    def rule_combination(
        self, mood: str, music_style: str, decided: Mapping[str, Any], *, seen: int | str | None = None
    ) -> Combination:
        """Pause a mood with a music style, or say whether they work together; None leaves it to the runs."""
        pair = Pair(mood, music_style)
        pairings.rule(self.db, pair, decided, seen=seen)
        return combinations.counted(self.db, pair)

    def forget_combination(self, mood: str, music_style: str) -> None:
        """Forget how a mood went with a music style, and what was decided about it; later runs teach it anew."""
        pairings.forget(self.db, Pair(mood, music_style))

    def forget_production(self, run_id: str) -> None:
        """Take a record away for good."""
        productions.forget(self.db, run_id)

    def forget_rating(self, run_id: str) -> None:
        """Take back everything a person said of a run."""
        productions.forget_rating(self.db, run_id)


@dataclass(frozen=True)
class Library:
    """Clips, logos and brand assets worth keeping."""

    db: Database

    def items(self, shelf: Shelf, *, limit: int = paging.USUAL, cursor: str | None = None) -> Page[Kept]:
        """What lies on a shelf, newest first."""
        return library.items(self.db, shelf, limit=limit, cursor=cursor)

    def keep(self, shelf: Shelf, kind: str, **item: Any) -> Kept:
        """Put something on a shelf."""
        return shelves.shelve(self.db, shelf, kind, **item)

    def correct(self, shelf: Shelf, item_id: str, told: Mapping[str, Any], *, seen: int | None = None) -> Kept:
        """Say otherwise what something on a shelf is: its `kind`, its `description`, its `metadata`."""
        return shelves.correct(self.db, shelf, item_id, told, seen=seen)

    def take_back(self, shelf: Shelf, item_id: str, seq: int) -> Kept:
        """Put back what one correction replaced."""
        return shelves.take_back(self.db, shelf, item_id, seq)

    def remove(self, shelf: Shelf, item_id: str) -> None:
        """Take something off a shelf; its file stays."""
        shelves.unshelve(self.db, shelf, item_id)
