"""Thin assets get words, words get entities, everything gets a place; a failure leaves the asset and a note."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from showbible.assets.api import Assets
from showbible.assets.learn.catching_up import LearningTools, catch_up
from showbible.assets.model import AssetKind, LookState
from showbible.assets.recall.needs_caption import why_thin
from showbible.assets.record import library
from showbible.llm.providers import Endpoint
from showbible.llm.vision import Sighted
from tests.conftest import IN_FOLDER
from tests.fake_model import FakeModel, says


def _picture(place: Path) -> Path:
    Image.new("RGB", (320, 180), (20, 30, 90)).save(place)
    return place


RICH = "a keeper climbs the narrow lighthouse stairs carrying a brass lantern"


@pytest.mark.parametrize(
    ("kind", "prompt", "caption", "has_entities", "thin"),
    [
        (AssetKind.IMAGE, None, None, False, True),
        (AssetKind.IMAGE, "the sea", None, True, True),
        (AssetKind.IMAGE, "waves and old boats, fog", None, False, True),
        (AssetKind.IMAGE, "waves and old boats, fog", None, True, False),
        (AssetKind.IMAGE, RICH, None, False, False),
        (AssetKind.VIDEO, None, "a caption", False, False),
        (AssetKind.AUDIO, None, None, False, False),
    ],
)
def test_an_asset_is_thin_by_a_written_rule(
    kind: AssetKind, prompt: str | None, caption: str | None, has_entities: bool, thin: bool
) -> None:
    reason = why_thin(kind, prompt=prompt, caption=caption, has_entities=has_entities)

    assert (reason is not None) == thin


def test_a_thin_asset_is_described_by_its_pixels(assets: Assets, means: LearningTools) -> None:
    _picture(means.folder / "a.png")
    assets.add("image", "a.png", asset_id="one")

    catch_up(assets.db, means)

    made = assets.get("one")
    assert made.caption == "A landscape picture, 320x180, very dark, with little fine detail, flat. Mostly navy."
    assert (made.caption_by, made.look) == ("rule", LookState.DONE)
    assert [hit.asset.asset_id for hit in assets.search("navy").items] == ["one"]


def test_an_asset_with_words_enough_is_never_looked_at(assets: Assets, means: LearningTools) -> None:
    assets.add("image", "missing.png", asset_id="one", prompt=RICH)

    catch_up(assets.db, means)

    assert (assets.get("one").caption, assets.notes().total) == (None, 0)


def test_a_failed_look_leaves_the_asset_and_one_note(assets: Assets, means: LearningTools) -> None:
    (means.folder / "a.mp4").write_bytes(b"not a film")
    assets.add("video", "a.mp4", asset_id="one")

    for _ in range(2):
        catch_up(assets.db, means)

    (note,) = assets.notes(note_type="failure").items
    assert (note.asset_id, assets.get("one").look) == ("one", LookState.FAILED)
    assert note.summary.startswith("Looking at a.mp4 failed: The file cannot be looked at")


@IN_FOLDER
def test_a_new_version_of_a_file_is_looked_at_again(assets: Assets, means: LearningTools) -> None:
    assets.add("image", "a.png", asset_id="one", sha256="old")
    catch_up(assets.db, means)
    _picture(means.folder / "a.png")
    assets.add("image", "a.png", asset_id="one", sha256="new")

    catch_up(assets.db, means)

    assert (assets.get("one").look, assets.notes().total) == (LookState.DONE, 1)


def test_looks_that_never_end_are_counted_and_given_up(assets: Assets, means: LearningTools) -> None:
    assets.add("image", "a.png", asset_id="one")
    begun = [library.begin_look(assets.db, "one") for _ in range(4)]

    catch_up(assets.db, means)

    assert begun == [True, True, True, False]
    assert "3 times" in assets.notes().items[0].summary


@IN_FOLDER
def test_a_vision_model_is_asked_and_named(assets: Assets, means: LearningTools) -> None:
    _picture(means.folder / "a.png")
    assets.add("image", "a.png", asset_id="one")

    with FakeModel(says('{"text": "Two flags on a wall."}')) as model:
        viewer = Sighted("openai-chat:eyes", endpoint=Endpoint(base_url=model.url, api_key="k"))
        catch_up(assets.db, replace(means, viewer=viewer))

    assert (assets.get("one").caption, assets.get("one").caption_by) == (
        "Two flags on a wall.",
        "model:openai-chat:eyes",
    )
    assert "data:image/jpeg;base64" in model.received[0].text


def test_what_a_rule_reads_in_a_prompt_becomes_a_state(assets: Assets, means: LearningTools) -> None:
    assets.segment("s1", t_start=10, t_end=20, kind="target")
    assets.add("image", "a.png", asset_id="one", segment_id="s1", prompt=f"Mara in a red coat, {RICH}")

    for _ in range(2):
        catch_up(assets.db, means)

    (state,) = assets.states("Mara")
    assert (dict(state.state), state.start_ms, state.made_by) == ({"coat": "red"}, 10_000, "rule")
    assert assets.get("one").entity_summary == "Mara: coat red"


def test_a_rule_never_overrides_a_person(assets: Assets, means: LearningTools) -> None:
    assets.tell("Mara", kind="character", state={"coat": "red"}, t_start=0)
    assets.segment("s1", t_start=10, t_end=20, kind="target")
    assets.add("image", "a.png", segment_id="s1", prompt=f"Mara in a blue coat, {RICH}")

    catch_up(assets.db, means)

    assert [fact.value for fact in assets.facts("Mara", at=15)] == ["red"]


def test_another_model_of_meaning_embeds_everything_anew(assets: Assets, means: LearningTools) -> None:
    assets.add("image", "a.png", asset_id="one", prompt=RICH)
    catch_up(assets.db, means)
    assert means.embedder is not None
    other = replace(means.embedder, name="another")  # type: ignore[type-var]

    catch_up(assets.db, replace(means, embedder=other))

    models = assets.db.all("SELECT model FROM asset_vectors")
    assert [row.model for row in models] == ["another"]
