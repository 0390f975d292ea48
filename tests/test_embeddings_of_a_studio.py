"""A studio whose settings name an embedding server, from its start to its search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from showbible import flow
from showbible.bible import Bible
from showbible.conversations.model import MemoryDraft
from showbible.errors import Misconfigured
from showbible.jobs import queue
from showbible.settings import Settings
from tests.fake_embeddings import FakeEmbeddings

RICH = "a keeper climbs the narrow lighthouse stairs carrying a brass lantern"


@pytest.fixture
def server() -> Iterator[FakeEmbeddings]:
    with FakeEmbeddings() as running:
        yield running


@pytest.fixture
def served(settings: Settings, server: FakeEmbeddings) -> Settings:
    """Settings of the same studio with a served model."""
    return replace(settings, embeddings="openai:tiny", embeddings_url=server.url)


def _filled(bible: Bible) -> None:
    bible.projects.create("whales")
    bible.assets("whales").add("image", "a.png", asset_id="stairs", prompt=RICH)
    scope = bible.conversations.scope("lena", character_id="emma")
    bible.conversations.remember_many(scope, [MemoryDraft(type="fact", text="Lena keeps a lighthouse.")])
    bible.worker().run_all()


def _models(bible: Bible) -> list[str]:
    assets = bible.assets("whales").db.all("SELECT model FROM asset_vectors")
    return [row.model for row in (*assets, *bible.db.all("SELECT model FROM memory_vectors"))]


def test_another_model_in_the_settings_places_assets_and_memories_anew(settings: Settings, served: Settings) -> None:
    with Bible(settings) as before:
        _filled(before)

    with Bible(served) as after:
        with after.db.transaction():
            queue.announce(after.db, "workspace.tidied")
        after.worker().run_all()
        models = _models(after)

    assert models == ["openai:tiny", "openai:tiny"]


def test_the_settings_model_answers_questions(served: Settings, server: FakeEmbeddings) -> None:
    with Bible(served) as bible:
        _filled(bible)
        flow.place_what_waits(bible.resources, {})
        bible.worker().run_all()
        asset = bible.assets("whales").search("lighthouse lantern").items[0]
        scope = bible.conversations.scope("lena", character_id="emma")
        (memory,) = bible.conversations.recall(scope, "lighthouse")

    assert "close in meaning" in asset.why and memory.memory.text == "Lena keeps a lighthouse."
    assert server.texts[-2:] == ["lighthouse lantern", "lighthouse"]


def test_what_a_served_model_costs_is_on_the_books(served: Settings) -> None:
    with Bible(served) as bible:
        _filled(bible)
        calls = bible.db.all("SELECT prompt, model, outcome, tokens_in FROM model_calls")

    assert [tuple(row) for row in calls] == [
        ("embeddings", "openai:tiny", "answered", 11),
        ("embeddings", "openai:tiny", "answered", 4),
    ]


def test_while_the_server_is_away_nothing_fails_and_words_find(served: Settings, server: FakeEmbeddings) -> None:
    server.fail()
    with Bible(served) as bible:
        _filled(bible)
        found = bible.assets("whales").search("brass lantern").items
        scope = bible.conversations.scope("lena", character_id="emma")
        recalled = bible.conversations.recall(scope, "lighthouse")

    assert ([hit.asset.asset_id for hit in found], len(recalled)) == (["stairs"], 1)


def test_a_model_that_is_not_there_stops_the_start_before_anything_is_made(folder: Settings) -> None:
    with pytest.raises(Misconfigured, match=r"it lacks tokenizer.json"):
        Bible(replace(folder, home=folder.home / "new", embeddings=f"local:{folder.home}"))

    assert not (folder.home / "new").exists()
