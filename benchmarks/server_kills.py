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
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import httpx

from benchmarks._processes import started
from showbible.settings import Settings

WRITERS = 4
PATIENCE = 120.0
"""Seconds within which every call is answered and every job has ended."""

_SHOT = {"shot_id": "a", "shot_index": 0, "shot_size": "wide", "duration_seconds": 4, "description": "The pier."}
_EDIT = {
    "role": "assistant",
    "content": "Tightened.",
    "tool_calls": [
        {
            "name": "modify_shot",
            "params": {"shotId": "a", "shot_size": "close_up"},
            "data": {"shots_before": [_SHOT], "shots_after": [_SHOT | {"shot_size": "close_up"}]},
        }
    ],
}


@dataclass
class Story:
    """What a writer was told is in a project: runs with what they delivered, and everything beside them."""

    runs: dict[str, set[str]] = field(default_factory=dict)
    over: set[str] = field(default_factory=set)
    assets: set[str] = field(default_factory=set)
    states: int = 0
    scenes: set[str] = field(default_factory=set)
    files: dict[str, str] = field(default_factory=dict)
    """The sha256 of each file, by its key."""


@dataclass
class Tally:
    """What happened."""

    answered: Counter[str] = field(default_factory=Counter)
    asked_again: int = 0
    kills: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


