"""A studio moves from a folder to PostgreSQL and S3 and back, and holds the same."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.errors import Conflict
from showbible.moving.move import MovedStudio, move
from showbible.settings import Settings
from showbible.storage import whole_studio
from showbible.storage.whole_studio import Digest
from tests.originals import Filling
from tests.postgres import Cluster
from tests.processes import Child
from tests.seaweed import S3Server

FILE = "projects/whales/runs/r1/final.mp4"


def _a_busy_studio(bible: Bible) -> None:
    bible.projects.create("whales")
    bible.projects.create("empty")
    run = bible.runs.start("Whales at dusk", budget=5, run_id="r1", project_id="whales")
    bible.runs.enter(run.id, "generating_video")
    bible.runs.deliver(run.id, "video", "a.mp4", scene_id="s1", cost="0.38")
    bible.runs.finish(run.id)
    bible.assets("whales").add("image", "breach.png", asset_id="breach", prompt="A whale breaches at dusk")
    bible.assets("whales").tell("Mara", kind="character", t_start=0.0, state={"wardrobe": "a red coat"})
    talk = bible.conversations.start("mara", user_id="u1")
    bible.conversations.say(talk.session_id, [("user", "I moved to Bergen in May."), ("assistant", "Is it raining?")])
    bible.blobs.put("videos", FILE, [b"film" * 1000])
    bible.worker().run_all()


@pytest.fixture
def filling() -> Filling:
    """A studio in which every memory has something."""
    return _a_busy_studio


@pytest.fixture
def server(cluster: Cluster, folder: Settings, tmp_path: Path) -> Iterator[Settings]:
    """An empty database, and a data folder of its own."""
    with cluster.database() as url:
        yield replace(folder, home=tmp_path / "server", database=url)


def _move(source: Settings, target: Settings) -> MovedStudio:
    return move(source, target, progress=lambda *_: None)


def _holdings(settings: Settings) -> dict[str, Digest]:
    """All that the databases of a studio hold."""
    with Bible(settings) as bible, whole_studio.studio_moment(bible.workspace) as seen:
        whole = {
            each.name: whole_studio.digest(each.lines(seen.of(None), "")) for each in whole_studio.workspace_lists()
        }
        stories = {
            f"{project_id}: {each.name}": whole_studio.digest(each.lines(seen.of(project_id), project_id))
            for project_id in seen.projects
            for each in whole_studio.story_lists()
        }
    return {name: told for name, told in (whole | stories).items() if told[0]}


def test_a_round_trip_brings_everything_back(
    folder: Settings, server: Settings, s3: S3Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grown = s3.settings(server, monkeypatch)
    home_again = replace(folder, home=tmp_path / "again")
    before = _holdings(folder)

    there = _move(folder, grown)
    back = _move(grown, home_again)

    assert (there.projects, there.files, there.vectors) == (2, back.files, back.vectors)
    assert there.vectors > 0 and there.files > 0
    assert _holdings(home_again) == before
    for settings in (grown, home_again):
        with Bible(settings) as bible:
            assert b"".join(bible.blobs.read("videos", FILE)) == b"film" * 1000
            assert bible.assets("whales").get("breach").prompt == "A whale breaches at dusk"
            assert bible.runs.start("Owls", budget=5, project_id="empty")
            bible.worker().run_all()


def test_a_studio_is_not_moved_onto_another(folder: Settings, server: Settings) -> None:
    with Bible(server) as bible:
        bible.projects.create("owls")

    with pytest.raises(Conflict, match="There is a studio already"):
        _move(folder, server)
    with pytest.raises(Conflict, match="is not empty"):
        _move(server, folder)
    with pytest.raises(Conflict, match="The studio is there already"):
        _move(folder, folder)


def _move_for(say: Callable[[Any], None], source: Settings, target: Settings) -> None:
    say("ready")
    _move(source, target)


@pytest.mark.parametrize("pause", [0.05, 0.2, 0.5])
def test_a_killed_move_is_begun_again(folder: Settings, server: Settings, tmp_path: Path, pause: float) -> None:
    aside = replace(folder, home=tmp_path / "aside")
    for target in (server, aside):
        child = Child(_move_for, folder, target)
        child.wait_for_word()
        time.sleep(pause)
        child.kill()

    if not aside.home.exists():  # or it was quicker
        _move(folder, aside)
    with Bible(server) as bible:
        is_there = bool(bible.db.value("SELECT 1 FROM projects"))
    if not is_there:
        _move(folder, server)

    assert _holdings(aside) == _holdings(folder) == _holdings(server)
