"""Viewers: 500 streams on two server processes, every event delivered, and how late."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles

from showbible.bible import Bible
from showbible.settings import Settings

EVENTS = 50
PAUSE = 0.2


def started(home: Path, number: int) -> tuple[subprocess.Popen[bytes], int]:
    """A server on a free port."""
    log = home.with_name(f"server{number}.log")
    program = Path(sys.executable).with_name("showbible")
    with log.open("wb") as sink:
        command = [str(program), "serve", "--home", str(home), "--port", "0"]
        process = subprocess.Popen(command, stdout=sink, stderr=subprocess.DEVNULL)
    while not (found := re.search(r"Showbible is at http://[^:]+:(\d+)", log.read_text())):
        time.sleep(0.05)
    return process, int(found[1])


async def watch(port: int, run_id: str, ready: asyncio.Semaphore) -> list[float]:
    """How late each report came, in seconds."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /api/v1/runs/{run_id}/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    late: list[float] = []
    async for line in reader:
        if line.startswith(b"event: snapshot"):
            ready.release()
        if line.startswith(b"data: ") and b'"sent"' in line:
            late.append(time.time() - json.loads(line[6:])["data"]["data"]["sent"])
        if line.startswith(b"event: complete"):
            break
    writer.close()
    return late


async def measured(bible: Bible, ports: list[int], viewers: int) -> list[float]:
    """Delays of everything that arrived."""
    run_id = bible.runs.start("Whales", budget=1).id
    ready = asyncio.Semaphore(0)
    watching = [asyncio.create_task(watch(ports[each % 2], run_id, ready)) for each in range(viewers)]
    for _ in range(viewers):
        await ready.acquire()
    for _ in range(EVENTS):
        await asyncio.to_thread(bible.runs.report, run_id, "renderer", "running", data={"sent": time.time()})
        await asyncio.sleep(PAUSE)
    await asyncio.to_thread(bible.runs.finish, run_id)
    return [delay for delays in await asyncio.gather(*watching) for delay in delays]


def main(arguments: list[str]) -> None:
    """`python -m benchmarks.viewers [viewers]`."""
    viewers = int(arguments[0]) if arguments else 500
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "studio"
        with Bible(Settings(home=home, disk_floor_mb=0)) as bible:
            servers = [started(home, number) for number in range(2)]
            try:
                late = asyncio.run(measured(bible, [port for _, port in servers], viewers))
            finally:
                for process, _ in servers:
                    process.terminate()
                    process.wait()
    cuts = quantiles(late, n=100)
    print(f"{viewers} viewers on 2 servers, {EVENTS} events: {len(late):,} of {viewers * EVENTS:,} delivered")
    print(f"late by p50 {cuts[49] * 1000:.0f} ms, p95 {cuts[94] * 1000:.0f} ms, p99 {cuts[98] * 1000:.0f} ms")


if __name__ == "__main__":
    main(sys.argv[1:])
