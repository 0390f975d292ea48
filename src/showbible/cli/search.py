"""Search a project's assets from the terminal."""

from __future__ import annotations

from typing import Annotated, Optional

import typer

from showbible.assets.model import AssetHit
from showbible.cli.options import AsJson, Home, opened
from showbible.storage import paging


def search(
    project: Annotated[str, typer.Argument(help="The project's id.")],
    query: Annotated[str, typer.Argument(help="A plain sentence, in any language.")],
    home: Home = None,
    kind: Annotated[Optional[str], typer.Option(help="video, image, audio, last_frame or keyframe.")] = None,  # noqa: UP045
    limit: Annotated[int, typer.Option(help="How many, 1 to 200.")] = paging.USUAL,
    as_json: AsJson = False,
) -> None:
    """Find assets of a project, best first."""
    with opened(home) as bible:
        page = bible.assets(project).search(query, kind=kind, limit=limit)
    if as_json:
        from showbible.shapes.assets import AssetList
        from showbible.shapes.base import together

        typer.echo(AssetList.of(together(page, partial=())).model_dump_json())
    elif not page.items:
        typer.echo("Nothing found.")
    else:
        _print_table(page.items)


def _print_table(hits: list[AssetHit]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    for name in ("asset", "kind", "score", "words", "why"):
        table.add_column(name, justify="right" if name == "score" else "left", no_wrap=name == "asset")
    for hit in hits:
        words = " ".join((hit.asset.prompt or hit.asset.caption or hit.asset.path).split())
        cells = (hit.asset.asset_id, hit.asset.kind, f"{hit.score:.2f}", words[:80], hit.why)
        table.add_row(*(Text(_plain(cell)) for cell in cells))
    Console().print(table)


def _plain(cell: str) -> str:
    """A cell without anything that a terminal would obey."""
    return "".join(letter if letter.isprintable() else " " for letter in cell)
