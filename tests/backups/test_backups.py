"""A backup is made while the studio works, is checked, and brings it back as it was."""

from __future__ import annotations

import json
import tarfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from showbible.backups import regular, restore
from showbible.backups.api import packed
from showbible.backups.verify import verify
from showbible.bible import Bible
from showbible.errors import Conflict, Damaged, Misconfigured, NotFound, ShowbibleError
from showbible.settings import Settings
from showbible.storage.backup_manifest import MANIFEST
from showbible.troubles import late_backup
from showbible.vocabulary import utcnow
from tests.backups.conftest import FILE
from tests.conftest import IN_FOLDER


def _restored(place: Path, bible: Bible, home: Path) -> Settings:
    """Where the studio is, once it was put back."""
    if bible.workspace.in_files:
        settings = replace(bible.settings, home=home)
        restore.restore(place, settings, replace=False, at=utcnow())
        return settings
    restore.restore_tables(place, bible.workspace, bible.blobs, replace=True)
    return bible.settings


def test_a_studio_comes_back_as_it_was(bible: Bible, tmp_path: Path) -> None:
    made = bible.backups.create()
    bible.runs.start("Owls", budget=5, run_id="later")
    bible.assets("whales").add("image", "dive.png", asset_id="dive")
    bible.blobs.delete("videos", FILE)

    with Bible(_restored(made.place, bible, tmp_path / "new")) as back:
        assert [run.id for run in back.runs.list().items] == ["r1"]
        assert back.assets("whales").get("breach").prompt == "A whale breaches at dusk"
        with pytest.raises(NotFound):
            back.assets("whales").get("dive")
        assert b"".join(back.blobs.read("videos", FILE)) == b"film" * 1000
        back.runs.start("Terns", budget=5)


@pytest.mark.parametrize("settings", ["postgresql"], indirect=True)
def test_tables_are_put_only_into_an_empty_database_unless_it_may_be_replaced(bible: Bible) -> None:
    made = bible.backups.create()

    with pytest.raises(Conflict, match=r"The database is not empty: .* has rows"):
        restore.restore_tables(made.place, bible.workspace, bible.blobs, replace=False)

    assert bible.runs.get("r1").concept == "Whales"


@IN_FOLDER
def test_one_file_holds_all_of_it_and_is_private(bible: Bible, tmp_path: Path) -> None:
    file = packed(bible.backups.create(), tmp_path / "whales.tar")

    with Bible(_restored(file, bible, tmp_path / "new")) as back:
        assert b"".join(back.blobs.read("videos", FILE)) == b"film" * 1000
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(Conflict, match="is there already"):
        packed(bible.backups.list()[0], file)


def test_a_file_that_goes_later_stays_in_the_backup(films: Bible) -> None:
    made = films.backups.create()

    films.blobs.delete("videos", FILE)

    assert films.backups.verify(made.name).verified_at is not None


def test_a_changed_byte_is_found_and_named(films: Bible) -> None:
    made = films.backups.create()
    film = made.place / "stores" / "videos" / FILE
    film.unlink()
    film.write_bytes(b"film" * 999 + b"fiLm")

    with pytest.raises(Damaged, match=r"stores/videos/.*final.mp4: its bytes are not those that were kept"):
        verify(made.place)


def test_a_missing_database_is_found_and_named(films: Bible) -> None:
    made = films.backups.create()
    (made.place / "projects" / "whales" / "memory.db").unlink()

    with pytest.raises(Damaged, match=r"projects/whales/memory\.db: There is no file of the backup"):
        verify(made.place)


