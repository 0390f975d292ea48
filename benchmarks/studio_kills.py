"""Kill productions at random moments and check the books: `python -m benchmarks.studio_kills [KILLS] [SEED]`.

Each production runs in a process of its own that is killed with SIGKILL after a random while and
resumed, again and again, until it completes. A till outside the studio writes one line, flushed to
disk, for every piece of work a provider really does. Afterwards no intent may have two such lines, the
lines must add up to what the ledger, the run and its assets say, and the film must play.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from showbible.bible import Bible
from showbible.runs.model import Status
from showbible.settings import Settings
from showbible.studio import media, orchestrator
from showbible.studio.crew import Crew, Made, VideoOrder
from showbible.studio.embedded import Sounds, crew
from showbible.studio.ledger import paid as ledger_paid
from showbible.studio.ledger.model import OrderState
from showbible.studio.model import HEIGHT, WIDTH, FilmChoices
from showbible.studio.prices import picture
from showbible.vocabulary import Micros

SCENES = 3
SHORT = FilmChoices(duration=9)
CONCEPT = "two lights on a dark shore answer each other until morning"


@dataclass(frozen=True)
class Till:
    """A file with one flushed line for each piece of work that was really done."""

    file: Path

    def charge(self, key: str, *, cost: int) -> None:
        """Write down a charge so that no crash can lose it."""
        handle = os.open(self.file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(handle, (json.dumps({"key": key, "cost": cost}) + "\n").encode())
            os.fsync(handle)
        finally:
            os.close(handle)

    def charges(self) -> list[dict[str, Any]]:
        """Every charge so far."""
        return [json.loads(line) for line in self.file.read_text().splitlines()] if self.file.exists() else []


@dataclass(frozen=True)
class Painter:
    """Makes real clips of one colour, quickly, and charges each piece of work; with keys, once for each."""

    till: Till
    honours_keys: bool = True
    name: str = "painter"
    patience: float = 60.0

    def price(self, order: VideoOrder) -> Micros:
        """The usual price of the tier."""
        return picture(order.tier, order.shot.frames)

    def make(self, order: VideoOrder, *, key: str, submitted: Callable[[str], None]) -> Made:
        """A clip of the ordered length."""
        from PIL import Image

        known = self.honours_keys and any(charge["key"] == key for charge in self.till.charges())
        if not known:
            self.till.charge(key, cost=self.price(order))
        color = order.look.palette[int(order.shot.shot_id[-1]) % 5]
        content = media.film([Image.new("RGB", (WIDTH, HEIGHT), color)] * order.shot.frames)
        return Made(content=content, cost=self.price(order))

    def collect(self, order: VideoOrder, *, ref: str) -> Made:
        """Nothing is ever submitted."""
        raise AssertionError(ref)


@dataclass(frozen=True)
class Player(Sounds):
    """Makes the embedded sounds and charges each piece of work once."""

    till: Till | None = None

    def make(self, order: Any, *, key: str, submitted: Callable[[str], None]) -> Made:
        """The sound, charged once for its key."""
        assert self.till is not None
        if not any(charge["key"] == key for charge in self.till.charges()):
            self.till.charge(key, cost=self.price(order))
        return super().make(order, key=key, submitted=submitted)


def counted(bible: Bible, till: Till, *, keys: bool) -> Crew:
    """A quick crew whose every piece of work leaves a line in the till."""
    return replace(crew(bible.llm), video=Painter(till, honours_keys=keys), audio=Player(till))


def child(home: Path, run_id: str, *, keys: bool) -> None:
    """Go on with a production until it ends or somebody kills this process."""
    with Bible(Settings(home=home, disk_floor_mb=0)) as bible:
        orchestrator.produce(bible, run_id, crew=counted(bible, Till(home / "till.jsonl"), keys=keys))


def killed(home: Path, run_id: str, *, chance: random.Random, longest: float, keys: bool = True) -> bool:
    """Resume a production in a new process and kill that after a random while; gives whether it was in time."""
    argument = ["-m", "benchmarks.studio_kills", "child", str(home), run_id, str(int(keys))]
    process = subprocess.Popen([sys.executable, *argument], start_new_session=True)
    try:
        process.wait(chance.uniform(0.4, longest))
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return True
    return False


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What the books say after a production."""

    kills: int
    status: Status
    charged_twice: list[str]
    unknown: int
    till: int
    ledger: int
    run: int
    assets: int
    frames: int

    @property
    def ok(self) -> bool:
        """Whether every promise was kept; charges of unknown steps are in the till alone."""
        told = self.ledger == self.run == self.assets
        paid = self.till == self.ledger if not self.unknown else self.till >= self.ledger
        return self.status is Status.COMPLETED and not self.charged_twice and told and paid and self.frames > 0


