"""Would a producer follow it? The cases that a plan must get right, named as one would say them."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

from showbible.bible import Bible
from showbible.lessons.model import Suggestion, ValueForMoney
from showbible.lessons.recall.advice import PlanQuestion
from tests.lessons.conftest import Produce

LOVED = {"tier": "animated", "scenes": 2, "seconds": 30.0, "score": 88.0, "cost": 7.5, "rating": 5}


def shape(found: Suggestion) -> tuple[str, int, int]:
    return found.tier, found.scenes, found.duration


def sound(found: Suggestion) -> tuple[str | None, str | None]:
    return found.mood, found.music_style


@pytest.mark.parametrize("number", [3, 10, 40])
def test_what_everybody_loved_ten_times_is_made_again(bible: Bible, produce: Produce, number: int) -> None:
    for episode in range(number):
        produce(f"Podcast intro episode {episode}", **LOVED)

    found = bible.lessons.suggest("podcast intro about owls")

    assert (shape(found), found.mode, len(found.evidence)) == (("animated", 2, 30), "proven", number)


def test_what_is_dear_and_loved_beats_what_is_cheap_and_hated(bible: Bible, produce: Produce) -> None:
    for _ in range(8):
        produce("Commercial for shoes", tier="photoreal", seconds=30.0, score=92, cost=60.0, rating=5)
        produce("Commercial for hats", tier="static", seconds=30.0, score=35, cost=2.0, rating=1)

    found = bible.lessons.suggest("commercial for gloves")

    assert (found.tier, found.duration, bible.lessons.pattern("commercial").tier) == (
        "photorealistic",
        30,
        "photorealistic",
    )


def test_every_kind_of_film_keeps_its_own_length(bible: Bible, produce: Produce) -> None:
    for number in range(7):
        produce(f"Product demo {number}", scenes=8, seconds=60.0, score=80)
        produce(f"Tutorial {number}", scenes=12, seconds=120.0, score=80)
        produce(f"Podcast intro {number}", scenes=4, seconds=30.0, score=80)

    found = [bible.lessons.suggest(f"{kind} about owls") for kind in ("product demo", "tutorial", "podcast intro")]

    assert [(each.scenes, each.duration) for each in found] == [(8, 60), (12, 120), (4, 30)]


def test_one_odd_length_says_nothing_of_other_films(bible: Bible, produce: Produce) -> None:
    produce("Podcast intro about owls", scenes=8, seconds=4.5, score=96, rating=5)
    for number in range(10):
        produce(f"Product demo {number}", scenes=8, seconds=60.0)
        produce(f"Tutorial {number}", scenes=12, seconds=120.0)

    intro, demo, lesson = (bible.lessons.suggest(kind) for kind in ("podcast intro", "product demo", "tutorial"))

    assert ((demo.scenes, demo.duration), (lesson.scenes, lesson.duration)) == ((8, 60), (12, 120))
    assert intro.scenes <= intro.duration / 2


def test_films_do_not_shrink_when_every_plan_is_followed(bible: Bible, produce: Produce) -> None:
    produce(scenes=4, seconds=30.0)
    dice = random.Random(4)

    for _ in range(10):
        found = bible.lessons.suggest("podcast intro")
        produce(tier=found.tier, scenes=found.scenes, seconds=float(found.duration), score=dice.gauss(80, 6))

    assert shape(found)[1:] == (4, 30)


def test_one_fluke_does_not_replace_what_works(bible: Bible, produce: Produce) -> None:
    for _ in range(20):
        produce(tier="animated", score=72)
    produce(tier="motion", score=100)

    assert bible.lessons.suggest("podcast intro").tier == "animated"


def test_one_disaster_does_not_undo_what_worked_nine_times(bible: Bible, produce: Produce) -> None:
    for _ in range(6):
        produce(tier="motion", score=74)
    for score in (*[86] * 9, 12):
        produce(tier="animated", score=score)

    assert bible.lessons.suggest("podcast intro").tier == "animated"


def test_four_runs_that_agree_replace_the_habit_of_twenty(bible: Bible, produce: Produce) -> None:
    for _ in range(20):
        produce(tier="animated", score=66)
    for _ in range(4):
        produce(tier="motion", score=90)

    assert bible.lessons.suggest("podcast intro").tier == "motion_graphics"


def test_two_kinds_may_like_the_opposite(bible: Bible, produce: Produce) -> None:
    for number in range(8):
        liked, other = (90, 55) if number % 2 else (55, 90)
        tier = "photoreal" if number % 2 else "static"
        produce("Trailer for a game", tier=tier, score=liked, mood="tense", music_style="drums")
        produce("Tutorial on knots", tier=tier, score=other, mood="calm", music_style="piano")

    found = [bible.lessons.suggest(concept) for concept in ("A trailer", "A tutorial")]

    assert [each.tier for each in found] == ["photorealistic", "static_images"]
    assert [sound(each) for each in found] == [("tense", "drums"), ("calm", "piano")]


def test_the_same_kind_in_other_words_is_planned_alike(bible: Bible, produce: Produce) -> None:
    for number in range(6):
        produce("Podcast intro about whales", tier="photoreal", score=88, mood="warm", music_style="piano")
        produce("Review of a kettle", tier="static", score=88, mood="dry", music_style="drums")
        produce(f"Tutorial {number}", tier="static", score=86, mood="dry", music_style="drums")

    found = bible.lessons.suggest("Opening of our weekly audio show about owls")

    assert (found.tier, *sound(found)) == ("photorealistic", "warm", "piano")


def test_a_kind_nobody_has_made_gets_a_tier_that_the_studio_knows(bible: Bible, produce: Produce) -> None:
    for _ in range(6):
        produce("Product demo", tier="motion", score=85, mood="bright", music_style="synth")
        produce("Tutorial", tier="static", score=60, mood="dry", music_style="drums")

    found = bible.lessons.suggest("An unboxing of headphones")

    assert (found.tier, found.confidence, found.mode) == ("motion_graphics", "low", "likely")


def test_whoever_rates_only_disasters_does_not_spoil_the_rest(bible: Bible, produce: Produce) -> None:
    for _ in range(6):
        produce(tier="animated", score=84)
        produce(tier="motion", score=45, rating=1)

    assert bible.lessons.suggest("podcast intro").tier == "animated"


def test_when_taste_has_changed_the_newer_films_count(bible: Bible, produce: Produce) -> None:
    for _ in range(10):
        produce(tier="animated", score=85)
    for _ in range(12):
        produce(tier="animated", score=55)
        produce(tier="motion", score=84)

    assert bible.lessons.suggest("podcast intro").tier == "motion_graphics"


def test_mood_and_music_are_part_of_the_plan(bible: Bible, produce: Produce) -> None:
    for _ in range(5):
        produce(mood="warm", music_style="piano", score=88)
        produce(mood="warm", music_style="drums", score=60)
        produce(mood="tense", music_style="drums", score=72)

    assert sound(bible.lessons.suggest("podcast intro")) == ("warm", "piano")


def test_trying_never_replaces_the_plan_unless_asked(bible: Bible, produce: Produce) -> None:
    for _ in range(6):
        produce(tier="animated", score=70)
    produce(tier="motion", score=74)

    plan = bible.lessons.suggest("podcast intro")
    asked = bible.lessons.suggest("podcast intro", PlanQuestion(explore=True))

    assert plan.alternative is not None and plan.alternative.gain is not None and plan.alternative.gain > 0
    assert (plan.mode, plan.alternative.mode, asked.mode) == ("proven", "trying", "trying")
    assert (asked.tier, asked.alternative is not None and asked.alternative.tier) == (plan.alternative.tier, plan.tier)


def test_a_preference_to_explore_puts_the_try_first(bible: Bible, produce: Produce) -> None:
    for _ in range(6):
        produce(tier="animated", score=70)

    bible.lessons.prefer({"explore": "always"})

    assert bible.lessons.suggest("podcast intro").mode == "trying"


def test_what_money_is_worth_is_the_persons_word(bible: Bible, produce: Produce) -> None:
    for _ in range(8):
        produce(tier="photoreal", score=90, cost=20.0)
        produce(tier="motion", score=80, cost=3.0)

    by_default = bible.lessons.suggest("podcast intro")
    asked = bible.lessons.suggest("podcast intro", PlanQuestion(value=ValueForMoney.BALANCED))
    bible.lessons.prefer({"value_for_money": "thrifty"})
    thrifty = bible.lessons.suggest("podcast intro")

    assert [(each.tier, each.value) for each in (by_default, asked, thrifty)] == [
        ("photorealistic", "quality"),
        ("motion_graphics", "balanced"),
        ("motion_graphics", "thrifty"),
    ]


def test_one_run_is_never_sure(bible: Bible, produce: Produce) -> None:
    produce(score=99, rating=5)

    assert bible.lessons.suggest("podcast intro").confidence == "low"


def test_the_numbers_in_why_are_those_of_the_runs_it_names(bible: Bible, produce: Produce) -> None:
    made = {str(produce(score=score, rating=4, cost=3.0).run_id): score for score in (80.0, 84.0, 91.0)}
    produce(tier="motion", score=50)

    found = bible.lessons.suggest("podcast intro")

    mean = fmean(made[run_id] for run_id in found.evidence)
    assert set(found.evidence) == set(made)
    assert (
        f"in 3 podcast intro runs of 4, which scored {mean:.0f}, got 4.0 stars from people and cost $3.00" in found.why
    )


def test_what_keeps_failing_gives_way_to_what_is_made(bible: Bible, produce: Produce) -> None:
    for _ in range(4):
        produce(tier="photoreal", score=90)
        produce(tier="animated", score=84)
    before = bible.lessons.suggest("podcast intro")

    failed = [str(produce(tier="photoreal", score=None, status="failed").run_id) for _ in range(3)]

    found = bible.lessons.suggest("podcast intro")
    assert (before.tier, found.tier) == ("photorealistic", "animated")
    assert found.why.endswith(
        "Passed over: photorealistic, as 3 recent runs with photorealistic failed."
    ) and found.evidence[-3:] == tuple(reversed(failed))


@pytest.mark.parametrize("status", ["failed", "cancelled"])
def test_one_failure_does_not_undo_what_worked_nine_times(bible: Bible, produce: Produce, status: str) -> None:
    for _ in range(9):
        produce(tier="photoreal", score=90)
        produce(tier="animated", score=84)
    produce(tier="photoreal", score=None, status=status)

    found = bible.lessons.suggest("podcast intro")

    assert found.tier == "photorealistic"
    assert ("Beware: 1 recent run with photorealistic failed." in found.why) == (status == "failed")


def test_where_nothing_else_is_known_what_fails_is_not_the_default(bible: Bible, produce: Produce) -> None:
    for _ in range(3):
        produce(tier="animated", score=None, status="failed")

    found = bible.lessons.suggest("podcast intro")

    assert (found.tier != "animated", found.confidence, len(found.evidence)) == (True, "none", 3)
