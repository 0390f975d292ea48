"""The memories inside agents and graphs of Strands."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from strands import Agent
from strands.models.model import Model
from strands.multiagent.graph import Graph, GraphBuilder

from showbible.integrations.strands.prices import TokenPrice

PRICE = TokenPrice(input="3.00", output="15.00")
"""With 100 tokens in and 20 out, an answer of a scripted model costs 600 millionths of a dollar."""
ANSWER = 600


def an_agent(model: Model, *, name: str = "writer", **wishes: Any) -> Agent:
    """An agent that prints nothing."""
    return Agent(name=name, model=model, callback_handler=None, **wishes)


def a_graph(*agents: Agent, plugins: Any = (), session: Any = None) -> Graph:
    """Agents in a row."""
    builder = GraphBuilder()
    for agent in agents:
        builder.add_node(agent, agent.name)
    for before, after in pairwise(agents):
        builder.add_edge(before.name, after.name)
    builder.set_graph_id("film")
    builder.set_max_node_executions(20)
    builder.set_plugins([*plugins])
    if session is not None:
        builder.set_session_manager(session)
    return builder.build()
