"""A model is asked once with the facts by id; it is heard where it quotes what is there, and never alone believed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from showbible.assets.api import Assets
from showbible.assets.learn.quotes import stands_in
from showbible.assets.learn.story import read_notes
from showbible.bible import Bible
from showbible.llm.providers import Endpoint, ModelLLM
from showbible.settings import Settings
from tests import fake_model
from tests.assets.conftest import WHALES
from tests.fake_model import Behaviour, FakeModel

OUT = "Ada toasts a crust over the lamp while Tom waits."
RED = "Ada waits in a green coat."


@pytest.fixture
def assets(folder: Settings) -> Iterator[Assets]:
    """A memory in a folder: a model's answers are the same on every database."""
    with Bible(folder) as bible:
        bible.projects.create(WHALES)
        yield bible.assets(WHALES)


@contextmanager
def asked(assets: Assets, *script: Behaviour) -> Iterator[tuple[Assets, FakeModel]]:
    """The memory with a model that follows a script."""
    with FakeModel(*script) as server:
        endpoint = Endpoint(base_url=server.url, api_key="sk-of-the-studio")
        llm = ModelLLM("openai-chat:fake", timeout=30.0, endpoint=endpoint)
        yield replace(assets, llm=lambda: llm), server


def says(*verdicts: dict[str, object]) -> Behaviour:
    """Answer with verdicts on the first fact of the first part where nothing else is said."""
    told = [{"fact": "f0.0", "part": 0, **each} for each in verdicts]
    return fake_model.says(json.dumps({"verdicts": told}))


def test_it_is_asked_once_with_the_facts_in_force_by_their_ids(assets: Assets) -> None:
    assets.tell("lamp", kind="prop", state={"light": "out"}, t_start=0)
    assets.tell("lamp", kind="prop", state={"light": "lit"}, t_start=9)

    with asked(assets, says()) as (memory, model):
        memory.continuity(OUT, at=5)

    (question,) = model.received
    shown = question.text.replace("\\", "")
    assert '{"id":"f0.0","entity":"lamp","field":"light","value":"out"}' in shown
    assert ('"facts":["f0.0"]' in shown, "lit" in shown) == (True, False)


def test_it_may_break_the_silence_of_the_rules_with_words_that_are_there(assets: Assets) -> None:
    assets.tell("lamp", kind="prop", state={"light": "out"}, t_start=0)
    quote = "toasts a crust over the lamp"

    with asked(assets, says({"kind": "contradiction", "quote": quote})) as (memory, _):
        found = memory.continuity(OUT, at=5).conflicts

    assert [(each.entity, each.field, each.known, each.proposed, each.kind, each.sure) for each in found] == [
        ("lamp", "light", "out", quote, "contradiction", 0.7)
    ]


def test_what_both_see_is_surer(assets: Assets) -> None:
    assets.tell("Ada", kind="character", state={"coat": "red"})

    with asked(assets, says({"kind": "unexplained", "quote": "in a green coat"})) as (memory, _):
        (found,) = memory.conflicts(RED)

    assert (found.proposed, found.sure) == ("green", 0.97)


@pytest.mark.parametrize(("kind", "changes"), [("fine", 0), ("change", 1)])
def test_it_may_doubt_an_alarm_of_which_the_rules_are_not_sure(assets: Assets, kind: str, changes: int) -> None:
    assets.tell("violin", kind="prop", state={"wholeness": "broken"})
    prompt = "Ada plays the violin that she has glued."

    alone = assets.conflicts(prompt)
    with asked(assets, says({"kind": kind, "quote": "the violin that she has glued"})) as (memory, _):
        found = memory.continuity(prompt)

    assert ([each.sure < 0.85 for each in alone], len(found.conflicts), len(found.changes)) == ([True], 0, changes)


def test_it_cannot_take_away_what_the_rules_are_sure_of(assets: Assets) -> None:
    assets.tell("Ada", kind="character", state={"coat": "red"})

    with asked(assets, says({"kind": "fine", "quote": "in a green coat"})) as (memory, _):
        found = memory.conflicts(RED)

    assert found == assets.conflicts(RED)


@pytest.mark.parametrize(
    "verdict",
    [
        {"kind": "contradiction", "quote": "Ada throws the lamp into the sea"},
        {"kind": "contradiction", "quote": ""},
        {"kind": "contradiction", "quote": "Ada", "fact": "f0.77"},
        {"kind": "contradiction", "quote": "Ada", "fact": "lamp"},
        {"kind": "contradiction", "quote": "warms her hands", "part": 5},
        {"kind": "contradiction", "quote": "Snow falls on the sea"},
        {"kind": "change", "quote": "the lamp explodes"},
    ],
)
def test_one_that_invents_ids_or_words_or_quotes_of_others_changes_nothing(
    assets: Assets, verdict: dict[str, object]
) -> None:
    assets.tell("lamp", kind="prop", state={"light": "out"})
    prompt = f"{OUT} Snow falls on the sea."

    with asked(assets, says(verdict)) as (memory, _):
        found = memory.continuity(prompt)

    assert (found, assets.states("lamp")[0].state) == (assets.continuity(prompt), {"light": "out"})


def test_a_kind_that_nobody_knows_and_a_server_that_fails_leave_it_to_the_rules(assets: Assets) -> None:
    assets.tell("Ada", kind="character", state={"coat": "red"})

    with asked(assets, says({"kind": "scandal", "quote": "Ada"})) as (memory, _):
        found = memory.continuity(RED)

    assert found == assets.continuity(RED)


NOTE = "Ada's hat is wet. Her feathers are ruffled."


def told(**fact: object) -> Behaviour:
    """Answer that the note tells one thing."""
    given = {
        "part": 0,
        "entity": "Ada",
        "kind": "character",
        "field": "feathers",
        "value": "ruffled",
        "words": "Her feathers are ruffled.",
    }
    return fake_model.says(json.dumps({"facts": [given | fact]}))


def test_what_it_reads_beside_the_rules_is_kept_with_its_words(assets: Assets) -> None:
    assets.note("continuity", NOTE)

    with asked(assets, told()) as (memory, _):
        read_notes(memory.db, memory.llm())

    (state,) = assets.states("Ada")
    assert (dict(state.state), state.made_by) == ({"hat": "wet", "feathers": "ruffled"}, "model:openai-chat:fake")
    assert state.words["feathers"] == "Her feathers are ruffled."


@pytest.mark.parametrize(
    "fact",
    [
        {"words": "Her feathers are plucked."},
        {"part": 3},
        {"value": "mauve"},
        {"field": "hat", "value": "ruffled"},
    ],
)
def test_what_it_makes_up_about_a_note_is_not_kept(assets: Assets, fact: dict[str, object]) -> None:
    assets.note("continuity", NOTE)

    with asked(assets, told(**fact)) as (memory, _):
        read_notes(memory.db, memory.llm())

    assert [(dict(each.state), each.made_by) for each in assets.states("Ada")] == [({"hat": "wet"}, "rule")]


@pytest.mark.parametrize(
    ("quote", "there"),
    [("in a green  Coat", True), ("a green", True), ("een coat", False), ("green waits", False), ("", False)],
)
def test_a_quotation_is_whole_words_in_their_order(quote: str, there: bool) -> None:
    assert stands_in(quote, RED) is there
