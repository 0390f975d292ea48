"""The lighthouse film by Runway and ElevenLabs, killed twice in the middle: every order is sent and booked once."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import showbible
from showbible.runs.model import Status
from showbible.studio.ledger import paid
from showbible.studio.ledger.model import OrderState
from tests.processes import Forked, program
from tests.providers.speaker import KEY, Asked, Reply, Shelf
from tests.providers.speakers.elevenlabs import ElevenLabsSpeaker
from tests.providers.speakers.runway import RunwaySpeaker
from tests.studio.test_mixed_crew import a_film, a_voice

CONCEPT = "A lighthouse keeper decides whether to light the lamp one last time"


class Runway(RunwaySpeaker):
    """Numbers its tasks, and lets some of them go on until nobody is watched any more."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(shelf)
        self.tasks: list[dict[str, Any]] = []
        self.slow: int | None = None
        self.watched = threading.Event()

    def speak(self, asked: Asked) -> Reply:
        """A task of its own for each order."""
        if asked.method == "POST":
            self.tasks.append(asked.json)
            return Reply({"id": f"task-{len(self.tasks)}"})
        number = int(asked.path.rpartition("-")[2])
        about = {"id": f"task-{number}", "createdAt": "2026-11-16T13:00:00.000Z"}
        if number == self.slow:
            self.watched.set()
            return Reply({**about, "status": "RUNNING", "progress": 0.5})
        link = self.shelf.put(f"/film-{number}.mp4", a_film(), "video/mp4")
        return Reply({**about, "status": "SUCCEEDED", "output": [link], "cost": {"credits": 30}})


class ElevenLabs(ElevenLabsSpeaker):
    """Speaks in a file that can be played."""

    def speak(self, asked: Asked) -> Reply:
        """A second of sound, whatever the words."""
        return Reply(a_voice(), headers={"Content-Type": "audio/mpeg", "character-cost": "40"})


@pytest.fixture
def services() -> Iterator[tuple[Runway, ElevenLabs]]:
    with Shelf() as shelf, Runway(shelf) as filmer, ElevenLabs(shelf) as speaker:
        yield filmer, speaker


def _hire(home: Path, filmer: Runway, speaker: ElevenLabs) -> None:
    home.mkdir()
    (home / "studio.toml").write_text(
        f"""
        [crew]
        video = "runway"
        voice = "elevenlabs"
        [providers.runway]
        base_url = "{filmer.base_url}"
        hosts = ["{filmer.shelf.place}"]
        pause = 0.01
        [providers.elevenlabs]
        base_url = "{speaker.base_url}"
        options = {{ voice = "harbour" }}
        [currencies]
        runway_credit = "0.01"
        elevenlabs_character = "0.0002"
        """
    )


def _producing(home: Path, *words: str) -> Forked:
    keys = {"RUNWAYML_API_SECRET": KEY, "ELEVENLABS_API_KEY": KEY}
    log = home.with_suffix(".log")
    return program(["produce", "--home", str(home), *words], out=log, err=log, environment={**os.environ, **keys})


@contextmanager
def _killed(process: Forked, when: threading.Event) -> Iterator[None]:
    assert when.wait(60)
    process.send_signal(signal.SIGKILL)
    process.wait()
    yield


def test_a_film_of_two_providers_that_is_killed_twice_is_ordered_and_booked_once(
    tmp_path: Path, services: tuple[Runway, ElevenLabs]
) -> None:
    filmer, speaker = services
    home = tmp_path / "studio"
    _hire(home, filmer, speaker)
    words: tuple[str, ...] = (CONCEPT, "--budget", "6", "--pilots", "1", "--duration", "2")
    for slow in (1, 2):
        filmer.slow = slow
        filmer.watched.clear()
        with _killed(_producing(home, *words), filmer.watched):
            words = ("--resume", _only_run(home))
    filmer.slow = None

    assert _producing(home, *words).wait(120) == 0, home.with_suffix(".log").read_text()

    with showbible.open(home) as bible:
        run = bible.runs.get(words[-1])
        entries = paid.entries(bible.db, run.run_id)
    filmed = [entry for entry in entries if entry.provider == "runway"]
    spoken = [entry for entry in entries if entry.provider == "elevenlabs"]
    assert run.recorded_status is Status.COMPLETED
    assert [entry.provider_ref for entry in filmed] == [f"task-{number + 1}" for number in range(len(filmer.tasks))]
    assert {(entry.state, entry.cost) for entry in filmed} == {(OrderState.SUCCEEDED, 300_000)}
    assert (len(spoken), {entry.state for entry in spoken}) == (len(speaker.asked), {OrderState.SUCCEEDED})
    assert {asked.path.split("?")[0] for asked in speaker.asked} == {"/v1/text-to-speech/harbour"}
    assert run.spent == sum(entry.cost for entry in entries)
    said = home.with_suffix(".log").read_text()
    music = sum(entry.cost for entry in entries) - sum(entry.cost for entry in (*filmed, *spoken))
    assert f"spent (${music / 1_000_000:.2f} of it at simulated prices)." in said
    assert KEY not in said


def _only_run(home: Path) -> str:
    with showbible.open(home) as bible:
        (run,) = bible.runs.list().items
        return run.run_id
