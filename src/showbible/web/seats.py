"""Seats: how many may watch live at once, so that watching never keeps anybody from the rest of the server."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from showbible.web.door import Room

AGAIN_SECONDS: Final = 5
"""When to ask again for a seat."""


class NoSeat(HTTPException):
    """Everybody who may watch is watching already."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(status, detail, headers={"Retry-After": str(AGAIN_SECONDS), "Connection": "close"})


class Seats:
    """The live streams that are open, by the address that they go to."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._held: Counter[str] = Counter()

    @contextmanager
    def taken(self, scope: Scope) -> Iterator[None]:
        """A seat for as long as a stream lasts, or a refusal before it begins."""
        address = str((scope.get("client") or ("",))[0])
        if self._held[address] >= self._room.streams_each:
            raise NoSeat(429, f"{self._held[address]} live streams go to you already. Close some, then try again.")
        if self._held.total() >= self._room.streams:
            raise NoSeat(503, f"{self._held.total()} live streams are open already. Try again in a moment.")
        self._held[address] += 1
        try:
            yield
        finally:
            self._held[address] -= 1
            if not self._held[address]:
                del self._held[address]


class Stream(StreamingResponse):
    """Server-sent events, for whoever gets a seat."""

    media_type = "text/event-stream"

    def __init__(self, pieces: AsyncIterator[bytes], status_code: int = 200) -> None:
        super().__init__(pieces, status_code, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send while there is something to send."""
        seats: Seats = scope["app"].state.seats
        with seats.taken(scope):
            await super().__call__(scope, receive, send)
