"""One model in a child process, asked one thing at a time through a pipe; nothing listens for anybody else."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from showbible.errors import Malformed, Misconfigured, TooLarge, TryLater
from showbible.llm.local.gguf import ModelFile
from showbible.llm.local.process import ChildEnded, ChildProcess
from showbible.values import frozen

ANSWER_TOKENS: Final = 2048
"""The longest answer; one that is longer is no answer."""
LOADING_LIMIT: Final = 600.0
"""Seconds after which a model that is still being loaded is given up."""
_MOST_THREADS: Final = 8


@frozen
class Loading:
    """How a model came into memory."""

    pid: int
    seconds: float
    memory: int
    context: int


@frozen
class Reply:
    """What the model wrote."""

    text: str
    tokens_in: int
    tokens_out: int


class Engine:
    """A model that is loaded when it is first asked, and anew after its process ended."""

    def __init__(self, file: ModelFile, *, context: int) -> None:
        self.file = file
        self.context = min(context, file.context)
        self._turn = threading.Lock()
        self._process: ChildProcess | None = None
        self._loaded: Loading | None = None
        self._is_closed = False

    @contextmanager
    def turn(self, *, seconds: float) -> Iterator[float]:
        """Have the model for oneself; gives until when. Whoever finds it busy waits as long again, at most."""
        if not self._turn.acquire(timeout=seconds):
            raise TryLater(f"The model was busy with other questions for {seconds:g} seconds.")
        try:
            yield time.monotonic() + seconds
        finally:
            self._turn.release()

    def load(self, *, until: float) -> Loading:
        """Have the model in memory; where time runs out it is left to be loaded for the next who asks."""
        process = self._living()
        try:
            if self._loaded is None:
                self._loaded = Loading(**process.hear(until), context=self.context)
            return self._loaded
        except TimeoutError:
            if process.age > LOADING_LIMIT:
                self._end()
            raise TryLater("The model is still being loaded.") from None
        except ChildEnded as ended:
            self._end()
            raise Misconfigured(f"The model {self.file.path} cannot be loaded: {ended.complaint or ended}") from None

    def answer(self, messages: list[dict[str, str]], *, schema: dict[str, Any], until: float) -> Reply:
        """What the model says, as JSON of this schema; a model that does not answer in time is ended."""
        request = {
            "messages": messages,
            "max_tokens": min(ANSWER_TOKENS, self.context // 2),
            "temperature": 0,
            "response_format": {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}},
        }
        self.load(until=until)
        return self._reply(self._exchange(request, until))

    def close(self) -> None:
        """End the process and whatever it is at."""
        self._is_closed = True
        if (process := self._process) is not None:
            process.kill()
        with self._turn:
            self._end()

    def _living(self) -> ChildProcess:
        if self._process is None or self._process.has_ended:
            self._end()
            self._process = ChildProcess(_options(self.file, self.context))
        if self._is_closed:  # last, so that no process is started behind the back of whoever closes
            self._end()
            raise TryLater("The studio is closed.")
        return self._process

    def _end(self) -> None:
        process, self._process, self._loaded = self._process, None, None
        if process is not None:
            process.end()

    def _exchange(self, request: dict[str, Any], until: float) -> dict[str, Any]:
        process = self._process
        assert process is not None
        try:
            process.say(request, until)
            return process.hear(until)
        except ChildEnded as ended:
            self._end()
            raise TryLater(f"The model's process ended while it was asked: {ended}") from None
        except BaseException:  # what it says later would be taken for the next answer
            self._end()
            raise

    def _reply(self, answer: dict[str, Any]) -> Reply:
        if (error := answer.get("error")) is not None:
            if error == "exceed_context_size_error":
                raise TooLarge(f"The question does not fit into the model's context of {self.context:,} tokens.")
            raise Malformed(f"The model gave no usable answer ({error}).")
        if answer.pop("is_cut"):
            raise TooLarge(f"The model's answer did not end within {answer['tokens_out']:,} tokens.")
        return Reply(**answer)


def _options(file: ModelFile, context: int) -> dict[str, Any]:
    threads = min(len(os.sched_getaffinity(0)), _MOST_THREADS)
    return {"path": str(file.path), "context": context, "threads": threads}
