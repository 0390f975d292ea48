"""The front door: how long it waits for a caller, and how many it lets in at once.

A caller who says nothing, or says it too slowly, holds a file of this process for as long as it is let.
So whoever keeps us waiting is shown out, and there are fewer places than files: what is left over is for
the databases, and for the few questions by which an operator sees whether the server lives.
"""

from __future__ import annotations

import asyncio
import json
import resource
import select
from typing import Any, Final

import h11
import structlog
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from showbible.values import frozen
from showbible.web.problems import MEDIA_TYPE, Problem

MOST_FILES: Final = 65_536
"""As many open files as the process asks for, where the system lets it."""
FILES_KEPT: Final = 128
"""Open files that no connection may take: databases, logs, and files on their way in or out."""
MOST_CONNECTIONS: Final = 1_000
MOST_STREAMS: Final = 500
SPARE: Final = 16
"""Connections over the limit that are heard, for nothing but the questions in `HEALTH`."""
HEALTH: Final = frozenset({"/livez", "/readyz"})

log = structlog.get_logger("showbible.web")


@frozen
class Patience:
    """How long the server waits for a caller, in seconds."""

    head: float = 10.0
    """For the whole head of a request, from its first byte or from the connection."""
    silence: float = 15.0
    """For the next bytes of a body."""
    slowness: float = 30.0
    """For bytes that come, but fewer than `least_rate` a second."""
    least_rate: int = 1_024
    keep_alive: float = 10.0
    """For the next request on the same connection."""
    rest: float = 5.0
    """For the rest of a body that was refused already."""
    unread: float = 300.0
    """For a caller to take anything of an answer."""


@frozen
class Room:
    """How many connections, and how many of them live streams, there is room for."""

    connections: int = MOST_CONNECTIONS
    streams: int = MOST_STREAMS
    streams_each: int = MOST_STREAMS
    """Live streams to one address."""

    @classmethod
    def within(cls, files: int) -> Room:
        """What a process may take on that may open so many files."""
        connections = max(SPARE, min(MOST_CONNECTIONS, files - FILES_KEPT - SPARE))
        streams = min(MOST_STREAMS, connections * 3 // 4)
        return cls(connections=connections, streams=streams, streams_each=streams)


def raise_file_limit() -> None:
    """Let this process open as many files as the system allows it to ask for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def file_limit() -> int:
    """How many files this process may have open."""
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft


class Door(H11Protocol):
    """One connection, as uvicorn serves it, with an end to every wait."""

    def __init__(self, *told: Any, patience: Patience, room: Room, **named: Any) -> None:
        super().__init__(*told, **named)
        self.patience = patience
        self.room = room
        self.waits_since = self.loop.time()
        self._is_spare = False
        self._answer, self.app = self.app, self._heard
        self._timer: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether no request is being answered, and none has come that is still to be read."""
        if self.cycle is not None and not self.cycle.response_complete:
            return False
        waiting = select.poll()
        waiting.register(self.transport.get_extra_info("socket").fileno(), select.POLLIN)
        return not self.transport.is_closing() and not waiting.poll(0)

    @property
    def is_turned_away(self) -> bool:
        """Whether this is one connection too many, good for nothing but `HEALTH`."""
        return self._is_spare and len(self.connections) > self.room.connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request; whoever waits longest without one makes room for it."""
        super().connection_made(transport)
        self._wait(self.patience.head)
        if len(self.connections) > self.room.connections:
            self._make_room()

    def data_received(self, data: bytes) -> None:
        """Take bytes in; from the first of a request, the rest of its head must not be long in coming."""
        if self._timer is None and self.conn.their_state is h11.IDLE:
            self._wait(self.patience.head)
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE and not self._awaits_rest():
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the rest of one that was refused before all of it came."""
        self.waits_since = self.loop.time()
        super().on_response_complete()
        if self._awaits_rest() and not self.transport.is_closing():
            self._wait(self.patience.rest)

    def pause_writing(self) -> None:
        """Wait for the caller to take what was sent, though not for ever."""
        super().pause_writing()
        self._unread = self.loop.call_later(self.patience.unread, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on sending."""
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection and every wait for it."""
        self._stop_waiting()
        if self._unread is not None:
            self._unread.cancel()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Let a socket in, where there is room for it."""
        self._stop_waiting()
        if self.is_turned_away:
            self._close(_CROWDED)
            return
        super().handle_websocket_upgrade(event)

    def _awaits_rest(self) -> bool:
        return self.conn.their_state is h11.SEND_BODY and self.conn.our_state in (h11.DONE, h11.MUST_CLOSE)

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._timer = self.loop.call_later(seconds, self._is_late)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _is_late(self) -> None:
        self._timer = None
        if self.transport.is_closing():
            return
        # Only half a request gets an answer: a connection that was opened in advance asked for nothing.
        if self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]:
            self._close(_LATE)
        else:
            self.timeout_keep_alive_handler()

    def _make_room(self) -> None:
        others = sorted(
            (each for each in self.connections if isinstance(each, Door)), key=lambda each: each.waits_since
        )
        idle = next((each for each in others if each is not self and each.is_idle), None)
        if idle is not None:
            idle.timeout_keep_alive_handler()
        elif len(self.connections) > self.room.connections + SPARE:
            self._close(_CROWDED)
        else:
            self._is_spare = True
            log.warning("server.crowded", connections=len(self.connections))

    def _close(self, problem: Problem) -> None:
        """Answer a request that no route will see, then close."""
        body = json.dumps(problem.body("")).encode()
        told = {"content-type": MEDIA_TYPE, "content-length": str(len(body)), **problem.headers}
        for event in (
            h11.Response(status_code=problem.status, headers=list(told.items())),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    async def _heard(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.is_turned_away and scope["path"] not in HEALTH:
            body, told = json.dumps(_CROWDED.body("")), dict(_CROWDED.headers)
            await Response(body, _CROWDED.status, told, MEDIA_TYPE)(scope, receive, send)
            return
        await self._answer(scope, receive, send)


_LATE: Final = Problem(
    status=408, detail="The head of the request did not come in time.", headers={"Connection": "close"}
)
_CROWDED: Final = Problem(
    status=503,
    detail="Too many connections are open. Close some, or try again in a moment.",
    headers={"Connection": "close", "Retry-After": "1"},
)
