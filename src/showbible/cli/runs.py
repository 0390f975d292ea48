"""Look at productions from the terminal."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Annotated, Any, Optional

import typer
from pydantic import BaseModel

from showbible.bible import Bible
from showbible.cli.options import AsJson, Home, opened
from showbible.cli.terminal import plain_line, print_lines
from showbible.runs.model import Run, RunSort, Status, Summary
from showbible.storage import paging
from showbible.vocabulary import dollars, plural, rfc3339, utcnow

app = typer.Typer(no_args_is_help=True)

Watch = Annotated[bool, typer.Option("--watch", help="Go on and show each change as it happens.")]
Word = Optional[str]  # noqa: UP045


@app.command("list")
def listed(
    home: Home = None,
    status: Annotated[Word, typer.Option(help="running, stalled, completed, failed or cancelled.")] = None,
    stage: Annotated[Word, typer.Option(help="Only runs in this stage.")] = None,
    project: Annotated[Word, typer.Option(help="Only runs of this project.")] = None,
    q: Annotated[Word, typer.Option("--query", "-q", help="Words of the concept.")] = None,
    tag: Annotated[Word, typer.Option(help="Only runs with this tag.")] = None,
    sort: Annotated[str, typer.Option(help="newest, oldest, cost or score.")] = RunSort.NEWEST,
    limit: Annotated[int, typer.Option(help="How many, 1 to 200.")] = paging.USUAL,
    as_json: AsJson = False,
    watch: Watch = False,
) -> None:
    """List runs, newest first."""
    with opened(home) as bible:
        after = _last_event(bible)
        page = bible.runs.list(status=status, stage=stage, project_id=project, q=q, tag=tag, sort=sort, limit=limit)
        if as_json:
            _print_json(_list_shape(bible, page))
        else:
            _print_table(page.items, bible.settings.stalled_after)
        if watch:
            _follow(bible, run_id=None, after=after, as_json=as_json)


@app.command()
def show(run_id: str, home: Home = None, as_json: AsJson = False, watch: Watch = False) -> None:
    """Show one run with everything it holds."""
    with opened(home) as bible:
        after = _last_event(bible)
        run = bible.runs.get(run_id)
        if as_json:
            _print_json(_shape(bible, run))
        else:
            _print_run(run, bible.settings.stalled_after)
        if watch and not run.is_over:
            _follow(bible, run_id=run_id, after=after, as_json=as_json)


def _list_shape(bible: Bible, page: paging.Page[Summary]) -> BaseModel:
    from showbible.shapes.runs import RunList

    return RunList.seen(bible, page)


def _shape(bible: Bible, run: Run) -> BaseModel:
    from showbible.shapes.runs import RunShape

    return RunShape.seen(bible, run)


def _print_json(shape: BaseModel) -> None:
    typer.echo(shape.model_dump_json())


def _print_table(runs: list[Summary], stalled_after: float) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    if not runs:
        typer.echo("No runs.")
        return
    table = Table(box=None, pad_edge=False)
    for name in ("run", "status", "stage", "done", "spent", "concept"):
        table.add_column(name, justify="right" if name in ("done", "spent") else "left", no_wrap=name == "run")
    for run in runs:
        cells = (
            run.run_id,
            run.status(at=utcnow(), stalled_after=stalled_after),
            run.stage,
            f"{run.progress} %",
            _money(run.spent),
            run.short_concept,
        )
        table.add_row(*(Text(plain_line(cell)) for cell in cells))
    Console().print(table)


def _print_run(run: Run, stalled_after: float) -> None:
    print_lines(_lines(run, stalled_after))


def _lines(run: Run, stalled_after: float) -> Iterator[str]:
    status: Status = run.status(at=utcnow(), stalled_after=stalled_after)
    yield run.concept
    yield f"  {run.run_id} in {run.project_id}: {status}, {run.stage}, {run.progress} %"
    scenes = f"{run.scenes_completed} of {plural(run.total_scenes, 'scene')}"
    yield f"  {_money(run.spent)} of {_money(run.budget)} spent, {scenes}"
    if run.tags:
        yield f"  tagged {', '.join(run.tags)}"
    for pilot in run.pilots:
        mark = "*" if pilot.pilot_id == run.winning_pilot else " "
        score = "-" if pilot.score is None else f"{pilot.score:g}"
        yield f" {mark}pilot {pilot.pilot_id}: {pilot.tier}, {pilot.status}, score {score}, {_money(pilot.spent)}"
    for event in run.timeline:
        took = "" if event.duration_ms is None else f" {event.duration_ms / 1000:.1f} s"
        yield f"  {rfc3339(event.at)} {event.stage}{took}{' - ' + event.error if event.error else ''}"
    yield from (f"  error: {message}" for message in run.errors)
    yield from (f"  warning: {message}" for message in run.warnings)


def _last_event(bible: Bible) -> int:
    """The number of the last event; asked before anything is shown, so that none is missed between."""
    from showbible.runs.recall import log

    return log.last_seq(bible.db)


def _follow(bible: Bible, *, run_id: str | None, after: int, as_json: bool) -> None:
    """Print each event after a number, until the watched run ends or somebody presses Ctrl-C."""
    try:
        while True:
            for event in bible.runs.happenings(after=after, run_id=run_id):
                after = event.seq
                _print_event(event.kind, event.body, seq=event.seq, as_json=as_json)
                if run_id is not None and event.kind == "complete":
                    return
            time.sleep(0.2)
    except KeyboardInterrupt:
        return


def _print_event(kind: str, body: Any, *, seq: int, as_json: bool) -> None:
    import json

    if as_json:
        typer.echo(json.dumps({"type": kind, "seq": seq, **body}))
        return
    said = body["data"].get("message") or body["data"].get("path") or body["data"].get("error") or ""
    typer.echo(
        plain_line(f"{body['run_id']} {kind}: {body['stage']}, {body['progress']} %, ${body['budget_spent']} {said}")
    )


def _money(micros: int) -> str:
    return f"${dollars(micros):,.2f}"
