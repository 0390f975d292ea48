"""The user's present instruction always wins over a habit."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from showbible.direction.model import Act, Confidence, Op, Rule
from showbible.direction.recall.steering import forbids, overrules

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


def _rule(act: Act, **where: tuple[str, ...]) -> Rule:
    return Rule(
        act=act, where=where, unless={}, scenes=("s",), taken=2, left=0, elsewhere=1, confidence=Confidence.MEDIUM
    )


DRONES = _rule(Act(op=Op.REMOVE, job="aerial"))
SHORT_DETAILS = _rule(SHORT, shot_job=("insert_detail",), duration_seconds=("at least 2.5",))
CLOSE_REACTIONS = _rule(CLOSE, shot_job=("reaction",))
MERGED_TALK = _rule(MERGE)


@pytest.mark.parametrize(
    ("steering", "overruled"),
    [
        ("Keep the drone shot.", [DRONES]),
        ("Keep the inserts long.", [SHORT_DETAILS]),
        ("Hold every shot longer.", [SHORT_DETAILS]),
        ("Keep every shot.", [DRONES, MERGED_TALK]),
        ("No tight framing on anyone.", [CLOSE_REACTIONS]),
        ("Leave the reactions exactly as they are.", [CLOSE_REACTIONS]),
        ("Quick and snappy, please.", []),
        ("Stay close to her.", []),
    ],
)
def test_a_wish_overrules_what_it_contradicts_and_nothing_else(steering: str, overruled: list[Rule]) -> None:
    cards = [DRONES, SHORT_DETAILS, CLOSE_REACTIONS, MERGED_TALK]

    assert [rule for rule in cards if overrules(steering, (rule,))] == overruled


def test_more_of_something_rules_out_taking_it_away() -> None:
    assert forbids("I want more reactions here.", CUT_REACTION)


@settings(deadline=None)
@given(st.text(max_size=200))
def test_any_words_can_be_read(steering: str) -> None:
    assert forbids(steering, CLOSE) in (True, False)
