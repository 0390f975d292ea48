"""The server of a studio on standard input and output, as programs start it that bring an assistant."""

from __future__ import annotations

import anyio
from mcp.server.stdio import stdio_server

from showbible.bible import Bible
from showbible.integrations.mcp.server import server_of


def serve(bible: Bible, *, writing: bool) -> None:
    """Answer until the input ends; nothing but the protocol goes to the output."""
    anyio.run(_serve, bible, writing)


async def _serve(bible: Bible, writing: bool) -> None:
    server = server_of(bible, writing=writing)
    async with stdio_server() as (messages, answers):
        await server.run(messages, answers, server.create_initialization_options())
