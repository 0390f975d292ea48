"""A film in four nodes of Strands: written, planned, shot and cut, with a studio that remembers all of it.

Run it with `python examples/strands_pipeline.py [FOLDER] [RUN_ID]`. The models answer from a script, so that it needs
neither a network nor a key; put real ones in their place. Killed and started again with the same run id, it goes on
after the nodes that are done, and no node is booked twice.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import pairwise

from strands import Agent
from strands.models.model import Model
from strands.multiagent.graph import Graph, GraphBuilder

import showbible
from showbible.bible import Bible
from showbible.errors import Conflict
from showbible.integrations.strands.prices import TokenPrice
from showbible.integrations.strands.recorder import RunRecorder
from showbible.integrations.strands.scripted import ScriptedModel
from showbible.integrations.strands.sessions import run_session

PROJECT = "lighthouse"
STAGES = {
    "writer": "generating_scripts",
    "planner": "planning_pilots",
    "camera": "generating_video",
    "editor": "editing",
}
SCRIPT = {
    "writer": "A keeper lights the lamp for a ship that never comes.",
    "planner": "Three shots: the stair, the lamp, the empty sea.",
    "camera": "Shot the stair at dusk, the lamp close, the sea wide.",
    "editor": "Stair, lamp, sea; the lamp is held two seconds longer.",
}


def scripted(name: str) -> Model:
    """The model of a node: its one sentence of the script."""
    return ScriptedModel(SCRIPT[name])


def pipeline(bible: Bible, run_id: str, *, model: Callable[[str], Model] = scripted) -> Graph:
    """Four agents in a row, recorded into a run and resumable by its id."""
    recorder = RunRecorder(
        bible,
        project_id=PROJECT,
        concept="A lighthouse keeper waits",
        budget="1.00",
        stages=STAGES,
        prices={"scripted": TokenPrice(input="3.00", output="15.00")},
    )
    builder = GraphBuilder()
    for name in STAGES:
        builder.add_node(Agent(name=name, model=model(name), callback_handler=None), name)
    for before, after in pairwise(STAGES):
        builder.add_edge(before, after)
    builder.set_graph_id(PROJECT)
    builder.set_max_node_executions(20)
    builder.set_plugins([recorder])
    builder.set_session_manager(run_session(bible, run_id, project_id=PROJECT))
    return builder.build()


def produce(folder: str, run_id: str) -> Mapping[str, str]:
    """What each node said, once all have spoken."""
    with showbible.open(folder) as bible:
        with suppress(Conflict):
            bible.projects.create(PROJECT, name="The lighthouse")
        made = pipeline(bible, run_id)("A short film about waiting", invocation_state={"run_id": run_id})
        run = bible.runs.get(run_id)
        sys.stdout.write(f"{run.recorded_status}: ${run.spent / 1_000_000:.4f} of ${run.budget / 1_000_000:.2f}\n")
        return {name: str(node.result).strip() for name, node in made.results.items()}


if __name__ == "__main__":
    words = dict(enumerate(sys.argv))
    for name, said in produce(words.get(1, "./showbible-data"), words.get(2, "waiting-1")).items():
        sys.stdout.write(f"{name}: {said}\n")
