"""Commands to copy: they name the studio and the address of the server that shows them, and no secret."""

from __future__ import annotations

import html
import shlex
from pathlib import Path

from showbible.bible import Bible
from showbible.settings import Settings
from showbible.web.app import create_app
from showbible.web.commands import Commands
from tests.web.conftest import Caller

PAGE = {"accept": "text/html"}


def test_a_command_names_the_folder_of_its_studio(tmp_path: Path) -> None:
    home = tmp_path / "my studio"

    told = Commands(settings=Settings(home=home)).produce("a lighthouse teaser", budget="5")

    assert shlex.split(told) == ["showbible", "produce", "a lighthouse teaser", "--budget", "5", "--home", str(home)]


def test_a_folder_is_named_from_the_root_wherever_the_server_was_started() -> None:
    told = Commands(settings=Settings(home=Path("data"))).recall("whales at dusk")

    assert told == f'showbible recall "whales at dusk" --home {shlex.quote(str(Path.cwd() / "data"))}'


def test_words_that_a_shell_would_read_are_quoted() -> None:
    told = Commands(settings=Settings()).produce('"$(rm -rf .)" they said')

    assert shlex.split(told)[2] == '"$(rm -rf .)" they said'


def test_a_command_for_a_database_asks_for_its_address_and_tells_no_secret() -> None:
    settings = Settings(database="postgresql://keeper:sesame@db.example/lamp?password=sesame")

    told = Commands(settings=settings).produce("a lighthouse teaser")

    assert told.startswith('SHOWBIBLE_DATABASE="${SHOWBIBLE_DATABASE:?must be what the server has}" showbible produce')
    assert not any(word in told for word in ("sesame", "keeper:", "db.example"))


def test_a_request_to_copy_goes_to_the_address_that_was_asked(tmp_path: Path) -> None:
    with Bible(Settings(home=tmp_path / "studio", disk_floor_mb=0, workers=0)) as bible:
        caller = Caller(create_app(bible))
        page = html.unescape(caller("GET", "/cast", headers=PAGE | {"host": "127.0.0.1:9123"}).text)
        caller.close()

    assert """curl http://127.0.0.1:9123/api/v1/conversations --json '{"character_id": "nova"}'""" in page


def test_the_pages_of_an_empty_studio_name_its_folder(tmp_path: Path) -> None:
    home = tmp_path / "studio"
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        caller = Caller(create_app(bible))
        pages = {path: caller("GET", path, headers=PAGE).text for path in ("/", "/runs", "/memory", "/analytics")}
        caller.close()

    assert {path for path, text in pages.items() if f"--home {home}" not in text} == set()
