"""The user's present instruction always wins over a habit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showbible.direction.model import Act, Op
from showbible.direction.recall.steering import forbids

CLOSE = Act(op=Op.MODIFY, field="shot_size", to="CLOSE_UP")
HANDHELD = Act(op=Op.MODIFY, field="camera_movement", to="HANDHELD")
SHORT = Act(op=Op.MODIFY, field="duration_seconds", to=1.5)
ADD = Act(op=Op.INSERT, job="reaction_emotion")
CUT = Act(op=Op.REMOVE, job="generic_establishing")
CUT_REACTION = Act(op=Op.REMOVE, job="reaction_emotion")
MERGE = Act(op=Op.MERGE, job="dialogue_coverage")
MOVE = Act(op=Op.MOVE, job="reaction_emotion", field="beat_start")
EVERY = (CLOSE, HANDHELD, SHORT, ADD, CUT, MERGE, MOVE)


@pytest.mark.parametrize(
    ("steering", "acts"),
    [
        ("Please don't merge anything here.", {MERGE}),
        ("No new shots in this scene.", {ADD}),
        ("Without cutting a single shot, please.", {CUT}),
        ("Never reorder the shots.", {MOVE}),
        ("Keep the framing as it is.", {CLOSE}),
        ("Do not touch the camera movement.", {HANDHELD}),
        ("Leave the timing alone.", {SHORT}),
        ("Wide shots only, please.", {CLOSE}),
        ("No close-ups.", {CLOSE}),
        ("Keep the camera static throughout.", {HANDHELD}),
        ("Change nothing.", set(EVERY)),
        ("Leave everything exactly as it is.", set(EVERY)),
        ("Keep the establishing shot.", {CUT}),
        ("Fewer reactions, please.", {ADD}),
        ("Make it sing.", set()),
        ("", set()),
    ],
)
def test_what_is_asked_for_now_rules_out_the_contrary_habit(steering: str, acts: set[Act]) -> None:
    forbidden = {act for act in EVERY if forbids(steering, act)}

    assert acts <= forbidden


def test_a_wish_about_one_thing_leaves_the_others_alone() -> None:
    allowed = [act for act in (CLOSE, HANDHELD, CUT, MOVE) if not forbids("Do not merge any shots.", act)]

    assert allowed == [CLOSE, HANDHELD, CUT, MOVE]


def test_more_of_something_rules_out_taking_it_away() -> None:
    assert forbids("I want more reactions here.", CUT_REACTION)


@given(st.text(max_size=200))
def test_any_words_can_be_read(steering: str) -> None:
    assert forbids(steering, CLOSE) in (True, False)
