"""Believable productions with real films, for tests in the browser and for looking at the pages.

`python -m tests.browser.productions FOLDER` fills a studio in a folder, to be served and looked at.
"""

from __future__ import annotations

import io
import math
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import av
import numpy as np
from numpy.typing import NDArray

from showbible.bible import Bible
from showbible.errors import Conflict
from showbible.jobs import queue
from showbible.runs.model import NewDelivery, RunStart
from showbible.runs.recall.files import run_folder
from showbible.runs.record import delivery, life, notes
from showbible.runs.record import pilots as run_pilots
from showbible.settings import Settings
from showbible.vocabulary import utcnow

Image = NDArray[np.uint8]

SCENES = (
    ("Dawn swell", "Quiet open", 0.15, 4.0),
    ("The lighthouse", "Arrival", 0.3, 5.0),
    ("Storm front", "Storm breaks", 0.75, 4.0),
    ("Keeper's window", "Private doubt", 0.5, 4.0),
    ("The lamp", "Lamp lit", 0.9, 3.0),
    ("Beam at night", "Answer", 0.4, 4.0),
)
SKIES = {
    "photorealistic": ((28, 34, 44), (120, 128, 138), (16, 20, 26)),
    "animated": ((246, 118, 92), (255, 222, 160), (52, 40, 104)),
}
NIGHTS = {"photorealistic": (10, 12, 18), "animated": (22, 34, 84)}


@dataclass(frozen=True, kw_only=True)
class Size:
    """How large and how smooth films are made."""

    width: int = 480
    height: int = 270
    fps: int = 24
    pace: float = 1.0


SMALL = Size(width=160, height=90, fps=24, pace=0.5)
LONG = Size(width=160, height=90, fps=1, pace=30)
"""Films that no test sees the end of, however slow the machine; each frame can be jumped to."""


def painted(scene: int, tier: str, moment: float, size: Size) -> Image:
    """One frame: a sky, a sea, a lighthouse and its beam, in the manner of a tier."""
    top, low, sea = (np.array(colour, float) for colour in SKIES[tier])
    dark = np.array(NIGHTS[tier], float)
    night = (0.0, 0.1, 0.55, 0.7, 0.6, 0.9)[scene % 6]
    y, x = np.mgrid[0 : size.height, 0 : size.width].astype(float)
    y, x = y / size.height, x / size.width
    sky = top + (low - top) * np.clip(y / 0.62, 0, 1)[..., None] ** 1.4
    if tier == "animated":
        bands = np.floor((y + 0.05 * np.sin(9 * x + moment + scene)) * 9) / 9
        sky = top + (low - top) * np.clip(bands / 0.62, 0, 1)[..., None]
    frame = sky + (dark - sky) * night
    swell = 0.66 + 0.008 * np.sin(26 * x + 2 * moment + scene)
    water = sea + (dark - sea) * night + 14 * np.sin(90 * y + 6 * x + 3 * moment)[..., None]
    frame = np.where((y > swell)[..., None], water, frame)
    tower = 0.3 + 0.12 * (scene % 4)
    angle = 0.25 * math.sin(0.8 * moment + scene) - 0.18
    along, across = (x - tower) * 1.78, (y - 0.3) - (x - tower) * 1.78 * math.tan(angle)
    beam = np.exp(-((across / (0.02 + 0.1 * np.clip(along, 0, 2))) ** 2)) * (along > 0) * (0.25 + 0.75 * night)
    frame = (
        frame
        + (np.array((255.0, 236.0, 180.0)) - frame) * (0.8 * beam * np.exp(-0.9 * np.clip(along, 0, 2)))[..., None]
    )
    width = 0.018 + 0.02 * np.clip((y - 0.3) / 0.4, 0, 1)
    body = (np.abs(x - tower) < width) & (y > 0.31) & (y < 0.74)
    stripe = (np.floor(y * 22) % 2 == 0) & (tier == "animated")
    wall = np.where(stripe[..., None], np.array((214.0, 70.0, 66.0)), np.array((236.0, 232.0, 224.0)))
    shade = (1 - 0.6 * night) * (0.75 + 0.25 * np.clip((x - tower) / 0.03, -1, 1))[..., None]
    frame = np.where(body[..., None], wall * shade, frame)
    rock = y > 0.86 - 0.16 * np.exp(-(((x - tower) / 0.16) ** 2)) + 0.012 * np.sin(60 * x)
    frame = np.where(rock[..., None], dark * 0.8, frame)
    glow = np.exp(-(((x - tower) * 1.78) ** 2 + (y - 0.29) ** 2) / 0.004)
    frame = frame + (np.array((255.0, 246.0, 214.0)) - frame) * (glow * (0.4 + 0.6 * night))[..., None]
    shown: Image = np.clip(frame, 0, 255).astype(np.uint8)
    return shown


