"""A studio whose files are in a bucket: a production, what is seen of it, and its end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from showbible.bible import Bible
from showbible.runs.model import Status
from showbible.settings import Settings
from showbible.studio import media, orchestrator
from showbible.vocabulary import STORES
from tests.seaweed import S3Server
from tests.studio.crews import quick
from tests.web.conftest import calling


@pytest.fixture
def distant(s3: S3Server, folder: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bible]:
    """An empty studio with its files in a bucket."""
    with Bible(s3.settings(folder, monkeypatch)) as opened:
        yield opened


def _keys(bible: Bible) -> set[str]:
    return {f"{store}/{entry.key}" for store in STORES for entry in bible.blobs.entries(store)}


def test_a_production_keeps_all_its_files_in_the_bucket(distant: Bible) -> None:
    distant.projects.create("whales")
    distant.lessons.prefer({"preferred_duration": 1, "default_audio_tier": "none"})
    run_id = orchestrator.ask(distant, "a whale at dusk", budget="0.5", scenes=1, project_id="whales")
    run = orchestrator.produce(distant, run_id, crew=quick(distant))
    distant.worker().run_all()

    with calling(distant) as call:
        film = call("GET", f"/media/{run.final_video_path}")
        still = call("GET", f"/stills/{run.final_video_path}")
    assert (run.recorded_status, still.headers["content-type"]) == (Status.COMPLETED, "image/jpeg")
    assert media.probe(film.content).frames > 0
    assert {asset.path for asset in run.assets} | {run.final_video_path} <= _keys(distant)
    assert [file for file in (distant.workspace.home / "stores").rglob("*") if file.is_file()] == []

    distant.projects.delete("whales")
    distant.worker().run_all()
    assert _keys(distant) == set()
