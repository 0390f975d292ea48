"""How far ComfyUI says that it is, over its WebSocket: good to know, and never waited for."""

from __future__ import annotations

import json
import socket
import threading
import time
from typing import Final
from urllib.parse import urlsplit
from uuid import uuid4

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from showbible.outgoing import PORTS
from showbible.providers.services.caller import Caller

STEP: Final = 1.0
"""Seconds after which a listener looks whether anybody still wants to know."""
MOST_BYTES: Final = 64 * 1024 * 1024
"""What one message may hold: previews of pictures come along."""


class ProgressListener:
    """Hears of works while they go on, in a thread of its own that ends with the last of them."""

    def __init__(self, caller: Caller, *, patience: float) -> None:
        self.client_id = uuid4().hex
        self._caller, self._patience = caller, patience
        self._shares: dict[str, float | None] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def listen(self, ref: str) -> None:
        """Hear of a work from now on."""
        with self._lock:
            self._shares.setdefault(ref, None)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="comfyui-progress", daemon=True)
                self._thread.start()

    def share(self, ref: str) -> float | None:
        """How much of a work's present step is done, 0 to 1; None where nothing was heard."""
        return self._shares.get(ref)

    def forget(self, ref: str) -> None:
        """Hear no more of a work."""
        with self._lock:
            self._shares.pop(ref, None)

    def _run(self) -> None:
        try:
            self._hear_all()
        except (OSError, ValueError, WebSocketException):  # a redirect is a ValueError
            return  # what is true stands in the history

    def _hear_all(self) -> None:
        parts = urlsplit(self._caller.url)
        scheme, end = "wss" if parts.scheme == "https" else "ws", time.monotonic() + self._patience
        # A connection that is already made is never redirected, and asks no proxy.
        made = socket.create_connection((parts.hostname, parts.port or PORTS[parts.scheme]), self._caller.seconds)
        with connect(
            f"{scheme}://{parts.netloc}{parts.path}/ws?clientId={self.client_id}",
            sock=made,
            additional_headers=self._caller.headers,
            open_timeout=self._caller.seconds,
            max_size=MOST_BYTES,
            ping_interval=None,  # nobody waits for it, so nobody asks whether it lives
        ) as opened:
            while self._shares and time.monotonic() < end:
                try:
                    self._hear(opened.recv(timeout=STEP))
                except TimeoutError:
                    continue

    def _hear(self, message: str | bytes) -> None:
        """Note what a message tells of progress; previews and everything else are passed over."""
        try:
            data = json.loads(message)["data"] if isinstance(message, str) else {}
            ref, share = data["prompt_id"], data["value"] / data["max"]
        except (ValueError, KeyError, TypeError, ZeroDivisionError):
            return
        with self._lock:
            if ref in self._shares:
                self._shares[ref] = min(max(float(share), 0.0), 1.0)
