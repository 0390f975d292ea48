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
    recall,
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

app.command()(server.serve)
app.command()(produce.produce)
app.command()(server.work)
app.command()(server.migrate)
app.command()(doctor.doctor)
app.command()(cleanup.cleanup)
app.command()(lessons.suggest)
app.command()(search.search)
app.command()(profile.profile)
app.command()(continuity.continuity)
app.command()(continuity.remake)
app.command()(recall.recall)
app.command()(mcp.mcp)
app.command("export")(carry.export)
app.command("import")(carry.take_in)
app.command("migrate-store")(move.migrate_store)
app.add_typer(backup.app, name="backup", help="Keep the studio, and bring it back.")
app.add_typer(runs.app, name="runs", help="Look at productions.")
app.add_typer(webhooks.app, name="webhooks", help="Tell other programs of what happens.")


@app.command()
def version() -> None:
    """Show the version."""
    from showbible import __version__

    typer.echo(__version__)
