"""Both homes of files keep the same promises: a folder of this machine, and a bucket on a real S3 server."""

from __future__ import annotations

import hashlib
import io
import sys
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import islice
from pathlib import Path
from urllib.error import HTTPError

import pytest
from PIL import Image

from showbible.errors import Conflict, DiskFull, Invalid, Misconfigured, NotFound, TooLarge
from showbible.storage.blobs import MIB, Blobs, Folder
from showbible.storage.stores.bucket import STEP, Bucket
from showbible.storage.stores.copies import LocalCopies
from showbible.storage.stores.remote import PART, RemoteFiles
from showbible.storage.stores.resumable import ResumableUploads
from tests.seaweed import KEYS, S3Server
from tests.storage.test_pictures import png


def a_bucket(
    s3: S3Server, home: Path, *, address: str = "", most: int = 64 * MIB, floor: int = 0, **keys: str
) -> Bucket:
    remote = RemoteFiles.at(address or s3.address(), endpoint=s3.endpoint, keys={**KEYS, **keys})
    return Bucket(remote, here=Folder(home / "stores", floor=floor), copies=LocalCopies(home / "cache", most=most))


@pytest.fixture
def bucket(s3: S3Server, tmp_path: Path) -> Bucket:
    """An empty place in a bucket."""
    return a_bucket(s3, tmp_path)


@pytest.fixture(params=["folder", "bucket"])
def blobs(request: pytest.FixtureRequest, tmp_path: Path) -> Blobs:
    """Empty stores, in each home in turn."""
    if request.param == "folder":
        return Folder(tmp_path / "stores")
    found: Bucket = request.getfixturevalue("bucket")
    return found


def _content(blobs: Blobs, key: str) -> bytes:
    return b"".join(blobs.read("media", key))


def _drafts(tmp_path: Path) -> list[Path]:
    return list((tmp_path / "stores" / "partial").iterdir())


def _png() -> bytes:
    sink = io.BytesIO()
    Image.new("RGB", (4, 4), "navy").save(sink, "PNG")
    return sink.getvalue()


def test_what_is_put_comes_back_with_its_hash(blobs: Blobs) -> None:
    stored = blobs.put("media", "p1/lamp.bin", [b"light", b"house"])

    assert (stored.size, stored.sha256) == (10, hashlib.sha256(b"lighthouse").hexdigest())
    assert _content(blobs, "p1/lamp.bin") == b"lighthouse"


@pytest.mark.parametrize(
    ("start", "end", "part"), [(0, 5, b"light"), (5, None, b"house"), (5, 5, b""), (8, 99, b"se"), (99, None, b"")]
)
def test_a_range_of_a_file_can_be_read(blobs: Blobs, start: int, end: int | None, part: bytes) -> None:
    blobs.put("media", "lamp", [b"lighthouse"])

    assert b"".join(blobs.read("media", "lamp", start, end)) == part


def test_a_file_is_what_its_bytes_say(blobs: Blobs) -> None:
    picture = blobs.put("media", "holiday.html", [_png()])
    page = blobs.put("media", "picture.png", [b"<script>alert(1)</script>"])

    assert (picture.content_type, page.content_type) == ("image/png", "application/octet-stream")


def test_a_type_is_known_even_when_bytes_come_one_by_one(blobs: Blobs) -> None:
    stored = blobs.put("media", "slow", (bytes([byte]) for byte in _png()))

    assert stored.content_type == "image/png"


def test_an_unknown_store_is_not_found(blobs: Blobs) -> None:
    with pytest.raises(NotFound, match="no store 'secrets'"):
        blobs.put("secrets", "x", [b"x"])


def test_a_file_can_be_replaced(blobs: Blobs) -> None:
    blobs.put("media", "lamp", [b"old!"])
    stored = blobs.put("media", "lamp", [b"new!"])

    assert blobs.stat("media", "lamp").sha256 == stored.sha256 == hashlib.sha256(b"new!").hexdigest()


def test_a_deleted_file_is_gone(blobs: Blobs) -> None:
    blobs.put("media", "lamp", [b"x"])
    blobs.delete("media", "lamp")

    for ask in (
        lambda: blobs.stat("media", "lamp"),
        lambda: blobs.read("media", "lamp"),
        lambda: blobs.delete("media", "lamp"),
    ):
        with pytest.raises(NotFound, match="media/lamp"):
            ask()


