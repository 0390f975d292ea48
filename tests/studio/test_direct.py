"""A story's director is heard before the camera rolls, in the camera only."""

from __future__ import annotations

import pytest

from showbible.bible import Bible
from showbible.direction.face import Direction
from showbible.direction.model import ToolCall
from showbible.studio import advice
from showbible.studio.direct import directed
from showbible.studio.model import Angle, Movement, Scene, Script, Shot, Size, Wish
from showbible.vocabulary import Micros
from tests.direction.builders import call, generated, plan, ready, said

STILL = {"cameraMovement": "STATIC"}


@pytest.fixture
def story(one_bible: Bible) -> Direction:
    """A story whose director takes every push-in out again."""
    one_bible.projects.create("whales")
    made = one_bible.direction("whales")
    for function in ("humiliation", "exposition", "decision", "reveal", "arrival"):
        _teach_stillness(made, function)
    one_bible.worker().run_all()
    return made


def _teach_stillness(story: Direction, function: str) -> None:
    ids = [f"{function}-{number}" for number in range(4)]
    shots = plan(*ids, cameraMovement="PUSH_IN")
    turns: list[ToolCall | str] = [generated(shots, f"{function}-c")]
    for shot_id in ids:
        shots = [each | STILL if each["shotId"] == shot_id else each for each in shots]
        turns += ["Keep it still.", call(f"{shot_id}-c", "modify_shot", shots, shotId=shot_id, changes=STILL)]
    story.put(function, ready(shots, function))
    story.append(function, said(*turns), chat_session_id=function)


def _script(movement: Movement) -> Script:
    shot = Shot(
        shot_id="s1-1",
        size=Size.MEDIUM,
        angle=Angle.EYE_LEVEL,
        movement=movement,
        frames=48,
        description="She waits.",
    )
    return Script(title="", scenes=(Scene(scene_id="s1", title="She waits", shots=(shot,)),), made_by="rule")


def test_a_director_who_wants_stillness_gets_it(story: Direction) -> None:
    found = directed(story, _script(Movement.PUSH_IN), setting="sea")

    (shot,) = found.scenes[0].shots
    assert (shot.movement, shot.frames, found.notes[0].startswith("As this director would: s1-1 static.")) == (
        Movement.STATIC,
        48,
        True,
    )


def test_a_script_that_is_as_the_director_likes_it_stays(story: Direction) -> None:
    assert directed(story, _script(Movement.STATIC), setting="sea") == _script(Movement.STATIC)


def test_a_story_without_a_profile_changes_nothing(one_bible: Bible) -> None:
    one_bible.projects.create("new")

    assert directed(one_bible.direction("new"), _script(Movement.PUSH_IN), setting="sea") == _script(Movement.PUSH_IN)


def test_the_preference_block_goes_to_the_writer_and_into_the_reasons(one_bible: Bible, story: Direction) -> None:
    found = advice.ask(one_bible, Wish(concept="a whale waits", budget=Micros(1), project_id=story.project_id))

    assert ("static" in (found.direction or ""), found.why[-1].startswith("This story's director:")) == (True, True)