@cache
def film(scene: int, tier: str, seconds: float, size: Size) -> bytes:
    """A real H.264 film with a keyframe each second."""
    made = io.BytesIO()
    with av.open(made, mode="w", format="mp4") as output:
        stream = output.add_stream("libx264", rate=size.fps, options={"g": str(size.fps), "preset": "veryfast"})
        stream.width, stream.height, stream.pix_fmt = size.width, size.height, "yuv420p"
        stream.time_base = Fraction(1, size.fps)
        for number in range(round(seconds * size.fps)):
            picture = painted(scene, tier, number / size.fps, size)
            output.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        output.mux(stream.encode())
    return made.getvalue()


def hum(seconds: float) -> bytes:
    """A real sound: a soft chord as a WAV file."""
    rate = 8000
    t = np.arange(int(seconds * rate)) / rate
    tone = sum(np.sin(2 * np.pi * pitch * t) for pitch in (110, 165, 220)) * (0.6 + 0.4 * np.sin(1.3 * t)) * 4000
    data = tone.astype("<i2").tobytes()
    head = b"RIFF" + (36 + len(data)).to_bytes(4, "little") + b"WAVEfmt " + (16).to_bytes(4, "little")
    form = b"\x01\x00\x01\x00" + rate.to_bytes(4, "little") + (2 * rate).to_bytes(4, "little") + b"\x02\x00\x10\x00"
    return head + form + b"data" + len(data).to_bytes(4, "little") + data


def peaks(seed: int) -> list[float]:
    """How loud a sound is, from beginning to end."""
    return [round(abs(math.sin(seed + n * 0.7) * math.sin(n * 0.13 + seed)) * 0.7 + 0.15, 2) for n in range(90)]


@dataclass
class Teller:
    """Records one production, a moment after another."""

    bible: Bible
    run_id: str
    at: datetime
    size: Size
    project: str = "northlight"

    def after(self, seconds: float) -> datetime:
        """The next moment."""
        self.at += timedelta(seconds=seconds)
        return self.at

    def enter(self, stage: str, *, wait: float) -> None:
        """Go to a stage after a while."""
        life.enter(self.bible.db, self.run_id, stage, at=self.after(wait))

    def take(self, pilot: str, tier: str, scene: int, cost: str) -> None:
        """Deliver a take with its film."""
        name, beat, tension, seconds = SCENES[scene]
        length = seconds * self.size.pace
        key = f"{run_folder(self.project, self.run_id)}{pilot}-{scene + 1}.mp4"
        self.bible.blobs.put("videos", key, [film(scene, tier, length, self.size)])
        facts: dict[str, Any] = {"title": name, "beat": beat, "tension": tension, "fps": self.size.fps}
        asset = NewDelivery(
            asset_id=f"{pilot}-{scene + 1}",
            scene_id=f"scene-{scene + 1}",
            pilot_id=pilot,
            duration=length,
            cost=cost,
            metadata=facts,
        )
        delivery.deliver(self.bible.db, self.run_id, "video", f"videos/{key}", asset, at=self.after(50))

    def sound(self, name: str, part: str, scene: int, seconds: float) -> None:
        """Deliver a sound with its loudness."""
        key = f"{run_folder(self.project, self.run_id)}{part}-{scene + 1}.wav"
        self.bible.blobs.put("audio", key, [hum(seconds)])
        asset = NewDelivery(
            asset_id=f"{part}-{scene + 1}",
            scene_id=f"scene-{scene + 1}",
            duration=seconds * self.size.pace,
            cost="0.05",
            metadata={"title": name, "part": part, "peaks": peaks(scene)},
        )
        delivery.deliver(self.bible.db, self.run_id, "audio", f"audio/{key}", asset, at=self.after(9))


