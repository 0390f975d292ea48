"""A plugin that writes what agents and graphs do into a run: stages, tools, durations, costs, errors.

The id of the run travels in the invocation's state, as `run_id`. Steps are written down before the session manager
takes its snapshot: a crash between the two does a node again and books it once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, MutableMapping
from graphlib import CycleError, TopologicalSorter
from typing import Any, Final

from showbible.bible import Bible
from showbible.integrations.strands.library import (
    AfterInvocationEvent,
    AfterModelCallEvent,
    AfterMultiAgentInvocationEvent,
    AfterNodeCallEvent,
    AfterToolCallEvent,
    Agent,
    BeforeInvocationEvent,
    BeforeMultiAgentInvocationEvent,
    BeforeNodeCallEvent,
    Graph,
    HookOrder,
    MultiAgentBase,
    MultiAgentPlugin,
    NodeResult,
    Plugin,
    Status,
)
from showbible.integrations.strands.prices import TokenPrice, TokenUsage
from showbible.integrations.strands.run_book import AgentToolCall, RunBook, RunStep, StepEnd, reason
from showbible.vocabulary import DEFAULT_PROJECT, new_id

RUN_ID: Final = "run_id"
STEP_NAME: Final = "step"
"""How the state of an invocation may call an agent's step, so that it is booked once although it is done again."""


