"""Callers that send every kind of write over HTTP until each is answered, and know what must be there afterwards."""

from __future__ import annotations

import hashlib
import random
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import httpx

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
