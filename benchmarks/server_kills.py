"""Kill servers and workers under mixed writes: `python -m benchmarks.server_kills [KILLS] [SEED] [DATABASE]`.

Four writers send every kind of write over HTTP, delete their stories and runs and make them anew under
the same names, and ask again with the same key until they have an answer. Meanwhile the server or the
worker is killed with SIGKILL and started again. Afterwards everything that was answered must be there
once, nothing else may be, and every job must have ended.
"""

from __future__ import annotations

import hashlib
import random
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import httpx

from benchmarks._processes import started
from benchmarks._writers import PATIENCE, Tally, Writer
from showbible.settings import Settings

WRITERS = 4


class House:
    """Servers and workers of one studio, each in a process of its own."""

    def __init__(self, staff: Mapping[str, Settings]) -> None:
        self._staff = staff
        self.bases = [f"http://127.0.0.1:{each.port}" for what, each in staff.items() if what.startswith("server")]
        self.processes: dict[str, BaseProcess] = {}

    def start(self, what: str) -> None:
        """Start a server, and wait until it answers, or a worker."""
        self.begin(what)
        self.wait(what)

    def begin(self, what: str) -> None:
        """Start one and wait for nothing."""
        self.processes[what] = started(what, self._staff[what])

    def wait(self, what: str) -> None:
        """Return when a server answers; nobody asks a worker."""
        deadline = time.monotonic() + PATIENCE
        while what.startswith("server") and not _answers(f"http://127.0.0.1:{self._staff[what].port}"):
            assert self.processes[what].is_alive(), "the server ended by itself"
            assert time.monotonic() < deadline, "the server does not answer"
            time.sleep(0.01)

    def kill(self, what: str) -> None:
        """End a process as a power cut would."""
        self.processes[what].kill()
        self.processes[what].join()

    def stop(self) -> None:
        """End all in good order."""
        for process in self.processes.values():
            process.terminate()
            process.join(60)


def quick_settings(home: Path, **more: Any) -> Settings:
    """Settings of a process that is soon missed when it is gone."""
    return Settings(home=home, port=free_port(), lease_seconds=5.0, disk_floor_mb=0, log_level="error", **more)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(base: str) -> bool:
    try:
        return httpx.get(f"{base}/livez", timeout=2).is_success
    except httpx.HTTPError:
        return False


@contextmanager
def writing(writers: Sequence[Writer], tally: Tally) -> Iterator[None]:
    """All writers at work; at the end each finishes the write it is in."""
    over = threading.Event()

    def work(writer: Writer) -> None:
        try:
            writer.begin()
            while not over.is_set():
                writer.write()
        except Exception as error:
            tally.wrong.append(f"{writer.project} stopped: {error!r}")

    threads = [threading.Thread(target=work, args=(writer,)) for writer in writers]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def survived(home: Path, *, kills: int, seed: int, database: str | None = None) -> Tally:
    """Write under so many kills, let everything end, and compare with what was answered."""
    chance, tally = random.Random(seed), Tally()
    house = House({what: quick_settings(home, database=database) for what in ("server", "worker")})
    house.start("server")
    house.start("worker")
    writers = [Writer(number, house.bases, tally, random.Random(chance.random())) for number in range(WRITERS)]
    try:
        with writing(writers, tally):
            while sum(tally.kills.values()) < kills:
                time.sleep(chance.uniform(0.05, 1.0))
                victim = "server" if chance.random() < 0.7 else "worker"
                house.kill(victim)
                house.start(victim)
                tally.kills[victim] += 1
        tally.wrong += unfinished(house.bases[0])
        for writer in writers:
            tally.wrong += differences(house.bases[0], writer)
    finally:
        house.stop()
    return tally


def unfinished(base: str) -> list[str]:
    """Jobs that have not ended in time, or ended badly."""
    deadline = time.monotonic() + PATIENCE
    while (open_jobs := sum(_total(base, "/jobs", state=state) for state in ("queued", "running"))) > 0:
        if time.monotonic() > deadline:
            return [f"{open_jobs} jobs have not ended"]
        time.sleep(0.2)
    failed = _all(base, "/jobs", "jobs", state="failed")
    return [f"job {job['event']} failed: {job['error']}" for job in failed]


