"""Captions, notes and states can be forgotten, stay forgotten, and come back as they were."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from showbible.assets.api import Assets
from showbible.assets.learn.catching_up import LearningTools, catch_up
from showbible.assets.model import Artifact, EntityState, LookState
from showbible.assets.record import captions, library
from showbible.corrections import as_text, from_text
from showbible.errors import Invalid, Malformed, NotFound
from tests.conftest import IN_FOLDER


def _described(assets: Assets, means: LearningTools) -> Artifact:
    """The caption that an asset without words has of a look at it, which need not be taken for that."""
    Image.new("RGB", (320, 180), (20, 30, 90)).save(Path(means.folder) / "a.png")
    assets.add("image", "a.png", asset_id="one")
    library.begin_look(assets.db, "one")
    captions.caption(assets.db, "one", "A landscape picture, mostly navy.", made_by="rule")
    library.end_look(assets.db, "one", LookState.DONE)
    catch_up(assets.db, means)
    (caption,) = assets.captions("one")
    return caption


def test_a_forgotten_caption_is_found_no_more_and_not_learned_again(assets: Assets, means: LearningTools) -> None:
    caption = _described(assets, means)

    assets.caption_corrections("one").forget(caption.artifact_id)
    catch_up(assets.db, means)

    found = assets.get("one")
    assert (found.caption, found.look, assets.captions("one")) == (None, LookState.FAILED, [])


def test_a_forgotten_caption_stays_so_when_a_persons_is_withdrawn(assets: Assets, means: LearningTools) -> None:
    assets.caption_corrections("one").forget(_described(assets, means).artifact_id)
    assets.caption("one", "the keeper's coat on a hook")
    (ours,) = assets.captions("one")

    assets.caption_corrections("one").forget(ours.artifact_id)
    catch_up(assets.db, means)

    assert (assets.get("one").caption, assets.captions("one")) == (None, [])


@IN_FOLDER
def test_a_new_version_of_the_file_is_looked_at_again(assets: Assets, means: LearningTools) -> None:
    assets.caption_corrections("one").forget(_described(assets, means).artifact_id)
    Image.new("RGB", (320, 180), (200, 30, 35)).save(Path(means.folder) / "b.png")

    assets.add("image", "b.png", asset_id="one")
    catch_up(assets.db, means)

    assert assets.get("one").look is LookState.DONE


def test_a_forgotten_caption_comes_back_as_it_was(assets: Assets, means: LearningTools) -> None:
    caption = _described(assets, means)
    before = assets.get("one").caption
    gone = assets.caption_corrections("one").forget(caption.artifact_id)

    assets.caption_corrections("one").restore(gone)

    assert (assets.captions("one"), assets.get("one").caption) == ([caption], before)


def test_a_caption_of_another_asset_is_not_forgotten(assets: Assets) -> None:
    for name in ("one", "two"):
        assets.add("image", f"{name}.png", asset_id=name, caption=f"{name} by the sea")
    (caption,) = assets.captions("two")

    with pytest.raises(NotFound):
        assets.caption_corrections("one").forget(caption.artifact_id)

    assert assets.captions("two") == [caption]


def test_a_caption_of_a_version_that_never_was_is_refused(assets: Assets) -> None:
    assets.add("image", "a.png", asset_id="one", caption="a gull")
    (caption,) = assets.captions("one")

    with pytest.raises(Invalid, match="version"):
        assets.caption_corrections("one").restore(replace(caption, version=2**40))


def test_a_forgotten_note_comes_back_where_it_stood(assets: Assets) -> None:
    made = [assets.note("camera", text, payload={"lens": 35}) for text in ("first", "second")]

    gone = assets.note_corrections.forget(made[0].note_id)
    left = assets.notes().items
    assets.note_corrections.restore(gone)

    assert (gone, left, assets.notes().items) == (made[0], [made[1]], made[::-1])


def test_an_unknown_note_cannot_be_forgotten(assets: Assets) -> None:
    with pytest.raises(NotFound):
        assets.note_corrections.forget("nobody")


def test_a_forgotten_state_comes_back_as_it_was(assets: Assets) -> None:
    assets.add("image", "a.png", asset_id="one")
    told = assets.tell("Mara", kind="character", state={"coat": "red"}, t_start=4, source_asset_id="one")
    paused = assets.state_corrections.pause(told.state_id)

    gone = assets.state_corrections.forget(told.state_id)
    assets.state_corrections.restore(from_text(EntityState, as_text(gone)))

    assert (gone, assets.states("Mara")) == (paused, [paused])


def test_a_caption_of_another_asset_is_not_restored_here(assets: Assets) -> None:
    for name in ("one", "two"):
        assets.add("image", f"{name}.png", asset_id=name, caption=f"{name} by the sea")
    gone = assets.caption_corrections("two").forget(assets.captions("two")[0].artifact_id)

    with pytest.raises(Malformed):
        assets.caption_corrections("one").restore(gone)

    assert assets.captions("two") == []


@pytest.mark.parametrize("act", ["correct", "pause"])
def test_what_has_no_history_is_forgotten_but_not_changed(assets: Assets, act: str) -> None:
    made = assets.note("camera", "handheld")
    wanted = ({"summary": "on sticks"},) if act == "correct" else ()

    with pytest.raises(Invalid):
        getattr(assets.note_corrections, act)(made.note_id, *wanted)

    assert assets.notes().items == [made]


def test_a_change_of_what_a_state_is_about_is_undone_with_the_rest(assets: Assets) -> None:
    assets.add("image", "a.png", asset_id="one")
    told = assets.tell("Mara", kind="character", state={"coat": "red"}, source_asset_id="one")
    assets.state_corrections.correct(told.state_id, {"state": {"coat": "blue"}, "source_asset_id": None})
    (change,) = assets.state_corrections.history(told.state_id)

    assert assets.state_corrections.undo(told.state_id, change.seq) == told
