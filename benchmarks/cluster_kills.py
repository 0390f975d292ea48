"""Kill servers and workers that share PostgreSQL and S3: `python -m benchmarks.cluster_kills [SECONDS] [SEED]`.

Two servers and two workers, each with a folder of its own as if on a machine of its own, on a real
PostgreSQL and a real S3 server. The writers of `server_kills` send every kind of write to either server.
Every ten seconds one server and one worker are killed with SIGKILL, though they may still be starting; the
others are alone for a while. What must hold afterwards is the same.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from benchmarks._writers import Tally, Writer
from benchmarks.server_kills import WRITERS, House, differences, quick_settings, tell, unfinished, writing
from showbible.settings import Settings
from tests.postgres import Cluster
from tests.seaweed import KEYS, S3Server

EVERY: Final = 10.0
"""Seconds from one pair of kills to the next."""
ALONE: Final = 3.0
"""Seconds for which nobody starts them again."""


def staff(folder: Path, *, database: str, s3: S3Server) -> Mapping[str, Settings]:
    """Two servers without worker threads and two workers, on one database and one bucket."""
    shared = {"database": database, "stores": s3.address(), "s3_endpoint": s3.endpoint}
    threads = {"server1": 0, "server2": 0, "worker1": 2, "worker2": 2}
    return {what: quick_settings(folder / what, workers=workers, **shared) for what, workers in threads.items()}


def outlived(house: House, *, seconds: float, seed: int) -> Tally:
    """Write for so long under kills, let everything end, and compare with what was answered."""
    chance, tally = random.Random(seed), Tally()
    for what in ("server1", "server2", "worker1", "worker2"):
        house.start(what)
    writers = [Writer(number, house.bases, tally, random.Random(chance.random())) for number in range(WRITERS)]
    try:
        with writing(writers, tally):
            over = time.monotonic() + seconds
            while time.monotonic() < over:
                _kill_one_of_each(house, tally, chance)
            house.wait("server1")
            house.wait("server2")
        tally.wrong += unfinished(house.bases[0])
        for writer in writers:
            tally.wrong += differences(house.bases[1], writer)
    finally:
        house.stop()
    return tally


def _kill_one_of_each(house: House, tally: Tally, chance: random.Random) -> None:
    begun = time.monotonic()
    victims = [f"{kind}{chance.choice((1, 2))}" for kind in ("server", "worker")]
    for victim in victims:
        house.kill(victim)
        tally.kills[victim[:-1]] += 1
    time.sleep(ALONE)
    for victim in victims:
        house.begin(victim)
    time.sleep(max(0.0, begun + EVERY - time.monotonic()))


def main(arguments: Sequence[str]) -> int:
    """Kill for as long as asked and say what was found."""
    seconds = float(arguments[0]) if arguments else 120.0
    seed = int(arguments[1]) if len(arguments) > 1 else 1
    os.environ.update({f"AWS_{name.upper()}": value for name, value in KEYS.items()})
    with (
        tempfile.TemporaryDirectory() as folder,
        Cluster.started() as postgres,
        postgres.database() as database,
        S3Server.started() as s3,
    ):
        tally = outlived(House(staff(Path(folder), database=database, s3=s3)), seconds=seconds, seed=seed)
    print(f"seed {seed}, {seconds:.0f} s under kills")
    return tell(tally)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
