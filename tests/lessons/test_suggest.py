"""A suggestion is a plan with a reason: learned where it can be, asked for where it was."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from showbible.bible import Bible
from showbible.errors import Invalid, TooLarge
from showbible.lessons.api import Lessons
from showbible.lessons.model import DecidedBy, Mode, PlanRequest
from showbible.lessons.recall.advice import PlanQuestion
from showbible.llm.embeddings import pieces
from showbible.runs.model import EditStyle, Tier
from tests.lessons.conftest import Produce


def test_with_no_history_the_defaults_have_the_same_shape(bible: Bible) -> None:
    found = bible.lessons.suggest("Podcast intro about owls")

    assert (found.tier, found.scenes, found.duration, found.edit_style) == ("animated", 8, 60, "balanced")
    assert (found.confidence, found.mode, found.expected_score, found.evidence, found.expected_cost) == (
        "none",
        "default",
        None,
        (),
        15.0,
    )


def test_what_worked_is_suggested_again_with_its_evidence(bible: Bible, produce: Produce) -> None:
    good = {produce(tier="motion", score=95, edit_style="creative").run_id for _ in range(6)}
    for _ in range(6):
        produce(tier="animated", score=50)

    found = bible.lessons.suggest("podcast intro about owls")

    assert (found.pattern, found.tier, found.edit_style, found.mode) == (
        "podcast_intro",
        "motion_graphics",
        "creative",
        "proven",
    )
    assert set(found.evidence[:6]) == good
    assert found.why == (
        "Best so far: motion graphics with a creative edit, in 6 podcast intro runs of 12, "
        "which scored 95 and cost $2.00 on average."
    )


def test_more_runs_make_it_surer(bible: Bible, produce: Produce) -> None:
    seen = []
    for number in (1, 2, 20):
        for _ in range(number):
            produce(score=95)
        seen.append(bible.lessons.suggest("podcast intro").confidence)

    assert seen == ["low", "medium", "high"]


def test_a_mediocre_habit_stays_the_plan_and_says_what_is_worth_a_pilot(bible: Bible, produce: Produce) -> None:
    for _ in range(8):
        produce(tier="photoreal", score=55, cost=12.0)

    found = bible.lessons.suggest("podcast intro")

    assert (found.mode, found.tier) == (Mode.PROVEN, "photorealistic")
    assert found.alternative is not None and found.alternative.tier != "photorealistic"
    assert found.alternative.why.startswith("Worth a pilot: no podcast intro run was")


@pytest.mark.parametrize(
    "concept",
    [
        "Opening for our weekly audio show about owls",
        "The welcome of a radio series on gardening",
    ],
)
def test_the_same_thing_in_other_words_finds_its_pattern(bible: Bible, produce: Produce, concept: str) -> None:
    for _ in range(3):
        produce("Podcast intro about whales")
        produce("Product demo of a blender")
        produce("Interview with a beekeeper")

    assert bible.lessons.suggest(concept).pattern == "podcast_intro"


def test_without_embeddings_shared_words_still_find_the_runs(bible: Bible, produce: Produce) -> None:
    run = produce("Birthday greetings for grandmother")
    produce("Podcast intro about whales")

    found = Lessons(bible.db, lambda: None).suggest("Birthday greetings for an uncle")

    assert found.evidence == (run.run_id,)


class Listening:
    """The installed embeddings, with a note of everything they were asked."""

    def __init__(self) -> None:
        self.real = pieces.default()
        self.name, self.at_once, self.is_far = self.real.name, self.real.at_once, self.real.is_far
        self.asked: list[list[str]] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The same vectors."""
        self.asked.append(list(texts))
        return self.real.embed(texts)


def test_a_concept_is_read_once_however_many_patterns_there_are(bible: Bible, produce: Produce) -> None:
    for concept in ("Podcast intro about whales", "Product demo of a blender", "Interview with a beekeeper"):
        produce(concept)
    listening = Listening()

    Lessons(bible.db, lambda: listening).suggest("Gulls, harbour")

    assert listening.asked.count(["gulls harbour"]) == 1


