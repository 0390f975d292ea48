"""A session lies among the files of its run: a killed pipeline goes on where it was, and nothing is paid twice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from strands.hooks.events import AfterNodeCallEvent
from strands.hooks.registry import HookOrder
from strands.types.exceptions import StorageError
from strands.types.streaming import StreamEvent

from examples.strands_pipeline import PROJECT, SCRIPT, STAGES, pipeline
from showbible.bible import Bible
from showbible.errors import Conflict
from showbible.integrations.strands.scripted import ScriptedModel
from showbible.integrations.strands.sessions import RunStorage, run_session
from showbible.runs.model import Status
from showbible.settings import Settings
from showbible.studio.ledger import paid
from tests.integrations.strands import ANSWER, an_agent
from tests.processes import Child
from tests.seaweed import S3Server

RUN = "waiting-1"
NODES = [*STAGES]
CUT_OFF = "camera was cut off before its end; what it had used by then is not known."
DONE_AGAIN = "camera was done again after an interruption; $0.000600 for that are not booked."


class Halting(ScriptedModel):
    """A model that tells that it was asked, and never answers."""

    say: Callable[[Any], None]

    async def stream(self, messages: Any, *args: Any, **kwargs: Any) -> AsyncIterator[StreamEvent]:
        """Nothing, ever."""
        self.say("asked")
        time.sleep(600)
        async for event in super().stream(messages, *args, **kwargs):
            yield event


def _halt_inside(say: Callable[[Any], None], settings: Settings, node: str) -> None:
    """Work until the model of a node is asked, and hang there."""

    def model(name: str) -> ScriptedModel:
        made = (Halting if name == node else ScriptedModel)(SCRIPT[name])
        if isinstance(made, Halting):
            made.say = say
        return made

    with Bible(settings) as bible:
        pipeline(bible, RUN, model=model)("Waiting", invocation_state={"run_id": RUN})


def _halt_after(say: Callable[[Any], None], settings: Settings, node: str) -> None:
    """Work until a node is booked, and hang before its snapshot is taken."""

    def halt(event: AfterNodeCallEvent) -> None:
        if event.node_id == node:
            say("booked")
            time.sleep(600)

    with Bible(settings) as bible:
        graph = pipeline(bible, RUN)
        graph.add_hook(halt, AfterNodeCallEvent, order=HookOrder.SDK_FIRST + 1)
        graph("Waiting", invocation_state={"run_id": RUN})


@pytest.mark.parametrize(
    ("work", "warning"), [(_halt_inside, CUT_OFF), (_halt_after, DONE_AGAIN)], ids=["inside", "before its snapshot"]
)
def test_a_killed_graph_goes_on_after_the_nodes_that_are_done(
    settings: Settings, work: Callable[..., None], warning: str
) -> None:
    with Bible(settings) as bible:
        bible.projects.create(PROJECT)
        child = Child(work, settings, "camera")
        child.wait_for_word()
        child.kill()
        models = {name: ScriptedModel(SCRIPT[name]) for name in NODES}

        made = pipeline(bible, RUN, model=models.__getitem__)("Another task", invocation_state={"run_id": RUN})

        run, lines = bible.runs.get(RUN), paid.entries(bible.db, RUN)
        assert [len(models[name].heard) for name in NODES] == [0, 0, 1, 1]
        assert "Original Task: Waiting" in str(models["camera"].heard[0])
        assert [(each.step, each.cost) for each in lines] == [(f"{PROJECT}/{name}#1", ANSWER) for name in NODES]
        assert (run.recorded_status, run.spent, run.warnings) == (Status.COMPLETED, 4 * ANSWER, (warning,))
        assert [event.stage.value for event in run.timeline[1:-1]] == [STAGES[name] for name in NODES]
        assert {name: str(node.result).strip() for name, node in made.results.items()} == SCRIPT


def test_a_graph_that_had_ended_is_not_done_again(folder: Settings) -> None:
    with Bible(folder) as bible:
        bible.projects.create(PROJECT)
        child = Child(_halt_after, folder, "editor")
        child.wait_for_word()
        child.kill()
        models = {name: ScriptedModel(SCRIPT[name]) for name in NODES}

        with pytest.raises(Conflict, match=r"is over \(completed\)"):
            pipeline(bible, RUN, model=models.__getitem__)("Waiting", invocation_state={"run_id": RUN})

        assert [len(model.heard) for model in models.values()] == [0, 0, 0, 0]
        assert bible.runs.get(RUN).spent == 4 * ANSWER


def test_an_agent_finds_its_messages_again(bible: Bible) -> None:
    bible.projects.create("owls")
    first = an_agent(ScriptedModel("Hoo."), session_manager=run_session(bible, "r1", project_id="owls"))
    first("Say something.")

    second = an_agent(ScriptedModel(), session_manager=run_session(bible, "r1", project_id="owls"))

    assert second.messages == first.messages


@pytest.fixture(params=["folder", "bucket"])
def studio(request: pytest.FixtureRequest, folder: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bible]:
    """A studio with its files in a folder, and one with them in a bucket."""
    if request.param == "bucket":
        s3: S3Server = request.getfixturevalue("s3")
        folder = s3.settings(folder, monkeypatch)
    with Bible(folder) as opened:
        yield opened


def test_any_key_is_kept_as_it_is_and_found_by_how_it_begins(studio: Bible) -> None:
    studio.projects.create("owls")
    storage = RunStorage(studio, "r1", project_id="owls")
    keys = sorted(["a/b.json", "a/b", "é ü/.. /\\", "_5f_", "x" * 100, "x" * 101, "x" * 150])

    async def use() -> tuple[list[str], list[str], bytes | None, bytes | None]:
        for key in keys:
            await storage.write(key, key.encode())
        await storage.write("a/b", b"anew")
        await storage.delete("_5f_")
        await storage.delete("_5f_")
        return await storage.list(""), await storage.list("a/"), await storage.read("a/b"), await storage.read("_5f_")

    assert asyncio.run(use()) == ([key for key in keys if key != "_5f_"], ["a/b", "a/b.json"], b"anew", None)


def test_a_session_of_a_project_that_there_is_not_is_refused(small: Bible) -> None:
    storage = RunStorage(small, "r1", project_id="nowhere")

    with pytest.raises(StorageError, match="There is no project 'nowhere'"):
        asyncio.run(storage.write("a", b""))

    assert asyncio.run(storage.list()) == []