def test_files_are_listed_by_prefix_and_a_shorter_name_is_no_prefix(blobs: Blobs) -> None:
    for key in ("projects/p1/a", "projects/p1/b", "projects/p10/c"):
        blobs.put("runs", key, [b"x"])

    assert [stored.key for stored in blobs.listed("runs", "projects/p1/")] == ["projects/p1/a", "projects/p1/b"]


@pytest.mark.parametrize(
    "key",
    ["../x", "a/../b", "/etc/passwd", "a//b", ".x", "a/.json", "", "a\x00b", "a b", "x" * 600, "/".join("a" * 13)],
)
def test_a_key_that_is_no_name_of_ours_is_refused(blobs: Blobs, tmp_path: Path, key: str) -> None:
    with pytest.raises(Invalid):
        blobs.put("media", key, [b"x"])
    with pytest.raises(Invalid):
        blobs.stat("media", key)
    assert not list(tmp_path.rglob("*"))


def test_a_file_over_its_limit_leaves_nothing(blobs: Blobs, tmp_path: Path) -> None:
    with pytest.raises(TooLarge, match="1,024 bytes"):
        blobs.put("evals", "r1/evaluation.json", [b"x" * 1000, b"x" * 25])

    assert (list(blobs.entries("evals")), _drafts(tmp_path)) == ([], [])


def test_the_working_files_of_a_run_share_one_limit(blobs: Blobs) -> None:
    blobs.put("runs", "projects/p1/runs/r1/state.json", [b"x" * 6 * MIB])
    blobs.put("runs", "projects/p1/runs/r10/state.json", [b"x" * 6 * MIB])

    with pytest.raises(TooLarge, match="all files of a run, and the others have 6,291,456"):
        blobs.put("runs", "projects/p1/runs/r1/plan.json", [b"x" * 5 * MIB])
    assert blobs.put("runs", "projects/p1/runs/r1/state.json", [b"x" * 9 * MIB]).size == 9 * MIB


def test_a_sender_that_breaks_off_leaves_the_old_file(blobs: Blobs, tmp_path: Path) -> None:
    def broken() -> Iterator[bytes]:
        yield b"half of"
        raise ConnectionError("gone")

    blobs.put("media", "lamp", [b"old"])
    with pytest.raises(ConnectionError):
        blobs.put("media", "lamp", broken())

    assert (_content(blobs, "lamp"), _drafts(tmp_path)) == (b"old", [])


def test_a_picture_that_nobody_could_open_is_not_kept(blobs: Blobs, tmp_path: Path) -> None:
    with pytest.raises(TooLarge, match="the limit is 50 million"):
        blobs.put("media", "bomb.png", [png(65_535, 65_535)])

    assert (list(blobs.entries("media")), _drafts(tmp_path)) == ([], [])


def test_only_one_of_many_writers_makes_a_new_file(blobs: Blobs) -> None:
    def make(number: int) -> bytes | None:
        try:
            blobs.put("media", "lamp", [b"%d" % number], new=True)
        except Conflict:
            return None
        return b"%d" % number

    with ThreadPoolExecutor(6) as pool:
        made = [content for content in pool.map(make, range(6)) if content is not None]

    assert made == [_content(blobs, "lamp")]


def test_a_list_goes_on_after_any_of_its_keys(blobs: Blobs) -> None:
    for key in ("p1/a", "p1/b/c", "p1/b/d", "p1.x/a", "p10/c", "z"):
        blobs.put("media", key, [b"x"])
    whole = [entry.key for entry in blobs.entries("media")]

    pages, after = list[str](), ""
    while page := [entry.key for entry in islice(blobs.entries("media", after=after), 2)]:
        pages, after = pages + page, page[-1]

    assert (len(whole), pages) == (6, whole)
    assert [stored.key for stored in blobs.listed("media", "p1")] == ["p1/a", "p1/b/c", "p1/b/d"]


def test_a_tool_gets_a_path_that_lasts_as_long_as_it_looks(blobs: Blobs) -> None:
    blobs.put("media", "lamp.png", [_png()])

    with blobs.local("media", "lamp.png") as path:
        blobs.delete("media", "lamp.png")
        seen = (path.suffix, path.read_bytes())

    assert (seen, path.exists()) == ((".png", _png()), False)


def test_other_stores_in_the_same_place_are_out_of_sight(blobs: Blobs) -> None:
    other = blobs.beside("parts", {"media": 10})
    other.put("media", "lamp", [b"x"])

    assert (list(blobs.entries("media")), [each.key for each in other.entries("media")]) == ([], ["lamp"])


