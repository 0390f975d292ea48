"""A planning agent is told of the director for the tool at hand, as data, and what it was told is noted."""

from __future__ import annotations

from typing import Any

import pytest
from strands import ToolContext, tool

from showbible.bible import Bible
from showbible.direction.recall import uses
from showbible.errors import Invalid
from showbible.integrations.strands.preferences import PREFERENCES, PreferenceInjector
from showbible.integrations.strands.scripted import ScriptedModel, ToolWish
from showbible.quoting import MARK_BEGIN
from tests.direction.builders import taught
from tests.integrations.strands import an_agent
from tests.originals import Filling


@pytest.fixture
def filling() -> Filling:
    """A director who goes closer on humiliation: one card."""
    return taught


def _told(model: ScriptedModel) -> str:
    return str(model.heard[-1][-1]["content"])


def _card(bible: Bible) -> Any:
    return bible.direction("whales").profile().cards[0]


def test_an_agent_is_told_for_its_tool_and_keeps_nothing_of_it(small: Bible) -> None:
    model = ScriptedModel("Planned.")
    agent = an_agent(model, plugins=[PreferenceInjector(small, "whales", tool="generate_beat_package", scene="h0")])

    agent("Plan the scene.")

    (use,) = uses.uses(small.direction("whales").db)
    assert MARK_BEGIN in _told(model) and "LEARNED DIRECTORIAL PREFERENCES" in _told(model)
    assert (use.tool, use.card_ids) == ("generate_beat_package", (_card(small).card_id,))
    assert MARK_BEGIN not in str(agent.messages)


def test_a_planning_tool_finds_its_own_block_in_the_state(small: Bible) -> None:
    seen = {}

    @tool(context=True)
    def scene_guru(question: str, tool_context: ToolContext) -> str:
        """Advise on a scene."""
        seen.update(tool_context.invocation_state[PREFERENCES])
        return "Go closer."

    model = ScriptedModel(ToolWish(tool="scene_guru", arguments={"question": "How?"}), "Done.")
    agent = an_agent(model, tools=[scene_guru], plugins=[PreferenceInjector(small, "whales")])

    agent("Plan the scene.")

    assert [*seen] == ["scene_guru"] and _card(small).preference[:20] in seen["scene_guru"]
    assert MARK_BEGIN not in str(model.heard[0])


def test_a_card_that_is_muted_for_a_run_is_not_told(small: Bible) -> None:
    small.runs.start("Owls", budget="1", run_id="r1", project_id="whales")
    small.runs.mute("r1", "card", _card(small).card_id)
    model = ScriptedModel("Planned.")
    agent = an_agent(model, plugins=[PreferenceInjector(small, "whales", tool="scene_guru", run_id="r1")])

    agent("Plan the scene.")

    assert _card(small).preference[:20] not in _told(model)


def test_an_unknown_tool_is_refused(small: Bible) -> None:
    with pytest.raises(Invalid, match="tool must be one of"):
        PreferenceInjector(small, "whales", tool="dream")
