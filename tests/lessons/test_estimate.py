"""The estimator: few runs lean on the rest, many speak for themselves, and doubt shrinks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from showbible.lessons.model import Pair, PlanRequest
from showbible.lessons.recall.estimate import algebra, experience, money, priors
from showbible.lessons.recall.estimate.algebra import FEW
from showbible.lessons.recall.estimate.failures import TierFailures, TierOutcome
from showbible.lessons.recall.estimate.menu import PlanLimits
from showbible.lessons.recall.estimate.plan import Plan, Trial
from showbible.lessons.recall.estimate.plans import Choice
from showbible.lessons.recall.estimate.repertoire import Repertoire, repertoire
from showbible.runs.model import EditStyle, Tier

PLAN = Plan(Tier.ANIMATED, EditStyle.SAFE, "warm", "piano", 4, 20)
ANY = PlanRequest(scenes=4, duration=20)


def _trial(score: float | None, *, concept: str = "podcast intro", plan: Plan = PLAN, **facts: object) -> Trial:
    usual = Trial(
        run_id="r",
        concept=concept,
        pattern=None,
        tier=plan.tier,
        edit_style=plan.edit_style,
        mood=plan.mood,
        music_style=plan.music_style,
        planned_scenes=plan.scenes or 0,
        duration=float(plan.duration or 0),
        score=score,
        rating=None,
        cost=1_000_000,
        at=0,
    )
    return usual._replace(**facts)  # type: ignore[arg-type]


def _repertoire(trials: Sequence[Trial]) -> Repertoire:
    return repertoire(
        [each._replace(run_id=f"r{place}", at=place) for place, each in enumerate(trials)], "intro", _nobody
    )


def _nobody() -> None:
    return None


def _mean(trials: Sequence[Trial], plan: Plan = PLAN) -> float:
    return _repertoire(trials).experience.about("podcast intro").mean(plan)


def _chosen(trials: Sequence[Trial], wish: PlanRequest = ANY, limits: PlanLimits | None = None) -> tuple[Choice, ...]:
    found = _repertoire(trials).choose("podcast intro", wish, limits or PlanLimits(), points_a_dollar=0.0)
    return tuple(each for each in found if each is not None)


def test_with_nothing_known_the_estimate_is_the_usual_score_with_all_doubt() -> None:
    outlook = _repertoire([]).experience.about("podcast intro")

    (found,) = outlook.estimates([PLAN._replace(tier=None)])

    assert found == pytest.approx((priors.USUAL_SCORE, priors.widest(1.0) ** 0.5))


def test_one_run_moves_the_estimate_part_of_the_way_and_many_nearly_all() -> None:
    means = [_mean([_trial(95)] * number) for number in (1, 4, 40)]

    assert 70 < means[0] < means[1] < means[2] < 96
    assert means[2] > 93


def test_doubt_shrinks_with_every_run() -> None:
    doubts = [
        _repertoire([_trial(80)] * number).experience.about("podcast intro").estimates([PLAN])[0].deviation
        for number in (0, 1, 4, 16)
    ]

    assert doubts == sorted(doubts, reverse=True)


def test_runs_of_another_kind_say_less_than_own_ones() -> None:
    own, other = (_mean([_trial(95, concept=concept)] * 4) for concept in ("podcast intro", "trailer"))

    assert own > other > priors.USUAL_SCORE


def test_words_for_one_kind_are_one_kind() -> None:
    said = [_mean([_trial(95, concept=concept)] * 4) for concept in ("intro", "trailer")]
    joined = _repertoire([_trial(95, concept="commercial")] * 4).experience

    assert said[0] > said[1]
    assert joined.about("ad").mean(PLAN) == joined.about("commercial").mean(PLAN)


def test_an_odd_run_counts_less_than_its_share() -> None:
    calm = _mean([_trial(80)] * 9)

    assert calm - _mean([*[_trial(80)] * 9, _trial(0)]) < 4


def test_a_persons_stars_count_more_than_a_score() -> None:
    rated = _mean([_trial(70, rating=5), *[_trial(70)] * 5])

    assert rated > _mean([_trial(90), *[_trial(70)] * 5])


def test_a_missing_rating_says_nothing() -> None:
    known = _repertoire([_trial(80)] * 6).experience.rows

    assert {row.value for row in known} == {80}


def test_what_is_old_counts_less() -> None:
    old, new = [_trial(60)] * 300, [_trial(90)] * 300

    assert _mean([*old, *new]) > _mean([*new, *old])


def test_a_first_scene_says_less_than_a_film() -> None:
    films, scenes = (_mean([_trial(95, is_pilot=pilot)] * 3) for pilot in (False, True))

    assert films > scenes > priors.USUAL_SCORE


def test_a_guide_price_is_expected_until_runs_show_their_own() -> None:
    priced = money.Prices.of([_trial(80)] * 8, [1.0] * 8)

    assert money.guide_cost(Tier.ANIMATED, 20) == 5.0
    assert 0.9 < priced.cost(PLAN) < 1.5


def _many(seed: int, number: int = 90) -> list[Trial]:
    """The runs of a busy studio, some of which leave something open."""
    dice = random.Random(seed)
    return [
        _trial(
            dice.uniform(40, 100),
            concept=dice.choice(["podcast intro", "trailer", "a quiet harbour"]),
            plan=Plan(
                dice.choice([*Tier]),
                dice.choice([*EditStyle]),
                dice.choice(["warm", "tense", None]),
                dice.choice(["piano", "drums", None]),
                dice.choice([2, 4, 8, None]),
                dice.randint(5, 90),
            ),
        )
        for _ in range(number)
    ]


def test_many_runs_weighed_at_once_say_what_they_say_one_by_one() -> None:
    busy = _repertoire(_many(1)).experience
    plans = [PLAN, PLAN._replace(tier=Tier.STATIC_IMAGES), PLAN._replace(mood=None)]
    noisy = experience._noisy(busy._covariance, [64.0] * len(busy.rows))

    fast, plain = algebra.precision(noisy), algebra.precision(noisy.tolist())
    asked = [busy.about("podcast intro").near(plan) for plan in plans]

    assert len(busy.rows) > FEW
    for one, other in zip(fast.explained(asked), plain.explained(asked), strict=True):
        assert one == pytest.approx(other)


def test_what_was_made_once_by_luck_does_not_beat_what_is_proven() -> None:
    lucky = PLAN._replace(tier=Tier.MOTION_GRAPHICS)

    plan, *_ = _chosen([*[_trial(74)] * 8, _trial(100, plan=lucky)])

    assert plan.plan.tier is Tier.ANIMATED


def test_a_pilot_is_worth_most_where_least_is_known() -> None:
    known = [
        _trial(80, plan=PLAN._replace(tier=tier)) for tier in (Tier.ANIMATED, Tier.PHOTOREALISTIC) for _ in range(9)
    ]

    _, other = _chosen(known, replace(ANY, mood="warm", music_style="piano"))

    assert other.plan.tier in (Tier.STATIC_IMAGES, Tier.MOTION_GRAPHICS) and other.gain > 0


def test_what_a_person_barred_is_neither_planned_nor_tried() -> None:
    limits = PlanLimits(no_pairs=[Pair("warm", "piano")], no_music=["drums"])
    heard = [("warm", "piano"), ("warm", "drums"), ("tense", "piano")]
    trials = [_trial(90, plan=PLAN._replace(mood=mood, music_style=music)) for mood, music in heard for _ in range(4)]

    found = _chosen(trials, limits=limits)

    suggested = {(each.plan.mood, each.plan.music_style) for each in found}
    assert found[0].plan.heart[1:] == ("tense", "piano")
    assert ("warm", "piano") not in suggested and "drums" not in {music for _, music in suggested}


trials = st.builds(
    Trial,
    run_id=st.text("abcdef", min_size=1, max_size=8),
    concept=st.sampled_from(["podcast intro", "trailer", "a quiet harbour"]),
    pattern=st.none(),
    tier=st.none() | st.sampled_from([*Tier]),
    edit_style=st.none() | st.sampled_from([*EditStyle]),
    mood=st.none() | st.sampled_from(["warm", " Warm", "tense"]),
    music_style=st.none() | st.sampled_from(["piano", "drums"]),
    planned_scenes=st.integers(0, 40),
    duration=st.floats(0, 600),
    score=st.none() | st.floats(0, 100),
    rating=st.none() | st.integers(1, 5),
    cost=st.integers(0, 10**9),
    at=st.integers(0, 10**6),
    is_pilot=st.booleans(),
)


@settings(deadline=None, max_examples=60)
@given(st.lists(trials, max_size=25, unique_by=lambda each: (each.run_id, each.at)))
def test_any_history_gives_a_plan_whatever_its_order(history: list[Trial]) -> None:
    asked = ("podcast intro", ANY, PlanLimits())

    found, _ = repertoire(history, "intro", _nobody).choose(*asked, points_a_dollar=1.2)
    other, _ = repertoire(history[::-1], "intro", _nobody).choose(*asked, points_a_dollar=1.2)

    assert found.plan == other.plan and 0 <= found.cost < 1e9


@settings(deadline=None, max_examples=40)
@given(st.lists(trials, min_size=1, max_size=25), st.sampled_from([*Tier]), st.integers(1, 600))
def test_a_wish_is_always_kept(history: list[Trial], tier: Tier, seconds: int) -> None:
    wish = PlanRequest(tier=tier, duration=seconds, scenes=1, mood="Calm")

    found, _ = repertoire(history, "intro", _nobody).choose("podcast intro", wish, PlanLimits(), points_a_dollar=0.0)

    assert (found.plan.tier, found.plan.duration, found.plan.mood) == (tier, seconds, "calm")


def test_when_no_mood_a_person_wants_goes_with_any_music_the_sound_is_left_open() -> None:
    limits = PlanLimits(moods=["calm"], no_pairs=[Pair("calm", "piano")])

    plan, *_ = _chosen([_trial(80)] * 3, replace(ANY, music_style="piano"), limits)

    assert plan.plan.heart == (Tier.ANIMATED, None, "piano")


def test_what_fails_with_every_tier_speaks_against_none() -> None:
    runs = [TierOutcome(f"{tier}{number}", tier, number % 2 == 0) for tier in Tier for number in range(6)]

    failures = TierFailures.of(runs)

    assert {failures.share(tier) for tier in Tier} == {0.5}


def test_a_tier_that_works_again_is_forgiven() -> None:
    lately = [TierOutcome(f"new{number}", Tier.ANIMATED, False) for number in range(20)]
    before = [TierOutcome(f"old{number}", Tier.ANIMATED, True) for number in range(20)]

    assert TierFailures.of([*lately, *before]).share(Tier.ANIMATED) == 0.0
