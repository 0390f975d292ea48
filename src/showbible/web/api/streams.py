"""Live runs over SSE and WebSocket: the same events, two encodings."""

from __future__ import annotations

from contextlib import aclosing
from typing import Annotated

import anyio
from fastapi import APIRouter, Header, Query, Request, WebSocket, WebSocketDisconnect

from showbible.errors import Invalid, NotFound
from showbible.runs.recall import one
from showbible.web.deps import OpenBible
from showbible.web.live import Live, last_seen, sse
from showbible.web.seats import NoSeat, Seats, Stream

router = APIRouter(prefix="/runs", tags=["runs"])

Since = Annotated[int | None, Query(ge=0, le=2**62, description="The number of the last event seen.")]
LastId = Annotated[str | None, Header(alias="Last-Event-ID")]


@router.get("/{run_id}/events", response_class=Stream)
def events(
    run_id: str, request: Request, bible: OpenBible, since: Since = None, last_event_id: LastId = None
) -> Stream:
    """Every change of a run as server-sent events: a snapshot first, then on until it ends."""
    one.summary(bible.db, run_id)
    live: Live = request.app.state.live
    return Stream(sse(live.watch(run_id, since=last_seen(request, since))))


@router.websocket("/{run_id}/live")
async def live(socket: WebSocket, run_id: str, bible: OpenBible, since: Since = None) -> None:
    """The same events as JSON messages; the last one is `complete`, then the socket closes."""
    await socket.accept()
    try:
        await anyio.to_thread.run_sync(one.summary, bible.db, run_id)
    except (NotFound, Invalid):
        await socket.close(4404)
        return
    seats: Seats = socket.app.state.seats
    try:
        with seats.taken(socket.scope):
            await _watch(socket, run_id, since)
    except NoSeat as refused:
        await socket.close(1013, refused.detail)


async def _watch(socket: WebSocket, run_id: str, since: int | None) -> None:
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_until_gone, socket, tasks.cancel_scope)
        await _send(socket, socket.app.state.live, run_id, since)
        tasks.cancel_scope.cancel()


async def _send(socket: WebSocket, live: Live, run_id: str, since: int | None) -> None:
    ended = False
    async with aclosing(live.watch(run_id, since=since)) as frames:
        async for frame in frames:
            if frame is not None:
                await socket.send_text(frame.message)
                ended = frame.is_last
    # 1012: the server restarts, come back with the number of the last event.
    await socket.close(1000 if ended else 1012)


async def _until_gone(socket: WebSocket, scope: anyio.CancelScope) -> None:
    """Notice a viewer who leaves; what a viewer says is not listened to."""
    try:
        while True:
            await socket.receive_text()
    except (WebSocketDisconnect, KeyError):
        scope.cancel()