def differences(base: str, writer: Writer) -> list[str]:
    """What is there and was not answered, or was answered and is not there, of one writer's."""
    story, project = writer.story, f"/projects/{writer.project}"
    expected = story.assets.union(*story.runs.values())
    scenes = {scene["scene_id"] for scene in _all(base, f"{project}/scenes", "scenes")}
    told = _get(base, f"/conversations/{writer.session}")["turn_count"]
    states = _get(base, f"{project}/entities/Ada/states")["states"] if story.states else []
    by_hand = sorted(state["t_start"] for state in states if state["made_by"] == "person")
    read = sorted(state["source_asset_id"] for state in states if state["made_by"] == "rule")
    pairs = [
        ("assets", {asset["asset_id"] for asset in _all(base, f"{project}/assets", "assets")}, expected),
        ("runs", {run["run_id"] for run in _all(base, "/runs", "runs", project_id=writer.project)}, set(story.runs)),
        ("scenes", scenes, story.scenes),
        ("exchanges", told, writer.exchanges),
        ("states", by_hand, [number * 10 for number in range(story.states)]),
        ("states read from assets", read, sorted(story.assets.intersection(read))),
        ("files", _files(base, writer.project), set(story.files.items())),
    ]
    pairs += [(run_id, _of_run(base, run_id), (takes, len(takes))) for run_id, takes in story.runs.items()]
    return [f"{writer.project} {what}: {_apart(found, wanted)}" for what, found, wanted in pairs if found != wanted]


def _of_run(base: str, run_id: str) -> tuple[set[str], int]:
    assets = _all(base, f"/runs/{run_id}/assets", "assets")
    return {asset["asset_id"] for asset in assets}, round(_get(base, f"/runs/{run_id}")["budget"]["spent"] * 100)


def _files(base: str, project: str) -> set[tuple[str, str]]:
    """Every file of a project with the hash of what is really there."""
    keys = [kept["key"] for kept in _all(base, "/stores/media", "files", prefix=f"projects/{project}")]
    return {(key, hashlib.sha256(_content(base, f"/stores/media/{key}")).hexdigest()) for key in keys}


def _content(base: str, path: str) -> bytes:
    return httpx.get(f"{base}/api/v1{path}", timeout=20).raise_for_status().content


def _apart(found: object, wanted: object) -> str:
    if isinstance(found, set) and isinstance(wanted, set):
        return f"lost {sorted(wanted - found)[:5]}, never answered {sorted(found - wanted)[:5]}"
    return f"found {str(found)[:200]}, answered {str(wanted)[:200]}"


def _get(base: str, path: str, **query: Any) -> Any:
    return httpx.get(f"{base}/api/v1{path}", params=query, timeout=20).raise_for_status().json()


def _total(base: str, path: str, **query: Any) -> int:
    return int(_get(base, path, limit=1, **query)["total"])


def _all(base: str, path: str, what: str, **query: Any) -> Iterator[dict[str, Any]]:
    """Every item of a list, page by page."""
    cursor: dict[str, str] = {}
    while True:
        page = _get(base, path, limit=200, **query, **cursor)
        yield from page[what]
        if not page.get("next_cursor"):
            return
        cursor = {"cursor": page["next_cursor"]}


def main(arguments: Sequence[str]) -> int:
    """Kill as often as asked and say what was found."""
    kills = int(arguments[0]) if arguments else 500
    seed = int(arguments[1]) if len(arguments) > 1 else 1
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        database = arguments[2] if len(arguments) > 2 else None
        tally = survived(Path(folder) / "studio", kills=kills, seed=seed, database=database)
    print(f"seed {seed}, {time.monotonic() - started:.0f} s")
    return tell(tally)


def tell(tally: Tally) -> int:
    """Say what happened; gives the code to end with."""
    print("kills:", ", ".join(f"{number} of the {what}" for what, number in sorted(tally.kills.items())))
    print(
        f"writes answered: {tally.answered.total():,} ({dict(tally.answered)}), asked again {tally.asked_again:,} times"
    )
    print(f"wrong: {len(tally.wrong)}", *tally.wrong[:20], sep="\n  ")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
