"""What a model says of a scene counts where it names what was shown and quotes what is there; else nothing changes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import pytest

from showbible.bible import Bible
from showbible.direction.api import Direction
from showbible.direction.learn import harvest
from showbible.direction.model import Cause
from showbible.direction.recall.scenes import SceneMemory
from showbible.llm.providers import Endpoint, ModelLLM
from showbible.settings import Settings
from tests import fake_model
from tests.direction.builders import call, generated, plan, ready, said, taught
from tests.fake_model import FakeModel

BEAT = "Marcus laughs at Lena."
WORDS = "Closer here."


@pytest.fixture
def story(folder: Settings) -> Iterator[Direction]:
    """A scene whose beat nobody tagged, with one edit; a model's answers are the same on every database."""
    with Bible(folder) as bible:
        bible.projects.create("whales")
        direction = bible.direction("whales")
        shots = plan("a", "b")
        close = [shots[0] | {"shotSize": "CLOSE_UP"}, shots[1]]
        direction.put("s1", ready(close, ""))
        edit = call("c2", "modify_shot", close, shotId="a", changes={"shotSize": "CLOSE_UP"})
        direction.append("s1", said(generated(shots), WORDS, edit))
        yield direction


def _asked(story: Direction, **told: object) -> tuple[SceneMemory, str]:
    """The memory of the scene after a model said this, and what it was shown."""
    notes = {"scene_context_summary": "One. Two.", "edit_summary": "One. Two. Three.", **told}
    with FakeModel(fake_model.says(json.dumps(notes))) as server:
        llm = ModelLLM("openai-chat:fake", timeout=30.0, endpoint=Endpoint(base_url=server.url, api_key="sk-test"))
        memory = harvest.harvest(story.db, llm, "s1")
    assert memory is not None
    return memory, server.received[0].text.replace("\\", "")


def test_a_model_is_shown_beats_and_edits_by_their_numbers(story: Direction) -> None:
    _, shown = _asked(story)

    assert f'"number":1,"beat":"{BEAT}"' in shown and f'"said":"{WORDS}"' in shown


def test_a_kind_that_is_quoted_is_taken(story: Direction) -> None:
    memory, _ = _asked(story, beat_kinds=[{"number": 1, "kind": "humiliation", "quote": "laughs at  LENA"}])

    assert (memory.moments[0].kinds, memory.moments[0].given) == ({"humiliation": 1.0}, True)


@pytest.mark.parametrize(
    "note",
    [
        {"number": 7, "kind": "humiliation", "quote": BEAT},
        {"number": 1, "kind": "schadenfreude", "quote": BEAT},
        {"number": 1, "kind": "humiliation", "quote": "Marcus weeps."},
        {"number": 1, "kind": "humiliation"},
    ],
    ids=["no such beat", "no such kind", "no such words", "no words"],
)
def test_a_kind_of_nothing_that_was_shown_changes_nothing(story: Direction, note: Mapping[str, object]) -> None:
    memory, _ = _asked(story, beat_kinds=[note])

    assert not memory.moments[0].given


def test_a_cause_that_is_quoted_is_taken(story: Direction) -> None:
    memory, _ = _asked(story, causes=[{"number": 1, "cause": "continuity", "quote": WORDS}])

    assert memory.events[-1].cause is Cause.CONTINUITY


@pytest.mark.parametrize(
    "note",
    [
        {"number": 2, "cause": "continuity", "quote": WORDS},
        {"number": 1, "cause": "continuity", "quote": "The scarf is wrong."},
        {"number": 1, "cause": "continuity"},
    ],
    ids=["no such edit", "no such words", "no words"],
)
def test_a_cause_of_nothing_that_was_shown_changes_nothing(story: Direction, note: Mapping[str, object]) -> None:
    memory, _ = _asked(story, causes=[note])

    assert memory.events[-1].cause is Cause.STYLE


def test_a_name_for_a_habit_that_was_not_shown_changes_no_card(small: Bible) -> None:
    story = taught(small)
    before = story.profile().cards
    name = {"number": 9, "preference": "Stay near.", "applies_to": "Shame.", "avoid_applying_to": "Action."}
    told = {"profile_summary": "One. Two. Three.", "preference_cards": [name]}

    with FakeModel(fake_model.says(json.dumps(told))) as server:
        llm = ModelLLM("openai-chat:fake", timeout=30.0, endpoint=Endpoint(base_url=server.url, api_key="sk-test"))
        profile = harvest.aggregate(story.db, llm)

    assert profile is not None and profile.cards == before
