"""Serve an assistant that starts this program itself."""

from __future__ import annotations

import signal
from typing import Annotated

import typer

from showbible.cli.options import Home, opened

Write = Annotated[bool, typer.Option("--write", help="Offer the tools that write, too.")]


def mcp(home: Home = None, write: Write = False) -> None:
    """Serve an assistant over standard input and output, by the Model Context Protocol."""
    from showbible.integrations.mcp.extra import check_installed

    check_installed()
    from showbible.integrations.mcp.stdio import serve

    # The thread that waits for the input cannot be called off: an interrupt has to end the process.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with opened(home) as bible:
        serve(bible, writing=write)
