"""A story's director is heard before the camera rolls, in the camera only."""

from __future__ import annotations

import pytest

from showbible.bible import Bible
from showbible.direction.api import Direction
from showbible.direction.model import ToolCall
from showbible.errors import Conflict
from showbible.studio import advice, mutes, orchestrator
from showbible.studio.direct import directed
from showbible.studio.ledger import steps
from showbible.studio.ledger import turns as ledger_turns
from showbible.studio.model import Angle, FilmRequest, Movement, Script, ScriptScene, ScriptShot, Size
from showbible.vocabulary import Micros
from tests.direction.builders import call, generated, plan, ready, said
from tests.studio.crews import quick

STILL = {"cameraMovement": "STATIC"}


@pytest.fixture
def story(small: Bible) -> Direction:
    """A story whose director takes every push-in out again."""
    small.projects.create("whales")
    made = small.direction("whales")
    for function in ("humiliation", "exposition", "decision", "reveal", "arrival"):
        _teach_stillness(made, function)
    small.worker().run_all()
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
    shot = ScriptShot(
        shot_id="s1-1",
        size=Size.MEDIUM,
        angle=Angle.EYE_LEVEL,
        movement=movement,
        frames=48,
        description="She waits.",
    )
    return Script(title="", scenes=(ScriptScene(scene_id="s1", title="She waits", shots=(shot,)),), made_by="rule")


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


def test_a_story_without_a_profile_changes_nothing(small: Bible) -> None:
    small.projects.create("new")

    assert directed(small.direction("new"), _script(Movement.PUSH_IN), setting="sea") == _script(Movement.PUSH_IN)


def test_the_preference_block_goes_to_the_writer_and_into_the_reasons(small: Bible, story: Direction) -> None:
    found = advice.ask(small, FilmRequest(concept="a whale waits", budget=Micros(1), project_id=story.project_id))

    assert ("static" in (found.direction or ""), found.why[-1].startswith("This story's director:")) == (True, True)


# What one run does without


def _asked(bible: Bible) -> str:
    """A short and silent film of the story, which waits to be made."""
    bible.lessons.prefer({"preferred_duration": 1, "default_audio_tier": "none"})
    return orchestrator.ask(bible, "a whale waits", budget="0.5", project_id="whales")


def _cards(story: Direction) -> list[str]:
    return [card.card_id for card in story.profile().cards]


def test_the_camera_does_without_a_muted_card(story: Direction) -> None:
    found = directed(story, _script(Movement.PUSH_IN), setting="sea", muted=_cards(story))

    assert found == _script(Movement.PUSH_IN)


def test_a_card_muted_after_the_advice_is_missing_when_the_script_is_written(small: Bible, story: Direction) -> None:
    advised = advice.ask(small, FilmRequest(concept="a whale waits", budget=Micros(1), project_id="whales"))

    later = advice.directed_now(story, advised, muted=_cards(story))

    assert ["static" in (each.direction or "") for each in (advised, later)] == [True, False]


@pytest.mark.parametrize("muted", [False, True])
def test_a_production_does_without_what_was_muted(small: Bible, story: Direction, muted: bool) -> None:
    run_id = _asked(small)
    for card_id in _cards(story) if muted else ():
        mutes.mute(small, run_id, "card", card_id)

    orchestrator.produce(small, run_id, crew=quick(small))

    assert ("As this director would" in steps.steps(small.db, run_id)["script"]) is not muted


def test_a_card_is_not_muted_once_the_script_is_written(small: Bible, story: Direction) -> None:
    run_id = _asked(small)
    turn = ledger_turns.take(small.db, run_id, owner="test", lease_ms=60_000)
    assert turn is not None
    with small.db.transaction():
        steps.keep(small.db, turn, "script", result="{}")

    with pytest.raises(Conflict, match="The script is written"):
        mutes.mute(small, run_id, "card", _cards(story)[0])


def test_a_plan_is_made_without_a_muted_pattern(small: Bible) -> None:
    done = small.runs.start("A product demo of a lamp", budget=5).run_id
    small.runs.finish(done)
    small.lessons.wrap(done)
    wish = FilmRequest(concept="A product demo of a clock", budget=Micros(500_000))
    run_id = small.runs.start(wish.concept, budget=5).run_id
    heard = advice.ask(small, wish, run_id=run_id)

    mutes.mute(small, run_id, "pattern", "product_demo")

    unheard = advice.ask(small, wish, run_id=run_id)
    assert (heard.tier is not None, heard.scenes is not None, len(heard.why)) == (True, True, 1)
    assert (unheard.tier, unheard.scenes, unheard.seconds, unheard.why) == (None, None, None, ())
