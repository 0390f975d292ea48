"""What is not whole, not ours or not harmless is refused in a sentence, and nothing is other than before."""

from __future__ import annotations

import hashlib
import json
import stat
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.carrying.parcels import ParcelLimits, parcel
from showbible.errors import ShowbibleError
from showbible.settings import Settings
from tests.carrying.stories import exported, rewritten

Spoil = Callable[[Path, Path], object]

RUNS = "tables/workspace/runs.jsonl"
NOTES = "tables/workspace/run_notes.jsonl"


@pytest.fixture(scope="module")
def spoilable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A small project with a run and a file, exported once."""
    place = tmp_path_factory.mktemp("archive")
    with Bible(Settings(home=place / "studio", disk_floor_mb=0, workers=0)) as bible:
        bible.projects.create("whales")
        bible.runs.start("Whales", budget=1, project_id="whales", run_id="r1")
        bible.runs.error("r1", "The lamp broke.")
        bible.blobs.put("videos", "projects/whales/runs/r1/take.mp4", [b"film"])
        yield exported(bible, "whales", place / "whales.zip")


def _manifest(archive: Path) -> dict[str, Any]:
    with zipfile.ZipFile(archive) as packed:
        told: dict[str, Any] = json.loads(packed.read("manifest.json"))
    return told


def _with_manifest(change: Callable[[dict[str, Any]], object]) -> Spoil:
    def spoil(archive: Path, place: Path) -> None:
        told = _manifest(archive)
        change(told)
        rewritten(archive, place, {"manifest.json": json.dumps(told).encode()})

    return spoil


def _with_rows(name: str, change: Callable[[dict[str, Any]], object]) -> Spoil:
    """An archive whose rows say something else, and whose manifest agrees with them."""

    def spoil(archive: Path, place: Path) -> None:
        told = _manifest(archive)
        with zipfile.ZipFile(archive) as packed:
            rows = [json.loads(line) for line in packed.read(name).splitlines()]
        for row in rows:
            change(row)
        text = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
        part = next(each for each in told["parts"] if each["name"] == name)
        part |= {"sha256": hashlib.sha256(text).hexdigest(), "size": len(text)}
        rewritten(archive, place, {name: text, "manifest.json": json.dumps(told).encode()})

    return spoil


def _with_entry(name: str, content: bytes = b"x") -> Spoil:
    return lambda archive, place: rewritten(archive, place, {name: content})


def _with_link(archive: Path, place: Path) -> None:
    rewritten(archive, place)
    link = zipfile.ZipInfo("files/videos/link")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(place, "a") as packed:
        packed.writestr(link, "/etc/passwd")


def _cut(archive: Path, place: Path) -> None:
    place.write_bytes(archive.read_bytes()[:-200])


def _torn(archive: Path, place: Path) -> None:
    """An archive in which some bytes in the middle are others."""
    whole = bytearray(archive.read_bytes())
    whole[100:160] = bytes(60)
    place.write_bytes(bytes(whole))


SPOILT: list[tuple[str, Spoil, str]] = [
    ("upwards", _with_entry("files/../../up"), "leads out of it"),
    ("absolute", _with_entry("/etc/cron.d/x"), "leads out of it"),
    ("backwards", _with_entry("files\\..\\x"), "leads out of it"),
    ("link", _with_link, "no plain file"),
    ("half", _cut, "damaged or incomplete"),
    ("torn", _torn, "damaged or incomplete"),
    ("newer format", _with_manifest(lambda told: told.update(version=2)), "newer Showbible"),
    ("newer schema", _with_manifest(lambda told: told["schema"].update(project=999)), "newer Showbible"),
    ("shapeless", _with_manifest(lambda told: told.pop("parts")), "does not have the shape"),
    ("climbing id", _with_manifest(lambda told: told.update(project_id="../x")), "project id"),
    ("another film", _with_entry("files/videos/projects/whales/runs/r1/take.mp4", b"other"), "not what was exported"),
    ("other rows", _with_entry(RUNS, b"{}\n"), "not what was exported"),
    ("missing film", lambda a, p: rewritten(a, p, without="files/videos/projects/whales/runs/r1/take.mp4"), "lacks"),
    ("strange run", _with_rows(NOTES, lambda row: row.update(run_id="elsewhere")), "does not come with it"),
    ("strange field", _with_rows(RUNS, lambda row: row.update(extra=1)), "cannot be kept"),
    ("wrong kind", _with_rows(RUNS, lambda row: row.update(spent="much")), "cannot be kept"),
    ("no JSON", _with_rows(RUNS, lambda row: row.update(seed_asset_ids="[")), "cannot be kept"),
    ("NUL", _with_rows(RUNS, lambda row: row.update(concept="a\x00b")), "cannot be kept"),
    (
        "another project's film",
        _with_rows("files.jsonl", lambda row: row.update(name="files/videos/a.mp4")),
        "not one of",
    ),
]


@pytest.mark.parametrize(("spoil", "said"), [each[1:] for each in SPOILT], ids=[each[0] for each in SPOILT])
def test_what_is_wrong_with_an_archive_is_said_and_nothing_is_taken(
    small: Bible, spoilable: Path, tmp_path: Path, spoil: Spoil, said: str
) -> None:
    spoil(spoilable, tmp_path / "spoilt.zip")

    with pytest.raises(ShowbibleError, match=said):
        small.carrying.take_in(tmp_path / "spoilt.zip")

    assert _everything(small) == ([], 0, [])


def test_rows_that_cannot_be_kept_are_taken_back_on_a_server_too(bible: Bible, spoilable: Path, tmp_path: Path) -> None:
    _with_rows(NOTES, lambda row: row.update(run_id="elsewhere"))(spoilable, tmp_path / "spoilt.zip")

    with pytest.raises(ShowbibleError, match="does not come with it"):
        bible.carrying.take_in(tmp_path / "spoilt.zip")

    assert _everything(bible) == ([], 0, [])


def _everything(bible: Bible) -> tuple[list[str], int, list[str]]:
    """The projects, the runs, and the files of a studio."""
    kept = [
        path.name for name in ("stores", "projects", "arriving") for path in (bible.workspace.home / name).rglob("*")
    ]
    films = [name for name in kept if not name.startswith(".") and name not in ("partial", *_FOLDERS)]
    return [each.project_id for each in bible.projects.list().items], bible.runs.list().total, films


_FOLDERS = ("videos", "projects", "whales", "runs", "r1")


@pytest.mark.parametrize(
    ("size", "budget", "said"),
    [
        (65 * 1024 * 1024, ParcelLimits(), "more than 100 times its size"),
        (2000, ParcelLimits(unpacked=1000), "unpacks to"),
        (2000, ParcelLimits(packed=100), "The archive has"),
        (2000, ParcelLimits(entries=0), "1 entries; the limit is 0"),
    ],
)
def test_a_trap_is_not_opened(tmp_path: Path, size: int, budget: ParcelLimits, said: str) -> None:
    with zipfile.ZipFile(tmp_path / "trap.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        packed.writestr("runs/r1/memory.json", bytes(size))

    with pytest.raises(ShowbibleError, match=said), parcel(tmp_path / "trap.zip", budget):
        pass


def test_what_nobody_knows_is_refused(small: Bible, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Dear diary")

    with pytest.raises(ShowbibleError, match="nothing here that Showbible can read"):
        small.carrying.take_in(tmp_path / "notes.txt")


def test_an_export_overwrites_nothing(small: Bible, tmp_path: Path) -> None:
    small.projects.create("whales")
    (tmp_path / "mine").write_text("mine")

    with pytest.raises(ShowbibleError, match="exists already"):
        small.carrying.export("whales", tmp_path / "mine")

    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["mine"]
