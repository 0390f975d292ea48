"""What agents and graphs do becomes a run: stages, tools, tokens, costs and errors, each once."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any

import pytest
from strands import tool
from strands.multiagent import GraphBuilder, Swarm
from strands.types.exceptions import EventLoopException
from strands.types.streaming import StreamEvent

from showbible.bible import Bible
from showbible.errors import Conflict, Invalid, NotFound
from showbible.integrations.strands.prices import TokenPrice, TokenUsage
from showbible.integrations.strands.recorder import RunRecorder
from showbible.integrations.strands.scripted import ScriptedModel, ToolWish
from showbible.integrations.strands.sessions import run_session
from showbible.runs.model import Stage, Status
from tests.integrations.strands import ANSWER, PRICE, a_graph, an_agent

R1 = {"run_id": "r1"}


class Breaking(ScriptedModel):
    """A model that answers once and then breaks."""

    async def stream(self, messages: Any, *args: Any, **kwargs: Any) -> AsyncIterator[StreamEvent]:
        """The first answer; after that nothing."""
        if self.heard:
            raise ConnectionError("the line is dead")
        async for event in super().stream(messages, *args, **kwargs):
            yield event


@tool
def draw(subject: str) -> str:
    """Draw something."""
    if subject == "nothing":
        raise ValueError("there is nothing to draw")
    return f"a drawing of {subject}"


def test_a_graph_becomes_a_run_with_its_stages_and_costs(bible: Bible) -> None:
    recorder = RunRecorder(bible, budget="1", stages={"writer": "generating_scripts"}, prices={"scripted": PRICE})
    agents = [an_agent(ScriptedModel("Done."), name=name) for name in ("writer", "critic", "editing")]

    a_graph(*agents, plugins=[recorder])("A film", invocation_state=dict(R1))

    run = bible.runs.get("r1")
    assert [event.stage for event in run.timeline] == [
        Stage.INITIALIZED,
        Stage.GENERATING_SCRIPTS,
        Stage.EDITING,
        Stage.COMPLETED,
    ]
    assert (run.recorded_status, run.concept, run.spent) == (Status.COMPLETED, "film", 3 * ANSWER)
    assert (run.errors, run.warnings) == ((), ())


def test_tokens_without_a_price_are_counted_and_cost_nothing(small: Bible) -> None:
    a_graph(an_agent(ScriptedModel("Done.")), plugins=[RunRecorder(small)])("A film", invocation_state=dict(R1))

    (_, ended), _ = small.runs.reports("r1")
    assert ended.data is not None
    assert (ended.data["input_tokens"], ended.data["output_tokens"], ended.data.get("cost")) == (100, 20, None)
    assert small.runs.get("r1").spent == 0


def test_tools_are_written_down_and_those_that_fail_are_warned_of(small: Bible) -> None:
    model = ScriptedModel(
        ToolWish(tool="draw", arguments={"subject": "an owl"}),
        ToolWish(tool="draw", arguments={"subject": "nothing"}),
        "Done.",
    )
    agent = an_agent(model, tools=[draw])

    a_graph(agent, plugins=[RunRecorder(small, prices={"writer": PRICE})])("A film", invocation_state=dict(R1))

    run, said = small.runs.get("r1"), small.runs.reports("r1")[0]
    words = [each.message for each in said if each.data and "tool" in each.data]
    assert [word.split(" in ")[0] for word in words if word] == ["draw answered", "draw failed"]
    assert len(run.warnings) == 1 and "there is nothing to draw" in run.warnings[0]
    assert run.spent == 3 * ANSWER


def test_what_a_failed_node_had_used_is_booked_and_the_run_fails(small: Bible) -> None:
    model = Breaking(ToolWish(tool="draw", arguments={"subject": "an owl"}))
    recorder = RunRecorder(small, prices={"scripted": PRICE})

    with pytest.raises(EventLoopException, match="the line is dead"):
        a_graph(an_agent(model, tools=[draw]), plugins=[recorder])("A film", invocation_state=dict(R1))

    run = small.runs.get("r1")
    assert (run.recorded_status, run.spent) == (Status.FAILED, ANSWER)
    assert run.errors == ("writer failed: the line is dead", "film failed.")


def test_a_graph_with_a_session_stays_open_after_a_failure_and_is_resumed(small: Bible) -> None:
    small.projects.create("owls")
    models = [ScriptedModel("A story."), Breaking(ToolWish(tool="draw", arguments={"subject": "an owl"}))]
    again = [ScriptedModel(), ScriptedModel("A cut.")]

    def produce(story: ScriptedModel, cut: ScriptedModel) -> None:
        graph = a_graph(
            an_agent(story),
            an_agent(cut, name="editor", tools=[draw]),
            plugins=[RunRecorder(small, project_id="owls", prices={"scripted": PRICE})],
            session=run_session(small, "r1", project_id="owls"),
        )
        graph("A film", invocation_state=dict(R1))

    with pytest.raises(EventLoopException, match="the line is dead"):
        produce(*models)
    produce(*again)

    run = small.runs.get("r1")
    assert (run.recorded_status, run.spent, run.errors) == (
        Status.COMPLETED,
        3 * ANSWER,
        ("editor failed: the line is dead",),
    )
    assert again[0].heard == []


def test_an_agent_alone_is_a_run_and_a_step_of_one_name_is_booked_once(small: Bible) -> None:
    recorder = RunRecorder(small, prices={"scripted": PRICE}, closes=False)
    agent = an_agent(ScriptedModel("One.", "Two."), plugins=[recorder])

    for _ in range(2):
        agent("Write.", invocation_state={**R1, "step": "opening"})

    run = small.runs.get("r1")
    assert (run.recorded_status, run.spent) == (Status.RUNNING, ANSWER)
    assert run.warnings == ("writer was done again after an interruption; $0.000600 for that are not booked.",)


def test_a_graph_inside_a_graph_is_booked_once_and_does_not_end_the_run(small: Bible) -> None:
    recorder = RunRecorder(small, prices={"scripted": PRICE})
    inner = a_graph(an_agent(ScriptedModel("Done.")), plugins=[recorder])
    builder = GraphBuilder()
    builder.add_node(inner, "inside")
    builder.add_node(an_agent(ScriptedModel("Done."), name="after"), "after")
    builder.add_edge("inside", "after")
    outer = builder.set_max_node_executions(9).set_plugins([recorder]).build()

    outer("A film", invocation_state=dict(R1))

    run = small.runs.get("r1")
    assert (run.recorded_status, run.spent) == (Status.COMPLETED, 2 * ANSWER)


def test_a_swarm_becomes_a_run_with_a_step_for_each_visit(small: Bible) -> None:
    recorder = RunRecorder(small, prices={"scripted": PRICE})
    hand_over = ToolWish(tool="handoff_to_agent", arguments={"agent_name": "editor", "message": "Your turn."})
    writer = an_agent(ScriptedModel(hand_over, "Over to you."))

    Swarm([writer, an_agent(ScriptedModel("Cut."), name="editor")], plugins=[recorder])("A film", dict(R1))

    run, (said, _) = small.runs.get("r1"), small.runs.reports("r1")
    done = [each.agent for each in said if each.status == "completed"]
    assert (run.recorded_status, done, run.spent) == (Status.COMPLETED, ["writer", "editor"], 3 * ANSWER)


def test_a_run_that_is_over_is_not_worked_on_again(small: Bible) -> None:
    small.runs.finish(small.runs.start("Owls", budget="1", run_id="r1").run_id)
    model = ScriptedModel("Done.")

    with pytest.raises(Conflict, match="is over"):
        a_graph(an_agent(model), plugins=[RunRecorder(small)])("A film", invocation_state=dict(R1))

    assert model.heard == []


def test_what_a_recorder_cannot_work_with_is_refused_before_anything_is_asked(small: Bible) -> None:
    model = ScriptedModel("Done.")

    with pytest.raises(Invalid, match="stage must be one of"):
        RunRecorder(small, stages={"writer": "dreaming"})
    with pytest.raises(Invalid, match="No node stands for the end"):
        RunRecorder(small, stages={"writer": "completed"})
    with pytest.raises(NotFound, match="project 'nowhere'"):
        a_graph(an_agent(model), plugins=[RunRecorder(small, project_id="nowhere")])("A film")

    assert model.heard == []


@pytest.mark.parametrize(
    ("usage", "micros"),
    [
        ({"inputTokens": 1000, "outputTokens": 100, "totalTokens": 1100}, 4500),
        ({"inputTokens": 1000, "outputTokens": 100, "totalTokens": 1100, "cacheReadInputTokens": 800}, 2340),
        ({"inputTokens": 200, "outputTokens": 100, "totalTokens": 1100, "cacheReadInputTokens": 800}, 2340),
        ({}, 0),
    ],
    ids=["plain", "cache inside", "cache beside", "nothing"],
)
def test_a_price_knows_what_a_cache_served(usage: dict[str, int], micros: int) -> None:
    price = TokenPrice(input="3.00", output="15.00", cache_read="0.30")

    assert price.cost(TokenUsage.of(usage)) == micros


def test_a_missing_library_is_named_by_its_extra() -> None:
    script = "import sys; sys.modules['strands'] = None\nimport showbible.integrations.strands.recorder\n"

    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert "Misconfigured: Strands Agents is not installed: pip install 'showbible[strands]'." in said.stderr
