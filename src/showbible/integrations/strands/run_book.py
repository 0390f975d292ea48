"""What agents and graphs do, written into a run: each step once, under a key that is the same after a crash."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from showbible.bible import Bible
from showbible.carrying.loose import clean
from showbible.errors import Conflict, Invalid, NotFound
from showbible.integrations.strands.prices import TokenPrice, TokenUsage
from showbible.runs.model import ENDS, Report, ReportStatus, Stage, Status, Summary
from showbible.runs.recall import one
from showbible.values import frozen
from showbible.vocabulary import DEFAULT_PROJECT, Micros, dollars, word

MOST_LETTERS: Final = 2000
"""How much of an error is written down."""
MOST_NAME: Final = 128
STEP: Final = "step"
"""What the details of a stage and the data of a report call a step's key."""


def reason(error: object) -> str:
    """What went wrong, in words that a run can keep."""
    return clean(f"{error}").strip()[:MOST_LETTERS] or type(error).__name__


@dataclass(kw_only=True)
class RunStep:
    """One visit of a node, or one call of an agent, while it goes on."""

    run_id: str
    name: str
    key: str
    model: str
    is_node: bool = False
    calls_before: int = 0
    """How often its agent had been called when it began."""
    began: float = field(default_factory=time.monotonic)
    failure: str | None = None
    """Why a model could not answer, as far as somebody has said so."""

    @property
    def agent(self) -> str:
        """Its name, as long as a report has room for it."""
        return clean(self.name).encode()[:MOST_NAME].decode(errors="ignore")

    @property
    def duration_ms(self) -> int:
        """How long it has taken so far."""
        return round((time.monotonic() - self.began) * 1000)


@frozen
class StepEnd:
    """How a step ended, and what it used."""

    tokens: TokenUsage | None
    error: str | None = None


@frozen
class AgentToolCall:
    """A tool that an agent has used."""

    tool: str
    call_id: str
    duration_ms: int | None
    error: str | None = None


@frozen
class RunBook:
    """The run of a graph or an agent, as it is kept by a studio."""

    bible: Bible
    project_id: str = DEFAULT_PROJECT
    concept: str | None = None
    budget: object = 0
    stages: Mapping[str, str] = field(default_factory=dict)
    prices: Mapping[str, TokenPrice] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for stage in self.stages.values():
            _working(stage)

    def open(self, run_id: str, *, concept: str) -> Summary:
        """The run of this id, begun if there is none; one that is over takes no more work."""
        try:
            run = one.bare(self.bible.db, run_id)
        except NotFound:
            words = self.concept or concept
            return self.bible.runs.start(words, budget=self.budget, project_id=self.project_id, run_id=run_id)
        if run.is_over:
            raise Conflict(f"Run {run_id} is over ({run.recorded_status}); give another run_id to work on.")
        return run

    def begin(self, step: RunStep) -> None:
        """Say that a step goes on, in which stage; nothing is said again of one that has ended well."""
        with self.bible.db.transaction():
            known = self._reports(step)
            if _has_ended(known):
                return
            if known and known[-1].status is ReportStatus.STARTED:
                self.bible.runs.warning(
                    step.run_id, f"{step.agent} was cut off before its end; what it had used by then is not known."
                )
            self._enter(step)
            self.bible.runs.report(step.run_id, step.agent, "started", data={STEP: step.key})

    def note_tool(self, step: RunStep, call: AgentToolCall) -> None:
        """Write down what a tool did."""
        took = "" if call.duration_ms is None else f" in {call.duration_ms} ms"
        ended = "answered" if call.error is None else "failed"
        data = {STEP: step.key, "tool": call.tool, "call_id": call.call_id, "duration_ms": call.duration_ms}
        with self.bible.db.transaction():
            if call.error is not None:
                self.bible.runs.warning(step.run_id, f"{step.agent}: the tool {call.tool} failed: {call.error}")
            self.bible.runs.report(step.run_id, step.agent, "running", message=f"{call.tool} {ended}{took}", data=data)

    def end(self, step: RunStep, end: StepEnd, *, closes: bool = False) -> None:
        """Book what a step cost and say how it ended: once, however often it is told. The last one closes the run."""
        price = self.prices.get(step.name) or self.prices.get(step.model)
        cost = None if price is None or end.tokens is None else price.cost(end.tokens)
        with self.bible.db.transaction():
            is_new = not _has_ended(self._reports(step)) and self._book_cost(step, end, cost)
            if not is_new and cost:
                self._say_again(step, cost)
            if is_new or end.error is not None:
                self._say(step, end, cost)
            if closes:
                self.bible.runs.finish(step.run_id)

    def close(self, run_id: str, *, error: str | None = None) -> None:
        """End a run, unless it has ended."""
        if not one.bare(self.bible.db, run_id).is_over:
            status = Status.COMPLETED if error is None else Status.FAILED
            self.bible.runs.finish(run_id, status, error=error)

    def _book_cost(self, step: RunStep, end: StepEnd, cost: Micros | None) -> bool:
        """Whether the cost is booked now; one of nobody's price needs no booking."""
        if cost is None:
            return True
        return self.bible.runs.pay(step.run_id, step.key, cost=cost, provider=step.model, error=end.error)

    def _say(self, step: RunStep, end: StepEnd, cost: Micros | None) -> None:
        if end.error is not None:
            self.bible.runs.error(step.run_id, f"{step.agent} failed: {end.error}")
        status = "completed" if end.error is None else "failed"
        self.bible.runs.report(step.run_id, step.agent, status, data=_figures(step, end, cost))

    def _say_again(self, step: RunStep, cost: Micros) -> None:
        words = f"{step.agent} was done again after an interruption; ${dollars(cost):.6f} for that are not booked."
        self.bible.runs.warning(step.run_id, words)

    def _enter(self, step: RunStep) -> None:
        """Go to the stage of a step, unless the run is there or the step has brought it there before."""
        goal = self._stage(step.name)
        if goal is None or one.bare(self.bible.db, step.run_id).stage is goal:
            return
        if any(event.details.get(STEP) == step.key for event in one.timeline(self.bible.db, step.run_id)):
            return
        self.bible.runs.enter(step.run_id, goal, details={STEP: step.key})

    def _stage(self, name: str) -> Stage | None:
        """The stage that a node stands for: the one that was said, or the one it is called after."""
        try:
            return _working(self.stages.get(name, name))
        except Invalid:
            return None

    def _reports(self, step: RunStep) -> list[Report]:
        """What was said of a step before, but for its tools."""
        said, _ = self.bible.runs.reports(step.run_id)
        return [each for each in said if (each.data or {}).get(STEP) == step.key and "tool" not in (each.data or {})]


def _working(name: str) -> Stage:
    """A stage in which work is done: no end, which a run comes to by itself."""
    stage = word(Stage, "stage", name)
    if stage in ENDS.values():
        raise Invalid(f"No node stands for the end of a run: {stage}.", field="stage")
    return stage


def _has_ended(said: list[Report]) -> bool:
    return any(each.status is ReportStatus.COMPLETED for each in said)


def _figures(step: RunStep, end: StepEnd, cost: Micros | None) -> dict[str, Any]:
    """A step in figures; what nobody knows is left out."""
    figures: dict[str, Any] = {STEP: step.key, "model": step.model, "duration_ms": step.duration_ms}
    if end.tokens is not None:
        figures |= {"input_tokens": end.tokens.input, "output_tokens": end.tokens.output}
    if cost is not None:
        figures["cost"] = dollars(cost)
    return {name: value for name, value in figures.items() if value is not None}
