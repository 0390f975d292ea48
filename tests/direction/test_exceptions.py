"""Where scenes are only read, each kind is weighed as a habit's exception, by all scenes together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from showbible.direction.model import (
    Act,
    Confidence,
    Explanation,
    KeyBeat,
    Moment,
    Observation,
    Op,
    Rule,
    SceneFacts,
    Setting,
    ShotCondition,
)
from showbible.direction.recall import anticipate, card_text, contrast, habits
from showbible.direction.recall.exceptions import STRANGE
from showbible.direction.recall.habits import SeenScene
from showbible.direction.recall.snapshots import read
from tests.direction.builders import plan

CLOSE = Act(op=Op.MODIFY, field="shot_size", to="CLOSE_UP")
GRIEF = Moment(kinds={"grief": 1.0}, jobs=("reaction",))


def _scene(name: str, kinds: Mapping[str, float], *acts: Act) -> SeenScene:
    """A scene that was read so, with one chance in a moment of grief."""
    place = Observation(traits={"shot_job": "reaction", "shot_size": "MEDIUM_SHOT"}, acts=acts, moment=0)
    return SeenScene(scene_id=name, observations=[place], moments=[GRIEF], setting=Setting(kinds=kinds))


def _doubts(*scenes: SeenScene) -> Mapping[str, float]:
    done = [_scene(f"d{n}", {"farewell": 1.0}, CLOSE) for n in range(3)]
    (rule,) = contrast.learned([*done, *scenes]).rules
    return rule.doubts


def test_what_several_scenes_left_alone_may_all_be_of_is_doubted_most() -> None:
    found = _doubts(_scene("a", {"gag": 0.4, "pursuit": 0.6}), _scene("b", {"gag": 0.4, "celebration": 0.6}))

    assert found["read:gag"] > max(found["read:pursuit"], found["read:celebration"])


def test_one_scene_read_unsurely_leaves_all_that_it_may_be_of_in_doubt() -> None:
    found = _doubts(_scene("a", {"gag": 0.5, "pursuit": 0.5}))

    assert found["read:gag"] == found["read:pursuit"] > 5 * STRANGE


def test_what_one_kind_explains_leaves_the_others_alone() -> None:
    unsure = _scene("a", {"gag": 0.5, "pursuit": 0.5})

    one, several = _doubts(unsure), _doubts(unsure, _scene("b", {"gag": 1.0}), _scene("c", {"gag": 1.0}))

    assert several["read:pursuit"] < one["read:pursuit"]


def test_a_scene_in_which_the_habit_was_done_speaks_for_its_kind() -> None:
    left = _scene("a", {"gag": 0.5, "pursuit": 0.5})

    found = _doubts(left, _scene("b", {"pursuit": 0.9, "dread": 0.1}, CLOSE))

    assert found["read:pursuit"] < found["read:gag"]


def test_a_kind_in_which_the_habit_was_never_seen_is_a_little_strange() -> None:
    found = _doubts()

    assert (found["read:reveal"], found["read:farewell"]) == (STRANGE, 0.0)


FUNERAL = SceneFacts(
    scene_text="The family buries its grandmother.",
    key_beats=(KeyBeat(beat_id="b1", description="The widow weeps over the coffin."),),
)


@pytest.mark.parametrize(("doubts", "number"), [({}, 1), ({"read:grief": 0.3}, 0), ({"scene:grief": 0.3}, 0)])
def test_a_scene_that_is_read_as_the_exception_is_left_alone(doubts: Mapping[str, float], number: int) -> None:
    rule = Rule(
        act=CLOSE,
        where={},
        unless={},
        scenes=("s1",),
        taken=3,
        left=0,
        elsewhere=0,
        confidence=Confidence.HIGH,
        looks=(ShotCondition(weight=1.0, where={}),),
        explanations=(Explanation(weight=1.0, prior=0.9),),
        doubts=doubts,
    )

    edits = anticipate.edits(FUNERAL, read(plan("x")), [card_text.card(rule, card_id="c")])

    assert len(edits) == number


def _told(*words: str) -> list[Moment]:
    return [replace(GRIEF, marks=tuple(each.split())) for each in words]


def test_a_scene_in_new_sentences_is_not_one_that_repeats_them() -> None:
    story = _told("a b", "a b", "c d", "c d", "e f")

    assert habits.is_repeated(_told("c d", "x y"), story)
    assert not habits.is_repeated(_told("x y", "v w"), story)


def test_a_story_that_tells_few_moments_again_does_not_repeat_itself() -> None:
    story = _told("a b", "a b", "c d", "e f", "g h")

    assert not habits.is_repeated(_told("a b"), story)
