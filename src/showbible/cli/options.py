"""The options that commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from showbible.bible import Bible
from showbible.logs import configure_ours
from showbible.settings import Settings

Home = Annotated[Optional[Path], typer.Option("--home", help="The data folder.", show_default=False)]  # noqa: UP045
AsJson = Annotated[bool, typer.Option("--json", help="Print what the API answers.")]


def opened(home: Path | None) -> Bible:
    """The studio that a command works on."""
    configure_ours("info")
    return Bible(Settings.read(home=home))
