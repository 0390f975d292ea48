"""Real processes for tests: started in milliseconds, heard through a pipe, killed without warning."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

# A server process that has imported everything forks the children, so that each starts at once and
# none inherits an open database.
_FORKED = multiprocessing.get_context("forkserver")
_FORKED.set_forkserver_preload(["showbible.bible", "showbible.runs.record", "sqlalchemy.dialects.sqlite", "psycopg"])


class Child:
    """A process that runs `function(say, *arguments)`; what it says arrives here."""

    def __init__(self, function: Callable[..., None], *arguments: Any) -> None:
        self._heard: list[Any] = []
        self._ear, mouth = _FORKED.Pipe(duplex=False)
        self.process = _FORKED.Process(target=_told, args=(mouth, function, arguments), daemon=True)
        self.process.start()
        mouth.close()

    def wait_for_word(self, seconds: float = 60.0) -> Any:
        """The next thing the child says."""
        assert self._ear.poll(seconds), "the child stayed silent"
        return self._ear.recv()

    def kill(self) -> list[Any]:
        """End the child as a power cut would; gives everything it had said and nobody had heard."""
        if self.process.pid is not None:
            os.kill(self.process.pid, signal.SIGKILL)
        self.process.join()
        return self.rest()

    def join(self, seconds: float = 120.0) -> list[Any]:
        """Wait for the child to end by itself; gives everything it had said and nobody had heard."""
        heard = []
        deadline = time.monotonic() + seconds
        while self.process.is_alive() or self._ear.poll(0):
            assert time.monotonic() < deadline, "the child did not end"
            if self._ear.poll(0.05):
                try:
                    heard.append(self._ear.recv())
                except EOFError:
                    break
        self.process.join(seconds)
        assert self.process.exitcode == 0, f"the child ended with {self.process.exitcode}"
        return heard

    def rest(self) -> list[Any]:
        """What was said before the end; half a word does not count."""
        heard = []
        try:
            while self._ear.poll(0):
                heard.append(self._ear.recv())
        except (EOFError, OSError):
            pass
        return heard


def _told(mouth: Connection, function: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    function(mouth.send, *arguments)


@contextmanager
def served(home: Path, *flags: str, **environment: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """`showbible serve` on a free port, in a process of its own; gives its address."""
    program = Path(sys.executable).with_name("showbible")
    log = home.with_name(f"{home.name}.{time.monotonic_ns()}.log")
    with log.open("wb") as sink:
        command = [str(program), "serve", "--port", "0", "--home", str(home), *flags]
        process = subprocess.Popen(command, stdout=sink, stderr=sink, env={**os.environ, **environment})
    try:
        yield _address(process, log), process
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(timeout=30)


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    deadline = time.monotonic() + 60
    while not (found := re.search(r"Showbible is at (\S+)", log.read_text())):
        assert process.poll() is None, f"The server ended at once and said: {log.read_text()}"
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.02)
    return found[1]
