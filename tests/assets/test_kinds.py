"""What a run delivers is filed as what it is: films, frames of them, and pictures that only stand for them."""

from __future__ import annotations

from functools import partial

import pytest

from showbible.assets.model import AssetKind
from showbible.bible import Bible
from showbible.errors import Invalid


def _shot(studio: Bible, run_id: str, pilot: str, shot: str, *, prompt: str) -> None:
    """One shot as the studio delivers it: the clip, its last frame and a thumbnail."""
    stem, name = f"projects/whales/runs/{run_id}/{pilot}/{shot}", f"{run_id}.{pilot}.{shot}"
    deliver = partial(studio.runs.deliver, scene_id="s1", prompt=prompt)
    deliver(run_id, "video", f"videos/{stem}.mp4", asset_id=name, metadata={"shot_id": shot})
    for kind in ("last_frame", "thumbnail"):
        facts = {"kind": kind, "shot_id": shot}
        deliver(run_id, "image", f"media/{stem}.{kind}.jpg", asset_id=f"{name}.{kind}", metadata=facts)


def _produced(studio: Bible) -> str:
    run_id = studio.runs.start("whales", budget="5", project_id="whales").run_id
    for pilot, shot, prompt in (("a", "s1", "a whale breaching"), ("a", "s2", "gulls over a harbor wall")):
        _shot(studio, run_id, pilot, shot, prompt=prompt)
    return run_id


@pytest.mark.parametrize("kind", ["last_frame", "keyframe"])
def test_a_delivered_frame_is_found_by_its_kind(studio: Bible, kind: str) -> None:
    run_id = studio.runs.start("whales", budget="5", project_id="whales").run_id

    studio.runs.deliver(run_id, "image", "media/a.jpg", asset_id="a", metadata={"kind": kind})

    (hit,) = studio.assets("whales").search("", kind=kind).items
    assert (hit.asset.asset_id, hit.asset.kind) == ("a", AssetKind(kind))


@pytest.mark.parametrize("kind", ["thumbnail", "poster"])
def test_a_picture_that_stands_for_a_film_is_no_asset_of_its_own(studio: Bible, kind: str) -> None:
    run_id = studio.runs.start("whales", budget="5", project_id="whales").run_id

    studio.runs.deliver(
        run_id, "image", "media/a.jpg", asset_id="a", prompt="whales breaching", metadata={"kind": kind}
    )

    found = studio.assets("whales").search("whales breaching").total, studio.assets("whales").search("").total
    assert (found, [each.asset_id for each in studio.runs.assets(run_id)]) == ((0, 0), ["a"])


def test_only_a_run_files_pictures_that_stand_for_a_film(studio: Bible) -> None:
    with pytest.raises(Invalid, match="kind must be one of"):
        studio.assets("whales").add("thumbnail", "a.jpg")

    assert studio.assets("whales").search("").total == 0


def test_a_picture_of_no_special_kind_stays_an_image(studio: Bible) -> None:
    run_id = studio.runs.start("whales", budget="5", project_id="whales").run_id

    studio.runs.deliver(run_id, "image", "media/a.jpg", asset_id="a", metadata={"kind": ["odd"]})
    studio.runs.deliver(run_id, "video", "videos/b.mp4", asset_id="b", metadata={"kind": "thumbnail"})

    kinds = {hit.asset.asset_id: hit.asset.kind for hit in studio.assets("whales").search("").items}
    assert kinds == {"a": AssetKind.IMAGE, "b": AssetKind.VIDEO}


def test_the_context_continues_from_the_last_frame_of_the_shot_that_answers(studio: Bible) -> None:
    run_id = _produced(studio)

    frame = studio.assets("whales").context("gulls over a harbor wall").last_frame

    assert frame is not None
    assert frame.asset_id == f"{run_id}.a.s2.last_frame"


def test_of_two_pilots_with_the_same_shot_each_continues_from_its_own(studio: Bible) -> None:
    run_id = _produced(studio)
    _shot(studio, run_id, "b", "s1", prompt="a lighthouse at night")

    frames = [studio.assets("whales").context(f"{run_id}.{pilot}.s1").last_frame for pilot in "ab"]

    assert [each.asset_id for each in frames if each] == [f"{run_id}.{pilot}.s1.last_frame" for pilot in "ab"]


def test_reindexing_files_anew_what_was_filed_as_something_else(studio: Bible) -> None:
    _produced(studio)
    db = studio.workspace.project(studio.projects.get("whales").project_id)
    with db.transaction():
        db.run("UPDATE artifacts SET kind = 'image' WHERE kind IN ('last_frame', 'thumbnail')")
        db.run("UPDATE asset_index SET kind = 'image' WHERE kind = 'last_frame'")
        db.run("UPDATE asset_counts SET kind = 'image' WHERE kind = 'last_frame'")
    assets = studio.assets("whales")

    first, again = assets.reindex(), assets.reindex()

    kinds = [assets.search("", kind=kind).total for kind in ("video", "last_frame", "image")]
    assert (kinds, first.repaired, again.repaired, again.indexed) == ([2, 2, 0], 4, 0, 4)
