"""In which scenes a habit is left alone: told by those in which it was due and was not done.

Where scenes are only read, no kind of scene is ever sure. So each kind is weighed as the exception, by all scenes
together: how likely they are of it, and how much what was done there speaks for it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from showbible.direction.recall import habits
from showbible.direction.recall.habits import Habit, Study
from showbible.direction.recall.kinds import NAMES

ONE_SCENE, USUALLY = 0.3, 0.85
"""How much is known before any scene of a kind was seen, and how often a habit shows where it is due."""
LEAST_DOUBT: Final = 0.05
DONE: Final = 0.35
"""How much less likely a kind is the exception for each scene of it in which the habit was done: seldom done there by
chance, but often misread."""
NO_EXCEPTION: Final = 0.1
"""How much it weighs that there is none, beside what speaks for some."""
STRANGE: Final = 0.06
"""How surely a habit is left alone in a kind of scene in which it was never seen."""


def doubts(habit: Habit, study: Study, belief: float) -> dict[str, float]:
    """How much less a habit shows in scenes of each kind, and at places of each, than where it is due."""
    left = _left_alone(habit, study, belief)
    done = dict.fromkeys(habit.scenes, 1.0)
    shown = _by_setting(study, done)
    found = {name: 1 - _going(shown.get(name, 0.0), number) for name, number in _by_setting(study, left).items()}
    known = {name: round(doubt, 3) for name, doubt in sorted(found.items()) if doubt >= LEAST_DOUBT}
    strange = {kind: STRANGE * (1 - min(1.0, shown.get(f"scene:{kind}", 0.0))) for kind in NAMES}
    weighed = _weighed(habit, study, left)
    return known | {f"read:{kind}": round(weighed[kind] + strange[kind], 4) for kind in NAMES}


def _left_alone(habit: Habit, study: Study, belief: float) -> dict[int, float]:
    """The scenes in which a habit had a chance and was not done, and how surely it was due there."""
    due = {where: share / belief for where, share in study.due(habit).items()}
    left: dict[int, float] = defaultdict(float)
    for chance in habit.chances:
        if chance.scene not in habit.scenes:
            missed = due.get(chance.where, 0.0) * habits.fit(habit.looks, chance.traits)
            left[chance.scene] = max(left[chance.scene], min(1.0, missed))
    return left


def _weighed(habit: Habit, study: Study, left: Mapping[int, float]) -> dict[str, float]:
    """How likely each kind of scene is the exception: those of which more would have to be so share what is sure."""
    odds = dict.fromkeys(habit.scenes, DONE) | {at: 1 / (1 - USUALLY * missed) for at, missed in left.items()}
    worth = {
        kind: math.prod(1 + study.settings[at].setting.get(kind, 0.0) * (odd - 1) for at, odd in odds.items())
        for kind in NAMES
    }
    gains = {kind: max(0.0, each - 1) for kind, each in worth.items()}
    whole = NO_EXCEPTION + sum(gains.values())
    return {kind: gain / whole for kind, gain in gains.items()}


def _going(shown: float, missed: float) -> float:
    """How often a habit shows that did so in some scenes and not in others, set against how often any does."""
    return min(1.0, (shown + ONE_SCENE * USUALLY) / (shown + missed + ONE_SCENE) / USUALLY)


def _by_setting(study: Study, weights: Mapping[int, float]) -> dict[str, float]:
    found: dict[str, float] = defaultdict(float)
    for at, weight in weights.items():
        for kind, share in study.settings[at].setting.items():
            found[f"scene:{kind}"] += weight * share
        for kind, share in study.settings[at].place.items():
            found[f"place:{kind}"] += weight * share
        for mark in study.settings[at].marks if study.repeats else ():
            found[f"told:{mark}"] += weight
    return found
