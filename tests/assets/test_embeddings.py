"""A served model places assets in the background; while its server is away, nothing fails and words still find."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from PIL import Image

from showbible import flow
from showbible.assets.api import Assets
from showbible.assets.learn.catching_up import UNABLE, LearningTools, catch_up
from showbible.assets.model import LookState
from showbible.assets.recall.partial import BY_WORDS
from showbible.assets.record.repair import wake
from showbible.jobs import queue
from showbible.jobs.queue import JobState
from showbible.jobs.worker import Worker
from showbible.llm.embeddings.embedder import Unavailable
from showbible.llm.embeddings.pieces import default
from showbible.llm.embeddings.questions import Questions
from showbible.resources import Resources
from showbible.storage.workspace import Workspace
from tests.conftest import IN_FOLDER
from tests.fake_embeddings import Answer, FakeEmbeddings

RICH = "a keeper climbs the narrow lighthouse stairs carrying a brass lantern"


@pytest.fixture
def server() -> Iterator[FakeEmbeddings]:
    with FakeEmbeddings() as running:
        yield running


@pytest.fixture
def hands(assets: Assets, workspace: Workspace, server: FakeEmbeddings) -> Resources:
    """What the jobs of a studio with a served model touch."""
    served = server.client(writing=lambda: workspace.writing)
    return Resources(workspace=workspace, blobs=assets.blobs, embedder=lambda: served)


@pytest.fixture
def asked(assets: Assets, server: FakeEmbeddings) -> Assets:
    """The same project, asked with the served model."""
    questions = Questions(server.client())
    return replace(assets, embedder=lambda: questions)


def _work(hands: Resources) -> None:
    Worker(hands.workspace.db, lambda job: flow.perform(hands, job)).run_all()


def _models(assets: Assets) -> list[str]:
    return [row.model for row in assets.db.all("SELECT model FROM asset_vectors ORDER BY item_id")]


def _errors(hands: Resources) -> list[str | None]:
    return [job.error for job in queue.listed(hands.workspace.db).items]


def test_a_model_of_any_length_places_what_is_recorded(asked: Assets, hands: Resources) -> None:
    asked.add("image", "a.png", asset_id="stairs", prompt=RICH)
    asked.add("image", "b.png", asset_id="whale", prompt="a white whale breaches beside the old harbour wall at dawn")
    _work(hands)

    found = asked.search("white whale at dawn").items

    assert [hit.asset.asset_id for hit in found][:1] == ["whale"]
    assert "close in meaning" in found[0].why
    assert _models(asked) == ["openai:tiny", "openai:tiny"]


def test_recording_and_searching_go_on_while_the_server_is_away(
    asked: Assets, hands: Resources, server: FakeEmbeddings
) -> None:
    server.fail()
    asked.add("image", "a.png", asset_id="stairs", prompt=RICH)
    _work(hands)

    found = asked.search("brass lantern").items

    assert [hit.asset.asset_id for hit in found] == ["stairs"]
    assert _errors(hands) == ["Unavailable: The server of the embedding model openai:tiny answered 503."]


def test_a_search_says_what_it_did_without(asked: Assets, server: FakeEmbeddings) -> None:
    asked.add("image", "a.png", asset_id="stairs", prompt=RICH)
    asked.search("narrow stairs")
    well = asked.missing("narrow stairs")
    server.fail()

    asked.search("brass lantern")

    assert (well, asked.missing("brass lantern"), asked.missing("narrow stairs")) == ((), (BY_WORDS,), ())
    assert (asked.missing(" ?! "), asked.context("brass lantern").why[-1]) == ((), BY_WORDS)


def test_the_packaged_model_is_never_away(assets: Assets) -> None:
    assert [assets.missing(query) for query in ("brass lantern", "灯台", "")] == [(), (), ()]


def test_what_could_not_be_placed_is_placed_when_the_server_is_back(
    asked: Assets, hands: Resources, server: FakeEmbeddings
) -> None:
    server.fail()
    asked.add("image", "a.png", asset_id="stairs", prompt=RICH)
    job = queue.claim(hands.workspace.db, owner="here:1:x", lease_ms=60_000)
    assert job is not None
    queue.give_up(hands.workspace.db, job, "Unavailable: The server answered 503.")
    server.recover()

    flow.place_what_waits(hands, {})
    _work(hands)

    assert (_models(asked), queue.find(hands.workspace.db, job.job_id).state) == (["openai:tiny"], JobState.DONE)


def test_a_job_that_failed_for_another_reason_stays_failed(asked: Assets, hands: Resources) -> None:
    asked.add("image", "a.png", asset_id="stairs", prompt=RICH)
    job = queue.claim(hands.workspace.db, owner="here:1:x", lease_ms=60_000)
    assert job is not None
    queue.give_up(hands.workspace.db, job, "KeyError: 'x'")

    flow.place_what_waits(hands, {})

    assert queue.find(hands.workspace.db, job.job_id).state is JobState.FAILED


def test_a_change_of_the_model_places_everything_anew_without_being_opened(assets: Assets, hands: Resources) -> None:
    for number in range(3):
        assets.add("image", f"{number}.png", prompt=f"{RICH} number {number}")
    _work(replace(hands, embedder=default))
    before = _models(assets)

    for follower in flow.FOLLOWS["workspace.tidied"]:
        follower(hands, {})
    _work(hands)

    assert (before, _models(assets)) == ([default().name] * 3, ["openai:tiny"] * 3)


def test_placing_goes_on_where_it_stopped(assets: Assets, means: LearningTools, server: FakeEmbeddings) -> None:
    def second_fails(texts: Sequence[str]) -> Answer:
        return server.vectors(texts) if len(server.requests) == 1 else (404, {})

    for number in range(100):
        assets.add("image", f"{number:03}.png", asset_id=f"a{number:03}", prompt=f"{RICH} number {number}")
    server.answer = second_fails
    served = replace(means, embedder=server.client())
    with pytest.raises(Unavailable):
        catch_up(assets.db, served)
    server.recover()

    catch_up(assets.db, served)

    assert [len(request["input"]) for request in server.requests] == [64, 36, 36]
    assert _models(assets) == ["openai:tiny"] * 100


def test_until_all_is_placed_anew_words_find_the_rest(
    asked: Assets, means: LearningTools, server: FakeEmbeddings
) -> None:
    asked.add("image", "a.png", asset_id="stairs", prompt=RICH)
    catch_up(asked.db, means)

    found = asked.search("brass lantern").items

    assert [(hit.asset.asset_id, hit.why) for hit in found] == [("stairs", "prompt says brass, lantern")]
    assert _models(asked) == [default().name]


@IN_FOLDER
def test_thin_assets_wait_for_a_missing_package_and_are_looked_at_once_it_is_there(
    assets: Assets, means: LearningTools, monkeypatch: pytest.MonkeyPatch
) -> None:
    Image.new("RGB", (32, 18), (200, 30, 35)).save(means.folder / "a.png")
    assets.add("image", "a.png", asset_id="one")
    with monkeypatch.context() as missing:
        missing.setitem(sys.modules, "cv2", None)
        for _ in range(5):
            catch_up(assets.db, means)
    waiting = assets.get("one").look

    wake(assets.db, model=None)
    catch_up(assets.db, means)

    assert (waiting, assets.get("one").look) == (LookState.WAITING, LookState.DONE)
    assert [note.summary for note in assets.notes(note_type="failure").items] == [UNABLE]
