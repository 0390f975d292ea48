"""What a model reads out of the present words counts where it names a habit that was shown and quotes them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

import pytest

from showbible.bible import Bible
from showbible.direction.api import Direction
from showbible.direction.recall.snapshots import read
from showbible.llm.providers import Endpoint, ModelLLM
from showbible.settings import Settings
from tests import fake_model
from tests.direction.builders import facts, plan, taught
from tests.fake_model import FakeModel
from tests.web.conftest import calling

WORDS = "Give her plenty of air this time."
TOOL = "generate_beat_package"
KEY = {"Idempotency-Key": "one"}


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Direction]:
    """A story whose one card goes closer on humiliation."""
    with Bible(Settings(home=tmp_path_factory.mktemp("steering"), disk_floor_mb=0)) as bible:
        yield taught(bible)


@contextmanager
def _answered(story: Direction, **told: object) -> Iterator[tuple[Direction, FakeModel]]:
    """The story with a model that says of its card that the words are against it, but for what is told otherwise."""
    (card,) = story.profile().cards
    usual = {"card": card.card_id, "operation": "modify", "target": "shot_size", "polarity": "against"}
    note = {**usual, "scope": "scene", "quote": "plenty of AIR", **told}
    with FakeModel(fake_model.says(json.dumps({"notes": [note]}))) as server:
        llm = ModelLLM("openai-chat:fake", timeout=30.0, endpoint=Endpoint(base_url=server.url, api_key="sk-test"))
        yield replace(story, llm=lambda: llm), server


def _counts(story: Direction, words: str = WORDS) -> tuple[int, int]:
    """How many cards a tool is told in the face of some words, and how many edits are foreseen."""
    block = story.block(TOOL, steering=words)
    assert block is not None
    return len(block.cards), len(story.anticipate(facts(), read(plan("x")), steering=words))


def test_a_model_is_shown_the_words_and_each_habit_by_its_id(story: Direction) -> None:
    (card,) = story.profile().cards

    with _answered(story) as (asking, model):
        asking.overruled(WORDS)

    shown = model.received[0].text.replace("\\", "")
    assert WORDS in shown
    assert f'{{"id":"{card.card_id}","operation":"modify","target":"shot_size","habit":"{card.preference}"' in shown


def test_words_that_no_rule_reads_overrule_a_habit_where_a_model_quotes_them(story: Direction) -> None:
    with _answered(story) as (asking, _):
        counts = _counts(asking)

    assert (_counts(story), counts) == ((1, 1), (0, 0))


@pytest.mark.parametrize(
    "told",
    [
        {"card": "card-of-nobody"},
        {"operation": "remove"},
        {"target": "camera_angle"},
        {"quote": "Stay far away."},
        {"quote": ""},
        {"polarity": "for"},
        {"scope": "part"},
    ],
    ids=["no such card", "another operation", "another target", "no such words", "no words", "for it", "only a part"],
)
def test_anything_else_changes_nothing(story: Direction, told: Mapping[str, object]) -> None:
    with _answered(story, **told) as (asking, _):
        assert asking.overruled(WORDS) == frozenset()


def test_what_the_rules_overrule_stays_overruled_whatever_a_model_says(story: Direction) -> None:
    with _answered(story, polarity="for", quote="close-ups") as (asking, _):
        assert _counts(asking, "No close-ups.") == (0, 0)


def test_a_model_is_asked_before_a_request_that_happens_once(folder: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with Bible(folder) as bible:
        taught(bible)
    body = {"scene": {"planningStage": "DRAFT"}, "shots": plan("x"), "steering": WORDS}

    with FakeModel(fake_model.says('{"notes": []}')) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
        with Bible(replace(folder, model="openai-chat:fake")) as bible, calling(bible) as ask:
            for _ in range(2):
                told = ask("POST", "/api/v1/projects/whales/anticipate", json=body, headers=KEY)

    assert (told.status_code, len(server.received)) == (200, 1)
