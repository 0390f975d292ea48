"""Real processes for tests: started in milliseconds, heard through a pipe, killed without warning."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

# A server process that has imported everything forks the children, so that each starts at once and
# none inherits an open database.
_FORKED = multiprocessing.get_context("forkserver")
_FORKED.set_forkserver_preload(["tests.preloaded"])


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
            with suppress(ProcessLookupError):  # it was quicker, and is over
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


class Forked:
    """A function in a process of its own, printing into files; it is spared only the imports."""

    def __init__(self, function: Callable[..., None], *arguments: Any, out: Path, err: Path) -> None:
        self.out, self.err = out, err
        self._process = _FORKED.Process(target=_printed, args=(function, arguments, str(out), str(err)))
        self._process.start()

    def poll(self) -> int | None:
        """How it ended, or None while it goes on."""
        return self._process.exitcode

    def wait(self, timeout: float = 60.0) -> int:
        """How it ended, once it has."""
        self._process.join(timeout)
        assert self._process.exitcode is not None, "the program did not end"
        return self._process.exitcode

    def line(self, number: int) -> str:
        """One of the lines that it prints, once it has."""
        deadline = time.monotonic() + 120
        while len(lines := self.out.read_text().split("\n") if self.out.exists() else []) < number + 2:
            assert self.poll() is None, f"The program ended and said: {self.err.read_text()}"
            assert time.monotonic() < deadline, lines
            time.sleep(0.02)
        return lines[number]

    def send_signal(self, sign: signal.Signals) -> None:
        """Send it a signal."""
        assert self._process.pid is not None
        os.kill(self._process.pid, sign)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a power cut would, unless it has ended by itself."""
        self._process.kill()
        self._process.join()


def _printed(function: Callable[..., None], arguments: tuple[Any, ...], out: str, err: str) -> None:
    for place, number in ((out, 1), (err, 2)):
        os.dup2(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
    function(*arguments)


def _commanded(words: list[str], environment: dict[str, str]) -> None:
    from showbible.cli.entry import main

    os.environ.clear()
    os.environ.update(environment)
    main(words)


def program(words: Sequence[str], *, out: Path, err: Path, environment: Mapping[str, str]) -> Forked:
    """`showbible` with these words."""
    return Forked(_commanded, list(words), dict(environment), out=out, err=err)


def showbible(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """What `showbible` with these words prints and how it ends, with no other setting than those given."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SHOWBIBLE_")}
    said = [str(word) for word in words]
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder) / "out", Path(folder) / "err"
        code = program(said, out=out, err=err, environment={**kept, **environment}).wait()
        return subprocess.CompletedProcess(said, code, out.read_text(), err.read_text())


@contextmanager
def served(home: Path, *flags: str, **environment: str) -> Iterator[tuple[str, Forked]]:
    """`showbible serve` on a free port, in a process of its own; gives its address."""
    log = home.with_name(f"{home.name}.{time.monotonic_ns()}.log")
    words = ["serve", "--port", "0", "--home", str(home), *flags]
    process = program(words, out=log, err=log, environment={**os.environ, **environment})
    with _ending(process):
        yield _address(process, log), process


@contextmanager
def working(home: Path, **environment: str) -> Iterator[Forked]:
    """`showbible work` in a process of its own, as soon as it has begun to start."""
    log = home.with_name(f"{home.name}.{time.monotonic_ns()}.log")
    process = program(["work", "--home", str(home)], out=log, err=log, environment={**os.environ, **environment})
    with _ending(process):
        yield process


@contextmanager
def started(home: Path, **environment: str) -> Iterator[str]:
    """The same, started as a person would: by its program, with every import before it."""
    log = home.with_name(f"{home.name}.{time.monotonic_ns()}.log")
    command = [str(Path(sys.executable).with_name("showbible")), "serve", "--port", "0", "--home", str(home)]
    with log.open("wb") as sink:
        process = subprocess.Popen(command, stdout=sink, stderr=sink, env={**os.environ, **environment})
    with _ending(process):
        yield _address(process, log)


@contextmanager
def _ending(process: Forked | subprocess.Popen[bytes]) -> Iterator[None]:
    try:
        yield
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(timeout=30)


def _address(process: Forked | subprocess.Popen[bytes], log: Path) -> str:
    deadline = time.monotonic() + 120
    while not (found := re.search(r"Showbible is at (\S+)", log.read_text() if log.exists() else "")):
        assert process.poll() is None, f"The server ended at once and said: {log.read_text()}"
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.02)
    return found[1]
