"""Uploads that nobody goes on with leave again; those that are on their way stay."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from showbible.errors import Conflict, NotFound
from showbible.storage.blobs import Folder
from showbible.storage.stores.resumable import ResumableUploads
from showbible.vocabulary import utcnow


@pytest.fixture
def uploads(tmp_path: Path) -> ResumableUploads:
    return ResumableUploads(Folder(tmp_path / "stores"))


def test_what_nothing_has_come_for_in_a_day_is_forgotten(uploads: ResumableUploads) -> None:
    first = uploads.begin("media", "first", size=2)
    uploads.append(first.upload_id, [b"x"], offset=0)
    between = utcnow()
    second = uploads.begin("media", "second", size=2)

    gone = uploads.forget_stale(before=between)

    assert (gone, uploads.get(second.upload_id)) == (1, second)
    with pytest.raises(NotFound, match=first.upload_id):
        uploads.get(first.upload_id)


def test_of_two_who_go_on_at_the_same_place_one_is_refused(uploads: ResumableUploads) -> None:
    begun = uploads.begin("media", "film", size=4)

    def while_another_sends() -> Iterator[bytes]:
        uploads.append(begun.upload_id, [b"ab"], offset=0)
        yield b"xy"

    with pytest.raises(Conflict):
        uploads.append(begun.upload_id, while_another_sends(), offset=0)
    uploads.append(begun.upload_id, [b"cd"], offset=2)
    assert uploads.finish(begun.upload_id).size == 4


def test_only_a_part_of_a_file_is_no_file(uploads: ResumableUploads) -> None:
    begun = uploads.begin("media", "film", size=4)
    uploads.append(begun.upload_id, [b"abc"], offset=0)

    with pytest.raises(Conflict, match="Only 3 of 4 bytes"):
        uploads.finish(begun.upload_id)
    assert uploads.forget_stale(before=utcnow() - timedelta(days=1)) == 0
