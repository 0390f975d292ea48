"""What may be expected of each provider that could make something, in points of score."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import datetime, timedelta
from typing import Final

from showbible.lessons.recall.casting.differences import SPREAD, JudgedFilm, OrderDifference, differences, judged
from showbible.lessons.recall.casting.prompting import PromptAdvice, prompt_advice
from showbible.lessons.recall.estimate.priors import NOISE, TAILS, USUAL_SCORE
from showbible.lessons.recall.generations import GenerationRecord, provider_name
from showbible.providers.model import Medium
from showbible.values import frozen
from showbible.vocabulary import Micros, dollars, utcnow

POINTS_A_MINUTE: Final = 0.05
"""What a minute less of waiting is worth."""
MOST_TRIES: Final = 2
"""How often something is ordered before it is missing from the film."""
MISSING: Final = 2.0
"""How many times its share of a film is lost with what is missing from it: its neighbours need it."""
TROUBLE_LASTS: Final = timedelta(days=1)
"""How long a refusal for want of money, a key or patience is expected to come again."""
_IMAGINED: Final = 5.0
"""Orders that fail as often as those of all others, added to what is known of one."""
_UNTRIED: Final = (1.0, 20.0)
"""Failures and orders that are thought of before any was seen."""


@frozen
class CastingCandidate:
    """Somebody who could make something, and what an order of it is expected to cost there."""

    provider: str
    price: Micros
    model: str = ""


@frozen
class ShotKind:
    """What kind of shot is to be made, as far as providers differ in it."""

    size: str | None = None
    movement: str | None = None


@frozen
class CastingQuestion:
    """What is to be made, who could make it, and what money is worth."""

    medium: Medium
    candidates: tuple[CastingCandidate, ...]
    shots: tuple[ShotKind, ...] = ()
    """All shots that the answer is for: of a whole film, so that its pictures go together."""
    tier: str | None = None
    orders: int = 1
    """How many orders the film needs, each at the price of its candidate."""
    points_a_dollar: float = 0.0
    at: datetime = field(default_factory=utcnow)
    """When it is asked."""


@frozen
class Prospect:
    """What may be expected of one candidate for all that is asked about."""

    candidate: CastingCandidate
    prompt: PromptAdvice
    orders: int
    """What is known of it."""
    failures: int
    films: int
    score: float
    deviation: float
    failing: float
    """The share of orders that will fail."""
    money: float
    """Dollars for everything, with what failed orders cost."""
    minutes: float
    points_a_dollar: float

    @property
    def quality(self) -> float:
        """Points of what will be there: what fails each time is missing."""
        return self.score * (1 - self.lost)

    @property
    def lost(self) -> float:
        """The share of the film that is lost with what fails each time."""
        return min(1.0, MISSING * self.failing**MOST_TRIES)

    @property
    def paid(self) -> float:
        """The money, in points."""
        return self.points_a_dollar * self.money

    @property
    def waited(self) -> float:
        """The waiting, in points."""
        return POINTS_A_MINUTE * self.minutes

    @property
    def value(self) -> float:
        """What is expected of it."""
        return self.quality - self.paid - self.waited

    @property
    def bound(self) -> float:
        """What it could well be worth: the less is known of it, the more."""
        return self.value + self.deviation


def prospects(question: CastingQuestion, orders: Sequence[GenerationRecord]) -> list[Prospect]:
    """What each candidate promises, from orders of that medium which come newest first."""
    since = question.at - TROUBLE_LASTS
    known = [each for each in orders if each.counts or each.at > since]
    theirs = [[each for each in known if _is_of(each, candidate)] for candidate in question.candidates]
    every = [each for some in theirs for each in some]
    works = [judged(some) for some in theirs]
    common = _Common.of(question.tier, works, every)
    return [
        _prospect(question, candidate, some, made, common)
        for candidate, some, made in zip(question.candidates, theirs, works, strict=True)
    ]


def _is_of(order: GenerationRecord, candidate: CastingCandidate) -> bool:
    return (order.provider, order.model) == (provider_name(candidate.provider), candidate.model)


@frozen
class _Common:
    """What all candidates have shown together."""

    usual: float
    """The score of such films."""
    tiers: Mapping[str, float]
    noise: float
    """The variance of the scores of one provider."""
    failing: float

    @classmethod
    def of(cls, tier: str | None, works: Sequence[Sequence[JudgedFilm]], orders: Sequence[GenerationRecord]) -> _Common:
        """Means over all candidates, drawn towards what is usual."""
        every = [work for made in works for work in made]
        marks: defaultdict[str, list[JudgedFilm]] = defaultdict(list)
        for work in every:
            marks[work.tier].append(work)
        tiers = {name: _mean(some) for name, some in marks.items()}
        spread = sum(_scatter(made, tiers) for made in works)
        freedom = sum(max(0, len(made) - 1) for made in works)
        failed, seen = _UNTRIED
        return cls(
            usual=tiers.get(tier or "", _mean(every) if every else USUAL_SCORE),
            tiers=tiers,
            noise=(TAILS * NOISE**2 + spread) / (TAILS + freedom),
            failing=(sum(not each.is_usable for each in orders) + failed) / (len(orders) + seen),
        )


def _mean(works: Sequence[JudgedFilm]) -> float:
    return sum(work.weight * work.score for work in works) / sum(work.weight for work in works)


def _scatter(works: Sequence[JudgedFilm], tiers: Mapping[str, float]) -> float:
    """How far the scores of one provider lie apart, beyond what their tiers explain."""
    if not works:
        return 0.0
    off = [(work.weight, work.score - tiers[work.tier]) for work in works]
    middle = sum(weight * each for weight, each in off) / sum(weight for weight, _ in off)
    return sum(weight * (each - middle) ** 2 for weight, each in off)


def _prospect(
    question: CastingQuestion,
    candidate: CastingCandidate,
    orders: Sequence[GenerationRecord],
    works: Sequence[JudgedFilm],
    common: _Common,
) -> Prospect:
    found = differences(orders)
    prompt = prompt_advice(found, films=works)
    weight, drawn = sum(work.weight for work in works), common.noise / SPREAD**2
    ahead = sum(work.weight * (work.score - common.tiers[work.tier]) for work in works) / (weight + drawn)
    suited = _suited(question.shots, found)
    score = min(100.0, max(0.0, common.usual + ahead + suited.points + _without(prompt, found)))
    failed = [each for each in orders if not each.is_usable]
    share = (len(failed) + _IMAGINED * common.failing) / (len(orders) + _IMAGINED)
    failing = min(0.95, max(0.0, share + suited.failing))
    doubt = MISSING * MOST_TRIES * failing * math.sqrt(failing * (1 - failing) / (len(orders) + _IMAGINED))
    tries = (1 + failing) * question.orders
    return Prospect(
        candidate=candidate,
        prompt=prompt,
        orders=len(orders),
        failures=len(failed),
        films=len(works),
        score=score,
        deviation=math.hypot(math.sqrt(common.noise / (weight + drawn)), score * doubt),
        failing=failing,
        money=dollars(candidate.price) * tries * (1 - failing * (1 - _charged(failed))),
        minutes=_wait(orders) * tries / 60,
        points_a_dollar=question.points_a_dollar,
    )


@frozen
class _Suited:
    """What a provider does better or worse with some shots than with its usual ones."""

    points: float
    failing: float


def _suited(shots: Sequence[ShotKind], found: Sequence[OrderDifference]) -> _Suited:
    """The mean over the shots; a shot is of one size and one movement, whose orders are part of all."""
    if not shots:
        return _Suited(points=0.0, failing=0.0)
    kinds = [each for each in found if each.group != "trait"]
    met = [each for shot in shots for each in kinds if getattr(shot, each.group) == each.name]
    return _Suited(
        points=sum(each.points * (1 - each.share) for each in met) / len(shots),
        failing=sum(each.failing * (1 - each.share) for each in met) / len(shots),
    )


def _without(prompt: PromptAdvice, found: Sequence[OrderDifference]) -> float:
    """The points that are gained by leaving parts of the prompt out, or by always using them."""
    traits = {each.name: each for each in found if each.group == "trait"}
    known = [(advice, traits[advice.part]) for advice in prompt.parts if advice.part in traits and not advice.is_try]
    return sum(each.points * (advice.use - each.share) for advice, each in known)


def _charged(failed: Sequence[GenerationRecord]) -> float:
    """How much of its estimate a failed order is charged; nothing, before any was seen."""
    return sum(min(1.0, each.charged / each.estimated) for each in failed if each.estimated) / (len(failed) + 1)


def _wait(orders: Sequence[GenerationRecord]) -> float:
    return sum(each.took for each in orders) / len(orders) if orders else 0.0
