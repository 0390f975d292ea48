"""Every command under one name."""

from __future__ import annotations

import typer

from showbible.cli import (
    backup,
    carry,
    cleanup,
    continuity,
    doctor,
    lessons,
    mcp,
    move,
    produce,
    profile,
    projects,
    recall,
    record,
    runs,
    search,
    server,
    webhooks,
)

app = typer.Typer(
    help="The memory of an AI studio.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for command in (
    server.serve,
    produce.produce,
    server.work,
    server.migrate,
    doctor.doctor,
    cleanup.cleanup,
    lessons.suggest,
    search.search,
    profile.profile,
    continuity.continuity,
    continuity.remake,
    recall.recall,
    record.record,
    mcp.mcp,
):
    app.command()(command)
app.command("export")(carry.export)
app.command("import")(carry.take_in)
app.command("migrate-store")(move.migrate_store)
app.add_typer(backup.app, name="backup", help="Keep the studio, and bring it back.")
app.add_typer(projects.app, name="projects", help="Make projects, and look them up.")
app.add_typer(runs.app, name="runs", help="Look at productions.")
app.add_typer(webhooks.app, name="webhooks", help="Tell other programs of what happens.")


@app.command()
def version() -> None:
    """Show the version."""
    from showbible import __version__

    typer.echo(__version__)