def lighthouse(bible: Bible, *, size: Size = SMALL, takes: tuple[int, int] = (4, 6), run_id: str = "keeper") -> Teller:
    """A run with two pilots in the middle of its video stage."""
    with suppress(Conflict):
        bible.projects.create("northlight", name="Northlight")
    start = utcnow() - timedelta(minutes=14)
    wish = RunStart(run_id=run_id, project_id="northlight", total_scenes=6)
    life.start(
        bible.db,
        "The Last Keeper\nA lighthouse keeper decides whether to light the lamp one last time.",
        "5",
        wish,
        at=start,
    )
    told = Teller(bible, run_id, start, size)
    told.enter("analyzing_assets", wait=1)
    told.enter("planning_pilots", wait=42)
    for pilot, tier, budget in (("pilot-a", "photorealistic", "2.75"), ("pilot-b", "animated", "1.50")):
        run_pilots.add_pilot(bible.db, run_id, pilot, tier=tier, budget=budget, at=told.after(20))
    told.enter("generating_scripts", wait=30)
    told.enter("generating_video", wait=125)
    for scene in range(max(takes)):
        if scene < takes[0]:
            told.take("pilot-a", "photorealistic", scene, "0.46")
        if scene < takes[1]:
            told.take("pilot-b", "animated", scene, "0.13")
        if scene == 2:
            notes.note(
                bible.db, run_id, "warning", "Scene 3 of pilot A, retry 1 of 2: no answer within 60 s", at=told.after(4)
            )
    told.sound("Tide, strings", "music", 0, 9)
    told.sound("Tide, swell", "music", 2, 11)
    told.sound("Keeper, aside", "dialogue", 3, 2)
    run_pilots.judge_pilot(bible.db, run_id, "pilot-a", score=82, at=told.after(2))
    run_pilots.judge_pilot(bible.db, run_id, "pilot-b", score=76, at=told.after(2))
    making = {"pilot_id": "pilot-a", "scene_id": "scene-5"}
    said = "The lamp, frame 33 of 72"
    notes.report(bible.db, run_id, "video", "running", message=said, progress=46, data=making, at=told.after(3))
    return told


TIERS = ("photorealistic", "animated", "motion_graphics", "static_images")


def race(bible: Bible, *, pilots: int, scored: int = 4, run_id: str = "race", size: Size = SMALL) -> Teller:
    """A run whose pilots have each made one scene less than the one before, the first `scored` with a score."""
    start = utcnow() - timedelta(minutes=9)
    life.start(bible.db, "Four ways to the lamp", "12", RunStart(run_id=run_id, total_scenes=4), at=start)
    told = Teller(bible, run_id, start, size, project="default")
    told.enter("generating_video", wait=60)
    for number, tier in enumerate(TIERS[:pilots]):
        name = f"pilot-{'abcd'[number]}"
        run_pilots.add_pilot(bible.db, run_id, name, tier=tier, budget="2.75", at=told.after(2))
        for scene in range(4 - number):
            told.take(name, TIERS[number % 2], scene, "0.46")
        if number < scored:
            run_pilots.judge_pilot(bible.db, run_id, name, score=82.5 - 6 * number, at=told.after(2))
    return told