class RunRecorder(Plugin, MultiAgentPlugin):
    """Records the runs of every graph and agent that it is given to.

    `stages` says for which stage a node stands; a node that is called after a stage needs no word. `prices` are by
    node, agent or model; without one tokens are counted and no money is booked. With `closes`, the end of the
    outermost graph or agent ends the run; a graph with a session that failed stays open to be resumed.
    """

    name = "showbible:run-recorder"

    def __init__(
        self,
        bible: Bible,
        *,
        project_id: str = DEFAULT_PROJECT,
        concept: str | None = None,
        budget: object = 0,
        stages: Mapping[str, str] | None = None,
        prices: Mapping[str, TokenPrice] | None = None,
        closes: bool = True,
    ) -> None:
        super().__init__()
        self._book = RunBook(
            bible=bible,
            project_id=project_id,
            concept=concept,
            budget=budget,
            stages=stages or {},
            prices=prices or {},
        )
        self._closes = closes
        self._watched: set[int] = set()
        self._steps: dict[int, RunStep] = {}
        self._outermost: dict[str, object] = {}

    def init_multi_agent(self, orchestrator: MultiAgentBase) -> None:
        """Watch a graph, and every agent in it."""
        self._watched.add(id(orchestrator))
        # A session manager restores at the usual time: whether the run may go on is asked before that costs anything.
        orchestrator.add_hook(self._before_graph, BeforeMultiAgentInvocationEvent)
        orchestrator.add_hook(self._before_node, BeforeNodeCallEvent)
        orchestrator.add_hook(self._after_node, AfterNodeCallEvent, order=HookOrder.SDK_FIRST)
        orchestrator.add_hook(self._after_graph, AfterMultiAgentInvocationEvent, order=HookOrder.SDK_FIRST)
        for node in getattr(orchestrator, "nodes", {}).values():
            if isinstance(node.executor, Agent):
                self.init_agent(node.executor)

    def init_agent(self, agent: Agent) -> None:
        """Watch an agent; once is enough."""
        if id(agent) in self._watched:
            return
        self._watched.add(id(agent))
        agent.add_hook(self._before_agent, BeforeInvocationEvent)
        agent.add_hook(self._after_model, AfterModelCallEvent)
        agent.add_hook(self._after_tool, AfterToolCallEvent)
        agent.add_hook(self._after_agent, AfterInvocationEvent, order=HookOrder.SDK_FIRST)

    async def _before_graph(self, event: BeforeMultiAgentInvocationEvent) -> None:
        await self._open(_state(event.invocation_state), event.source, concept=event.source.id)

    async def _before_node(self, event: BeforeNodeCallEvent) -> None:
        executor, run_id = _node(event).executor, _state(event.invocation_state)[RUN_ID]
        key = f"{event.source.id}/{event.node_id}#{_visits(event) + 1}"
        await self._begin(executor, run_id, name=event.node_id, key=key, is_node=True)

    async def _after_node(self, event: AfterNodeCallEvent) -> None:
        node, result = _node(event), _result(event)
        step, error = self._steps.pop(id(node.executor)), _node_error(node, result)
        end = StepEnd(tokens=self._tokens(node.executor, step, result), error=error)
        closes = error is None and self._closes and self._is_outermost(step.run_id, event.source)
        await asyncio.to_thread(self._book.end, step, end, closes=closes and _is_done(event.source))

    async def _after_graph(self, event: AfterMultiAgentInvocationEvent) -> None:
        run_id = _state(event.invocation_state)[RUN_ID]
        if not self._is_outermost(run_id, event.source):
            return
        del self._outermost[run_id]
        status = _status(event.source)
        is_resumable = getattr(event.source, "session_manager", None) is not None
        if status is Status.COMPLETED and self._closes:
            await asyncio.to_thread(self._book.close, run_id)
        elif status is Status.FAILED and self._closes and not is_resumable:
            await asyncio.to_thread(self._book.close, run_id, error=f"{event.source.id} failed.")

    async def _before_agent(self, event: BeforeInvocationEvent) -> None:
        if id(event.agent) in self._steps:
            return
        state = _state(event.invocation_state)
        run_id = await self._open(state, event.agent, concept=event.agent.name)
        key = f"{event.agent.name}#{state.get(STEP_NAME) or new_id()}"
        await self._begin(event.agent, run_id, name=event.agent.name, key=key)

    async def _after_model(self, event: AfterModelCallEvent) -> None:
        step = self._steps.get(id(event.agent))
        if step is not None:
            step.failure = None if event.exception is None else reason(event.exception)

    async def _after_tool(self, event: AfterToolCallEvent) -> None:
        step = self._steps.get(id(event.agent))
        if step is None:
            return
        call = AgentToolCall(
            tool=event.tool_use["name"],
            call_id=event.tool_use["toolUseId"],
            duration_ms=None if event.duration is None else round(event.duration * 1000),
            error=_tool_error(event),
        )
        await asyncio.to_thread(self._book.note_tool, step, call)

    async def _after_agent(self, event: AfterInvocationEvent) -> None:
        step = self._steps.get(id(event.agent))
        if step is None or step.is_node:
            return
        del self._steps[id(event.agent)]
        error = None if event.result is not None else step.failure or "It ended without a result."
        closes = self._closes and self._is_outermost(step.run_id, event.agent)
        if self._is_outermost(step.run_id, event.agent):
            del self._outermost[step.run_id]
        end = StepEnd(tokens=self._tokens(event.agent, step, None), error=error)
        await asyncio.to_thread(self._book.end, step, end, closes=closes and error is None)
        if closes and error is not None:
            await asyncio.to_thread(self._book.close, step.run_id, error=error)

    async def _open(self, state: MutableMapping[str, Any], who: object, *, concept: str) -> str:
        """The run that an invocation works on; what another one has opened is only joined."""
        run_id = str(state.setdefault(RUN_ID, new_id()))
        if run_id not in self._outermost:
            await asyncio.to_thread(self._book.open, run_id, concept=concept)
            self._outermost[run_id] = who
        return run_id

    async def _begin(self, executor: object, run_id: str, *, name: str, key: str, is_node: bool = False) -> None:
        known = self._steps.get(id(executor))
        if known is not None and known.key == key:
            return  # a person was asked something meanwhile, and has answered
        step = RunStep(
            run_id=run_id,
            name=name,
            key=key,
            model=_model_name(executor),
            is_node=is_node,
            calls_before=_calls_before(executor),
        )
        await asyncio.to_thread(self._book.begin, step)
        self._steps[id(executor)] = step

    def _is_outermost(self, run_id: str, who: object) -> bool:
        return self._outermost.get(run_id) is who

    def _tokens(self, executor: object, step: RunStep, result: NodeResult | None) -> TokenUsage | None:
        """What a step used; a graph that is watched itself has booked it with its own nodes."""
        if isinstance(executor, Agent):
            usages = [call.usage for call in _calls(executor)[step.calls_before :]]
            return sum(map(TokenUsage.of, usages), TokenUsage())
        if result is None or id(executor) in self._watched:
            return None
        return TokenUsage.of(result.accumulated_usage)


