"""The options that commands share."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Optional

import structlog
import typer

from showbible.bible import Bible
from showbible.settings import Settings

Home = Annotated[Optional[Path], typer.Option("--home", help="The data folder.", show_default=False)]  # noqa: UP045
AsJson = Annotated[bool, typer.Option("--json", help="Print what the API answers.")]


def opened(home: Path | None) -> Bible:
    """The studio that a command works on."""
    # Standard output is for the answer alone.
    structlog.configure(logger_factory=lambda *_: structlog.PrintLogger(sys.stderr))
    return Bible(Settings.read(home=home))
