"""Move a studio to another home, from the terminal."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Optional

import typer

from showbible.cli.carry import progress_shown
from showbible.cli.options import AsJson, Home
from showbible.settings import Settings
from showbible.vocabulary import plural

Target = Annotated[str, typer.Argument(help="`postgresql://...` of an empty database, or a new folder.")]
Stores = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option("--stores", help="`s3://bucket/prefix` for the files; else they are in the data folder."),
]


def migrate_store(target: Target, home: Home = None, stores: Stores = None, as_json: AsJson = False) -> None:
    """Move a studio from a folder to PostgreSQL and S3, or back; the old one stays as it is."""
    from showbible.moving.move import move

    source = Settings.read(home=home)
    wanted = _wanted(source, target, stores)
    with progress_shown(quiet=as_json) as progress:
        moved = move(source, wanted, progress=progress)
    if as_json:
        typer.echo(json.dumps(asdict(moved), indent=2))
        return
    typer.echo(
        f"Moved {plural(moved.projects, 'project')}: {plural(moved.rows, 'row')}, {plural(moved.vectors, 'vector')}, "
        f"{plural(moved.files, 'file')} ({moved.size / 1e6:,.1f} MB). Both sides hold the same."
    )
    typer.echo(f"Go on with {_settings_of(wanted)}; the old studio is as it was.")


def _wanted(source: Settings, target: str, stores: str | None) -> Settings:
    if target.startswith(("postgresql://", "postgres://")):
        return replace(source, database=target, stores=stores)
    return replace(source, home=Path(target), database=None, stores=stores)


def _settings_of(wanted: Settings) -> str:
    told = [f"--home {wanted.home}"]
    told += ["SHOWBIBLE_DATABASE set to the new database"] if wanted.database else []
    told += [f"SHOWBIBLE_STORES={wanted.stores}"] if wanted.stores else []
    return " and ".join(told)
