"""How good judged runs were: a score and a person's stars as one number, in points of score."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Final, NamedTuple

from showbible.lessons.recall.estimate.experience import Row
from showbible.lessons.recall.estimate.kinship import FiledConcept
from showbible.lessons.recall.estimate.plan import PILOT_WORTH, Trial
from showbible.lessons.recall.estimate.priors import USUAL_SCORE

STARS_WORTH: Final = 2.0
"""How many evaluator's scores a person's stars are worth."""
POINTS_A_STAR: Final = 10.0
_SLOPE_RUNS, _MIDDLE_RUNS = 10.0, 20.0
"""How many runs, with a score and stars, it takes to believe them half about what stars are worth."""
_MOST_KINDNESS: Final = 10.0
HALF_LIFE: Final = 300
"""After so many later runs a run counts half."""


class _Scale(NamedTuple):
    """What stars mean in points: three of them, and one more."""

    middle: float
    star: float

    def points(self, stars: int) -> float:
        """The score that so many stars stand for."""
        return self.middle + self.star * (stars - 3)


def rows(trials: Sequence[Trial]) -> list[Row]:
    """What each judged run says, the newest first; films count half after many later ones, first scenes less."""
    judged = sorted(
        (each for each in trials if each.is_judged), key=lambda each: (-each.at, each.run_id, each.is_pilot)
    )
    scale = _scale(judged)
    return [_row(trial, scale, age=age) for age, trial in enumerate(judged)]


def _row(trial: Trial, scale: _Scale, *, age: int) -> Row:
    value, weight = _judged(trial, scale)
    seen = PILOT_WORTH if trial.is_pilot else 1.0
    told = FiledConcept(trial.concept, trial.pattern)
    return Row(trial.run_id, told, trial.plan, value, weight * seen * 0.5 ** (age / HALF_LIFE))


def _judged(trial: Trial, scale: _Scale) -> tuple[float, float]:
    if trial.rating is None:
        return trial.score or 0.0, 1.0
    stars = scale.points(trial.rating)
    if trial.score is None:
        return stars, STARS_WORTH
    return (trial.score + STARS_WORTH * stars) / (1.0 + STARS_WORTH), 1.0 + STARS_WORTH


def _scale(judged: Sequence[Trial]) -> _Scale:
    """What this studio's people mean by stars, learned slowly from runs that have a score, too.

    Three stars are the usual film at first, and never more than a star away from it: else ten runs with
    five stars would only show that somebody is kind.
    """
    scores = [each.score for each in judged if each.score is not None]
    usual = fmean([*scores, USUAL_SCORE]) if scores else USUAL_SCORE
    both = [(each.rating - 3, each.score - usual) for each in judged if each.rating and each.score is not None]
    if not both:
        return _Scale(usual, POINTS_A_STAR)
    stars, points = fmean(star for star, _ in both), fmean(point for _, point in both)
    across = sum((star - stars) * (point - points) for star, point in both)
    along = sum((star - stars) ** 2 for star, _ in both)
    slope = (across + _SLOPE_RUNS * POINTS_A_STAR) / (along + _SLOPE_RUNS)
    kindness = (points - slope * stars) * len(both) / (len(both) + _MIDDLE_RUNS)
    return _Scale(usual + max(-_MOST_KINDNESS, min(_MOST_KINDNESS, kindness)), max(slope, 2.0))
