"""Clean a studio up by what is kept for how long."""

from __future__ import annotations

from typing import Annotated

import typer

from showbible.cli.options import AsJson, Home, opened
from showbible.sweeping import CleanupReport
from showbible.words import plural, weight

DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")]


def cleanup(home: Home = None, dry_run: DryRun = False, as_json: AsJson = False) -> None:
    """Take away working files and records whose time is over, and what interrupted work left behind."""
    from showbible.shapes.maintenance import CleanupShape

    with opened(home) as bible:
        report = bible.clean_up(dry_run=dry_run)
    typer.echo(CleanupShape.of(report).model_dump_json(indent=2) if as_json else _told(report))
    if report.refused is not None:
        raise typer.Exit(75)


def _told(report: CleanupReport) -> str:
    if report.refused is not None:
        return report.refused
    lines = [f"{each.items:>9,}  {each.what}{_size(each.size)}" for each in report.removals if each.items]
    done = "would go" if report.dry_run else "went"
    return "\n".join([*lines, f"{plural(report.items, 'thing')} {done}{_size(report.size)}."])


def _size(size: int) -> str:
    return f", {weight(size)}" if size else ""
