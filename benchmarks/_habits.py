"""The habits that made-up directors have, and the loose plans of a made-up planner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

PLANS: Final[Mapping[str, tuple[str, ...]]] = {
    "grief": ("single", "insert_detail", "single"),
    "loneliness": ("master", "insert_detail", "single"),
    "pursuit": ("tracking_action", "single", "tracking_action", "point_of_view"),
    "humiliation": ("two_shot", "over_shoulder", "reaction", "reaction"),
    "confrontation": ("two_shot", "over_shoulder", "over_shoulder", "reaction"),
    "exposition": ("master", "over_shoulder", "over_shoulder"),
    "romance": ("two_shot", "reaction", "insert_detail"),
    "gag": ("master", "tracking_action", "reaction"),
    "dread": ("point_of_view", "single", "insert_detail", "single"),
    "reveal": ("single", "insert_detail", "reaction"),
    "farewell": ("two_shot", "single", "reaction"),
    "celebration": ("master", "two_shot", "reaction"),
}
"""The jobs that a beat of a kind usually gets; in half of the beats one is dropped, added or exchanged."""

JOBS: Final = ("master", "single", "over_shoulder", "insert_detail", "reaction", "two_shot", "point_of_view")


@dataclass(frozen=True, kw_only=True)
class Habit:
    """What a made-up director does, where, and where not."""

    name: str
    op: str
    when: tuple[str, ...] = ()
    unless: str = ""
    jobs: tuple[str, ...] = ()
    role: str | None = None
    before: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    change: tuple[str, Any] | None = None
    geography: str | None = None
    at_least: float | None = None
    at_most: float | None = None
    act: tuple[str, ...] = ()
    condition: tuple[str, ...] = ()
    exception: tuple[str, ...] = ()


SEEN: Final = (
    Habit(
        name="closer_when_small",
        op="modify",
        when=("humiliation", "confrontation"),
        unless="gag",
        jobs=("reaction",),
        role="a",
        before={"shotSize": ("MEDIUM_SHOT", "MEDIUM_WIDE", "WIDE")},
        change=("shotSize", "CLOSE_UP"),
        act=("close",),
        condition=("humiliat|confront",),
        exception=("gag|comed",),
    ),
    Habit(
        name="hold_longer",
        op="modify",
        when=("grief", "farewell"),
        unless="celebration",
        jobs=("single",),
        at_most=3.0,
        change=("durationSeconds", "longer"),
        act=("longer",),
        condition=("grief|farewell|parting",),
        exception=("celebrat",),
    ),
    Habit(
        name="no_aerials",
        op="remove",
        unless="celebration",
        jobs=("aerial",),
        geography="simple",
        act=("remove|drop", "aerial"),
        condition=("simple",),
        exception=("celebrat|complex",),
    ),
    Habit(
        name="shaky_in_conflict",
        op="modify",
        when=("pursuit", "confrontation"),
        unless="romance",
        jobs=("single", "over_shoulder"),
        before={"cameraMovement": ("STATIC", "PAN")},
        change=("cameraMovement", "HANDHELD"),
        act=("handheld",),
        condition=("pursuit|chase|confront",),
        exception=("romance",),
    ),
    Habit(
        name="one_take_for_talk",
        op="merge",
        when=("exposition",),
        unless="dread",
        jobs=("over_shoulder",),
        act=("merge|single",),
        condition=("exposition",),
        exception=("dread|suspense",),
    ),
    Habit(
        name="look_of_the_afraid",
        op="insert",
        when=("dread",),
        unless="gag",
        jobs=("single",),
        change=("shotJob", "point_of_view"),
        act=("add|insert", "point of view"),
        condition=("dread|suspense",),
        exception=("gag|comed",),
    ),
    Habit(
        name="still_in_love",
        op="modify",
        when=("romance", "loneliness"),
        unless="pursuit",
        before={"cameraMovement": ("HANDHELD", "PUSH_IN", "TRACKING", "PAN")},
        change=("cameraMovement", "STATIC"),
        act=("static|still",),
        condition=("romance|lonel|solitude",),
        exception=("chase|pursuit",),
    ),
    Habit(
        name="from_above_when_lost",
        op="modify",
        when=("loneliness", "dread"),
        unless="celebration",
        jobs=("single", "master"),
        before={"cameraAngle": ("EYE_LEVEL",)},
        change=("cameraAngle", "HIGH_ANGLE"),
        act=("high angle",),
        condition=("lonel|solitude|dread|suspense",),
        exception=("celebrat",),
    ),
    Habit(
        name="no_faces_in_a_lesson",
        op="remove",
        when=("exposition", "gag"),
        unless="grief",
        jobs=("reaction",),
        act=("remove|drop", "reaction"),
        condition=("exposition|gag|comed",),
        exception=("grief",),
    ),
    Habit(
        name="a_thing_to_keep",
        op="insert",
        when=("farewell", "romance"),
        unless="confrontation",
        jobs=("two_shot",),
        change=("shotJob", "insert_detail"),
        act=("add|insert", "detail"),
        condition=("farewell|romance",),
        exception=("confront",),
    ),
    Habit(
        name="quick_in_the_hunt",
        op="modify",
        when=("pursuit",),
        unless="dread",
        at_least=2.0,
        change=("durationSeconds", 1.0),
        act=("short|1 second",),
        condition=("pursuit|chase",),
        exception=("dread|suspense",),
    ),
    Habit(
        name="step_back_from_the_angry",
        op="modify",
        when=("confrontation", "reveal"),
        unless="romance",
        role="b",
        before={"shotSize": ("CLOSE_UP", "MEDIUM_CLOSE_UP")},
        change=("shotSize", "MEDIUM_SHOT"),
        act=("medium",),
        condition=("confront|reveal",),
        exception=("romance",),
    ),
)

UNSEEN: Final = (
    Habit(
        name="low_on_the_strong",
        op="modify",
        when=("humiliation",),
        unless="celebration",
        role="b",
        before={"cameraAngle": ("EYE_LEVEL", "HIGH_ANGLE")},
        change=("cameraAngle", "LOW_ANGLE"),
        act=("low angle",),
        condition=("humiliat",),
        exception=("celebrat",),
    ),
    Habit(
        name="short_details",
        op="modify",
        unless="reveal",
        jobs=("insert_detail",),
        at_least=2.5,
        change=("durationSeconds", 1.5),
        act=("short|1.5",),
        condition=(),
        exception=("reveal",),
    ),
    Habit(
        name="no_details_in_love",
        op="remove",
        when=("romance", "celebration"),
        unless="farewell",
        jobs=("insert_detail", "point_of_view"),
        act=("remove|drop", "detail|point"),
        condition=("romance|celebrat",),
        exception=("farewell|parting",),
    ),
    Habit(
        name="wide_when_left",
        op="modify",
        when=("loneliness", "farewell"),
        unless="confrontation",
        role="a",
        before={"shotSize": ("CLOSE_UP", "MEDIUM_CLOSE_UP", "MEDIUM_SHOT")},
        change=("shotSize", "WIDE"),
        act=("wide",),
        condition=("lonel|solitude|farewell|parting",),
        exception=("confront",),
    ),
    Habit(
        name="face_first",
        op="move",
        when=("reveal",),
        unless="gag",
        jobs=("reaction",),
        change=("before", "beat_start"),
        act=("move", "reaction"),
        condition=("reveal",),
        exception=("gag|comed",),
    ),
    Habit(
        name="push_in_on_fear",
        op="modify",
        when=("dread", "grief"),
        unless="exposition",
        jobs=("single", "point_of_view"),
        before={"cameraMovement": ("STATIC", "PAN", "HANDHELD")},
        change=("cameraMovement", "PUSH_IN"),
        act=("push",),
        condition=("dread|suspense|grief",),
        exception=("exposition",),
    ),
    Habit(
        name="second_face_in_a_row",
        op="insert",
        when=("confrontation", "pursuit"),
        unless="romance",
        jobs=("over_shoulder", "tracking_action"),
        change=("shotJob", "reaction"),
        act=("add|insert", "reaction"),
        condition=("confront|pursuit|chase",),
        exception=("romance",),
    ),
    Habit(
        name="below_the_strong",
        op="modify",
        when=("humiliation", "confrontation"),
        unless="celebration",
        role="b",
        before={"cameraAngle": ("EYE_LEVEL", "HIGH_ANGLE")},
        change=("cameraAngle", "LOW_ANGLE"),
        act=("low angle",),
        condition=("humiliat|confront",),
        exception=("celebrat",),
    ),
    Habit(
        name="wait_for_the_face",
        op="modify",
        when=("reveal", "romance"),
        unless="pursuit",
        jobs=("reaction",),
        at_most=2.5,
        change=("durationSeconds", "longer"),
        act=("longer",),
        condition=("reveal|romance",),
        exception=("chase|pursuit",),
    ),
    Habit(
        name="no_masters_for_one",
        op="remove",
        when=("loneliness", "exposition"),
        unless="farewell",
        jobs=("master",),
        act=("remove|drop", "master"),
        condition=("lonel|solitude|exposition",),
        exception=("farewell|parting",),
    ),
)

HABITS: Final[Mapping[str, tuple[Habit, ...]]] = {"develop": SEEN, "judge": UNSEEN}
"""The habits of the directors of each pool."""
