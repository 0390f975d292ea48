"""Why an edit was made decides whether it can teach anything."""

from __future__ import annotations

import pytest

from showbible.direction.model import (
    Act,
    Cause,
    Confidence,
    EditEvent,
    EventType,
    Op,
    Rule,
    ShotChange,
)
from showbible.direction.recall import diff
from showbible.direction.recall.causes import settled
from tests.direction.builders import call, generated, plan, said

AB = plan("a", "b")


def _cause(words: str, **changes: str) -> Cause:
    wanted = changes or {"shotSize": "CLOSE_UP"}
    after = [AB[0] | wanted, AB[1]]
    events = diff.events(
        said(generated(AB), words, call("c2", "modify_shot", after, shotId="a", changes=wanted)),
        characters=("Lena", "Marcus"),
    )
    return events[-1].cause


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        ("Closer, I want to feel it.", Cause.STYLE),
        ("", Cause.STYLE),
        ("Continuity: she already took off the coat.", Cause.CONTINUITY),
        ("Her hair doesn't match the earlier take.", Cause.CONTINUITY),
        ("The generator got this wrong, the model mixed them up.", Cause.MODEL_ERROR),
        ("That is not what I asked for.", Cause.MODEL_ERROR),
        ("Just this once, because of the balcony.", Cause.UNKNOWN),
        ("The script changed, that line is gone.", Cause.UNKNOWN),
    ],
)
def test_the_words_tell_the_cause(words: str, cause: Cause) -> None:
    assert _cause(words) is cause


def test_a_change_of_words_alone_puts_something_right() -> None:
    assert _cause("Like this.", description="The cup is in the left hand.") is Cause.CONTINUITY


def test_a_subject_who_is_not_in_the_scene_was_the_generators_doing() -> None:
    strangers = [each | {"subject": "Nobody we know"} for each in AB]
    after = [strangers[0] | {"subject": "Lena"}, strangers[1]]
    turns = said(generated(strangers), call("c2", "modify_shot", after, shotId="a", changes={"subject": "Lena"}))

    events = diff.events(turns, characters=("Lena", "Marcus"))

    assert events[-1].cause is Cause.MODEL_ERROR


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        ("Her scarf was knotted on the other side before.", Cause.CONTINUITY),
        ("Three thumbs on that hand, the software messed up.", Cause.MODEL_ERROR),
        ("Only for this shot, an exception.", Cause.UNKNOWN),
        ("Normally I would leave it, but not with that pillar.", Cause.UNKNOWN),
        ("In this corner alone, please.", Cause.UNKNOWN),
        ("It was raining just now.", Cause.CONTINUITY),
        ("The writers dropped that from the new draft.", Cause.UNKNOWN),
    ],
)
def test_a_reason_in_other_words_is_still_that_reason(words: str, cause: Cause) -> None:
    assert _cause(words) is cause


def _edit(**change: str) -> EditEvent:
    ((name, after),) = change.items()
    return EditEvent(
        call_id="c",
        type=EventType.MODIFY,
        summary="Changed a shot.",
        changes=(ShotChange(shot_id="a", name=name, before="EYE_LEVEL", after=after),),
        cause=Cause.STYLE,
        by_itself=Cause.STYLE,
    )


DUTCH = Rule(
    act=Act(op=Op.MODIFY, field="camera_angle", to="DUTCH"),
    where={},
    unless={},
    scenes=("s1", "s2"),
    taken=2,
    left=0,
    elsewhere=3,
    confidence=Confidence.MEDIUM,
)


def test_a_wish_that_never_came_again_was_one_for_that_moment() -> None:
    assert settled(_edit(camera_angle="DUTCH"), [], scenes=4).cause is Cause.UNKNOWN


def test_a_wish_that_is_a_habit_stays_taste() -> None:
    assert settled(_edit(camera_angle="DUTCH"), [DUTCH], scenes=4).cause is Cause.STYLE


def test_nothing_can_have_come_again_in_two_scenes() -> None:
    assert settled(_edit(camera_angle="DUTCH"), [], scenes=2).cause is Cause.STYLE


def test_what_was_settled_is_judged_anew_when_more_is_known() -> None:
    once = settled(_edit(camera_angle="DUTCH"), [], scenes=4)

    assert settled(once, [DUTCH], scenes=5).cause is Cause.STYLE
