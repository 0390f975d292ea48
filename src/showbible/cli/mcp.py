"""Serve an assistant that starts this program itself."""

from __future__ import annotations

import signal
from typing import Annotated

import typer

from showbible.bible import Bible
from showbible.cli.options import Home
from showbible.settings import Settings

Write = Annotated[bool, typer.Option("--write", help="Offer the tools that write, too.")]


def mcp(home: Home = None, write: Write = False) -> None:
    """Serve an assistant over standard input and output, by the Model Context Protocol."""
    from showbible.integrations.mcp.extra import check_installed

    check_installed()
    from showbible.integrations.mcp.stdio import serve
    from showbible.logs import configure

    settings = Settings.read(home=home)
    configure(settings.log_level)
    # The thread that waits for the input cannot be called off: an interrupt has to end the process.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with Bible(settings) as bible:
        serve(bible, writing=write)
