"""A plan spends the budget on the best film it allows, led by what was learned, and never more."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showbible.errors import Invalid
from showbible.runs.model import AudioTier, EditStyle, Tier
from showbible.studio import plan, prices
from showbible.studio.model import FilmChoices, FilmPlan, FilmRequest, ProductionAdvice, RivalAdvice
from showbible.studio.plan import BudgetPlanner
from showbible.studio.write import by_rule, fitted
from showbible.vocabulary import Micros

CONCEPT = "a gardener finds a door in the hedge"


def _wish(cents: int, **more: int | None) -> FilmRequest:
    return FilmRequest(concept=CONCEPT, budget=Micros(cents * 10_000), **more)  # type: ignore[arg-type]


def _plan(cents: int, advice: ProductionAdvice | None = None, **more: int | None) -> FilmPlan:
    return BudgetPlanner().plan(_wish(cents, **more), advice or ProductionAdvice())


def _worst_cost(made: FilmPlan) -> int:
    """What the film costs if its dearest pilot wins: all auditions, the film, the sound."""
    wish = _wish(10**6)
    script = fitted(by_rule(CONCEPT, scenes=made.scenes, seconds=made.seconds), wish, made)
    shots = [[shot.frames for shot in scene.shots] for scene in script.scenes]
    costs = []
    for winner in made.pilots:
        film = sum(prices.picture(winner.tier, frames) for scene in shots for frames in scene)
        others = [pilot.tier for pilot in made.pilots if pilot is not winner]
        costs.append(film + sum(prices.picture(tier, frames) for tier in others for frames in shots[0]))
    return max(costs) + prices.sound(made.audio_tier, sum(map(sum, shots)))


@given(
    cents=st.integers(min_value=20, max_value=20_000),
    scenes=st.none() | st.integers(min_value=1, max_value=12),
    pilots=st.none() | st.integers(min_value=1, max_value=4),
    tier=st.none() | st.sampled_from(Tier),
    seconds=st.none() | st.floats(min_value=3, max_value=120),
)
def test_no_plan_costs_more_than_its_budget(
    cents: int, scenes: int | None, pilots: int | None, tier: Tier | None, seconds: float | None
) -> None:
    wish = _wish(cents, scenes=scenes, pilots=pilots)
    if wish.budget < plan.least(wish):
        return

    made = BudgetPlanner().plan(wish, ProductionAdvice(tier=tier, seconds=seconds))

    assert _worst_cost(made) <= wish.budget


def test_a_budget_too_small_for_a_scene_is_refused_in_a_sentence() -> None:
    with pytest.raises(Invalid, match=r"A budget of \$0\.05 is too small for a single scene: the cheapest costs"):
        plan.check(_wish(5))


def test_a_budget_too_small_for_the_scenes_asked_for_is_refused() -> None:
    with pytest.raises(Invalid, match="too small for 9 scenes"):
        plan.check(_wish(50, scenes=9))


@pytest.mark.parametrize(("field", "value"), [("scenes", 0), ("scenes", 41), ("pilots", 0), ("pilots", 5)])
def test_numbers_that_no_film_has_are_refused(field: str, value: int) -> None:
    with pytest.raises(Invalid) as refused:
        plan.check(_wish(500, **{field: value}))

    assert refused.value.field == field


def test_two_ways_compete_and_more_when_asked() -> None:
    usual, more = _plan(5000), _plan(5000, pilots=3)

    assert [pilot.tier for pilot in usual.pilots] == [Tier.PHOTOREALISTIC, Tier.ANIMATED]
    assert [pilot.tier for pilot in more.pilots] == [Tier.PHOTOREALISTIC, Tier.ANIMATED, Tier.MOTION_GRAPHICS]


def test_the_plan_competes_with_exactly_what_is_worth_a_try() -> None:
    rival = RivalAdvice(tier=Tier.STATIC_IMAGES, edit_style=EditStyle.SAFE, mood="tense", music_style="drums")

    made = _plan(5000, ProductionAdvice(tier=Tier.ANIMATED, mood="upbeat", rival=rival))

    assert [(pilot.tier, pilot.mood) for pilot in made.pilots] == [(Tier.ANIMATED, None), (Tier.STATIC_IMAGES, "tense")]
    assert [made.made_by(pilot).mood for pilot in made.pilots] == ["upbeat", "tense"]


def test_a_try_of_the_same_tier_is_a_pilot_of_its_own() -> None:
    rival = RivalAdvice(tier=Tier.ANIMATED, edit_style=EditStyle.SAFE, mood="tense", music_style="drums")

    made = _plan(5000, ProductionAdvice(tier=Tier.ANIMATED, mood="upbeat", rival=rival))

    assert [pilot.pilot_id for pilot in made.pilots] == ["animated", "animated-try"]
    assert _worst_cost(made) <= 5000 * 10_000


def test_a_score_that_a_person_asks_for_rules_out_tiers_that_cannot_reach_it() -> None:
    made = _plan(5000, ProductionAdvice(tier=Tier.STATIC_IMAGES, threshold=88), pilots=1)

    assert made.pilots[0].tier in (Tier.ANIMATED, Tier.PHOTOREALISTIC)


def test_what_was_asked_for_is_made() -> None:
    choices = FilmChoices.checked(
        duration=12, tier="motion", edit_style="safe", mood="wistful", music_style="harp", voice="onyx"
    )

    made = BudgetPlanner().plan(replace(_wish(5000), choices=choices), ProductionAdvice(voice="onyx"))

    assert (made.seconds, made.pilots[0].tier, made.edit_style, made.mood, made.music_style, made.voice) == (
        12,
        Tier.MOTION_GRAPHICS,
        EditStyle.SAFE,
        "wistful",
        "harp",
        "onyx",
    )


def test_a_number_of_pilots_is_a_limit() -> None:
    assert len(_plan(5000, pilots=1).pilots) == 1


def test_what_was_learned_leads_the_plan() -> None:
    advice = ProductionAdvice(
        tier=Tier.MOTION_GRAPHICS,
        scenes=4,
        seconds=20.0,
        edit_style=EditStyle.CREATIVE,
        mood="upbeat",
        why=("So.",),
    )

    made = _plan(1000, advice)

    assert (made.pilots[0].tier, made.scenes, made.seconds, made.edit_style, made.mood, made.why[0]) == (
        Tier.MOTION_GRAPHICS,
        4,
        20.0,
        EditStyle.CREATIVE,
        "upbeat",
        "So.",
    )


def test_the_caller_knows_better_than_what_was_learned() -> None:
    assert _plan(1000, ProductionAdvice(scenes=4), scenes=2).scenes == 2


def test_sound_is_given_up_before_the_film_is() -> None:
    made = _plan(15, scenes=1)

    assert (made.scenes, made.audio_tier) == (1, AudioTier.NONE)


def test_a_plan_says_that_its_prices_are_simulated() -> None:
    assert any("simulated" in reason for reason in _plan(500).why)


def test_a_film_asked_for_too_long_is_shortened_to_what_the_budget_pays() -> None:
    made = _plan(500, ProductionAdvice(seconds=3600.0))

    assert (12 <= made.seconds < 30, made.pilots[0].tier) == (True, Tier.ANIMATED)
    assert "The budget does not pay for 3600 s." in made.why


USUAL = 500
"""Cents that a production has where nobody says."""


@pytest.mark.parametrize("scenes", [None, 2])
def test_two_pilots_compete_for_the_usual_budget(scenes: int | None) -> None:
    assert [pilot.tier for pilot in _plan(USUAL, scenes=scenes).pilots] == [Tier.ANIMATED, Tier.MOTION_GRAPHICS]


@pytest.mark.parametrize("tier", [Tier.ANIMATED, Tier.MOTION_GRAPHICS, Tier.STATIC_IMAGES])
def test_whatever_is_worth_a_try_competes_for_a_film_of_the_length_that_the_usual_budget_buys(tier: Tier) -> None:
    rival = RivalAdvice(tier=tier, edit_style=EditStyle.BALANCED, mood="tense")
    first = _plan(USUAL)

    made = _plan(USUAL, ProductionAdvice(tier=Tier.ANIMATED, seconds=first.seconds, scenes=first.scenes, rival=rival))

    assert [(pilot.tier, pilot.mood) for pilot in made.pilots] == [(Tier.ANIMATED, None), (tier, "tense")]


@pytest.mark.parametrize("seconds", [15, 20, 30, 60, 90])
def test_a_length_that_was_asked_for_is_nothing_to_save_on(seconds: int) -> None:
    choices = FilmChoices.checked(duration=seconds)

    made = BudgetPlanner().plan(replace(_wish(USUAL), choices=choices), ProductionAdvice(tier=Tier.PHOTOREALISTIC))

    assert made.seconds == seconds
    assert f"The budget does not pay for {seconds} s of photorealistic." in made.why


def test_a_try_that_costs_too_much_competes_in_a_tier_that_can_finish_the_film() -> None:
    rival = RivalAdvice(tier=Tier.ANIMATED, edit_style=EditStyle.BALANCED, mood="tense")

    made = _plan(USUAL, ProductionAdvice(tier=Tier.ANIMATED, mood="upbeat", seconds=30.0, rival=rival))

    assert [(pilot.pilot_id, pilot.mood) for pilot in made.pilots] == [
        ("static_images", None),
        ("static_images-try", "tense"),
    ]


def test_a_film_does_not_compete_with_itself() -> None:
    rival = RivalAdvice(tier=Tier.STATIC_IMAGES, edit_style=EditStyle.BALANCED, mood="upbeat")
    advice = ProductionAdvice(tier=Tier.ANIMATED, edit_style=EditStyle.BALANCED, mood="upbeat", rival=rival)

    assert [pilot.pilot_id for pilot in _plan(USUAL, replace(advice, seconds=30.0)).pilots] == ["static_images"]
