"""Cancel, delete and kill during paid steps, then check the money: `python -m benchmarks.studio_cancels [N] [SEED]`.

A real server in a process of its own makes N films with a provider behind HTTP that takes 0.2 to 3 seconds
for each order and writes one line, flushed to disk, for each charge. Every production is cancelled or deleted
at a random moment of a paid step, some after the server was killed with SIGKILL and started again. Afterwards
every charge stands exactly once in the ledger and in its run, nothing is charged twice, and nothing is open
but what is parked for a person; the person then says what the provider's book says, and all sums agree.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import httpx

COST: Final = 0.25
TOKEN: Final = "benchmark-token"
CONCEPT: Final = "a ferry crosses at night and nobody is on board"


@lru_cache(maxsize=64)
def clip(frames: int) -> bytes:
    """A real film of one colour."""
    from PIL import Image

    from showbible.studio import media
    from showbible.studio.model import HEIGHT, WIDTH

    return media.film([Image.new("RGB", (WIDTH, HEIGHT), "#335577")] * frames)


@dataclass
class Job:
    """A piece of work: when it is done, and whether it fails."""

    frames: int
    done_at: float
    fails: bool


@dataclass
class Provider:
    """Takes orders, works slowly, and charges into a book that no crash can lose."""

    book: Path
    chance: random.Random
    keys: bool = True
    slowest: float = 3.0
    jobs: dict[str, Job] = field(default_factory=dict)
    by_key: dict[str, str] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def order(self, key: str, frames: int) -> str:
        """Take an order, charged at once or not at all; a key it honours names the same work again."""
        with self.lock:
            if self.keys and key in self.by_key:
                return self.by_key[key]
            name = f"job-{len(self.jobs) + 1}"
            job = Job(frames, time.monotonic() + self.chance.uniform(0.2, self.slowest), self.chance.random() < 0.05)
            self.jobs[name], self.by_key[key] = job, name
            if not job.fails:
                self._charge(key)
            return name

    def _charge(self, key: str) -> None:
        handle = os.open(self.book, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(handle, f"{key}\n".encode())
            os.fsync(handle)
        finally:
            os.close(handle)

    def charges(self) -> Counter[str]:
        """How often each key was charged."""
        return Counter(self.book.read_text().split() if self.book.exists() else [])

    def standing(self, name: str) -> dict[str, Any]:
        """What it says of a job."""
        job = self.jobs[name]
        if time.monotonic() < job.done_at:
            return {"status": "running"}
        if job.fails:
            return {"status": "failed", "error": "the lens was dirty"}
        return {"status": "succeeded", "content_url": f"/films/{name}/content", "cost": str(COST)}


class _Service(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, provider: Provider) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.provider = provider


class _Handler(BaseHTTPRequestHandler):
    server: _Service

    def do_POST(self) -> None:
        """An order."""
        order = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        name = self.server.provider.order(self.headers["Idempotency-Key"], round(order["seconds"] * order["fps"]))
        time.sleep(0.05)  # a moment in which the work has no name on the other side
        self._send(json.dumps({"id": name}).encode())

    def do_GET(self) -> None:
        """A poll, or the content."""
        name = self.path.split("/")[2]
        provider = self.server.provider
        fetch = self.path.endswith("/content")
        self._send(clip(provider.jobs[name].frames) if fetch else json.dumps(provider.standing(name)).encode())

    def _send(self, content: bytes) -> None:
        try:
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
        except ConnectionError:
            pass  # whoever asked was killed

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the base class names it so)
        """Say nothing."""


@contextmanager
def serving(provider: Provider) -> Iterator[str]:
    """The address of a provider that really listens."""
    service = _Service(provider)
    thread = threading.Thread(target=service.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{service.server_port}/films"
    finally:
        service.shutdown()
        thread.join()
        service.server_close()


@dataclass
class Studio:
    """A `showbible serve` on a folder, which can be killed and started again."""

    home: Path
    process: subprocess.Popen[str] | None = None
    http: httpx.Client = field(init=False)

    def start(self) -> None:
        """Start the server, and wait until it says where it is."""
        command = [sys.executable, "-m", "showbible", "serve", "--home", str(self.home), "--port", "0"]
        settings = {**os.environ, "SHOWBIBLE_DISK_FLOOR_MB": "0", "SHOWBIBLE_WORKERS": "1"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=settings, start_new_session=True
        )
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found is not None, "the server did not start"
        self.http = httpx.Client(base_url=found[0], timeout=60)

    def kill(self) -> None:
        """End the server without a word."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.http.close()

    def api(self, method: str, path: str, **body: Any) -> httpx.Response:
        """Ask the server."""
        return self.http.request(method, f"/api/v1{path}", json=body or None)


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What the books say at the end."""

    productions: int
    cancelled: int
    deleted: int
    refused: int
    kills: int
    orders: int
    charges: int
    parked: int
    wrong: list[str]

    @property
    def ok(self) -> bool:
        """Whether every promise was kept."""
        return not self.wrong


@dataclass
class Trial:
    """One go: productions that are asked for and ended in the middle."""

    studio: Studio
    provider: Provider
    chance: random.Random
    runs: list[str] = field(default_factory=list)
    to_delete: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def once(self, number: int, *, kills: bool) -> None:
        """Ask for a film and end it at a random moment of a paid step."""
        before = len(self.provider.jobs)
        asked = self.studio.api("POST", "/productions", concept=CONCEPT, budget=8, scenes=2, pilots=2)
        run_id = asked.json()["run_id"]
        self.runs.append(run_id)
        _until(lambda: len(self.provider.jobs) > before, f"production {number} ordered nothing")
        time.sleep(self.chance.uniform(0, self.provider.slowest))
        if kills:
            self.studio.kill()
            self.studio.start()
            self.counts["kills"] += 1
            time.sleep(self.chance.uniform(0, 1.5))
        if self.chance.random() < 0.4:
            self._delete(run_id)
        else:
            self._cancel(run_id)

    def _cancel(self, run_id: str) -> None:
        answer = self.studio.api("POST", f"/runs/{run_id}/complete", status="cancelled")
        self.counts["cancelled"] += answer.status_code == 200

    def _delete(self, run_id: str) -> None:
        """Delete a run; one with open orders refuses, is cancelled, and is deleted when they are settled."""
        answer = self.studio.api("DELETE", f"/runs/{run_id}")
        if answer.status_code == 204:
            self.counts["deleted"] += 1
            return
        assert (answer.status_code, "still open" in answer.text) == (409, True), answer.text
        self.counts["refused"] += 1
        self._cancel(run_id)
        self.to_delete.append(run_id)

    def settled(self) -> Verdict:
        """Wait until nothing is open, let a person say what the provider knows, delete, and compare."""
        _until(lambda: not self._lines("open"), "orders stay open", seconds=90)
        unknown, charges = self._lines("unknown"), self.provider.charges()
        wrong = (
            [] if not unknown or "charged?" in self.studio.http.get("/").text else ["unknowns are not under Needs you"]
        )
        for line in unknown:
            path = f"/productions/{line['run_id']}/ledger/{line['intent_id']}"
            self.studio.api("POST", path, charged=line["intent_id"] in charges).raise_for_status()
        wrong += [f"{run_id}: spent differs" for run_id in self.runs if not self._adds_up(run_id)]
        for run_id in self.to_delete:
            self.counts["deleted"] += self.studio.api("DELETE", f"/runs/{run_id}").status_code == 204
        return self._verdict(charges, parked=len(unknown), wrong=wrong)

    def _verdict(self, charges: Counter[str], *, parked: int, wrong: list[str]) -> Verdict:
        lines = [line for run_id in self.runs for line in self._books(run_id)]
        booked = Counter(line["intent_id"] for line in lines if line["cost"])
        wrong += [f"{key} is charged {number} times" for key, number in charges.items() if number != 1]
        wrong += [f"{key} is charged and not booked" for key in charges.keys() - booked.keys()]
        wrong += [f"{key} is booked and not charged" for key in booked.keys() - charges.keys()]
        wrong += [f"{key} stands {number} times in the ledger" for key, number in booked.items() if number != 1]
        wrong += [f"{line['intent_id']} cost {line['cost']}" for line in lines if line["cost"] not in (0, COST)]
        counted = {name: self.counts[name] for name in ("cancelled", "deleted", "refused", "kills")}
        return Verdict(
            productions=len(self.runs),
            orders=len(lines),
            charges=charges.total(),
            parked=parked,
            wrong=wrong,
            **counted,
        )

    def _books(self, run_id: str) -> list[dict[str, Any]]:
        answer = self.studio.api("GET", f"/productions/{run_id}")
        found: list[dict[str, Any]] = answer.json()["ledger"] if answer.status_code == 200 else []
        return found

    def _adds_up(self, run_id: str) -> bool:
        run = self.studio.api("GET", f"/runs/{run_id}")
        if run.status_code == 404:
            return True
        return bool(abs(run.json()["budget"]["spent"] - sum(line["cost"] for line in self._books(run_id))) < 1e-9)

    def _lines(self, state: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        page: dict[str, Any] = {"next_cursor": ""}
        while page["next_cursor"] is not None:
            more = {"cursor": page["next_cursor"]} if page["next_cursor"] else {}
            query = {"state": state, "limit": 200, **more}
            page = self.studio.http.get("/api/v1/productions/ledger", params=query).json()
            found += page["ledger"]
        return found


def _until(happened: Any, otherwise: str, *, seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < until, otherwise
        time.sleep(0.05)


def survived(folder: Path, *, number: int, chance: random.Random, slowest: float = 3.0, show: Any = None) -> Verdict:
    """End so many productions in the middle of a paid step, every sixth after a kill, and look into the books."""
    provider = Provider(folder / "book.txt", chance, slowest=slowest)
    studio = Studio(folder / "studio")
    with serving(provider) as url:
        studio.home.mkdir()
        _hire(studio.home, url, keys=True)
        studio.start()
        try:
            studio.api("PUT", "/memory/preferences", preferred_duration=4, default_audio_tier="none").raise_for_status()
            trial = Trial(studio, provider, chance)
            for each in range(number):
                provider.keys = each % 4 != 3
                _hire(studio.home, url, keys=provider.keys)
                trial.once(each, kills=each % 6 == 2)
                if show is not None:
                    show(each + 1, trial)
            return trial.settled()
        finally:
            studio.kill()


def _hire(home: Path, url: str, *, keys: bool) -> None:
    token = home / "slow.key"
    token.touch(mode=0o600)
    token.write_text(TOKEN)
    text = f"""
        [crew]
        video = "slow"
        [providers.slow]
        kind = "http"
        base_url = "{url}"
        key = "file:{token}"
        patience = 20
        options = {{ honours_keys = {str(keys).lower()} }}
        [[providers.slow.prices]]
        amount = "{COST}"
        per = "piece"
        """
    (home / "studio.toml.new").write_text(text)
    (home / "studio.toml.new").rename(home / "studio.toml")


def _show(done: int, trial: Trial) -> None:
    if done % 10 == 0:
        told = ", ".join(f"{name} {number}" for name, number in sorted(trial.counts.items()))
        print(f"{done:5d} productions: {told}; {len(trial.provider.jobs)} jobs", flush=True)


def main(arguments: Sequence[str]) -> int:
    """End as many productions as asked, and print what came of them."""
    number = int(arguments[0]) if arguments else 200
    seed = int(arguments[1]) if len(arguments) > 1 else 1
    started = time.monotonic()
    print(f"seed {seed}: {number} productions, each ended in the middle of a paid step", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        found = survived(Path(folder), number=number, chance=random.Random(seed), show=_show)
    for name in ("productions", "cancelled", "refused", "deleted", "kills", "orders", "charges", "parked"):
        print(f"{name:<12} {getattr(found, name):6d}")
    print(f"{'wrong':<12} {len(found.wrong):6d}   {time.monotonic() - started:.0f} s")
    for each in found.wrong[:20]:
        print(f"  {each}")
    return 0 if found.ok else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
