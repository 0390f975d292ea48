"""Take in work that was ordered from a provider elsewhere."""

from __future__ import annotations

from typing import Annotated, Optional

import typer

from showbible.cli.entry import TRY_LATER
from showbible.cli.options import AsJson, Home, opened
from showbible.cli.terminal import plain_line, print_lines
from showbible.providers.model import Work
from showbible.runs.recall.elsewhere import WorkReport
from showbible.vocabulary import dollars

Word = Optional[str]  # noqa: UP045


def record(
    task: Annotated[str, typer.Argument(help="The provider's own name for the work.")],
    provider: Annotated[str, typer.Option(help="Who did it, by its name in studio.toml.")],
    run: Annotated[Word, typer.Option(help="The run that it belongs to; a new one by default.")] = None,
    project: Annotated[Word, typer.Option(help="The project of a new run; `showbible projects new` makes one.")] = None,
    cost: Annotated[Word, typer.Option(help="What it cost in dollars, where the provider does not say.")] = None,
    prompt: Annotated[Word, typer.Option(help="What was ordered, where the provider does not say.")] = None,
    wait: Annotated[bool, typer.Option("--wait/--no-wait", help="Wait until the work ends, or ask once.")] = True,
    keep_open: Annotated[bool, typer.Option("--keep-open", help="Leave a new run open for more.")] = False,
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Put work on record that was ordered elsewhere: its files, prompt and cost; exit code 75 while it goes on."""
    with opened(home) as bible:
        report = bible.runs.follow(
            provider,
            task,
            wait=wait,
            seen=_Progress(provider, task),
            run_id=run,
            project_id=project,
            cost=cost,
            prompt=prompt,
            keep_open=keep_open,
        )
    if as_json:
        from showbible.shapes.runs import WorkShape

        typer.echo(WorkShape.of(report).model_dump_json())
    else:
        print_lines(_lines(report))
    if report.run_id is None:
        raise typer.Exit(TRY_LATER)


class _Progress:
    """Says on standard error how far a work is, whenever that changes."""

    def __init__(self, provider: str, task: str) -> None:
        self._name, self._last = f"{task} of {provider}", ""

    def __call__(self, work: Work) -> None:
        share = "" if work.progress is None else f", {work.progress:.0%}"
        line = f"{self._name}: {work.state}{share}"
        if line != self._last:
            typer.echo(plain_line(line), err=True)
        self._last = line


def _lines(report: WorkReport) -> list[str]:
    name = f"{report.task} of {report.provider}"
    if report.run_id is None:
        return [f"{name} is {report.state}: nothing is recorded yet."]
    cost = "cost unknown" if report.cost is None else f"${dollars(report.cost):,.2f}"
    first = f"{name} is{'' if report.is_new else ' already'} recorded in run {report.run_id}: {cost}."
    return [first, *(f"  {each.path}" for each in report.assets)]