def epic(bible: Bible, *, scenes: int = 200, run_id: str = "epic") -> str:
    """A run of very many scenes; but for the first twenty of its first pilot, the films it tells of are missing."""
    start = utcnow() - timedelta(hours=5)
    life.start(bible.db, "The long watch", "500", RunStart(run_id=run_id, total_scenes=scenes), at=start)
    told = Teller(bible, run_id, start, SMALL, project="default")
    told.enter("generating_video", wait=60)
    made = film(1, "animated", 0.5, Size(width=64, height=36, fps=12))
    for pilot, tier in (("pilot-a", "animated"), ("pilot-b", "photorealistic")):
        run_pilots.add_pilot(bible.db, run_id, pilot, tier=tier, budget="250", at=told.after(1))
        for number in range(1, scenes + 1):
            key = f"{run_folder('default', run_id)}{pilot}-{number}.mp4"
            if pilot == "pilot-a" and number <= 20:
                bible.blobs.put("videos", key, [made])
            name, beat, tension, seconds = SCENES[number % len(SCENES)]
            facts = {"title": name, "beat": beat, "tension": tension}
            asset = NewDelivery(
                pilot_id=pilot, scene_id=f"scene-{number}", duration=seconds, cost="0.5", metadata=facts
            )
            delivery.deliver(bible.db, run_id, "video", f"videos/{key}", asset, at=told.after(9))
    return run_id


ENDED = (
    ("Tide tables, cold open", "completed", 84.0, None),
    ("Foghorn explainer", "failed", None, "Voice provider: quota exceeded for this month"),
    ("Keeper, podcast intro", "completed", 78.5, None),
    (
        "Night watch promo with a very long name that no card has room for, in three languages and two lengths",
        "completed",
        91.0,
        None,
    ),
    ("Harbour at noon", "cancelled", None, None),
)


def ended(bible: Bible, number: int, *, size: Size = SMALL) -> str:
    """A run that has ended, in one of the ways there are."""
    concept, status, score, error = ENDED[number % len(ENDED)]
    start, run_id = utcnow() - timedelta(hours=3 + 5 * number), f"ended-{number + 1}"
    life.start(bible.db, concept, "4", RunStart(run_id=run_id, project_id="northlight", total_scenes=6), at=start)
    told = Teller(bible, run_id, start, size)
    told.enter("planning_pilots", wait=8)
    tier = ("animated", "photorealistic")[number % 2]
    run_pilots.add_pilot(bible.db, run_id, "pilot-a", tier=tier, budget="3", at=told.after(10))
    told.enter("generating_video", wait=40)
    for scene in (number % 6, (number + 2) % 6):
        told.take("pilot-a", tier, scene, "0.62")
    told.enter("generating_audio", wait=60)
    if score is not None:
        told.enter("evaluating", wait=30)
        run_pilots.judge_pilot(bible.db, run_id, "pilot-a", score=score, status="approved", at=told.after(2))
    life.finish(bible.db, run_id, status, error=error, at=told.after(30))
    return run_id


def fresh(bible: Bible) -> str:
    """A run that has only just begun."""
    wish = RunStart(run_id="begun", project_id="northlight", total_scenes=8)
    return life.start(bible.db, "Gulls over the breakwater, a silent interlude", "2.50", wish).run_id


def failed_job(bible: Bible) -> str:
    """A job that was tried as often as it may be."""
    with bible.db.transaction():
        queue.announce(bible.db, "run.finished", key="ended-1", run_id="ended-1")
    job = queue.claim(bible.db, owner="test", lease_ms=60_000)
    assert job is not None
    queue.give_up(bible.db, job, "The disk that holds the stores is nearly full. Free some space, then try again.")
    return job.job_id


def studio(home: Path, *, size: Size) -> Iterator[str]:
    """A whole studio in a folder; gives each thing as it is made."""
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        yield lighthouse(bible, size=size).run_id
        for number in range(len(ENDED)):
            yield ended(bible, number, size=size)
        yield fresh(bible)
        yield failed_job(bible)


if __name__ == "__main__":
    for made in studio(Path(sys.argv[1]), size=Size()):
        sys.stdout.write(f"{made}\n")
