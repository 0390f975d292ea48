"""Files in a folder: safe on its disk, watched for room, and never found through what others put there."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from showbible.errors import Damaged, DiskFull, Misconfigured, NotFound
from showbible.storage import blobs
from showbible.storage.blobs import Folder


@pytest.fixture
def store(tmp_path: Path) -> Folder:
    """An empty file store."""
    return Folder(tmp_path / "stores")


def _content(store: Folder, key: str, *span: int) -> bytes:
    return b"".join(store.read("media", key, *span))


def _png() -> bytes:
    sink = io.BytesIO()
    Image.new("RGB", (4, 4), "navy").save(sink, "PNG")
    return sink.getvalue()


def test_a_lost_note_is_found_again_in_the_file(store: Folder) -> None:
    stored = store.put("media", "lamp", [_png()])
    (store.root / "media" / ".lamp.json").unlink()

    assert store.stat("media", "lamp") == stored


def test_a_file_that_changed_on_disk_is_found_out(store: Folder) -> None:
    stored = store.put("media", "lamp", [b"light"])
    (store.root / "media" / "lamp").write_bytes(b"fight")

    with pytest.raises(Damaged, match="Restore it from a backup"):
        blobs.verify(store, stored)


def test_below_the_disk_floor_no_file_is_written(tmp_path: Path) -> None:
    store = Folder(tmp_path / "stores", floor=2**60)

    with pytest.raises(DiskFull):
        store.put("media", "lamp", [b"x"])


def _pipe(place: Path) -> None:
    os.mkfifo(place)


def _link(place: Path) -> None:
    outside = place.parents[2] / "outside"
    outside.write_bytes(b"secret")
    place.symlink_to(outside)


@pytest.mark.parametrize("put_there", [_pipe, _link, Path.mkdir], ids=["pipe", "link", "folder"])
def test_only_plain_files_are_found(store: Folder, put_there: Callable[[Path], None]) -> None:
    store.put("media", "p1/whale", [b"x"])
    put_there(store.root / "media" / "lamp")

    for ask in (store.stat, store.read, store.delete):
        with pytest.raises(NotFound, match="media/lamp"):
            ask("media", "lamp")
    assert [stored.key for stored in store.listed("media")] == ["p1/whale"]


def test_a_folder_that_leads_out_of_the_store_is_not_entered(store: Folder, tmp_path: Path) -> None:
    store.put("media", "p1/whale", [b"x"])
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "lamp").write_bytes(b"secret")
    (store.root / "media" / "p2").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(NotFound, match="media/p2/lamp"):
        store.stat("media", "p2/lamp")
    with pytest.raises(Misconfigured, match=r"stores/media/p2/lamp"):
        store.put("media", "p2/lamp", [b"new"])
    assert (tmp_path / "elsewhere" / "lamp").read_bytes() == b"secret"


def test_a_link_in_the_place_of_a_file_is_replaced_not_followed(store: Folder, tmp_path: Path) -> None:
    store.put("media", "whale", [b"x"])
    (tmp_path / "outside").write_bytes(b"old")
    (store.root / "media" / "lamp").symlink_to(tmp_path / "outside")

    store.put("media", "lamp", [b"new"])

    assert (_content(store, "lamp"), (tmp_path / "outside").read_bytes()) == (b"new", b"old")


def test_a_pipe_in_the_place_of_a_note_keeps_nobody_waiting(store: Folder) -> None:
    stored = store.put("media", "lamp", [b"light"])
    (store.root / "media" / ".lamp.json").unlink()
    os.mkfifo(store.root / "media" / ".lamp.json")

    assert store.stat("media", "lamp") == stored


def test_every_new_folder_is_safe_on_disk_before_a_file_is(store: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed, fsync = set(), os.fsync

    def noted(handle: int) -> None:
        flushed.add(os.fstat(handle).st_ino)
        fsync(handle)

    monkeypatch.setattr(os, "fsync", noted)
    store.put("media", "p1/takes/lamp", [b"x"])

    folders = [store.root.parent, store.root, *(store.root / part for part in ("media", "media/p1", "media/p1/takes"))]
    assert {folder.stat().st_ino for folder in folders} <= flushed
