"""The lessons memory as a caller holds it: the same functions with the database already in hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from showbible.corrections import Corrections
from showbible.lessons.learn import finished_runs
from showbible.lessons.model import (
    Choices,
    Combination,
    LibraryItem,
    Pattern,
    Production,
    ProviderLearning,
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
from showbible.lessons.recall.advice import PilotMark, PlanQuestion
from showbible.lessons.recall.concept_meanings import Find, installed
from showbible.lessons.recall.forgotten import (
    ForgottenCombination,
    ForgottenPattern,
    ForgottenProduction,
    ForgottenRating,
)
from showbible.lessons.recall.generations import GenerationRecord
from showbible.lessons.recall.preference_fields import StandingPreferences, merged
from showbible.lessons.recall.providers import ProviderKnowledge
from showbible.lessons.record import generations as orders
from showbible.lessons.record import library as shelves
from showbible.lessons.record import providers as knowledge
from showbible.lessons.record.advice import note_suggestion
from showbible.lessons.record.combinations import COMBINATION
from showbible.lessons.record.library import KEPT, StoredFile
from showbible.lessons.record.patterns import PATTERN
from showbible.lessons.record.preferences import CHOICES
from showbible.lessons.record.productions import PRODUCTION
from showbible.lessons.record.providers import LEARNING
from showbible.lessons.record.ratings import RATING
from showbible.runs.model import Run, RunDefaults
from showbible.storage import paging
from showbible.storage.blobs import Blobs
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.vocabulary import LOCAL_USER, dollars, money, new_id, utcnow


@dataclass(frozen=True)
class Lessons:
    """What finished productions teach the next one."""

    db: Database
    find: Find = installed

    def suggest(self, concept: str, question: PlanQuestion | None = None, *, user_id: str = LOCAL_USER) -> Suggestion:
        """What this studio has proven best for such a film, or what most likely is, with one alternative to try."""
        return advice.suggest(self.db, concept, question, user_id=user_id, find=self.find)

    def after_pilots(self, concept: str, marks: Sequence[PilotMark]) -> list[float]:
        """What each of some pilots' films may be expected to score, once all their first scenes were judged."""
        return advice.after_pilots(self.db, concept, marks, find=self.find)

    def advise(self, run: Run) -> None:
        """Keep what is suggested for a run's concept as it starts, and what its user has decided by then."""
        question = PlanQuestion(budget=dollars(run.budget))
        found = documents.suggestion(self.suggest(run.concept, question, user_id=run.user_id))
        decided = standing.choices(self.db, run.user_id).values
        note_suggestion(self.db, run.run_id, {**found, "preferences": dict(decided)}, started_at=run.started_at)

    def run_defaults(self, user_id: str = LOCAL_USER) -> RunDefaults:
        """What a user has decided for every run."""
        told = merged(standing.choices(self.db, user_id).values, {}).values
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

    def take_over(self, production: Production) -> bool:
        """Keep the record of a run that was made elsewhere, with what was said of it; gives whether it is new."""
        return finished_runs.take_over(self.db, production, find=self.find)

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

    def preferences(self, user_id: str = LOCAL_USER) -> StandingPreferences:
        """A user's preferences, each with who decided it."""
        return standing.standing(self.db, user_id)

    def prefer(self, changes: Mapping[str, Any], *, user_id: str = LOCAL_USER) -> StandingPreferences:
        """Set some preferences; None gives a field back."""
        self.preference_choices.correct(user_id, changes)
        return standing.standing(self.db, user_id)

    def providers(self) -> list[ProviderKnowledge]:
        """What is known of each generation provider."""
        return providers.providers(self.db)

    def provider(self, name: str) -> ProviderKnowledge:
        """What is known of one provider."""
        return providers.provider(self.db, name)

    def learn_of_provider(self, learning: ProviderLearning) -> ProviderKnowledge:
        """Keep what a run showed about a provider; gives all that is known of it now."""
        knowledge.learn(self.db, learning)
        return providers.provider(self.db, learning.provider)

    def note_generation(self, generation: GenerationRecord) -> bool:
        """Keep how an order at a provider ended, once; gives whether it is new."""
        return orders.note(self.db, generation)

    def judge_generations(self, run_id: str, pilot_id: str | None, score: float) -> int:
        """Give what a pilot of a run made its score; gives how many orders that were."""
        return orders.judge(self.db, run_id, pilot_id, score)

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

    @property
    def pattern_rulings(self) -> Corrections[Database, Pattern, ForgottenPattern]:
        """Patterns, to pause, to decide about where their runs would choose otherwise, to forget and to restore."""
        return Corrections(self.db, PATTERN)

    @property
    def combination_rulings(self) -> Corrections[Database, Combination, ForgottenCombination]:
        """Moods with music styles, by `Pair.item_id`, to pause, to judge, to forget and to restore."""
        return Corrections(self.db, COMBINATION)

    @property
    def learnings(self) -> Corrections[Database, ProviderLearning, ProviderLearning]:
        """What runs showed about providers, to correct, pause, forget and restore."""
        return Corrections(self.db, LEARNING)

    @property
    def ratings(self) -> Corrections[Database, Production, ForgottenRating]:
        """What people said of finished runs, by run, to look back at, correct, undo, forget and restore."""
        return Corrections(self.db, RATING)

    @property
    def productions(self) -> Corrections[Database, Production, ForgottenProduction]:
        """The records of finished runs, to forget and to restore; the runs themselves stay."""
        return Corrections(self.db, PRODUCTION)

    @property
    def preference_choices(self) -> Corrections[Database, Choices, None]:
        """What users have set of their preferences, by user; None gives a field back."""
        return Corrections(self.db, CHOICES)


@dataclass(frozen=True)
class Library:
    """Clips, logos and brand assets worth keeping."""

    db: Database
    blobs: Blobs

    def items(self, shelf: Shelf, *, limit: int = paging.USUAL, cursor: str | None = None) -> Page[LibraryItem]:
        """What lies on a shelf, newest first."""
        return library.items(self.db, shelf, limit=limit, cursor=cursor)

    def keep(
        self,
        shelf: Shelf,
        kind: str,
        *,
        item_id: str | None = None,
        path: str | None = None,
        description: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        at: datetime | None = None,
    ) -> LibraryItem:
        """Put something on a shelf; how it was made is known where its file tells, and what is said beside wins."""
        facts = {**shelves.facts_of_file(self.blobs, path), **(metadata or {})}
        kept = LibraryItem(
            item_id=new_id() if item_id is None else item_id,
            shelf=shelf,
            kind=kind,
            path=path,
            description=description,
            metadata=facts,
            at=at or utcnow(),
        )
        return shelves.keep(self.db, kept)

    def stored(self, shelf: Shelf, kind: str, content: Iterable[bytes]) -> AbstractContextManager[StoredFile]:
        """A file to keep on a shelf; it goes again unless something there has it at the end."""
        return shelves.stored(self.db, self.blobs, shelf, kind, content)

    @property
    def kept(self) -> Corrections[Database, LibraryItem, LibraryItem]:
        """What lies on the shelves, by `Kept.key`, to correct, to take off and to restore; files stay."""
        return Corrections(self.db, KEPT)