def survived(home: Path, *, chance: random.Random, kills: int, longest: float = 3.0, keys: bool = True) -> Verdict:
    """Kill one production up to so many times, let it end, and look into its books."""
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        run_id = orchestrator.ask(bible, CONCEPT, budget="3", scenes=SCENES, pilots=2, choices=SHORT)
        done = 0
        while done < kills and killed(home, run_id, chance=chance, longest=longest, keys=keys):
            done += 1
        till = Till(home / "till.jsonl")
        run = orchestrator.produce(bible, run_id, crew=counted(bible, till, keys=keys))
        return _verdict(bible, run_id, kills=done, till=till, status=run.recorded_status)


def _verdict(bible: Bible, run_id: str, *, kills: int, till: Till, status: Status) -> Verdict:
    run, entries = bible.runs.get(run_id), ledger_paid.entries(bible.db, run_id)
    mine = {entry.intent_id for entry in entries}
    charges = [charge for charge in till.charges() if charge["key"] in mine]
    times = Counter(charge["key"] for charge in charges)
    store, _, key = (run.final_video_path or "videos/none").partition("/")
    film = b"".join(bible.blobs.read(store, key)) if run.final_video_path else b""
    return Verdict(
        kills=kills,
        status=status,
        charged_twice=[key for key, number in times.items() if number > 1],
        unknown=sum(entry.state is OrderState.UNKNOWN for entry in entries),
        till=sum(charge["cost"] for charge in charges),
        ledger=sum(entry.cost for entry in entries),
        run=run.spent,
        assets=sum(asset.cost for asset in run.assets),
        frames=media.probe(film).frames if film else 0,
    )


def main(arguments: Sequence[str]) -> int:
    """Kill as often as asked, over as many productions as that takes."""
    if arguments[:1] == ["child"]:
        child(Path(arguments[1]), arguments[2], keys=arguments[3] == "1")
        return 0
    wanted = int(arguments[0]) if arguments else 100
    seed = int(arguments[1]) if len(arguments) > 1 else 1
    chance, kills, bad, number = random.Random(seed), 0, 0, 0
    print(f"seed {seed}: {wanted} kills\n run  kills  keys   status     unknown  charged  spent   film")
    with tempfile.TemporaryDirectory() as folder:
        while kills < wanted:
            number += 1
            keys, started = number % 3 != 0, time.monotonic()
            found = survived(Path(folder) / "studio", chance=chance, kills=min(8, wanted - kills), keys=keys)
            kills, bad = kills + max(found.kills, 0), bad + (not found.ok)
            print(
                f"{number:4d} {found.kills:6d}  {'yes' if keys else 'no ':<5}  {found.status:<10} {found.unknown:7d}"
                f"  ${found.till / 1e6:6.2f}  ${found.run / 1e6:5.2f}  {found.frames} frames"
                f"  {'ok' if found.ok else 'WRONG'}  {time.monotonic() - started:.0f} s",
                flush=True,
            )
    print(f"{kills} kills over {number} productions, {bad} with wrong books")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
