"""How much is lost by following the suggestions: `python -m benchmarks.lessons [studios]`.

Simulated studios hide what is best for each kind of film. Their history is made by habit, with noisy
scores and rare ratings, and concepts are said with and without the word that names their kind. The
utility of a run is its true score minus 1.2 points a dollar; regret is what the best plan would have
given more. `suggest` is asked through an open studio with its database, as any caller would.
"""

from __future__ import annotations

import math
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import fmean
from typing import Final

from showbible.bible import Bible
from showbible.lessons.learn import finished_runs
from showbible.lessons.model import POINTS_PER_DOLLAR, Production
from showbible.lessons.recall.estimate.regression import GUIDE_PRICES, Plan
from showbible.lessons.record import productions
from showbible.runs.model import EditStyle, Status, Tier
from showbible.settings import Settings
from showbible.vocabulary import DEFAULT_PROJECT, LOCAL_USER, RunId

SIZES: Final = (20, 60, 200)
KEYWORD_SHARE: Final = 0.65
HABIT_SHARE: Final = 0.7
RATED_SHARE: Final = 0.15
NOISE: Final = 8.0
START: Final = datetime(2026, 1, 1, tzinfo=UTC)

TOPICS: Final = (
    *("whales", "owls", "espresso", "black holes", "sourdough", "bicycles", "garden tools", "headphones"),
    *("steam trains", "jazz", "running shoes", "old maps", "bees", "robots", "mountain huts", "green tea"),
)

