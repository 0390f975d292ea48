"""`/mcp`: the memories for assistants over HTTP, behind the same ground rules as the API.

Each request stands for itself: no session is kept, so that any process can answer, and none is left open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import anyio.to_thread
from fastapi import APIRouter
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from showbible.bible import Bible
from showbible.errors import NotFound
from showbible.integrations.mcp.extra import check_installed
from showbible.web.limits import JSON_LIMIT

if TYPE_CHECKING:
    from mcp.server import Server

PATH: Final = "/mcp"


class AssistantDoor:
    """Answers one message of an assistant."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as far as the settings let assistants go."""
        server = await anyio.to_thread.run_sync(_server, scope["app"])
        from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

        manager = StreamableHTTPSessionManager(
            server, stateless=True, json_response=True, max_request_body_size=JSON_LIMIT
        )
        async with manager.run():
            await manager.handle_request(scope, receive, send)


def _server(app: Any) -> Server[Any]:
    """The server of this application's studio, made when somebody first asks: its package is slow to load."""
    bible: Bible = app.state.bible
    if bible.settings.mcp == "off":
        raise NotFound("address", PATH)
    if app.state.mcp is None:
        check_installed()
        from showbible.integrations.mcp.server import server_of

        app.state.mcp = server_of(bible, writing=bible.settings.mcp == "write")
    server: Server[Any] = app.state.mcp
    return server


router = APIRouter(include_in_schema=False)
router.routes.append(Route(PATH, AssistantDoor(), methods=["POST"]))
