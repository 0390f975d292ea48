"""What tests of recall may ask for: a studio in which every memory knows something, and a caller."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.settings import Settings
from tests.direction.builders import taught
from tests.originals import Filling, nothing
from tests.web.conftest import Caller, calling

SUNDAY = datetime(2026, 11, 15, 10, 0, tzinfo=UTC)
EVERYTHING: dict[str, Any] = {"project": "whales", "user": "lena", "character": "emma"}


@pytest.fixture
def filling(request: pytest.FixtureRequest) -> Filling:
    """Every memory knows something about whales, for who asks for a full studio or a caller of one."""
    return _fill if {"full", "small"} & set(request.fixturenames) else nothing


@pytest.fixture
def full(bible: Bible) -> Bible:
    """A studio in which every memory knows something about whales."""
    return bible


@pytest.fixture
def small(folder: Settings) -> Iterator[Bible]:
    """The same in a folder, for rules that no database has a say in."""
    with Bible(folder) as opened:
        yield opened


@pytest.fixture
def call(full: Bible) -> Iterator[Caller]:
    """A caller of the full studio's API."""
    with calling(full) as caller:
        yield caller


@pytest.fixture
def small_call(small: Bible) -> Iterator[Caller]:
    """A caller of the API of the studio in a folder."""
    with calling(small) as caller:
        yield caller


def _fill(bible: Bible) -> None:
    taught(bible)
    assets = bible.assets("whales")
    assets.add("video", "dusk.mp4", asset_id="dusk", prompt="A whale breaching at dusk")
    assets.add("video", "eye.mp4", asset_id="eye", prompt="The eye of a whale, watched by Mara")
    assets.tell("Mara", kind="character", state={"coat": "red"})
    run = bible.runs.start("Podcast intro about whales", budget="12", project_id="whales", run_id="intro")
    bible.runs.add_pilot(run.id, "a", tier="animated", budget="2")
    bible.runs.judge_pilot(run.id, "a", score=80, status="approved")
    bible.runs.finish(run.id)
    scope = bible.conversations.scope("lena", character_id="emma")
    bible.conversations.remember(scope, "preference", "I love whales", memory_id="m1", at=SUNDAY - timedelta(days=1))
    bible.worker().run_all()
