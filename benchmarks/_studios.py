"""Simulated studios that hide what is best for each kind of film, in two ways that share nothing but their menu.

In a studio of `SumOfTastes` every choice adds its own effect. In one of `IdealPoints` each kind has a point in a
space of looks, every choice moves a film in that space, and what counts is how near it comes: no effect is added to
another, kinds come unequally often, now and then a film goes wrong altogether, and people rate mostly what they
feel strongly about. The constants of the product were set while looking at the first sort only.
"""

from __future__ import annotations

import math
import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import fmean
from typing import Final, NamedTuple

from showbible.runs.model import EditStyle, Tier

POINTS_A_DOLLAR: Final = 1.2
"""What a dollar less is worth to a simulated studio, in points of score."""
KEYWORD_SHARE: Final = 0.65
HABIT_SHARE: Final = 0.7
PILOT_NOISE: Final = 1.5
"""How much noisier the mark of one scene is than that of a film."""

TOPICS: Final = (
    *("whales", "owls", "espresso", "black holes", "sourdough", "bicycles", "garden tools", "headphones"),
    *("steam trains", "jazz", "running shoes", "old maps", "bees", "robots", "mountain huts", "green tea"),
)
Wordings = Mapping[str, tuple[Sequence[str], Sequence[str]]]
"""For each kind of film, how it is asked for with the word that names it, and without."""

PLAIN_KINDS: Final[Wordings] = {
    "podcast_intro": (
        ("Podcast intro about {}", "Intro for a podcast on {}"),
        ("Opening of our weekly audio show about {}", "Welcome to a radio series on {}"),
    ),
    "product_demo": (
        ("Product demo of {}", "A demo of our product: {}"),
        ("Show customers what {} can do", "Presenting the features of our {}"),
    ),
    "tutorial": (
        ("Tutorial on {}", "A {} tutorial for beginners"),
        ("Teach beginners all about {}", "A lesson on {}, step by step"),
    ),
    "trailer": (
        ("Trailer for a film about {}", "A movie trailer: {}"),
        ("Preview of an upcoming film about {}", "Coming to cinemas soon: {}"),
    ),
    "unboxing": (
        ("Unboxing of {}", "An unboxing video: {}"),
        ("Opening a package of {} for the first time", "What is in the box? {}"),
    ),
    "review": (
        ("Review of {}", "An honest review of {}"),
        ("Our verdict on {}", "Pros and cons of {}, and whether to buy"),
    ),
    "interview": (
        ("Interview with an expert on {}", "An interview about {}"),
        ("A conversation with somebody who knows {}", "Questions and answers with a guest on {}"),
    ),
    "explainer": (
        ("Explainer about {}", "An explainer on {}"),
        ("Why {} matter, in simple words", "Understanding {} in two minutes"),
    ),
}
OTHER_KINDS: Final[Wordings] = {
    "commercial": (
        ("Television commercial for {}", "An ad for {}"),
        ("Make people want to buy {}", "Sell {} to young families"),
    ),
    "vlog": (("A vlog about {}", "Travel vlog: {}"), ("A day in my life with {}", "My diary of a week with {}")),
    "outro": (("Outro for the series on {}", "Show outro: {}"), ("Farewell and credits after {}", "The closing of {}")),
    "logo_reveal": (
        ("Logo reveal for {}", "A reveal of the logo of {}"),
        ("Our company's emblem appears out of {}", "The symbol of {} emerges from the dark"),
    ),
    "promo": (
        ("Promo for the {} fair", "A promo: {} at half price"),
        ("Announcing our summer sale of {}", "{} festival"),
    ),
    "tutorial": (("{} tutorial", "Tutorial: how to start with {}"), ("Learn {} in ten steps", "A guide to {}")),
}


class Taken(NamedTuple):
    """What a simulated run chooses."""

    tier: Tier
    mood: str
    music: str
    style: EditStyle = EditStyle.BALANCED


