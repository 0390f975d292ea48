"""A script says what the concept says, and its film lasts exactly as long as its plan."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showbible.llm.offline import Offline
from showbible.llm.providers import Endpoint, ModelLLM
from showbible.studio.edit import trimmed
from showbible.studio.model import FilmPlan, FilmRequest, Movement, ProductionAdvice, Script, Size, frames_in
from showbible.studio.plan import BudgetPlanner
from showbible.studio.write import (
    ScriptWriter,
    WrittenScript,
    beats,
    by_rule,
    fitted,
    lines,
    shared,
    whole_sentences,
)
from showbible.vocabulary import Micros
from tests.fake_model import FakeModel, says

CONCEPT = "a lighthouse keeper decides whether to light the lamp one last time"


def _plan(concept: str = CONCEPT, *, scenes: int = 3) -> tuple[FilmRequest, FilmPlan]:
    wish = FilmRequest(concept=concept, budget=Micros(9_000_000), scenes=scenes)
    return wish, BudgetPlanner().plan(wish, ProductionAdvice())


def _frames(script: Script, plan: FilmPlan) -> int:
    """The frames of the film once it is cut."""
    written = sum(shot.frames for scene in script.scenes for shot in scene.shots)
    return written - sum(trimmed(script, style=plan.edit_style).values())


def test_a_concept_is_cut_where_a_reader_breathes() -> None:
    assert beats(CONCEPT, 3) == ["a lighthouse keeper decides", "whether to light the lamp", "one last time"]


def test_a_short_concept_gives_fewer_beats_than_scenes() -> None:
    assert beats("Whales", 5) == ["Whales"]


@given(concept=st.text(min_size=1, max_size=200), number=st.integers(min_value=1, max_value=9))
def test_beats_never_invent_or_lose_a_word_of_a_plain_concept(concept: str, number: int) -> None:
    plain = " ".join(word for word in concept.split() if word.isalnum())

    found = beats(plain, number)

    assert (" ".join(found), len(found) <= max(1, number)) == (plain, True)


@pytest.mark.parametrize(
    ("concept", "spoken"),
    [
        ("the ferry leaves without its captain", ["The ferry leaves without its captain."]),
        ("It snows. Nobody comes! Who lit the stove?", ["It snows.", "Nobody comes!", "Who lit the stove?"]),
        ("Teaser for a series about night trains", ["This is about night trains."]),
        ("The oldest ferry on the lake", ["This is about the oldest ferry on the lake."]),
        ("Lisbon", ["This is about Lisbon."]),
        ("Birthday video for Tom", ["This is about Tom."]),
        ("A short man waits for the bus", ["A short man waits for the bus."]),
        ("The interview for the job was a trap", ["The interview for the job was a trap."]),
        ("...", []),
    ],
)
def test_what_is_spoken_is_a_line_that_somebody_would_say(concept: str, spoken: list[str]) -> None:
    assert lines(concept) == spoken


@given(concept=st.text(max_size=400), scenes=st.integers(min_value=1, max_value=6))
def test_a_caption_is_a_whole_line_or_none(concept: str, scenes: int) -> None:
    script = by_rule(concept, scenes=scenes, seconds=5.0 * scenes)

    captions = [shot.caption for scene in script.scenes for shot in scene.shots if shot.caption]

    assert all(caption in lines(concept) for caption in captions)


def test_a_line_stands_until_its_scene_is_over() -> None:
    script = by_rule("It snows. Nobody comes!", scenes=2, seconds=16)

    assert [[shot.caption for shot in scene.shots] for scene in script.scenes] == [
        ["It snows."] * 3,
        ["Nobody comes!"] * 3,
    ]


def test_a_model_that_writes_too_much_is_cut_between_two_sentences() -> None:
    first, second = "She waits.", "And then " + "very " * 60 + "late he comes."

    assert whole_sentences(f"{first} {second}", 200) == first


@given(
    total=st.integers(min_value=12, max_value=2000),
    weights=st.lists(st.floats(min_value=0.5, max_value=30), min_size=1, max_size=6),
)
def test_frames_are_shared_out_without_losing_one(total: int, weights: list[float]) -> None:
    parts = shared(total, weights)

    assert (sum(parts), min(parts) >= min(12, total // len(weights))) == (total, True)


@given(scenes=st.integers(min_value=1, max_value=8), concept=st.text(min_size=1, max_size=120))
def test_the_rule_writes_as_many_frames_as_the_plan_has(scenes: int, concept: str) -> None:
    wish, plan = _plan(concept, scenes=scenes)

    script = ScriptWriter(Offline()).write(wish, plan, ProductionAdvice())

    assert (_frames(script, plan), len(script.scenes), script.made_by) == (frames_in(plan.seconds), scenes, "rule")


def test_what_a_model_writes_is_fitted_into_the_plan() -> None:
    wish, plan = _plan()
    shot = {"size": "Close-Up", "angle": "dutch", "movement": "push in", "seconds": 900, "description": "A hand."}
    answer = json.dumps({"scenes": [{"title": "The hand", "shots": [shot]}]})

    with FakeModel(says(answer)) as server:
        model = ModelLLM("openai-chat:fake", endpoint=Endpoint(base_url=server.url, api_key="none"))
        script = ScriptWriter(model).write(wish, plan, ProductionAdvice())

    first = script.scenes[0].shots[0]
    assert (first.size, first.movement, len(script.scenes), _frames(script, plan)) == (
        Size.CLOSE_UP,
        Movement.PUSH_IN,
        3,
        frames_in(plan.seconds),
    )


def test_a_script_without_scenes_is_filled_up_by_the_rule() -> None:
    wish, plan = _plan()

    script = fitted(WrittenScript(scenes=[]), wish, plan, made_by="model:test")

    assert (len(script.scenes), _frames(script, plan)) == (plan.scenes, frames_in(plan.seconds))


@pytest.mark.parametrize("concept", ["!!!", "...,,,", "漢字の物語", "a" * 5000])
def test_any_concept_can_be_written(concept: str) -> None:
    wish, plan = _plan(concept)

    assert _frames(ScriptWriter(Offline()).write(wish, plan, ProductionAdvice()), plan) == frames_in(plan.seconds)


def test_a_model_that_cannot_be_reached_is_named_with_the_reason() -> None:
    wish, plan = _plan()
    endpoint = Endpoint(base_url="http://127.0.0.1:9/v1", api_key="x")
    llm = ModelLLM("openai-chat:far", endpoint=endpoint)

    script = ScriptWriter(llm).write(wish, plan, ProductionAdvice())

    assert (script.made_by, script.fallback) == (
        "rule",
        "The model openai-chat:far could not be reached (All connection attempts failed), so rules wrote the script.",
    )


def test_without_a_model_there_is_nothing_to_explain() -> None:
    wish, plan = _plan()

    assert ScriptWriter(Offline()).write(wish, plan, ProductionAdvice()).fallback is None
