"""A plan for a concept, from everything that finished runs have taught, and one alternative worth a pilot."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from showbible.lessons.model import (
    DecidedBy,
    Exploring,
    Mode,
    PlanConfidence,
    PlanRequest,
    Production,
    Ruling,
    Suggestion,
    ValueForMoney,
)
from showbible.lessons.recall import combinations, decisions, history, rulings
from showbible.lessons.recall.concept_meanings import Find, installed
from showbible.lessons.recall.concepts import pattern_name
from showbible.lessons.recall.decisions import Decided
from showbible.lessons.recall.estimate import money, wording
from showbible.lessons.recall.estimate.failures import TierFailures
from showbible.lessons.recall.estimate.plan import Plan, Trial
from showbible.lessons.recall.estimate.plans import Choice
from showbible.lessons.recall.estimate.repertoire import repertoire
from showbible.lessons.recall.estimate.wording import Behind
from showbible.lessons.recall.preference_fields import StandingPreferences
from showbible.lessons.recall.preferences import standing
from showbible.lessons.recall.similar_runs import Kin, kin
from showbible.lessons.recall.typical import typical
from showbible.runs.model import EditStyle, Tier
from showbible.storage.database import Database
from showbible.values import frozen
from showbible.vocabulary import CONCEPT_LIMIT, LOCAL_USER, checked_text

_NO_WISH: Final = PlanRequest()


@frozen
class PlanQuestion:
    """How a plan is asked for: what is decided beforehand, what money is worth, and whether to explore.

    None leaves value and exploring to the user's preferences.
    """

    wish: PlanRequest = _NO_WISH
    value: ValueForMoney | None = None
    explore: bool | None = None
    budget: float | None = None
    """Dollars: what costs more than that, and more than the plan, is no alternative."""


class PilotMark(NamedTuple):
    """What a pilot chose, and how good its first scene was; None where nobody knows."""

    plan: Plan
    score: float | None


def suggest(
    db: Database,
    concept: str,
    question: PlanQuestion | None = None,
    *,
    user_id: str = LOCAL_USER,
    find: Find = installed,
) -> Suggestion:
    """What this studio has proven best for such a film, or what most likely is, with one alternative to try.

    Exploring puts the alternative first, and only when it is asked for.
    """
    checked_text("concept", concept, limit=CONCEPT_LIMIT, empty=False)
    question = question or PlanQuestion()
    with db.snapshot():
        stand = standing(db, user_id)
        lore = history.in_use(db, concept, pattern=pattern_name(concept))
        relatives = kin(concept, lore, find)
        ruling = rulings.ruling(db, relatives.pattern) if relatives.pattern else Ruling()
        decided = decisions.decided(
            question.wish, concept, stand, ruling=ruling, pairs=combinations.rulings(db), kinless=not relatives.runs
        )
        pilots = history.lost_pilots(db, lore)
        failures = TierFailures.of(history.ended(db))
    value = question.value or stand.values.value_for_money
    if not lore:
        return _by_default(decided, stand, value, failures)
    trials = [*(history.trial(each) for each in lore), *pilots]
    decided = _with_brief(decided, lore, relatives)
    limits = replace(decided.limits, most_try=question.budget)
    plan, alternative = repertoire(trials, concept, find).choose(
        concept, decided.wish, limits, points_a_dollar=money.POINTS_A_DOLLAR[value], failures=failures
    )
    answer = _Answer(decided=decided, stand=stand, value=value, lore=lore, relatives=relatives, failures=failures)
    first = answer.told(plan)
    if alternative is None:
        return first
    other = answer.tried(alternative, plan)
    explore = stand.values.explore is Exploring.ALWAYS if question.explore is None else question.explore
    return replace(other, alternative=first) if explore else replace(first, alternative=other)


def after_pilots(db: Database, concept: str, marks: Sequence[PilotMark], *, find: Find = installed) -> list[float]:
    """What each of some pilots' films may be expected to score, once all their first scenes were judged.

    One noisy scene does not overrule all earlier runs, and says something of the other pilot, too.
    """
    with db.snapshot():
        lore = history.in_use(db, concept, pattern=pattern_name(concept))
        trials = [*(history.trial(each) for each in lore), *history.lost_pilots(db, lore)]
    latest = max((each.at for each in trials), default=0) + 1
    seen = [_seen(concept, mark, number, at=latest) for number, mark in enumerate(marks)]
    outlook = repertoire([*trials, *seen], concept, find).experience.about(concept)
    return [outlook.mean(each.plan) for each in seen]


def _seen(concept: str, mark: PilotMark, number: int, *, at: int) -> Trial:
    plan = mark.plan
    return Trial(
        run_id=f"pilot {number}",
        concept=concept,
        pattern=None,
        tier=plan.tier,
        edit_style=plan.edit_style,
        mood=plan.mood,
        music_style=plan.music_style,
        planned_scenes=plan.scenes or 0,
        duration=float(plan.duration or 0),
        score=mark.score,
        rating=None,
        cost=0,
        at=at,
        is_pilot=True,
    )


def suggested(db: Database, run_id: str) -> dict[str, Any] | None:
    """What was suggested for a run's concept when it started."""
    body = db.value("SELECT body FROM run_suggestions WHERE run_id = :run_id", run_id=run_id)
    return None if body is None else dict(json.loads(body))


