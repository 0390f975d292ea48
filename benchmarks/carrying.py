"""Carry a large project out of a studio and into another: are the hashes equal, how long does it take, how much memory.

    python -m benchmarks.carrying [ASSETS [FILES]] [--home FOLDER]

100,000 assets with vectors, and as many files, unless told otherwise. Each step runs in a process of its own, whose
memory is told as it is when the studio is open and at its highest.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import shutil
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from showbible.assets.model import AssetInput
from showbible.assets.record import library, repair
from showbible.bible import Bible
from showbible.settings import Settings

BATCH = 1000
PROJECT = "large"


def main() -> int:
    """Fill, export, import, export again, compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assets", type=int, nargs="?", default=100_000)
    parser.add_argument("files", type=int, nargs="?")
    parser.add_argument("--home", type=Path, help="Where to work; it must not exist.")
    asked = parser.parse_args()
    place = asked.home or Path(tempfile.mkdtemp(prefix="carrying-"))
    try:
        return _measured(place, assets=asked.assets, files=asked.assets if asked.files is None else asked.files)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _measured(place: Path, *, assets: int, files: int) -> int:
    _apart("fill", _fill, place / "here", assets, files)
    _apart("export", _export, place / "here", place / "first.zip")
    print(f"  {(place / 'first.zip').stat().st_size:,} bytes")
    _apart("import", _import, place / "there", place / "first.zip")
    _apart("export again", _export, place / "there", place / "second.zip")
    same = _hashes(place / "first.zip") == _hashes(place / "second.zip")
    print("hashes equal" if same else "hashes DIFFER")
    return 0 if same else 1


def _apart(name: str, step: Callable[..., None], *arguments: Any) -> None:
    """Do a step in a process of its own, and tell what it took."""
    context = multiprocessing.get_context("spawn")
    ear, mouth = context.Pipe(duplex=False)
    process = context.Process(target=_told, args=(mouth, step, arguments))
    process.start()
    seconds, before, after = ear.recv()
    process.join()
    print(f"{name:<14}{seconds:8.1f} s   {before:6.0f} MB open, {after:6.0f} MB at most", flush=True)


def _told(mouth: Any, step: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    home = arguments[0]
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        before, began = _peak(), time.perf_counter()
        step(bible, *arguments[1:])
        mouth.send((time.perf_counter() - began, before, _peak()))


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _fill(bible: Bible, assets: int, files: int) -> None:
    bible.projects.create(PROJECT)
    memory = bible.workspace.project(bible.projects.get(PROJECT).project_id)
    chance = np.random.default_rng(7)
    for start in range(0, assets, BATCH):
        numbers = range(start, min(start + BATCH, assets))
        library.assets(memory, [_asset(number) for number in numbers], announced=True)
        vectors = chance.standard_normal((len(numbers), 256), dtype=np.float32)
        words = {number: _prompt(number) for number in numbers}
        made = [(f"a{number}", words[number], vectors[number - start]) for number in numbers]
        repair.meanings(memory, model="benchmark", vectors=made)
    for number in range(files):
        bible.blobs.put("media", _key(number), [f"file {number} ".encode() * 50])


def _asset(number: int) -> AssetInput:
    return AssetInput(kind="image", path=f"media/{_key(number)}", asset_id=f"a{number}", prompt=_prompt(number))


def _prompt(number: int) -> str:
    return f"Shot {number}: a boat with {number % 97} nets passes the pier at minute {number % 1440}"


def _key(number: int) -> str:
    return f"projects/{PROJECT}/assets/{number % 100:02}/a{number}.txt"


def _export(bible: Bible, file: Path) -> None:
    bible.carrying.export(PROJECT, file)


def _import(bible: Bible, file: Path) -> None:
    bible.carrying.take_in(file)


def _hashes(archive: Path) -> dict[str, str]:
    with zipfile.ZipFile(archive) as packed:
        told = json.loads(packed.read("manifest.json"))
    return {part["name"]: part["sha256"] for part in told["parts"]}


if __name__ == "__main__":
    sys.exit(main())
