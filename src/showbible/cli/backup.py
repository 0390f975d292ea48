"""Keep the studio, and bring it back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Optional

import typer

from showbible.backups import restore as restoring
from showbible.backups.api import Backup, packed
from showbible.backups.verify import verify as verified
from showbible.cli.options import AsJson, Home, opened
from showbible.settings import Settings
from showbible.shapes.backups import BackupList, BackupShape
from showbible.storage.backup_manifest import BackupManifest
from showbible.vocabulary import plural, rfc3339, utcnow

app = typer.Typer(no_args_is_help=True)

Place = Annotated[Path, typer.Argument(help="A backup: its folder, or the file it was packed into.")]


@app.command()
def create(
    file: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Argument(help="Also pack it into this file, to be taken elsewhere.", show_default=False),
    ] = None,
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Make a backup of the studio as it is now, also while a server runs; exit code 1 when it lacks something."""
    with opened(home) as bible:
        made = bible.backups.create()
        if file is not None:
            packed(made, file)
    if as_json:
        typer.echo(BackupShape.of(made).model_dump_json(indent=2))
    else:
        typer.echo(f"Made {made.place}: {_told(made.manifest)}.")
        if file is not None:
            typer.echo(f"Packed it into {file}.")
    for name, why in made.manifest.left_out.items():
        typer.echo(f"Left out {name}: {why}", err=True)
    if made.manifest.left_out:
        raise typer.Exit(1)


@app.command("list")
def listed(home: Home = None, as_json: AsJson = False) -> None:
    """List the backups in the data folder, newest first."""
    with opened(home) as bible:
        found = bible.backups.list()
    if as_json:
        typer.echo(json.dumps(BackupList.of(found).model_dump(mode="json"), indent=2))
        return
    for backup in found:
        typer.echo(_line(backup))
    if not found:
        typer.echo("There is no backup yet: showbible backup create")


@app.command()
def verify(place: Place) -> None:
    """Read every byte of a backup and open its databases."""
    typer.echo(f"{place} is sound: {_told(verified(place))}.")


@app.command()
def restore(
    place: Place,
    home: Home = None,
    replace: Annotated[bool, typer.Option("--replace", help="Take the place of a studio, which is kept.")] = False,
) -> None:
    """Bring a studio back, into a new folder or in the place of one that is kept beside it."""
    settings = Settings.read(home=home)
    if settings.database is not None:
        with opened(home) as bible:
            manifest = restoring.restore_tables(place, bible.workspace, bible.blobs, replace=replace)
        typer.echo(f"Restored {_told(manifest)} into the database.")
        return
    restored = restoring.restore(place, settings, replace=replace, at=utcnow())
    typer.echo(f"Restored {_told(restored.manifest)} into {settings.home.absolute()}.")
    if restored.kept is not None:
        typer.echo(f"What was there before is in {restored.kept}. Restart the servers of that folder.")


@app.command()
def prune(
    keep: Annotated[int, typer.Option("--keep", help="How many of the newest stay.", min=1)],
    home: Home = None,
) -> None:
    """Remove all but the newest backups of the data folder."""
    with opened(home) as bible:
        gone = bible.backups.prune(keep)
    typer.echo(f"Removed {plural(len(gone), 'backup')}.")


def _line(backup: Backup) -> str:
    lacking = f", without {', '.join(backup.manifest.left_out)}" if backup.manifest.left_out else ""
    checked = f", verified {rfc3339(backup.verified_at)}" if backup.verified_at else ""
    return f"{backup.place}  {_told(backup.manifest)}{lacking}{checked}"


def _told(manifest: BackupManifest) -> str:
    return f"{plural(len(manifest.files), 'file')}, {manifest.size / 1e6:,.1f} MB, of {rfc3339(manifest.made_at)}"