def _state(state: dict[str, Any] | None) -> dict[str, Any]:
    """What travels with an invocation; Strands always has one."""
    return {} if state is None else state


def _node(event: BeforeNodeCallEvent | AfterNodeCallEvent) -> Any:
    """The node that an event tells of; graphs and swarms have kinds of their own."""
    return event.source.nodes[event.node_id]  # type: ignore[attr-defined]


def _visits(event: BeforeNodeCallEvent) -> int:
    """How often a node has been done in this run, as a restored graph knows, too."""
    state = getattr(event.source, "state", None)
    done = getattr(state, "execution_order", None) or getattr(state, "node_history", None) or ()
    return sum(1 for node in done if node.node_id == event.node_id)


def _status(source: MultiAgentBase) -> Status | None:
    """How it stands with a graph or a swarm, which call it by two names."""
    state = getattr(source, "state", None)
    found: Status | None = getattr(state, "status", None) or getattr(state, "completion_status", None)
    return found


def _result(event: AfterNodeCallEvent) -> NodeResult | None:
    """What came of a node's last visit, as far as its graph has noted it."""
    found: NodeResult | None = event.source.state.results.get(event.node_id)  # type: ignore[attr-defined]
    return found


def _node_error(node: Any, result: NodeResult | None) -> str | None:
    """Why a node has not ended well."""
    status = getattr(node, "execution_status", Status.FAILED if result is None else result.status)
    if status is Status.COMPLETED:
        return None
    if status is Status.FAILED and result is not None and isinstance(result.result, Exception):
        return reason(result.result)
    return "It was stopped before its end."


def _tool_error(event: AfterToolCallEvent) -> str | None:
    if event.exception is not None:
        return reason(event.exception)
    if event.cancel_message is not None:
        return reason(event.cancel_message)
    if event.result.get("status") == "error":
        return reason(" ".join(str(part.get("text", "")) for part in event.result.get("content", [])))
    return None


def _is_done(source: MultiAgentBase) -> bool:
    """Whether no node is left to do. In a circle a node that is done may come again, so that nobody knows."""
    if not isinstance(source, Graph):
        return False
    order = TopologicalSorter[str]({edge.to_node.node_id: [] for edge in source.edges})
    for edge in source.edges:
        order.add(edge.to_node.node_id, edge.from_node.node_id)
    try:
        order.prepare()
    except CycleError:
        return False
    # A node that failed and was done after all is still among those that failed.
    has_failed = source.state.failed_nodes - source.state.completed_nodes
    return not has_failed and not source.serialize_state()["next_nodes_to_execute"]


def _calls(executor: object) -> list[Any]:
    """How an agent was called so far, each with what it used."""
    return executor.event_loop_metrics.agent_invocations if isinstance(executor, Agent) else []


def _calls_before(executor: object) -> int:
    """How many of its calls are over; the one that begins may be counted already."""
    calls = _calls(executor)
    return len(calls) - 1 if calls and not calls[-1].cycles else len(calls)


def _model_name(executor: object) -> str:
    """What the model of an agent is called."""
    if not isinstance(executor, Agent):
        return type(executor).__name__
    config = executor.model.get_config()
    named = config.get("model_id") if isinstance(config, Mapping) else None
    return str(named or type(executor.model).__name__)