KINDS: Final[Mapping[str, tuple[Sequence[str], Sequence[str]]]] = {
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


@dataclass(frozen=True, kw_only=True)
class Made:
    """A run of a simulated studio."""

    kind: str
    keyword: bool
    concept: str
    plan: Plan
    score: float
    cost: float
    rating: int | None

    @property
    def utility(self) -> float:
        """What the studio sees of a run's utility."""
        score = self.score if self.rating is None else (self.score + 3 * 20 * self.rating) / 4
        return score - POINTS_PER_DOLLAR * self.cost


@dataclass
class Studio:
    """A studio that hides what is best for each kind of film."""

    seed: int
    scenes: Sequence[int] = (2, 4, 8)
    seconds: Sequence[int] = (15, 30, 60)
    price: float = 0.5
    rng: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.rng = rng = random.Random(self.seed)
        self.plans = [
            Plan(tier=tier, edit_style=style, scenes=number, duration=length)
            for tier in Tier
            for style in EditStyle
            for number in self.scenes
            for length in self.seconds
        ]
        common = {choice: rng.gauss(0, 4) for choice in (*Tier, *EditStyle)}
        self.likes = {
            kind: {choice: common[choice] + rng.gauss(0, 7) for choice in (*Tier, *EditStyle)} for kind in KINDS
        }
        self.ideal = {kind: (rng.choice(self.scenes), rng.choice(self.seconds)) for kind in KINDS}
        self.level = {kind: rng.gauss(72, 5) for kind in KINDS}
        self.habit = {kind: rng.choice(self.plans) for kind in KINDS}
        self.best = {kind: max(self.utility(kind, plan) for plan in self.plans) for kind in KINDS}

    def score(self, kind: str, plan: Plan) -> float:
        """The true score of a plan."""
        number, length = self.ideal[kind]
        far = abs(math.log2((plan.scenes or 1) / number)) + abs(math.log2((plan.duration or 1) / length))
        liked = sum(self.likes[kind][choice] for choice in (plan.tier, plan.edit_style) if choice)
        return min(100.0, max(0.0, self.level[kind] + liked - 5 * far))

    def cost(self, plan: Plan) -> float:
        """The true cost of a plan, in dollars."""
        return self.price * GUIDE_PRICES[plan.tier or Tier.ANIMATED] * (plan.duration or 0)

    def utility(self, kind: str, plan: Plan) -> float:
        """The true utility of a plan."""
        return self.score(kind, plan) - POINTS_PER_DOLLAR * self.cost(plan)

    def regret(self, kind: str, plan: Plan) -> float:
        """What the best plan would have given more; a plan off the menu counts as the nearest on it."""
        return self.best[kind] - self.utility(kind, min(self.plans, key=lambda other: _apart(plan, other)))

    def concept(self, kind: str) -> tuple[str, bool]:
        """A concept of a kind, and whether it says the word."""
        keyword = self.rng.random() < KEYWORD_SHARE
        said, meant = KINDS[kind]
        return self.rng.choice(said if keyword else meant).format(self.rng.choice(TOPICS)), keyword

    def make(self, kind: str, concept: str, keyword: bool, plan: Plan) -> Made:
        """A run by a plan, with a noisy score and now and then a rating."""
        true = self.score(kind, plan)
        rated = self.rng.random() < RATED_SHARE
        return Made(
            kind=kind,
            keyword=keyword,
            concept=concept,
            plan=plan,
            score=min(100.0, max(0.0, true + self.rng.gauss(0, NOISE))),
            cost=self.cost(plan) * math.exp(self.rng.gauss(0, 0.1)),
            rating=min(5, max(1, round((true + self.rng.gauss(0, 5)) / 20))) if rated else None,
        )

    def history(self, number: int) -> list[Made]:
        """Runs made by habit, now and then by chance."""
        made = []
        for _ in range(number):
            kind = self.rng.choice(list(KINDS))
            plan = self.habit[kind] if self.rng.random() < HABIT_SHARE else self.rng.choice(self.plans)
            made.append(self.make(kind, *self.concept(kind), plan))
        return made


def _apart(one: Plan, other: Plan) -> float:
    apart = 10.0 * (one.tier is not other.tier) + 10.0 * (one.edit_style is not other.edit_style)
    for mine, theirs in ((one.scenes, other.scenes), (one.duration, other.duration)):
        apart += abs(math.log2((mine or 1) / (theirs or 1)))
    return apart


def _group(made: Made) -> str:
    return made.kind if made.keyword else "general"


def by_documents(runs: Sequence[Made], group: str) -> Plan:
    """The documents' pattern: what the first run of its keyword did, 60 seconds, a safe edit."""
    first = next((each.plan for each in runs if _group(each) == group), None)
    tier, scenes = (first.tier, first.scenes) if first else (Tier.ANIMATED, 4)
    return Plan(tier=tier, edit_style=EditStyle.SAFE, scenes=scenes, duration=60)


def by_shrunken_mean(runs: Sequence[Made], group: str) -> Plan:
    """The tried plan with the best mean utility, each mean pulled toward the mean of all by three runs."""
    own = [each for each in runs if _group(each) == group] or runs
    general = fmean(each.utility for each in runs)
    results: dict[Plan, list[float]] = {}
    for each in own:
        results.setdefault(each.plan, []).append(each.utility)
    return max(results, key=lambda plan: (sum(results[plan]) + 3 * general) / (len(results[plan]) + 3))


def teach(bible: Bible, made: Made, number: int) -> None:
    """Close the books on a simulated run."""
    plan = made.plan
    productions.keep(
        bible.db,
        Production(
            run_id=RunId(f"run-{number:04}"),
            project_id=DEFAULT_PROJECT,
            user_id=LOCAL_USER,
            concept=made.concept,
            status=Status.COMPLETED,
            at=START + timedelta(hours=number),
            tier=plan.tier,
            score=made.score,
            cost=round(made.cost * 1_000_000),
            duration=float(plan.duration or 0),
            scenes=plan.scenes or 0,
            planned_scenes=plan.scenes or 0,
            edit_style=plan.edit_style,
            rating=made.rating,
            pattern=finished_runs.kind_of(bible.db, made.concept),
        ),
    )


def by_suggest(bible: Bible, concept: str) -> Plan:
    """The plan that the product suggests."""
    found = bible.lessons.suggest(concept)
    return Plan(tier=found.tier, edit_style=found.edit_style, scenes=found.scenes, duration=found.duration)


def after_habit(studios: int) -> None:
    """The regret of each rule after a history made by habit."""
    print(f"regret after a history made by habit, {studios} studios")
    print(f"{'runs':>6} {'random':>8} {'documents':>10} {'shrunken':>9} {'suggest':>8} {'ms':>5}")
    for size in SIZES:
        lost: dict[str, list[float]] = {name: [] for name in ("random", "documents", "shrunken", "suggest")}
        spent = 0.0
        for seed in range(studios):
            studio = Studio(seed=1000 * size + seed)
            runs = studio.history(size)
            with _opened() as bible:
                with bible.db.transaction():
                    for number, each in enumerate(runs):
                        teach(bible, each, number)
                for kind in KINDS:
                    concept, keyword = studio.concept(kind)
                    group = kind if keyword else "general"
                    began = time.perf_counter()
                    suggested = by_suggest(bible, concept)
                    spent += time.perf_counter() - began
                    for name, plan in (
                        ("random", studio.rng.choice(studio.plans)),
                        ("documents", by_documents(runs, group)),
                        ("shrunken", by_shrunken_mean(runs, group)),
                        ("suggest", suggested),
                    ):
                        lost[name].append(studio.regret(kind, plan))
        means = {name: fmean(values) for name, values in lost.items()}
        print(
            f"{size:>6} {means['random']:>8.1f} {means['documents']:>10.1f} {means['shrunken']:>9.1f} "
            f"{means['suggest']:>8.1f} {1000 * spent / len(lost['suggest']):>5.0f}"
        )


def in_sequence(studios: int, number: int = 200) -> None:
    """The regret of choosing every run by a rule, by quarters."""
    print(f"\nregret when each of {number} runs is chosen by the rule, by quarters, {studios} studios")
    rules: Mapping[str, Callable[[Bible, list[Made], str, str], Plan]] = {
        "documents": lambda _bible, runs, _concept, group: by_documents(runs, group),
        "suggest": lambda bible, _runs, concept, _group: by_suggest(bible, concept),
    }
    for name, rule in rules.items():
        lost: list[list[float]] = [[] for _ in range(4)]
        for seed in range(studios):
            studio, runs = Studio(seed=77_000 + seed), list[Made]()
            with _opened() as bible:
                for place in range(number):
                    kind = studio.rng.choice(list(KINDS))
                    concept, keyword = studio.concept(kind)
                    wanted = rule(bible, runs, concept, kind if keyword else "general")
                    plan = min(studio.plans, key=lambda other: _apart(wanted, other))
                    lost[4 * place // number].append(studio.regret(kind, plan))
                    runs.append(studio.make(kind, concept, keyword, plan))
                    teach(bible, runs[-1], place)
        print(f"{name:>10} " + " ".join(f"{fmean(quarter):>6.1f}" for quarter in lost))


@contextmanager
def _opened() -> Iterator[Bible]:
    with tempfile.TemporaryDirectory() as folder, Bible(Settings(home=Path(folder), disk_floor_mb=0)) as bible:
        yield bible


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    after_habit(wanted)
    in_sequence(max(1, wanted // 4))