class Writer:
    """One caller with a story and a conversation of its own, who turns to another server when one is silent."""

    def __init__(self, number: int, bases: Sequence[str], tally: Tally, chance: random.Random) -> None:
        self.project = f"story{number}"
        self.session = f"talk{number}"
        self.story = Story()
        self.exchanges = 0
        self._clients = deque(httpx.Client(base_url=f"{base}/api/v1", timeout=20) for base in bases)
        self._clients.rotate(number)
        self._tally = tally
        self._chance = chance
        self._made = 0

    def begin(self) -> None:
        """Make the story and the conversation."""
        self._send("POST", "/projects", {"project_id": self.project})
        talk = {"session_id": self.session, "user_id": self.project, "character_id": "ada", "series_id": "tides"}
        self._send("POST", "/conversations", talk)

    def write(self) -> None:
        """One write of any kind."""
        acts: list[tuple[int, Callable[[], None]]] = [
            (2, self._start),
            (6, self._deliver),
            (1, self._finish),
            (5, self._asset),
            (2, self._state),
            (1, self._scene),
            (2, self._exchange),
            (2, self._file),
            (1, self._run_anew),
            (1, self._story_anew),
        ]
        self._chance.choices([act for _, act in acts], [weight for weight, _ in acts])[0]()

    def _name(self, kind: str) -> str:
        self._made += 1
        return f"{self.project}-{kind}{self._made}"

    def _open_run(self) -> str | None:
        going = sorted(set(self.story.runs) - self.story.over)
        return self._chance.choice(going) if going else None

    def _start(self, run_id: str | None = None) -> None:
        run_id = run_id or self._name("run")
        concept = {"concept": "podcast intro about tides", "budget": "50", "run_id": run_id}
        self._send("POST", "/runs", concept | {"project_id": self.project})
        self.story.runs[run_id] = set()

    def _deliver(self) -> None:
        if (run_id := self._open_run()) is None:
            return self._start()
        asset_id = self._name("take")
        made = {"asset_id": asset_id, "asset_type": "video", "path": f"{asset_id}.mp4", "cost": "0.01"}
        self._send("POST", f"/runs/{run_id}/assets", made | {"scene_id": asset_id, "prompt": "a pier at dusk"})
        self.story.runs[run_id].add(asset_id)
        return None

    def _finish(self) -> None:
        if (run_id := self._open_run()) is not None:
            self._send("POST", f"/runs/{run_id}/complete", {"status": "completed"})
            self.story.over.add(run_id)

    def _asset(self) -> None:
        asset_id = self._name("asset")
        given = {"asset_id": asset_id, "kind": "image", "path": f"{asset_id}.png", "prompt": "Ada on the pier"}
        self._send("POST", f"/projects/{self.project}/assets", given)
        self.story.assets.add(asset_id)

    def _state(self) -> None:
        told = {"kind": "character", "state": {"coat": "red"}, "t_start": self.story.states * 10}
        self._send("POST", f"/projects/{self.project}/entities/Ada/states", told)
        self.story.states += 1

    def _scene(self) -> None:
        scene = self._name("scene")
        path = f"/projects/{self.project}/scenes/{scene}"
        self._send("PUT", path, {"planning_stage": "PLANNING", "shots": [_SHOT]})
        call = _EDIT["tool_calls"][0] | {"call_id": f"{scene}-call"}  # type: ignore[index,operator]
        self._send("POST", f"{path}/session", {"messages": [_EDIT | {"message_id": scene, "tool_calls": [call]}]})
        after = _SHOT | {"shot_size": "close_up"}
        self._send("PUT", path, {"planning_stage": "READY_FOR_SKETCHES", "shots": [after]})
        self.story.scenes.add(scene)

    def _exchange(self) -> None:
        said = [{"role": "user", "content": "My dog is called Rex."}, {"role": "assistant", "content": "Good name."}]
        path = f"/conversations/{self.session}/exchanges?wait=false"
        self._send("POST", path, {"exchange_id": self._name("exchange"), "messages": said})
        self.exchanges += 1

    def _file(self) -> None:
        key = f"projects/{self.project}/{self._name('file')}"
        content = self._chance.randbytes(20_000)
        self._send("PUT", f"/stores/media/{key}", content=content)
        self.story.files[key] = hashlib.sha256(content).hexdigest()

    def _run_anew(self) -> None:
        if self.story.runs:
            run_id = self._chance.choice(sorted(self.story.runs))
            self._send("DELETE", f"/runs/{run_id}")
            self.story.over.discard(run_id)
            del self.story.runs[run_id]
            self._start(run_id)

    def _story_anew(self) -> None:
        self._send("DELETE", f"/projects/{self.project}")
        self.story = Story()
        self._send("POST", "/projects", {"project_id": self.project})

    def _send(self, method: str, path: str, body: object = None, *, content: bytes | None = None) -> None:
        """Ask until there is an answer; a deletion whose answer was lost is done when nothing is there."""
        headers = {"Idempotency-Key": self._name("key")}
        deadline, tries = time.monotonic() + PATIENCE, 0
        while time.monotonic() < deadline:
            tries += 1
            try:
                answer = self._clients[0].request(method, path, json=body, content=content, headers=headers)
            except httpx.HTTPError:
                self._tally.asked_again += 1
                self._clients.rotate()
                time.sleep(0.02)
                continue
            if answer.status_code == 503 or (answer.status_code == 409 and "being deleted" in answer.text):
                time.sleep(0.05)
                continue
            if not answer.is_success and not (method == "DELETE" and answer.status_code == 404 and tries > 1):
                self._tally.wrong.append(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
            self._tally.answered[method] += 1
            return
        self._tally.wrong.append(f"{method} {path}: no answer within {PATIENCE:g} s")


class House:
    """Servers and workers of one studio, each in a process of its own."""

    def __init__(self, staff: Mapping[str, Settings]) -> None:
        self._staff = staff
        self.bases = [f"http://127.0.0.1:{each.port}" for what, each in staff.items() if what.startswith("server")]
        self.processes: dict[str, BaseProcess] = {}

    def start(self, what: str) -> None:
        """Start a server, and wait until it answers, or a worker."""
        settings = self._staff[what]
        self.processes[what] = started(what, settings)
        deadline = time.monotonic() + PATIENCE
        while what.startswith("server") and not _answers(f"http://127.0.0.1:{settings.port}"):
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
    states = len(_get(base, f"{project}/entities/Ada/states")["states"]) if story.states else 0
    pairs = [
        ("assets", {asset["asset_id"] for asset in _all(base, f"{project}/assets", "assets")}, expected),
        ("runs", {run["run_id"] for run in _all(base, "/runs", "runs", project_id=writer.project)}, set(story.runs)),
        ("scenes", scenes, story.scenes),
        ("exchanges", told, writer.exchanges),
        ("states", states, story.states),
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