def test_a_run_in_other_words_teaches_the_pattern_it_means(bible: Bible, produce: Produce) -> None:
    produce("Review of a new camera")
    run = produce("Our verdict on the old camera, pros and cons, and whether it is worth buying")

    assert run.run_id in bible.lessons.pattern("review").evidence


def test_what_means_nothing_known_rests_on_the_general_experience(bible: Bible, produce: Produce) -> None:
    produce("Podcast intro about whales")

    found = bible.lessons.suggest("A cat sitting on a fence")

    assert (found.pattern, found.confidence) == ("general", "low")


def test_a_concept_that_says_its_kind_is_of_no_other_for_its_topic(bible: Bible, produce: Produce) -> None:
    produce("Podcast intro about whales")

    assert bible.lessons.suggest("Unboxing whales").pattern == "general"


def test_a_name_that_means_the_same_is_the_same_kind(bible: Bible, produce: Produce) -> None:
    produce("An ad for shoes")
    produce("A vlog about shoes")

    assert bible.lessons.suggest("A commercial for hats").pattern == "ad"


def test_a_shorter_name_leans_on_the_longer_one(bible: Bible, produce: Produce) -> None:
    produce("Podcast intro about whales")

    assert bible.lessons.suggest("An intro").pattern == "podcast_intro"


def test_a_request_beats_a_set_preference_which_beats_what_was_learned(bible: Bible, produce: Produce) -> None:
    for _ in range(4):
        produce(tier="motion", score=95, edit_style="creative", seconds=40.0)
    bible.lessons.prefer({"preferred_tier": "static", "preferred_style": "safe"})

    found = bible.lessons.suggest("podcast intro", PlanQuestion(wish=PlanRequest(tier=Tier.ANIMATED)))

    assert (found.tier, found.edit_style, found.duration) == (Tier.ANIMATED, EditStyle.SAFE, 40)
    assert [found.sources[name] for name in ("tier", "edit_style", "duration")] == [
        DecidedBy.REQUEST,
        DecidedBy.SET,
        DecidedBy.LEARNED,
    ]


def test_a_length_in_the_concept_is_a_request(bible: Bible, produce: Produce) -> None:
    produce(seconds=40.0)

    found = bible.lessons.suggest("A 15-second podcast intro")

    assert (found.duration, found.sources["duration"]) == (15, DecidedBy.REQUEST)


def test_a_plan_stays_below_the_users_limit(bible: Bible, produce: Produce) -> None:
    for _ in range(4):
        produce(tier="photoreal", score=99, cost=20.0)
        produce(tier="static", score=50, cost=1.0)
    bible.lessons.prefer({"max_budget_per_run": 5})

    assert bible.lessons.suggest("podcast intro").expected_cost <= 5


def test_an_expected_score_below_the_threshold_is_a_warning(bible: Bible, produce: Produce) -> None:
    for _ in range(4):
        produce(score=40)
    bible.lessons.prefer({"quality_threshold": 90})

    assert bible.lessons.suggest("podcast intro").warnings == ("The expected score is below your threshold of 90.",)


def test_the_same_history_gives_the_same_suggestion(bible: Bible, produce: Produce) -> None:
    for score in (60, 70, 80):
        produce(score=score, tier="motion" if score > 65 else "animated")

    assert len({repr(bible.lessons.suggest("podcast intro")) for _ in range(3)}) == 1


def test_a_run_keeps_what_was_suggested_when_it_started(bible: Bible, produce: Produce) -> None:
    produce(tier="motion", score=95)
    run = bible.runs.start("podcast intro", budget=1)
    before = bible.lessons.suggested(run.id)

    for _ in range(3):
        produce(tier="motion", score=10)

    assert before is not None and before == bible.lessons.suggested(run.id) and before["pattern"] == "podcast_intro"


def test_an_empty_or_huge_concept_is_refused(bible: Bible) -> None:
    with pytest.raises(Invalid, match="concept is empty"):
        bible.lessons.suggest("  ")
    with pytest.raises(TooLarge, match="concept"):
        bible.lessons.suggest("x" * 9000)
