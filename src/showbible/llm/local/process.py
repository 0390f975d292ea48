"""The child, two pipes to it, and what it complained of while it started."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from typing import IO, Any, Final

from showbible.errors import TooLarge
from showbible.llm.answering import ANSWER_LIMIT
from showbible.llm.local import child

_CHUNK: Final = 65536


class ChildEnded(Exception):
    """The process is no more; `complaint` is what it printed last."""

    def __init__(self, code: int, complaint: str) -> None:
        super().__init__(f"{signal.Signals(-code).name}." if code < 0 else f"exit code {code}.")
        self.complaint = complaint


class ChildProcess:
    """The child, and the two pipes to it."""

    def __init__(self, options: dict[str, Any]) -> None:
        self._heard = bytearray()
        self._since = time.monotonic()
        self._complaints: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the child
        self._popen = subprocess.Popen(
            [sys.executable, "-P", child.__file__, json.dumps(options)],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            start_new_session=True,  # Ctrl-C is for the parent; the child ends with it
        )
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        self._mouth, self._ear = self._popen.stdin, self._popen.stdout
        os.set_blocking(self._mouth.fileno(), False)

    @property
    def has_ended(self) -> bool:
        """Whether the process is no more."""
        return self._popen.poll() is not None

    @property
    def age(self) -> float:
        """Seconds since it was started."""
        return time.monotonic() - self._since

    def say(self, words: dict[str, Any], until: float) -> None:
        """Write one line, however long the child takes to read it."""
        rest = memoryview(json.dumps(words).encode() + b"\n")
        try:
            while rest:
                _wait(self._mouth, select.POLLOUT, until)
                rest = rest[os.write(self._mouth.fileno(), rest[:_CHUNK]) :]
        except BrokenPipeError:
            raise self._end() from None

    def hear(self, until: float) -> dict[str, Any]:
        """Read one line."""
        while b"\n" not in self._heard:
            _wait(self._ear, select.POLLIN, until)
            chunk = os.read(self._ear.fileno(), _CHUNK)
            if not chunk:
                raise self._end()
            self._heard += chunk
            if len(self._heard) > ANSWER_LIMIT:
                raise TooLarge(f"The model's answer has more than {ANSWER_LIMIT:,} bytes.")
        line, _, rest = self._heard.partition(b"\n")
        self._heard = bytearray(rest)
        words: dict[str, Any] = json.loads(line)
        return words

    def kill(self) -> None:
        """End it at once: it has nothing to save."""
        self._popen.kill()

    def end(self) -> None:
        """The same, and let go of the pipes."""
        self.kill()
        self._popen.wait()
        for pipe in (self._mouth, self._ear, self._complaints):
            pipe.close()

    def _end(self) -> ChildEnded:
        self.kill()  # whoever closes its pipe is about to end, and may be slow about it
        return ChildEnded(self._popen.wait(), self._complaint())

    def _complaint(self) -> str:
        """The first error of the library, which names the cause; the others only pass it on."""
        self._complaints.seek(0)
        lines = self._complaints.read(_CHUNK).decode(errors="replace").splitlines()
        first = next((line for line in lines if " E " in line), lines[-1] if lines else "")
        return first.partition(" E ")[2] or first


def _wait(pipe: IO[bytes], event: int, until: float) -> None:
    poll = select.poll()
    poll.register(pipe, event)
    if not poll.poll(max(until - time.monotonic(), 0) * 1000):
        raise TimeoutError
