"""Bring stories out of a studio and into it, from the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Optional

import typer

from showbible.carrying.outgoing import Progress
from showbible.carrying.report import ImportReport, counted
from showbible.cli.options import AsJson, Home, opened
from showbible.cli.terminal import print_lines

SHOWN_OMISSIONS = 20


def export(
    project: Annotated[str, typer.Argument(help="The project's id.")],
    file: Annotated[Path, typer.Argument(help="The zip to write; it must not exist yet.")],
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Write everything of a project into one file."""
    with opened(home) as bible, progress_shown(quiet=as_json) as progress:
        target = bible.carrying.export(project, file, progress=progress)
    size = target.stat().st_size
    if as_json:
        _print_json({"project_id": project, "file": str(target), "size": size})
    else:
        typer.echo(f"Wrote {target} ({size:,} bytes).")


def take_in(
    path: Annotated[
        Path, typer.Argument(help="An archive, a folder, a memory.db, a file of JSON, or a cut (.otio, .edl, .fcpxml).")
    ],
    project: Annotated[
        Optional[str], typer.Option("--as", help="The project it shall be.", show_default=False)  # noqa: UP045
    ] = None,
    of_run: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option("--run", help="The run whose cut it is, where the file does not say.", show_default=False),
    ] = None,
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Take in what was exported, or what other programs wrote; doing it twice changes nothing."""
    with opened(home) as bible, progress_shown(quiet=as_json) as progress:
        report = bible.carrying.take_in(path, project_id=project, run_id=of_run, progress=progress)
    if as_json:
        from showbible.shapes.carrying import ImportReportShape

        typer.echo(ImportReportShape.of(report).model_dump_json())
        return
    print_lines(_lines(report))


def _lines(report: ImportReport) -> Iterator[str]:
    yield f"{report.project_id}: {report.source}"
    for title, numbers in (("new", report.kept), ("here already", report.merged)):
        if numbers:
            yield f"  {title:<14}" + counted(numbers)
    for each in report.skipped[:SHOWN_OMISSIONS]:
        yield f"  {'left out':<14}{each.what}: {each.reason}"
    if (more := len(report.skipped) - SHOWN_OMISSIONS) > 0:
        yield f"  {'left out':<14}{more:,} more; --json tells them all"
    if not report.changed:
        yield "Nothing is new."


def _print_json(told: Any) -> None:
    import json

    typer.echo(json.dumps(told))


@contextmanager
def progress_shown(*, quiet: bool) -> Iterator[Progress]:
    """A bar on a terminal, a line now and then elsewhere, nothing for who reads JSON."""
    if quiet:
        yield lambda *_: None
    elif sys.stderr.isatty():
        with _bar() as shown:
            yield shown
    else:
        yield _line()


def _line() -> Progress:
    last = time.monotonic()

    def tell(doing: str, done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last > 1.0:
            last = time.monotonic()
            typer.echo(f"{doing}: {done:,}" + (f" of {total:,}" if total else ""), err=True)

    return tell


@contextmanager
def _bar() -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description:<16}"), BarColumn(), MofNCompleteColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks = {}

        def tell(doing: str, done: int, total: int) -> None:
            if doing not in tasks:
                tasks[doing] = bar.add_task(doing)
            bar.update(tasks[doing], completed=done, total=total or None)

        yield tell
