"""What is so in the story is read from assets, notes, scenes and lines of dialogue; a person's word goes before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from showbible.assets.api import Assets
from showbible.assets.model import EntityState
from showbible.assets.recall.facts.dialogue import DialogueLine, dialogue_lines, plain_sentences
from showbible.bible import Bible
from showbible.direction.model import KeyBeat, SceneFacts
from showbible.direction.recall.plans import NewScene
from tests.assets.conftest import WHALES
from tests.conftest import IN_FOLDER


def put(studio: Bible, scene_id: str, *shots: str, index: int = 1, text: str = "", **more: Any) -> None:
    """A scene of shots of five seconds each, read by the worker."""
    told = [
        {"shot_id": f"{scene_id}-{number}", "description": shot, "duration_seconds": 5}
        for number, shot in enumerate(shots, 1)
    ]
    facts = SceneFacts(scene_text=text, **more)
    studio.direction(WHALES).put(scene_id, NewScene(planning_stage="DRAFT", scene_index=index, facts=facts, shots=told))
    studio.worker().run_all()


def said(states: list[EntityState]) -> list[tuple[dict[str, Any], int | None, str | None]]:
    """What states say, from when, and by which shot."""
    return [(dict(each.state), each.start_ms, each.source_shot_id) for each in states]


def test_a_note_tells_what_is_so_from_its_segment_on_in_its_own_words(studio: Bible) -> None:
    assets = studio.assets(WHALES)
    assets.segment("s", t_start=10, t_end=12, kind="source")
    made = assets.note("continuity", "From here on Ada's coat is torn.", segment_id="s")
    studio.worker().run_all()

    (state,) = assets.states("Ada")

    assert (dict(state.state), state.start_ms, state.source_note_id) == ({"coat": "torn"}, 10_000, made.note_id)
    assert dict(state.words) == {"coat": "From here on Ada's coat is torn."}


@IN_FOLDER
def test_a_note_on_the_whole_project_holds_all_along_and_one_of_a_failure_tells_nothing(studio: Bible) -> None:
    assets = studio.assets(WHALES)
    assets.note("continuity", "Ada has short black hair.")
    assets.note("failure", "Looking at Ada in a red coat failed.")
    studio.worker().run_all()

    assert said(assets.states("Ada")) == [({"hair": "short black"}, None, None)]


def test_a_forgotten_note_takes_along_what_was_read_from_it_until_it_is_restored(studio: Bible) -> None:
    assets = studio.assets(WHALES)
    made = assets.note("continuity", "Ada has short black hair.")
    studio.worker().run_all()

    gone = assets.note_corrections.forget(made.note_id)
    left = assets.entities().total
    assets.note_corrections.restore(gone)
    studio.worker().run_all()

    assert (left, said(assets.states("Ada"))) == (0, [({"hair": "short black"}, None, None)])


def test_the_shots_of_a_scene_tell_what_is_so_from_their_moment_on(studio: Bible) -> None:
    put(studio, "one", "Ada enters in a red coat.", "She waits.", "Ada takes off her coat.")

    found = studio.assets(WHALES).states("Ada")

    assert said(found) == [({"coat": "red"}, 0, "one-1"), ({"coat": "off"}, 10_000, "one-3")]
    assert [dict(each.words) for each in found] == [
        {"coat": "Ada enters in a red coat."},
        {"coat": "Ada takes off her coat."},
    ]


@IN_FOLDER
def test_a_scene_begins_where_the_one_before_it_ends_and_moves_with_it(studio: Bible) -> None:
    put(studio, "two", "Ada enters in a red coat.", index=2)
    before = said(studio.assets(WHALES).states("Ada"))
    put(studio, "one", "The sea.", "The sea again.", index=1)

    after = said(studio.assets(WHALES).states("Ada"))

    assert (before, after) == ([({"coat": "red"}, 0, "two-1")], [({"coat": "red"}, 10_000, "two-1")])


@IN_FOLDER
def test_a_scene_begins_with_the_segment_of_its_id_where_there_is_one(studio: Bible) -> None:
    studio.assets(WHALES).segment("one", t_start=70, t_end=80, kind="plan")

    put(studio, "one", "Ada enters in a red coat.")

    assert said(studio.assets(WHALES).states("Ada")) == [({"coat": "red"}, 70_000, "one-1")]


@IN_FOLDER
def test_the_text_and_the_beats_of_a_scene_are_read_too(studio: Bible) -> None:
    beats = (KeyBeat(beat_id="b", description="The lamp is broken."),)
    put(studio, "one", "The sea.", text="Ada has a black eye.", key_beats=beats, characters=("Ada",))

    assets = studio.assets(WHALES)

    assert [said(assets.states(name)) for name in ("Ada", "lamp")] == [
        [({"eye": "black eye"}, 0, None)],
        [({"wholeness": "broken"}, 0, None)],
    ]


@IN_FOLDER
def test_what_somebody_says_in_a_shot_is_read_with_their_line(studio: Bible) -> None:
    lines = [{"character": "Ada", "line": "I am in my best shoes. Will you dance?"}]
    shot = {"shot_id": "s", "description": "Ada at the door.", "dialogue": lines}
    studio.direction(WHALES).put("one", NewScene(planning_stage="DRAFT", shots=[shot]))
    studio.worker().run_all()

    (state,) = studio.assets(WHALES).states("Ada")

    assert (dict(state.state), dict(state.words)) == (
        {"shoe": "best"},
        {"shoe": "I am in my best shoes. Will you dance?"},
    )


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("ADA: I am cold.", [("Ada", "I am cold.")]),
        ("ADA (quietly)\nI am cold.\n\nShe leaves.", [("Ada", "I am cold.")]),
        ("“I am cold,” says Ada.", [("Ada", "I am cold,")]),
        ("Ada whispers: “I am cold.”", [("Ada", "I am cold.")]),
        ("Close-up: the lamp.", []),
        ("INT. KITCHEN\nA pot boils.", []),
    ],
)
def test_lines_are_known_by_who_speaks_them(text: str, lines: list[tuple[str, str]]) -> None:
    assert [(each.speaker, each.words) for each in dialogue_lines(text, ["Ada"])] == lines


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("I'm tired, and my hat is wet.", "Ada is tired, and Ada's hat is wet."),
        ("I was in Rome once.", ""),
        ("Is my hat wet?", ""),
        ("If I were you, I would go.", ""),
        ("I lost my hat, I will find it.", "Ada lost Ada's hat."),
    ],
)
def test_a_line_tells_only_what_it_says_is_so_now(words: str, told: str) -> None:
    assert plain_sentences(DialogueLine(speaker="Ada", words=words)) == told


@IN_FOLDER
def test_a_scene_that_is_deleted_takes_its_readings_along_but_for_a_persons_word(studio: Bible) -> None:
    put(studio, "one", "Ada enters in a red coat.", "Ada's hat is wet.")
    assets = studio.assets(WHALES)
    first = next(each for each in assets.states("Ada") if "coat" in each.state)
    assets.state_corrections.correct(first.state_id, {"state": {"coat": "crimson"}})

    studio.direction(WHALES).delete("one")
    studio.worker().run_all()

    assert [dict(each.state) for each in assets.states("Ada")] == [{"coat": "crimson"}]


def _asset(studio: Bible, words: str) -> None:
    studio.assets(WHALES).add("image", "a.png", asset_id="a", prompt=words)
    studio.worker().run_all()


def _note(studio: Bible, words: str) -> None:
    corrections, known = studio.assets(WHALES).note_corrections, studio.assets(WHALES).notes().items
    if known:
        corrections.restore(corrections.forget(known[0].note_id))
    else:
        studio.assets(WHALES).note("continuity", words)
    studio.worker().run_all()


def _scene(studio: Bible, words: str) -> None:
    put(studio, "one", words)


def _line(studio: Bible, words: str) -> None:
    shot = {"shot_id": "s", "description": words, "dialogue": "ADA: My coat is red."}
    studio.direction(WHALES).put("one", NewScene(planning_stage="DRAFT", shots=[shot]))
    studio.worker().run_all()


def _correct(assets: Assets, state_id: str) -> None:
    assets.state_corrections.correct(state_id, {"state": {"coat": "crimson"}})


def _pause(assets: Assets, state_id: str) -> None:
    assets.state_corrections.pause(state_id)


def _forget(assets: Assets, state_id: str) -> None:
    assets.state_corrections.forget(state_id)


@pytest.mark.parametrize(
    ("act", "left"),
    [(_correct, [({"coat": "crimson"}, False)]), (_pause, [({"coat": "red"}, True)]), (_forget, [])],
)
@pytest.mark.parametrize("source", [_asset, _note, _scene, _line])
def test_a_reading_that_was_corrected_paused_or_forgotten_is_not_made_again(
    studio: Bible,
    source: Callable[[Bible, str], None],
    act: Callable[[Assets, str], None],
    left: list[tuple[dict[str, str], bool]],
) -> None:
    source(studio, "Ada waits in a red coat.")
    assets = studio.assets(WHALES)
    (read,) = assets.states("Ada")

    act(assets, read.state_id)
    source(studio, "Ada waits in a red coat. The sea is calm.")

    found = assets.states("Ada") if "Ada" in {each.name for each in assets.entities().items} else []
    paused_goes_with_its_note = source is _note and act is _pause
    expected = [] if paused_goes_with_its_note else left
    assert [(dict(each.state), each.paused) for each in found] == expected


@IN_FOLDER
def test_a_forgotten_reading_that_is_restored_may_be_made_again(studio: Bible) -> None:
    put(studio, "one", "Ada waits in a red coat.")
    assets = studio.assets(WHALES)
    gone = assets.state_corrections.forget(assets.states("Ada")[0].state_id)

    assets.state_corrections.restore(gone)
    put(studio, "one", "Ada waits in a red coat, far away.")

    assert said(assets.states("Ada")) == [({"coat": "red"}, 0, "one-1")]


@IN_FOLDER
def test_a_persons_word_goes_before_whatever_was_read(studio: Bible) -> None:
    put(studio, "one", "Ada waits in a red coat.")
    assets = studio.assets(WHALES)
    assets.note("continuity", "Ada's coat is green.")
    studio.worker().run_all()

    assets.tell("Ada", kind="character", state={"coat": "blue"}, t_start=0)

    assert [each.value for each in assets.facts("Ada", at=9) if each.field == "coat"] == ["blue"]


@IN_FOLDER
def test_scenes_that_were_kept_before_anybody_read_them_are_read_when_the_project_is_opened(studio: Bible) -> None:
    put(studio, "one", "Ada waits in a red coat.")
    with studio.assets(WHALES).db.transaction():
        for table in ("scene_readings", "entity_states"):
            studio.assets(WHALES).db.run(f"DELETE FROM {table} WHERE project_id = :project_id")

    with Bible(studio.settings) as again:
        again.assets(WHALES)
        again.worker().run_all()

        assert said(again.assets(WHALES).states("Ada")) == [({"coat": "red"}, 0, "one-1")]


@pytest.mark.parametrize(
    ("shots", "told"),
    [
        (("Ada enters in a red coat.", "She takes off the coat."), ("Ada", {"coat": "off"})),
        (("Ada meets Tom on the pier.", "Ada hands him the lamp."), ("lamp", {"holder": "Tom"})),
    ],
)
@IN_FOLDER
def test_a_pronoun_means_who_was_named_in_the_shots_before_where_it_can_be_nobody_else(
    studio: Bible, shots: tuple[str, str], told: tuple[str, dict[str, str]]
) -> None:
    put(studio, "one", *shots)

    assert dict(studio.assets(WHALES).states(told[0])[-1].state) == told[1]


@IN_FOLDER
def test_a_pronoun_that_may_mean_another_tells_nothing(studio: Bible) -> None:
    put(studio, "one", "Ada enters in a red coat.", "Tom waits.", "She takes off the coat.")

    assert said(studio.assets(WHALES).states("Ada")) == [({"coat": "red"}, 0, "one-1")]