def test_a_large_file_goes_in_parts_and_comes_back_whole(bucket: Bucket) -> None:
    piece = bytes(range(256)) * 4096
    film = [piece] * (2 * PART // MIB + 1)

    stored = bucket.put("videos", "film", film)

    digest, largest = hashlib.sha256(), 0
    for part in bucket.read("videos", "film"):
        digest.update(part)
        largest = max(largest, len(part))
    assert (digest.hexdigest(), largest) == (stored.sha256, STEP)
    assert bucket.stat("videos", "film") == stored
    assert b"".join(bucket.read("videos", "film", STEP - 1, STEP + 2)) == b"\xff\x00\x01"


def test_another_server_goes_on_with_an_upload(s3: S3Server, tmp_path: Path) -> None:
    address = s3.address()
    first, second = (ResumableUploads(a_bucket(s3, tmp_path / name, address=address)) for name in ("one", "two"))

    upload_id = first.begin("media", "film", size=4).upload_id
    first.append(upload_id, [b"fi"], offset=0)
    second.append(upload_id, [b"lm"], offset=second.get(upload_id).offset)

    assert first.finish(upload_id).sha256 == hashlib.sha256(b"film").hexdigest()


def test_a_signed_address_fetches_the_file_and_only_that_one(bucket: Bucket) -> None:
    bucket.put("media", "lamp", [b"light"])
    bucket.put("media", "land", [b"dark"])

    address = bucket.address("media", "lamp", lasting=timedelta(minutes=1))

    assert urllib.request.urlopen(address).read() == b"light"
    with pytest.raises(HTTPError, match="403"):
        urllib.request.urlopen(address.replace("/lamp", "/land"))


def test_a_file_that_another_program_put_there_is_known_by_its_content(s3: S3Server, bucket: Bucket) -> None:
    bucket.put("media", "lamp.html", [_png()])
    with bucket.local("media", "lamp.html") as file:
        bucket._remote.send("media/foreign.html", file, told={"Content-Type": "text/html"})

    foreign, ours = bucket.stat("media", "foreign.html"), bucket.stat("media", "lamp.html")

    assert (foreign.sha256, foreign.content_type) == (ours.sha256, "image/png")


def test_local_copies_have_bounds_and_can_be_made_again(s3: S3Server, tmp_path: Path) -> None:
    bucket = a_bucket(s3, tmp_path, most=10)
    for key in ("a", "b", "c"):
        bucket.put("media", key, [key.encode() * 4])

    for key in ("a", "b", "c"):
        with bucket.local("media", key) as path:
            assert path.read_bytes() == key.encode() * 4
    assert sum(file.stat().st_size for file in (tmp_path / "cache").rglob("*") if file.is_file()) == 8


def test_below_the_disk_floor_no_file_is_taken_in(s3: S3Server, tmp_path: Path) -> None:
    bucket = a_bucket(s3, tmp_path, floor=2**60)

    with pytest.raises(DiskFull):
        bucket.put("media", "lamp", [b"x"])


def test_wrong_keys_are_told_in_words(s3: S3Server, tmp_path: Path) -> None:
    bucket = a_bucket(s3, tmp_path, secret_access_key="of-somebody-else")

    for ask in (lambda: bucket.put("media", "lamp", [b"x"]), bucket.check, lambda: bucket.stat("media", "lamp")):
        with pytest.raises(Misconfigured, match="AWS_SECRET_ACCESS_KEY"):
            ask()


def test_a_bucket_that_is_not_there_is_told_in_words(s3: S3Server, tmp_path: Path) -> None:
    remote = RemoteFiles.at("s3://nowhere", endpoint=s3.endpoint, keys=KEYS)
    bucket = Bucket(remote, here=Folder(tmp_path / "stores"), copies=LocalCopies(tmp_path / "cache", most=0))

    with pytest.raises(Misconfigured, match="no such bucket"):
        bucket.check()


def test_without_its_package_a_bucket_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "obstore.store", None)

    with pytest.raises(Misconfigured, match=r"pip install 'showbible\[s3\]'"):
        RemoteFiles.at("s3://films")


def test_a_key_below_a_file_is_a_conflict_in_a_folder(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "stores")
    folder.put("media", "films/whale", [b"x"])

    for key in ("films", "films/whale/first"):
        with pytest.raises(Conflict, match="in the way"):
            folder.put("media", key, [b"x"])