@dataclass(frozen=True, kw_only=True)
class Made:
    """A run of a simulated studio."""

    kind: str
    keyword: bool
    concept: str
    plan: Taken
    score: float
    cost: float
    rating: int | None
    scenes: int
    seconds: int

    @property
    def utility(self) -> float:
        """What the studio sees of a run's utility, three scores for a rating."""
        score = self.score if self.rating is None else (self.score + 3 * 20 * self.rating) / 4
        return score - POINTS_A_DOLLAR * self.cost


class Studio(ABC):
    """A studio that hides what is best for each kind of film."""

    kinds: Wordings
    moods: Sequence[str]
    musics: Sequence[str]
    noise: float = 8.0
    rated_share: float = 0.15

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.plans = [
            Taken(*each) for each in product(Tier, self.moods, self.musics, (EditStyle.SAFE, EditStyle.BALANCED))
        ]
        self.shape = {kind: self.rng.choice([(2, 15), (4, 30), (6, 45)]) for kind in self.kinds}
        self.price = {
            tier: dollars * self.rng.uniform(0.7, 1.4) for tier, dollars in zip(Tier, (1, 3, 5, 9), strict=True)
        }
        self._set_up()
        self.habit = {kind: self.rng.choice(self.plans) for kind in self.kinds}
        self.best = {kind: max(self.utility(kind, plan) for plan in self.plans) for kind in self.kinds}

    @abstractmethod
    def _set_up(self) -> None: ...

    @abstractmethod
    def score(self, kind: str, plan: Taken) -> float:
        """The true score of a plan."""

    def utility(self, kind: str, plan: Taken) -> float:
        """The true utility of a plan."""
        return self.score(kind, plan) - POINTS_A_DOLLAR * self.price[plan.tier]

    def regret(self, kind: str, plan: Taken) -> float:
        """What the best plan would have given more."""
        return self.best[kind] - self.utility(kind, plan)

    def next_kind(self) -> str:
        """The kind of film that is asked for next."""
        return self.rng.choice(list(self.kinds))

    def concept(self, kind: str) -> tuple[str, bool]:
        """A concept of a kind, and whether it says the word."""
        keyword = self.rng.random() < KEYWORD_SHARE
        said, meant = self.kinds[kind]
        return self.rng.choice(said if keyword else meant).format(self.rng.choice(TOPICS)), keyword

    def mark(self, kind: str, plan: Taken, *, wider: float = 1.0) -> float:
        """A noisy score of a plan."""
        return min(100.0, max(0.0, self.score(kind, plan) + self.rng.gauss(0, self.noise * wider)))

    def make(self, kind: str, concept: str, keyword: bool, plan: Taken) -> Made:
        """A run by a plan, now and then with a rating."""
        scenes, seconds = self.shape[kind]
        return Made(
            kind=kind,
            keyword=keyword,
            concept=concept,
            plan=plan,
            score=self.mark(kind, plan),
            cost=self.price[plan.tier] * math.exp(self.rng.gauss(0, 0.1)),
            rating=self.rating(self.score(kind, plan)),
            scenes=scenes,
            seconds=seconds,
        )

    def rating(self, true: float) -> int | None:
        """What a person says of a film, if anything."""
        if self.rng.random() >= self.rated_share:
            return None
        return min(5, max(1, round((true + self.rng.gauss(0, 5)) / 20)))

    def history(self, number: int) -> list[Made]:
        """Runs made by habit, now and then by chance."""
        made = []
        for _ in range(number):
            kind = self.next_kind()
            plan = self.habit[kind] if self.rng.random() < HABIT_SHARE else self.rng.choice(self.plans)
            made.append(self.make(kind, *self.concept(kind), plan))
        return made

    def beginning(self, number: int) -> list[Made]:
        """Runs made by chance."""
        kinds = [self.next_kind() for _ in range(number)]
        return [self.make(kind, *self.concept(kind), self.rng.choice(self.plans)) for kind in kinds]


