"""Servers that tests start as processes of their own: the shipped one, and one with slow and endless routes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

from fastapi import APIRouter, Request, WebSocket
from starlette.responses import StreamingResponse

from showbible.bible import Bible
from showbible.logs import configure
from showbible.settings import Settings
from showbible.web.app import create_app
from showbible.web.serve import Server, bound, serve

router = APIRouter()


@router.get("/stream")
async def stream(request: Request) -> StreamingResponse:
    """Something at once, then nothing until the server closes."""

    async def events() -> AsyncIterator[bytes]:
        yield b"data: hello\n\n"
        closing: asyncio.Event = request.app.state.closing
        await closing.wait()
        yield b"data: bye\n\n"

    return StreamingResponse(events(), media_type="text/event-stream")


@router.get("/stuck")
def stuck() -> None:
    """Keep a thread for longer than anybody waits."""
    print("stuck", flush=True)  # noqa: T201
    time.sleep(300)


@router.websocket("/live")
async def live(socket: WebSocket) -> None:
    """Say hello, then listen for ever."""
    await socket.accept()
    await socket.send_text("hello")
    async for _ in socket.iter_text():
        pass


def serve_slowly(home: Path) -> None:
    """Serve until a signal comes, then say that the studio was closed."""
    configure("info")
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        server = Server(create_app(bible, api=router), ready=lambda url: print(url, flush=True), grace=1)  # noqa: T201
        server.run([bound("127.0.0.1", 0)])
    print("closed", flush=True)  # noqa: T201


def serve_studio(home: Path) -> None:
    """Serve an empty studio as the program does."""
    with Bible(Settings(home=home, port=0, disk_floor_mb=0)) as bible:
        serve(bible, ready=lambda url: print(url, flush=True))  # noqa: T201