def _with_brief(decided: Decided, lore: Sequence[Production], relatives: Kin) -> Decided:
    """The length and the scenes: what was asked for, else what is usual for the kind, else in the studio."""
    own = [each for each in lore if each.run_id in relatives.runs] or lore
    usual = typical([history.trial(each) for each in own])
    seconds = decided.wish.duration or usual.duration or money.USUAL_SECONDS
    scenes = decided.wish.scenes or usual.scenes_in(seconds)
    return replace(decided, wish=replace(decided.wish, duration=seconds, scenes=scenes))


class _Answer:
    """What a suggestion is told with."""

    def __init__(
        self,
        *,
        decided: Decided,
        stand: StandingPreferences,
        value: ValueForMoney,
        lore: Sequence[Production],
        relatives: Kin,
        failures: TierFailures,
    ) -> None:
        self.decided = decided
        self.failures = failures
        self.stand = stand
        self.value = value
        self.relatives = relatives
        self.lore = lore
        self.runs = [each for each in lore if each.run_id in relatives.runs]

    def told(self, choice: Choice) -> Suggestion:
        """The plan, with its reasons."""
        behind = Behind.of(choice.plan, self.runs, self.lore)
        mode = Mode.PROVEN if behind.same else Mode.LIKELY
        why = wording.because(choice.plan, behind, self.relatives)
        return self._suggestion(choice, mode, why, behind)

    def tried(self, choice: Choice, plan: Choice) -> Suggestion:
        """The alternative, with what a pilot of it could gain and why nobody knows yet."""
        behind = Behind.of(choice.plan, self.runs, self.lore)
        why = wording.worth_a_pilot(choice, plan, behind, self.relatives)
        return replace(self._suggestion(choice, Mode.TRYING, why, behind), gain=round(choice.gain, 1))

    def _suggestion(self, choice: Choice, mode: Mode, why: str, behind: Behind) -> Suggestion:
        plan, wish = choice.plan, self.decided.wish
        judged = any(each.worth[0] is not None for each in self.lore)
        score = round(min(100.0, max(0.0, choice.score.mean)), 1) if judged else None
        mood, music, sources = self.decided.sound(plan.mood, plan.music_style)
        failed = wording.FailureNote.of(self.failures, plan.tier, choice.passed_over)
        return Suggestion(
            pattern=self.relatives.pattern or "general",
            tier=plan.tier or Tier.ANIMATED,
            scenes=wish.scenes or 1,
            duration=wish.duration or money.USUAL_SECONDS,
            edit_style=plan.edit_style or EditStyle.BALANCED,
            mood=mood,
            music_style=music,
            expected_score=score,
            expected_cost=round(choice.cost, 2),
            confidence=choice.confidence,
            mode=mode,
            evidence=(*behind.evidence, *failed.evidence),
            why=failed.told(wording.with_choice(why, self.decided.chosen)),
            sources=self.decided.all_sources(DecidedBy.LEARNED) | sources,
            value=self.value,
            warnings=_warnings(score, choice.cost, self.stand),
        )


def _by_default(
    decided: Decided, stand: StandingPreferences, value: ValueForMoney, failures: TierFailures
) -> Suggestion:
    wish = decided.wish
    tier, seconds = wish.tier or failures.instead_of(Tier.ANIMATED), wish.duration or money.USUAL_SECONDS
    failed = wording.FailureNote.of(failures, tier, None if wish.tier else Tier.ANIMATED)
    cost = money.guide_cost(tier, seconds)
    mood, music, sources = decided.sound(None, None)
    return Suggestion(
        pattern=None,
        tier=tier,
        scenes=wish.scenes or typical([]).scenes_in(seconds),
        duration=seconds,
        edit_style=wish.edit_style or stand.values.preferred_style.edit_style,
        mood=mood,
        music_style=music,
        expected_score=None,
        expected_cost=round(cost, 2),
        confidence=PlanConfidence.NONE,
        mode=Mode.DEFAULT,
        evidence=failed.evidence,
        why=failed.told(wording.with_choice(wording.NOTHING_YET, decided.chosen)),
        sources=decided.all_sources(DecidedBy.DEFAULT) | sources,
        value=value,
        warnings=_warnings(None, cost, stand),
    )


def _warnings(score: float | None, cost: float, stand: StandingPreferences) -> tuple[str, ...]:
    values, said = stand.values, []
    if score is not None and score < values.quality_threshold:
        said.append(f"The expected score is below your threshold of {values.quality_threshold:g}.")
    if values.max_budget_per_run is not None and cost > values.max_budget_per_run:
        said.append(f"The expected cost is above your limit of ${values.max_budget_per_run:,.2f} a run.")
    return tuple(said)
