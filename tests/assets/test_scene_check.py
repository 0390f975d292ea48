"""A prompt, a list of shots or a whole scene is held against the story, fact by fact; odd input is answered clearly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.settings import Settings
from showbible.web.app import create_app
from tests.assets.test_api import Api
from tests.web.conftest import Caller

COAT = {"kind": "character", "state": {"coat": "red"}, "t_start": 0}


@pytest.fixture
def api(folder: Settings) -> Iterator[Api]:
    """The routes of a studio in a folder with one project."""
    yield from _served(folder)


@pytest.fixture
def any_api(settings: Settings) -> Iterator[Api]:
    """The same, on each database in turn."""
    yield from _served(settings)


def _served(settings: Settings) -> Iterator[Api]:
    with Bible(settings) as bible:
        bible.projects.create("whales")
        caller = Caller(create_app(bible))
        yield Api(caller, bible)
        caller.close()


def put(api: Api, *shots: str, text: str = "") -> None:
    """A scene of two seconds a shot, read by the worker."""
    told = [{"shotId": f"s{number}", "description": shot, "durationSeconds": 2} for number, shot in enumerate(shots, 1)]
    body = {"scene_text": text, "planning_stage": "DRAFT", "shots": told}
    assert api("PUT", "/scenes/one", json=body).status_code == 200
    api.bible.worker().run_all()


def check(api: Api, **asked: Any) -> dict[str, Any]:
    """The answer of a check."""
    return dict(api("POST", "/continuity/check", json=asked).json())


def conflicts(answer: dict[str, Any]) -> list[tuple[str | None, str, str]]:
    """The conflicts of an answer: the shot, whom it is about, and which field."""
    return [(each["shot_id"], each["entity"], each["field"]) for each in answer["conflicts"]]


def test_a_scene_is_checked_by_its_id_fact_by_fact(any_api: Api) -> None:
    any_api("POST", "/entities/Mara/states", json={**COAT, "state": {"coat": "red", "hair": "black"}})
    put(any_api, "Mara waits, her hair black.", "Mara in a green coat.", "Mara takes off the red coat.")

    answer = check(any_api, scene_id="one")

    (found,) = answer["conflicts"]
    assert (found["shot_id"], found["field"], found["known_words"]) == ("s2", "coat", "Mara: coat red")
    assert [(each["shot_id"], each["field"], each["to"]) for each in answer["changes"]] == [("s3", "coat", "off")]
    assert ("s1", "hair") in {(each["shot_id"], each["field"]) for each in answer["fine"]}


def test_shots_of_a_scene_contradict_each_other_with_the_sentence_of_each(api: Api) -> None:
    put(api, "Mara stands on the pier in muddy boots.", "Tom waves.", "Mara's boots are spotless.")

    (found,) = check(api, scene_id="one")["conflicts"]

    assert (found["shot_id"], found["known_words"], found["proposed_words"]) == (
        "s3",
        "Mara stands on the pier in muddy boots.",
        "Mara's boots are spotless.",
    )


def test_what_was_read_from_a_scene_does_not_contradict_the_scene(api: Api) -> None:
    put(api, "Mara in a red coat.", "Mara takes off the coat.", "Mara, without a coat, swims.")

    assert (conflicts(check(api, scene_id="one")), api("GET", "/entities").json()["total"]) == ([], 1)


def test_the_text_of_a_scene_holds_for_its_shots_but_for_what_it_tells_to_change(api: Api) -> None:
    put(api, "Mara in a green coat.", "The lamp is out.", text="Mara wears a red coat. Tom lights the lamp.")

    assert conflicts(check(api, scene_id="one")) == [("s1", "Mara", "coat")]


def test_what_a_shot_tells_to_change_holds_for_those_after_it(api: Api) -> None:
    api("POST", "/entities/Mara/states", json=COAT)
    shots = [
        {"shot_id": "a", "prompt": "Mara takes off the red coat.", "at": 5},
        {"shot_id": "b", "prompt": "Mara in her red coat.", "at": 9},
        {"shot_id": "c", "prompt": "Mara in her red coat.", "at": 2},
    ]

    assert conflicts(check(api, shots=shots)) == [("b", "Mara", "coat")]


@pytest.mark.parametrize(
    ("asked", "status", "words"),
    [
        ({"scene_id": "nowhere"}, 404, "nowhere"),
        ({"scene_id": "one", "prompt": "Mara"}, 422, "say one of"),
        ({}, 422, "say one of"),
        ({"prompt": "Mara ", "at": -1}, 422, "at must lie between 0"),
        ({"prompt": "Mara " * 210_000}, 413, "the limit is"),
        ({"shots": [{"shot_id": "a", "prompt": ""}]}, 422, "prompt"),
        ({"shots": [{"shot_id": str(number), "prompt": "Mara"} for number in range(201)]}, 422, "200 or fewer"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused_in_plain_words(
    api: Api, asked: dict[str, Any], status: int, words: str
) -> None:
    api("POST", "/entities/Mara/states", json=COAT)

    answer = api("POST", "/continuity/check", json=asked)

    assert (answer.status_code, words in answer.text) == (status, True)
    assert api("GET", "/entities/Mara/states").json()["total"] == 1


def test_a_story_time_before_the_beginning_changes_nothing(api: Api) -> None:
    answer = api("POST", "/entities/Mara/states", json={**COAT, "t_start": -1})

    assert (answer.status_code, "t_start must lie between 0" in answer.text) == (422, True)
    assert api("GET", "/entities").json()["total"] == 0


def test_an_entity_called_the_is_kept_and_found_in_no_text(api: Api) -> None:
    api("POST", "/entities/the/states", json={"kind": "prop", "state": {"state": "broken"}})

    assert conflicts(check(api, prompt="The the of the sea is whole and the the is new.")) == []


def test_a_state_of_five_hundred_fields_is_answered_by_the_one_that_matters(api: Api) -> None:
    fields = {f"field {number}": "red" for number in range(500)} | {"coat": "red"}
    told = api("POST", "/entities/Mara/states", json={**COAT, "state": fields})

    answer = check(api, prompt="Mara in a green coat.", at=1)

    assert (told.status_code, conflicts(answer)) == (201, [(None, "Mara", "coat")])
