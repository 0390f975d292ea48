"""What interrupted uploads and removals left goes after a day; everything else stays."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest

from showbible.bible import Bible
from showbible.storage.leftovers import cleared
from showbible.vocabulary import utcnow


def _made(file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"half of it")
    return file


def _clear(small: Bible, *, days: int) -> dict[str, int]:
    """Clear as if so many days had passed."""
    return cleared(small.workspace.home, before=utcnow() + timedelta(days=days - 1))


@pytest.mark.parametrize("name", ["x", "folder/x"])
@pytest.mark.parametrize(("days", "left"), [(0, True), (2, False)])
def test_half_an_upload_goes_after_a_day(small: Bible, name: str, days: int, left: bool) -> None:
    partial = _made(small.workspace.home / "stores" / "partial" / name)

    _clear(small, days=days)

    assert partial.exists() == left


@pytest.mark.parametrize(("days", "left"), [(0, True), (2, False)])
def test_half_a_removal_is_finished_after_a_day(small: Bible, days: int, left: bool) -> None:
    grave = small.workspace.home / "trash" / "x"
    _made(grave / "memory.db")

    _clear(small, days=days)

    assert grave.exists() == left


def test_a_note_whose_file_is_gone_goes_and_the_others_stay(small: Bible) -> None:
    kept = small.blobs.put("media", "films/whales", [b"film"])
    small.blobs.put("media", "films/owls", [b"film"])
    folder = small.workspace.home / "stores" / "media" / "films"
    os.unlink(folder / "owls")

    gone = _clear(small, days=2)

    assert sorted(os.listdir(folder)) == [".whales.json", "whales"]
    assert (gone["notes_without_files"], small.blobs.stat("media", "films/whales")) == (1, kept)


def test_only_so_much_goes_at_once(small: Bible) -> None:
    for number in range(3):
        _made(small.workspace.home / "stores" / "partial" / str(number))

    gone = cleared(small.workspace.home, before=utcnow() + timedelta(days=1), most=2)

    assert gone == {"partial_files": 2, "notes_without_files": 0, "deleted_projects": 0, "empty_folders": 0}


@pytest.mark.parametrize(("days", "left"), [(0, True), (2, False)])
def test_the_folder_of_an_upload_that_ended_goes_after_a_day(small: Bible, days: int, left: bool) -> None:
    upload_id = small.stores.begin_upload("media", "film", size=1).upload_id
    small.stores.cancel_upload(upload_id)
    going_on = small.stores.begin_upload("media", "film", size=1)

    _clear(small, days=days)

    assert (small.workspace.home / "stores" / "parts" / "uploads" / upload_id).exists() == left
    assert small.stores.upload(going_on.upload_id) == going_on
