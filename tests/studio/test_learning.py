"""What a studio has learned is in its next plan, and what a user prefers decides what is made of it."""

from __future__ import annotations

from typing import Any

import pytest

from showbible.bible import Bible
from showbible.lessons.recall.advice import PlanQuestion
from showbible.runs.model import PilotStyle
from showbible.studio import advice
from showbible.studio.model import FilmChoices, FilmPlan, FilmRequest
from showbible.studio.plan import BudgetPlanner
from showbible.vocabulary import DEFAULT_PROJECT, Micros

RICH, USUAL = Micros(40_000_000), Micros(5_000_000)


@pytest.fixture
def studio(small: Bible) -> Bible:
    """A studio with a story."""
    small.projects.create(DEFAULT_PROJECT)
    return small


def planned(bible: Bible, topic: str, *, budget: Micros = RICH, **choices: Any) -> FilmPlan:
    wish = FilmRequest(concept=f"Podcast intro about {topic}", budget=budget, choices=FilmChoices.checked(**choices))
    return BudgetPlanner().plan(wish, advice.ask(bible, wish))


def made(bible: Bible, topic: str, plan: FilmPlan, *, stars: int, score: float = 80.0) -> None:
    """A production as the books see it, without its pictures."""
    film = plan.pilots[0]
    run_id = bible.runs.start(f"Podcast intro about {topic}", budget="40", total_scenes=plan.scenes).run_id
    style = PilotStyle(mood=plan.mood, music_style=plan.music_style, edit_style=plan.edit_style)
    bible.runs.add_pilot(run_id, film.pilot_id, tier=film.tier, budget="1", style=style)
    bible.runs.judge_pilot(run_id, film.pilot_id, score=score, status="approved")
    bible.runs.deliver(run_id, "video", f"videos/{run_id}.mp4", cost=film.budget / 1e6, duration=plan.seconds)
    bible.runs.finish(run_id, "completed", winning_pilot=film.pilot_id)
    bible.lessons.wrap(run_id)
    bible.lessons.rate(run_id, stars)


def test_the_fifth_film_of_a_kind_is_planned_from_what_people_thought_of_four(studio: Bible) -> None:
    first = planned(studio, "whales")
    made(studio, "whales", first, stars=1)
    made(studio, "trains", planned(studio, "trains", mood="upbeat", music_style="bright plucks"), stars=5)
    for topic in ("owls", "lighthouses"):
        made(studio, topic, planned(studio, topic), stars=5)

    fifth = planned(studio, "ferries")

    assert ((first.mood, first.music_style), (fifth.mood, fifth.music_style)) == (
        ("ambient", "warm pads"),
        ("upbeat", "bright plucks"),
    )
    assert (any("Learned" in reason for reason in first.why), fifth.why[0][:44]) == (
        False,
        "Learned from 3 runs (medium confidence): Bes",
    )


def test_the_plan_and_what_is_worth_a_try_compete_for_the_usual_budget(studio: Bible) -> None:
    for topic, mood in (("whales", "ambient"), ("owls", "upbeat"), ("trains", "tense")):
        plan = planned(studio, topic, budget=USUAL, mood=mood)
        made(studio, topic, plan, stars=4)

    suggested = studio.lessons.suggest("Podcast intro about ferries", PlanQuestion(budget=5.0)).alternative
    fourth = planned(studio, "ferries", budget=USUAL)

    assert suggested is not None
    tried = fourth.made_by(fourth.pilots[1])
    assert (fourth.seconds, fourth.pilots[1].tier, tried.mood, tried.music_style) == (
        plan.seconds,
        suggested.tier,
        suggested.mood,
        suggested.music_style,
    )


@pytest.fixture
def experienced(studio: Bible) -> Bible:
    """A studio whose photorealistic films are a little better than its animated ones, and much dearer."""
    for number in range(5):
        for tier, score in (("photorealistic", 86.0), ("animated", 82.0)):
            made(studio, f"whales {number}", planned(studio, "whales", tier=tier), stars=4, score=score)
    return studio


def test_what_money_is_worth_decides_how_a_film_is_made(experienced: Bible) -> None:
    rich = planned(experienced, "owls")

    experienced.lessons.prefer({"value_for_money": "thrifty"})

    thrifty = planned(experienced, "owls")
    assert (rich.pilots[0].tier, thrifty.pilots[0].tier) == ("photorealistic", "animated")
    assert (rich.points_a_dollar, thrifty.points_a_dollar) == (0.0, 4.0)


def test_who_likes_to_explore_leads_with_what_is_worth_a_try(experienced: Bible) -> None:
    plain = planned(experienced, "owls")
    rival = plain.pilots[1]

    experienced.lessons.prefer({"explore": "always"})

    explored, tried = planned(experienced, "owls"), plain.made_by(rival)
    assert (tried.mood, tried.music_style) != (plain.mood, plain.music_style)
    assert (explored.pilots[0].tier, explored.mood, explored.music_style) == (rival.tier, tried.mood, tried.music_style)


def test_who_wants_no_sound_pays_for_none(studio: Bible) -> None:
    studio.lessons.prefer({"default_audio_tier": "none"})

    assert planned(studio, "owls").audio_tier == "none"