class SumOfTastes(Studio):
    """Every choice adds an effect: one common to all kinds, one of the kind's own; a mood and a music go together."""

    kinds = PLAIN_KINDS
    moods = ("warm", "tense", "playful", "solemn")
    musics = ("piano", "strings", "synth", "drums")

    def _set_up(self) -> None:
        gauss = self.rng.gauss
        choices = (*Tier, *self.moods, *self.musics, *EditStyle)
        common = {choice: gauss(0, 3) for choice in choices}
        self.level = {kind: gauss(70, 5) for kind in self.kinds}
        self.likes = {kind: {choice: common[choice] + gauss(0, 5) for choice in choices} for kind in self.kinds}
        self.pairs = {kind: {pair: gauss(0, 4) for pair in product(self.moods, self.musics)} for kind in self.kinds}

    def score(self, kind: str, plan: Taken) -> float:
        """The true score of a plan."""
        liked = sum(self.likes[kind][choice] for choice in plan) + self.pairs[kind][plan.mood, plan.music]
        return min(100.0, max(0.0, self.level[kind] + liked))


class IdealPoints(Studio):
    """Each kind has an ideal look; choices move a film there together, or too far."""

    kinds = OTHER_KINDS
    moods = ("calm", "epic", "quirky", "dark", "hopeful")
    musics = ("lo-fi", "orchestra", "techno", "none at all", "folk")
    noise = 7.0

    def _set_up(self) -> None:
        choices = (*Tier, *self.moods, *self.musics, *EditStyle)
        self.moves = {choice: self._point(0.6) for choice in choices}
        self.ideal = {kind: self._point(1.0) for kind in self.kinds}
        self.often = [1 / (place + 1) for place in range(len(self.kinds))]
        self.kindness = self.rng.uniform(-0.5, 0.7)

    def _point(self, width: float) -> tuple[float, ...]:
        return tuple(self.rng.gauss(0, width) for _ in range(4))

    def next_kind(self) -> str:
        """A kind; the first ones come most often."""
        return self.rng.choices(list(self.kinds), weights=self.often)[0]

    def score(self, kind: str, plan: Taken) -> float:
        """The true score of a plan."""
        look = [sum(axis) for axis in zip(*(self.moves[choice] for choice in plan), strict=True)]
        far = math.dist(look, self.ideal[kind])
        return 95 - 55 * (1 - math.exp(-((far / 2.6) ** 2)))

    def mark(self, kind: str, plan: Taken, *, wider: float = 1.0) -> float:
        """A noisy score; one film of twenty goes wrong."""
        wrong = 30.0 if self.rng.random() < 0.05 else 0.0
        return max(0.0, super().mark(kind, plan, wider=wider) - wrong)

    def rating(self, true: float) -> int | None:
        """People speak up when they love or hate a film, and some are kinder than others."""
        felt = (true - 70) / 12 + self.rng.gauss(0, 0.5) + self.kindness
        speaks = self.rng.random() < (0.4 if abs(felt) > 1 else 0.08)
        return min(5, max(1, round(3 + felt))) if speaks else None


def group(made: Made) -> str:
    """The kind of a run as its words name it."""
    return made.kind if made.keyword else "general"


def by_shrunken_mean(runs: Sequence[Made], wanted: str) -> Taken:
    """The tried tier, mood and music with the best mean utility, each pulled toward the mean of all by three runs."""
    own = [each for each in runs if group(each) == wanted] or runs
    general = fmean(each.utility for each in runs)
    results: dict[Taken, list[float]] = {}
    for each in own:
        results.setdefault(each.plan._replace(style=EditStyle.BALANCED), []).append(each.utility)
    best = max(results, key=lambda plan: (sum(results[plan]) + 3 * general) / (len(results[plan]) + 3))
    styles = [each.plan.style for each in own if each.plan._replace(style=EditStyle.BALANCED) == best]
    return best._replace(style=max(set(styles), key=styles.count))