def test_half_an_archive_is_refused(films: Bible, tmp_path: Path) -> None:
    file = packed(films.backups.create(), tmp_path / "whales.tar")
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])

    with pytest.raises(ShowbibleError, match=r"may be cut off|not sound"):
        restore.restore(file, replace(films.settings, home=tmp_path / "new"), replace=False, at=utcnow())

    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": 2}, "has layout 2 .* Upgrade Showbible first"),
        ({"schema": {"workspace": 9999, "project": 1}}, "schema version 9999"),
        ({"files": [{"name": "../cron", "size": 1, "sha256": "0", "written": 0}]}, "no place in a studio"),
        ({"files": [{"name": "/etc/cron", "size": 1, "sha256": "0", "written": 0}]}, "no place in a studio"),
        ({"files": None}, "is incomplete"),
    ],
)
def test_what_a_backup_must_not_say_is_refused(
    films: Bible, tmp_path: Path, change: dict[str, object], words: str
) -> None:
    made = films.backups.create()
    manifest = made.place / MANIFEST
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | change))

    with pytest.raises(ShowbibleError, match=words):
        restore.restore(made.place, replace(films.settings, home=tmp_path / "new"), replace=False, at=utcnow())

    assert not (tmp_path / "new").exists()


def test_an_archive_of_something_else_is_no_backup(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "other.tar", "w") as archive:
        archive.add(__file__, "readme")

    with pytest.raises(Damaged, match="no whole backup"):
        verify(tmp_path / "other.tar")


def test_a_studio_is_replaced_only_when_that_is_said_and_then_kept(films: Bible) -> None:
    made = films.backups.create()
    films.runs.start("Owls", budget=5, run_id="later")

    with pytest.raises(Conflict, match="is not empty"):
        restore.restore(made.place, films.settings, replace=False, at=utcnow())
    done = restore.restore(made.place, films.settings, replace=True, at=utcnow())

    assert done.kept is not None
    with Bible(replace(films.settings, home=done.kept)) as before, Bible(films.settings) as now:
        assert sorted(run.id for run in before.runs.list().items) == ["later", "r1"]
        assert [run.id for run in now.runs.list().items] == ["r1"]
        assert [backup.name for backup in now.backups.list()] == [made.name]


def test_who_had_the_replaced_studio_open_is_told_to_restart(films: Bible) -> None:
    made = films.backups.create()
    restore.restore(made.place, films.settings, replace=True, at=utcnow())

    with pytest.raises(Damaged, match="Restart it"):
        films.runs.start("Owls", budget=5)


def test_a_backup_of_a_folder_is_not_put_into_a_database(films: Bible) -> None:
    made = films.backups.create()
    elsewhere = replace(films.settings, database="postgresql://postgres@nowhere/none")

    with pytest.raises(Misconfigured, match="a studio on a folder: leave SHOWBIBLE_DATABASE out"):
        restore.restore(made.place, elsewhere, replace=True, at=utcnow())


def test_the_newest_backups_are_kept(films: Bible) -> None:
    names = [films.backups.create().name for _ in range(3)]

    assert films.backups.prune(2) == names[:1]
    assert [backup.name for backup in films.backups.list()] == [names[2], names[1]]


def test_a_damaged_project_is_left_out_and_no_older_backup_goes(folder: Settings) -> None:
    with Bible(folder) as films:
        films.projects.create("owls")
        films.assets("owls")
        whole = films.backups.create()
    (folder.home / "projects" / "owls" / "memory.db").write_bytes(b"not a database" * 500)

    with Bible(folder) as films:
        regular.make_backup(replace(films.resources, backups_kept=1), {})
        newest, older = films.backups.list()

    assert [*newest.manifest.left_out] == ["projects/owls/memory.db"]
    assert older.name == whole.name
    assert "projects/whales/memory.db" in {file.name for file in newest.manifest.files}


def test_a_backup_that_did_not_come_is_missed(films: Bible) -> None:
    tomorrow = datetime.now(UTC) + timedelta(hours=27)

    assert late_backup(films) is None
    missing = late_backup(films, at=tomorrow)
    films.backups.create()
    late = late_backup(films, at=tomorrow)

    assert missing is not None and "There is no backup yet" in missing.text
    assert late is not None and "The last backup is" in late.text


def test_a_backup_that_lies_on_another_machine_is_known(bible: Bible) -> None:
    made = bible.backups.create()

    made.place.rename(made.place.parent.parent / "elsewhere")

    assert (bible.backups.newest(), bible.backups.last_made_at()) == (None, made.made_at)
