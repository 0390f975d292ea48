"""How much is lost by following the suggestions: `python -m benchmarks.lessons [studios]`.

Two sorts of simulated studios (`_studios.py`) hide what is best for each kind of film. Their history is made by
habit, with noisy scores and rare ratings, and concepts are said with and without the word that names their kind. The
utility of a run is its true score minus 1.2 points a dollar; regret is what the best plan would have given more.
`suggest` is asked through an open studio with its database, as any caller would, and is measured against a plain
shrunken mean over tier, mood and music on the same studios.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import fmean
from typing import Final

from benchmarks._studios import (
    PILOT_NOISE,
    POINTS_A_DOLLAR,
    IdealPoints,
    Made,
    Studio,
    SumOfTastes,
    Taken,
    by_shrunken_mean,
)
from showbible.bible import Bible
from showbible.lessons.learn import finished_runs
from showbible.lessons.model import Production, Suggestion, ValueForMoney
from showbible.lessons.recall.advice import PilotMark, PlanQuestion
from showbible.lessons.record import productions
from showbible.runs.model import EditStyle, PilotStyle, Status
from showbible.settings import Settings
from showbible.vocabulary import DEFAULT_PROJECT, LOCAL_USER, RunId

SIZES: Final = (20, 60, 200)
BEGINNING: Final = 12
"""The runs by chance that a studio begins with, so that it has heard of some moods and music."""
SORTS: Final = (SumOfTastes, IdealPoints)
START: Final = datetime(2026, 1, 1, tzinfo=UTC)
BALANCED: Final = PlanQuestion(value=ValueForMoney.BALANCED)


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
            duration=float(made.seconds),
            scenes=made.scenes,
            planned_scenes=made.scenes,
            edit_style=plan.style,
            mood=plan.mood,
            music_style=plan.music,
            rating=made.rating,
            pattern=finished_runs.kind_of(bible.db, made.concept),
        ),
    )


def taken(studio: Studio, found: Suggestion) -> Taken:
    """The plan that the product suggests; what it leaves open, or nobody here has, is left to chance."""
    mood = found.mood if found.mood in studio.moods else studio.rng.choice(studio.moods)
    music = found.music_style if found.music_style in studio.musics else studio.rng.choice(studio.musics)
    style = found.edit_style if found.edit_style is EditStyle.SAFE else EditStyle.BALANCED
    return Taken(found.tier, mood, music, style)


def after_habit(sort: type[Studio], studios: int) -> None:
    """The regret of each rule after a history made by habit."""
    print(f"{sort.__name__}: regret after a history made by habit, {studios} studios")
    print(f"{'runs':>6} {'random':>8} {'shrunken':>9} {'suggest':>8} {'ratio':>6} {'ms':>5}")
    for size in SIZES:
        lost: dict[str, list[float]] = {name: [] for name in ("random", "shrunken", "suggest")}
        spent = 0.0
        for seed in range(studios):
            studio = sort(1000 * size + seed)
            runs = studio.history(size)
            with _opened() as bible:
                with bible.db.transaction():
                    for number, each in enumerate(runs):
                        teach(bible, each, number)
                spent += _ask(bible, studio, runs, lost)
        means = {name: fmean(values) for name, values in lost.items()}
        ratio = means["suggest"] / means["shrunken"]
        print(
            f"{size:>6} {means['random']:>8.1f} {means['shrunken']:>9.1f} {means['suggest']:>8.1f} {ratio:>6.2f} "
            f"{1000 * spent / len(lost['suggest']):>5.0f}",
            flush=True,
        )


def _ask(bible: Bible, studio: Studio, runs: list[Made], lost: dict[str, list[float]]) -> float:
    """Ask every rule for a plan of each kind; gives how long the product took."""
    spent = 0.0
    for kind in studio.kinds:
        concept, keyword = studio.concept(kind)
        began = time.perf_counter()
        suggested = bible.lessons.suggest(concept, BALANCED)
        spent += time.perf_counter() - began
        plans = {
            "random": studio.rng.choice(studio.plans),
            "shrunken": by_shrunken_mean(runs, kind if keyword else "general"),
            "suggest": taken(studio, suggested),
        }
        for name, plan in plans.items():
            lost[name].append(studio.regret(kind, plan))
    return spent


def in_sequence(sort: type[Studio], studios: int, number: int = 200) -> None:
    """The regret, by quarters, of choosing every run by a rule: the mean, or two pilots of what is suggested."""
    print(f"{sort.__name__}: regret when each of {number} runs is chosen by the rule, by quarters, {studios} studios")
    for name, rule in (("shrunken", _by_mean), ("two pilots", _by_pilots)):
        lost: list[list[float]] = [[] for _ in range(4)]
        for seed in range(studios):
            for place, regret in enumerate(rule(sort(77_000 + seed), number)):
                lost[4 * place // number].append(regret)
        print(f"{name:>10} " + " ".join(f"{fmean(quarter):>6.1f}" for quarter in lost), flush=True)


def _by_mean(studio: Studio, number: int) -> Iterator[float]:
    runs = studio.beginning(BEGINNING)
    for _ in range(number):
        kind = studio.next_kind()
        concept, keyword = studio.concept(kind)
        plan = by_shrunken_mean(runs, kind if keyword else "general")
        runs.append(studio.make(kind, concept, keyword, plan))
        yield studio.regret(kind, plan)


def _by_pilots(studio: Studio, number: int) -> Iterator[float]:
    with _opened() as bible:
        for place, made in enumerate(studio.beginning(BEGINNING)):
            teach(bible, made, place)
        for place in range(number):
            kind = studio.next_kind()
            concept, keyword = studio.concept(kind)
            found = bible.lessons.suggest(concept, BALANCED)
            plans = [found, found.alternative] if found.alternative else [found]
            marks = [_mark(studio, kind, each) for each in plans]
            after = bible.lessons.after_pilots(concept, marks) if len(marks) > 1 else [0.0]
            worth = [score - POINTS_A_DOLLAR * each.expected_cost for score, each in zip(after, plans, strict=True)]
            winner = worth.index(max(worth))
            film = studio.make(kind, concept, keyword, taken(studio, plans[winner]))
            _record(bible, film, [mark for mark in marks if mark is not marks[winner]], f"film-{place}")
            yield studio.regret(kind, film.plan)


def _mark(studio: Studio, kind: str, plan: Suggestion) -> PilotMark:
    score = studio.mark(kind, taken(studio, plan), wider=PILOT_NOISE)
    return PilotMark(plan.tier, plan.edit_style, plan.mood, plan.music_style, plan.scenes, plan.duration, score)


def _record(bible: Bible, film: Made, lost: list[PilotMark], run_id: str) -> None:
    """A run with its pilots, from start to end."""
    runs, plan = bible.runs, film.plan
    runs.start(film.concept, budget="1000", run_id=run_id, total_scenes=film.scenes)
    for place, mark in enumerate(lost):
        style = PilotStyle(mood=mark.mood, music_style=mark.music_style, edit_style=mark.edit_style)
        runs.add_pilot(run_id, f"lost{place}", tier=str(mark.tier), budget="1", style=style)
        runs.judge_pilot(run_id, f"lost{place}", score=mark.score, status="rejected")
    runs.add_pilot(run_id, "film", tier=plan.tier, budget="1")
    runs.judge_pilot(run_id, "film", score=film.score, status="approved")
    runs.describe(run_id, mood=plan.mood, music_style=plan.music, edit_style=plan.style)
    runs.deliver(run_id, "video", f"videos/{run_id}.mp4", cost=f"{film.cost:.4f}", duration=float(film.seconds))
    runs.finish(run_id, "completed", winning_pilot="film")
    bible.lessons.wrap(run_id)
    if film.rating is not None:
        bible.lessons.rate(run_id, film.rating)


@contextmanager
def _opened() -> Iterator[Bible]:
    with tempfile.TemporaryDirectory() as folder, Bible(Settings(home=Path(folder), disk_floor_mb=0)) as bible:
        yield bible


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    for each in SORTS:
        after_habit(each, wanted)
        in_sequence(each, max(1, wanted // 4))
