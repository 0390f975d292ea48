"""All that a studio has tried, ready to be asked about any concept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from showbible.lessons.model import PlanRequest
from showbible.lessons.recall.concept_meanings import Find
from showbible.lessons.recall.concepts import GENERAL, pattern_name
from showbible.lessons.recall.estimate import judgements
from showbible.lessons.recall.estimate.experience import Experience
from showbible.lessons.recall.estimate.failures import NO_FAILURES, TierFailures
from showbible.lessons.recall.estimate.kinship import ConceptReading, FiledConcept, Kinship
from showbible.lessons.recall.estimate.menu import PlanLimits
from showbible.lessons.recall.estimate.plan import Plan, Trial
from showbible.lessons.recall.estimate.plans import CAUTION, Choice, Choosing
from showbible.values import frozen


@frozen
class Repertoire:
    """The runs of a studio, and how their kinds are related."""

    trials: Sequence[Trial]
    kinship: Kinship

    def choose(
        self,
        concept: str,
        wish: PlanRequest,
        limits: PlanLimits,
        *,
        points_a_dollar: float,
        failures: TierFailures = NO_FAILURES,
    ) -> tuple[Choice, Choice | None]:
        """The plan for a concept, and one alternative that is worth a pilot."""
        asked = self.kinship.read(FiledConcept(concept, None))
        choosing = Choosing(
            outlook=self.experience.about(concept),
            trials=self.trials,
            kin=[self.kinship.between(asked, self._read(each)) for each in self.trials],
            wish=wish,
            limits=limits,
            points_a_dollar=points_a_dollar,
            failures=failures,
        )
        return choosing.choose()

    def _read(self, trial: Trial) -> ConceptReading:
        return self.kinship.read(FiledConcept(trial.concept, trial.pattern))

    def best_made(self, kind: str, own: Sequence[Trial]) -> Plan:
        """The way to make a kind of film that is expected to turn out best, of those that were tried."""
        outlook = self.experience.about(kind)
        made = {each.plan._replace(scenes=None, duration=None) for each in own}
        tried = sorted(made, key=str)
        cautious = zip(tried, outlook.estimates(tried), strict=True)
        return max(cautious, key=lambda each: round(4096 * (each[1].mean - CAUTION * each[1].deviation)))[0]

    @cached_property
    def experience(self) -> Experience:
        """What its judged runs have shown."""
        return Experience.of(judgements.rows(self.trials), self.kinship)


def repertoire(trials: Sequence[Trial], concept: str, find: Find) -> Repertoire:
    """The studio that made some runs; what words mean is asked only where a concept does not say its kind."""
    nameless = any(pattern_name(each) is None for each in (concept, *(trial.concept for trial in trials)))
    embedder: Any = find() if nameless else None
    return _repertoire(tuple(trials), embedder)


# To weigh all runs takes the longest by far, and the same runs always say the same.
@lru_cache(maxsize=8)
def _repertoire(trials: tuple[Trial, ...], embedder: Any) -> Repertoire:
    return Repertoire(trials=trials, kinship=Kinship.among((each.pattern for each in trials), embedder))


def habits(newest: tuple[Trial, ...], own: Mapping[str, tuple[Trial, ...]]) -> dict[str, Plan]:
    """What each of some kinds of film should be made like, of the ways it was made; other kinds' runs have a say."""
    every = {each.run_id: each for trials in (newest, *own.values()) for each in trials}
    filed = _filed(tuple(every.values()))
    return {name: filed.best_made(name, trials) for name, trials in own.items()}


@lru_cache(maxsize=8)
def _filed(trials: tuple[Trial, ...]) -> Repertoire:
    """A studio whose runs are of the kinds they were filed under, whatever their words mean."""
    named = tuple(each._replace(concept=each.pattern or GENERAL) for each in trials)
    return Repertoire(trials=named, kinship=Kinship.among((each.pattern for each in named), None))
