"""The program of the child: load one model, then answer each line with a line until the parent is gone.

It is run by its path and imports nothing of ours, so that it starts quickly.
"""

from __future__ import annotations

import fcntl
import json
import os
import queue
import resource
import select
import signal
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final

IN: Final = 0
OUT: Final = 1
ERR: Final = 2
_QUESTIONS: Final = 4
"""Questions whose beginnings are kept."""
# Spinning threads would take the cores from everybody, themselves included.
_CALM: Final = {"OMP_WAIT_POLICY": "PASSIVE", "GOMP_SPINCOUNT": "0"}


def main(options: dict[str, Any]) -> None:
    """Say what was loaded, then answer."""
    speaking = os.fdopen(os.dup(OUT), "wb")
    os.dup2(ERR, OUT)  # whatever the library prints must not stand between our lines
    _go_first_when_memory_is_short()
    _end_with_the_parent_while_loading()
    started = time.monotonic()
    server = _loaded(options)
    lines = _lines_until_the_parent_is_gone()
    _say(
        speaking,
        pid=os.getpid(),
        seconds=time.monotonic() - started,
        memory=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    )
    os.dup2(os.open(os.devnull, os.O_WRONLY), ERR)  # from here on it might print what it was asked
    while True:
        _say(speaking, **_answer(server, json.loads(lines.get())))


def _loaded(options: dict[str, Any]) -> Any:
    for name, value in _CALM.items():
        os.putenv(name, value)
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = options["path"]
    params.n_ctx = options["context"]
    # A few questions alternate: each finds what it has in common with its last time where it left it, in one context.
    params.n_parallel, params.kv_unified = _QUESTIONS, True
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = options["threads"]
    params.cache_ram_mib = params.n_ctx_checkpoints = params.enable_reasoning = 0
    params.fit_params = params.ui = params.warmup = params.endpoint_slots = False
    params.offline = True
    params.verbosity = 1
    params.n_threads_http = 1
    # The library always listens; on a socket in a folder that is gone at once, nobody can come.
    params.hostnames = ["model.sock"]
    with tempfile.TemporaryDirectory(prefix="showbible-") as folder:
        os.chdir(folder)
        server = xllamacpp.Server(params)
        os.chdir("/")
    return server


def _answer(server: Any, request: dict[str, Any]) -> dict[str, Any]:
    try:
        answer = server.handle_chat_completions(request)
    except Exception as error:
        return {"error": type(error).__name__}
    if "error" in answer:
        return {"error": str(answer["error"].get("type"))}
    (choice,) = answer["choices"]
    return {
        "text": choice["message"].get("content") or "",
        "is_cut": choice["finish_reason"] == "length",
        "tokens_in": answer["usage"]["prompt_tokens"],
        "tokens_out": answer["usage"]["completion_tokens"],
    }


def _say(speaking: BinaryIO, **words: Any) -> None:
    speaking.write(json.dumps(words).encode() + b"\n")
    speaking.flush()


def _go_first_when_memory_is_short() -> None:
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def _end_with_the_parent_while_loading() -> None:
    """Let the kernel end us when the pipe is closed: loading keeps every thread of Python waiting."""
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(IN, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(IN, fcntl.F_SETFL, fcntl.fcntl(IN, fcntl.F_GETFL) | os.O_ASYNC)
    ear = select.poll()
    ear.register(IN, 0)
    if ear.poll(0):  # it was closed before
        sys.exit()


def _lines_until_the_parent_is_gone() -> queue.SimpleQueue[bytes]:
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def read() -> None:
        with open(IN, "rb", closefd=False) as ear:
            for line in ear:
                lines.put(line)
        os._exit(0)

    fcntl.fcntl(IN, fcntl.F_SETFL, fcntl.fcntl(IN, fcntl.F_GETFL) & ~os.O_ASYNC)
    threading.Thread(target=read, daemon=True).start()
    return lines


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
