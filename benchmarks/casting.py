"""Whom the studio asks after ten productions, and with which prompt: `python -m benchmarks.casting [studios]`.

Simulated providers hide how often they fail, how good they are and what their prompts do to them. Each production is a
film of six shots by one provider, judged as a whole by a noisy evaluator. The choice is compared with always asking the
cheapest and with asking each in turn: by regret, which is what the best provider with the best prompt would have given
more, in points of score less money. A ratio below 1 means that less was lost.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

from showbible.lessons.recall.casting.choice import Casting, choose
from showbible.lessons.recall.casting.differences import differences
from showbible.lessons.recall.casting.prospects import (
    MISSING,
    POINTS_A_MINUTE,
    CastingCandidate,
    CastingQuestion,
    ShotKind,
)
from showbible.lessons.recall.generations import GenerationOutcome, GenerationRecord
from showbible.lessons.recall.traits import PromptTrait
from showbible.providers.model import Medium
from showbible.vocabulary import Micros

SHOTS: Final = 6
TRIES: Final = 2
NOISE: Final = 4.0
PRODUCTIONS: Final = (10, 30)
SIZES: Final = ("wide", "medium", "close_up")
MOVEMENTS: Final = ("static", "push_in", "pan_left")
START: Final = datetime(2026, 1, 1, tzinfo=UTC)


class Simulated(NamedTuple):
    """A provider as it really is."""

    name: str
    dollars: float
    """For an order."""
    score: float = 80.0
    fails_every: int = 0
    """It fails one of so many orders; 0 for none."""
    camera: float = 0.0
    """What camera words add to its score."""
    close_ups: float = 0.0
    """What it scores more or less for close-ups."""

    def utility(self, *, camera: bool, points_a_dollar: float) -> float:
        """What a film by it is worth on average."""
        failing = 1 / self.fails_every if self.fails_every else 0.0
        score = self.score + self.camera * camera + self.close_ups / len(SIZES)
        money = SHOTS * self.dollars * (1 + failing) * (1 - failing)
        minutes = SHOTS * (1 + failing)
        return score * (1 - MISSING * failing**TRIES) - points_a_dollar * money - POINTS_A_MINUTE * minutes


class Scene(NamedTuple):
    """Some providers, and what a dollar is worth to whoever pays them."""

    name: str
    providers: tuple[Simulated, ...]
    points_a_dollar: float


SCENES: Final = (
    Scene(
        "One fails every fifth order, the other is twice as dear; money is no matter",
        (Simulated("shaky", 0.50, fails_every=5), Simulated("steady", 1.00)),
        0.0,
    ),
    Scene(
        "The same, and a dollar is worth 4 points",
        (Simulated("shaky", 0.50, fails_every=5), Simulated("steady", 1.00)),
        4.0,
    ),
    Scene(
        "Camera words harm one by 14 points; the other is twice as dear",
        (Simulated("painter", 0.50, score=92.0, camera=-14.0), Simulated("plain", 1.00)),
        1.2,
    ),
    Scene(
        "One provider, which camera words help by 10 points",
        (Simulated("filmer", 0.50, score=75.0, camera=10.0),),
        1.2,
    ),
    Scene(
        "Three alike but for the price",
        (Simulated("dear", 1.00), Simulated("fair", 0.50), Simulated("cheap", 0.25)),
        0.0,
    ),
)


class Studio:
    """A studio that makes film after film, and remembers how its orders ended."""

    def __init__(self, scene: Scene, seed: int) -> None:
        self.scene, self.rng = scene, Random(seed)
        self.orders: list[GenerationRecord] = []
        self.placed: Counter[str] = Counter()
        self.films = 0

    def question(self) -> tuple[CastingQuestion, tuple[ShotKind, ...]]:
        """The next film."""
        shots = tuple(ShotKind(size=self.rng.choice(SIZES), movement=self.rng.choice(MOVEMENTS)) for _ in range(SHOTS))
        candidates = tuple(
            CastingCandidate(provider=each.name, price=Micros(round(each.dollars * 1_000_000)))
            for each in self.scene.providers
        )
        return (
            CastingQuestion(
                medium=Medium.VIDEO,
                candidates=candidates,
                shots=shots,
                orders=SHOTS,
                points_a_dollar=self.scene.points_a_dollar,
            ),
            shots,
        )

    def make(self, provider: Simulated, shots: Sequence[ShotKind], *, camera: bool) -> None:
        """Shoot a film, judge it, and remember its orders."""
        self.films += 1
        score = provider.score + provider.camera * camera + self.rng.gauss(0, NOISE)
        score += provider.close_ups * sum(shot.size == "close_up" for shot in shots) / SHOTS
        for shot in shots:
            for _ in range(TRIES):
                self.placed[provider.name] += 1
                failed = bool(provider.fails_every) and self.placed[provider.name] % provider.fails_every == 0
                self._remember(provider, shot, camera=camera, score=None if failed else min(100.0, score))
                if not failed:
                    break

    def _remember(self, provider: Simulated, shot: ShotKind, *, camera: bool, score: float | None) -> None:
        price = round(provider.dollars * 1_000_000)
        self.orders.insert(
            0,
            GenerationRecord(
                generation_id=f"g{len(self.orders)}",
                provider=provider.name,
                medium=Medium.VIDEO,
                run_id=f"run-{self.films}",
                outcome=GenerationOutcome.FAILED if score is None else GenerationOutcome.SUCCEEDED,
                at=START + timedelta(minutes=len(self.orders)),
                estimated=price,
                charged=0 if score is None else price,
                seconds=5.0,
                took=60.0,
                size=shot.size,
                movement=shot.movement,
                traits={PromptTrait.CAMERA: camera},
                score=score,
            ),
        )

    def regret(self, provider: Simulated, *, camera: bool) -> float:
        """What the best choice would have given more."""
        money = self.scene.points_a_dollar
        best = max(
            each.utility(camera=words, points_a_dollar=money)
            for each in self.scene.providers
            for words in (True, False)
        )
        return best - provider.utility(camera=camera, points_a_dollar=money)


Rule = Callable[[Studio, CastingQuestion], tuple[str, bool]]


def _cast(studio: Studio, question: CastingQuestion) -> tuple[str, bool]:
    found = choose(question, studio.orders)
    return found.provider, not found.prompt.leaves_out(PromptTrait.CAMERA)


def _cheapest(_: Studio, question: CastingQuestion) -> tuple[str, bool]:
    return min(question.candidates, key=lambda each: each.price).provider, True


def _in_turn(studio: Studio, question: CastingQuestion) -> tuple[str, bool]:
    return question.candidates[studio.films % len(question.candidates)].provider, True


RULES: Final[dict[str, Rule]] = {"casting": _cast, "cheapest": _cheapest, "in turn": _in_turn}


def played(scene: Scene, rule: Rule, seed: int, productions: int) -> tuple[Studio, list[float]]:
    """A studio after some productions by a rule, and what each of them lost."""
    studio, lost = Studio(scene, seed), []
    named = {each.name: each for each in scene.providers}
    for _ in range(productions):
        question, shots = studio.question()
        name, camera = rule(studio, question)
        studio.make(named[name], shots, camera=camera)
        lost.append(studio.regret(named[name], camera=camera))
    return studio, lost


def told(scene: Scene, studios: int, productions: int) -> None:
    """Whom a scene's studios ask next, with which prompt, and what each rule lost."""
    lost = {
        name: fmean(fmean(played(scene, rule, seed, productions)[1]) for seed in range(studios))
        for name, rule in RULES.items()
    }
    ratios = ", ".join(
        f"{name} {lost['casting'] / lost[name]:.2f}" if lost[name] else f"{name} lost nothing"
        for name in RULES
        if name != "casting"
    )
    asked = [_next(played(scene, _cast, seed, productions)[0]) for seed in range(studios)]
    chosen = Counter(each.provider for each in asked)
    without = sum(each.prompt.leaves_out(PromptTrait.CAMERA) for each in asked)
    print(f"  after {productions}: lost {lost['casting']:.1f} points a film; ratio to {ratios}")
    print(
        f"    next: {dict(chosen)}, {sum(each.is_try for each in asked)} of them tries, {without} without camera words"
    )
    first = asked[0]
    print(f"    e.g. {first.why}")
    for reason in first.prompt.reasons:
        print(f"         {reason}")


def _next(studio: Studio) -> Casting:
    return choose(studio.question()[0], studio.orders)


def false_alarms(studios: int, productions: int = 40) -> None:
    """How many differences are told of a provider that makes none: of sizes, movements and camera words."""
    told_of, compared, scene = 0, 0, Scene("", (Simulated("plain", 0.50, fails_every=10),), 1.2)
    for seed in range(studios):
        studio = Studio(scene, seed)
        for film in range(productions):
            studio.make(scene.providers[0], studio.question()[1], camera=film % 2 == 0)
        found = differences(studio.orders)
        told_of, compared = told_of + sum(each.is_told for each in found), compared + len(found)
    print(f"Told although there is none: {told_of} of {compared} differences after {productions} films each")


def main(studios: int = 40) -> None:
    """Every scene, after few and after many productions."""
    false_alarms(studios)
    for scene in SCENES:
        print(f"{scene.name} ({studios} studios)")
        for productions in PRODUCTIONS:
            told(scene, studios, productions)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
