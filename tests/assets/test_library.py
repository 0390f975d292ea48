"""Assets are written down once, merged, found at once and gone at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from showbible.assets.api import Assets
from showbible.assets.record.texts import checked_path
from showbible.errors import Invalid, NotFound


def _found(assets: Assets, query: str) -> list[str]:
    return [hit.asset.asset_id for hit in assets.search(query).items]


def test_every_kind_of_asset_is_found_as_soon_as_it_is_written_down(assets: Assets) -> None:
    kinds = ["video", "image", "last_frame", "keyframe", "audio"]
    for kind in kinds:
        assets.add(kind, "a/b.bin", asset_id=kind, prompt="a lighthouse above the cliffs")

    assert sorted(_found(assets, "lighthouse")) == sorted(kinds)


def test_an_asset_is_found_by_prompt_caption_tags_and_path(assets: Assets) -> None:
    assets.add("image", "plates/gulls.png", asset_id="one", prompt="harbor", caption="wooden crates", tags=["dawnset"])

    found = {query: _found(assets, query) for query in ("harbor", "crates", "dawnset", "gulls", "plates")}

    assert found == {query: ["one"] for query in found}


def test_a_negative_prompt_is_kept_and_never_matched(assets: Assets) -> None:
    assets.add("image", "a.png", asset_id="one", prompt="a fox in snow", negative_prompt="watermark, blurry")

    assert (_found(assets, "watermark"), assets.artifact("one").negative_prompt) == ([], "watermark, blurry")


def test_telling_an_asset_again_blanks_nothing(assets: Assets) -> None:
    assets.add("image", "a.png", asset_id="one", prompt="a fox", caption="red fur", tags=["wild"], metadata={"n": 1})

    again = assets.add("image", "a.png", asset_id="one", prompt="  ", caption=None)

    assert (again.prompt, again.caption, again.tags) == ("a fox", "red fur", ("wild",))
    assert assets.artifact("one").uses == 2


def test_another_file_at_the_same_path_is_another_version(assets: Assets) -> None:
    assets.add("image", "a.png", asset_id="one", sha256="aa", caption="the first")

    again = assets.add("image", "a.png", asset_id="one", sha256="bb")

    assert (again.version, again.caption) == (2, "the first")


def test_two_assets_may_have_the_same_path(assets: Assets) -> None:
    first, second = (assets.add("image", "a.png") for _ in range(2))

    assert first.asset_id != second.asset_id


def test_a_persons_caption_outlives_a_models(assets: Assets) -> None:
    from showbible.assets.record import captions

    assets.add("image", "a.png", asset_id="one", caption="said by a person")

    captions.caption(assets.db, "one", "said by a model", made_by="model:test")

    assert (assets.get("one").caption, assets.get("one").caption_by) == ("said by a person", "person")


def test_a_deleted_asset_is_found_no_more(assets: Assets) -> None:
    assets.add("image", "a.png", asset_id="one", prompt="a lighthouse", caption="tall")

    assets.remove("one")

    assert (_found(assets, "lighthouse"), assets.search("").total) == ([], 0)
    with pytest.raises(NotFound):
        assets.get("one")


def test_without_a_question_the_newest_come_first_page_by_page(assets: Assets) -> None:
    for number in range(5):
        assets.add("image", f"{number}.png", asset_id=f"a{number}")

    first = assets.search("", limit=3)
    second = assets.search("", limit=3, cursor=first.next_cursor)

    assert [hit.asset.asset_id for hit in (*first.items, *second.items)] == ["a4", "a3", "a2", "a1", "a0"]
    assert (first.total, second.next_cursor) == (5, None)


def test_a_list_can_be_narrowed_to_one_kind(assets: Assets) -> None:
    assets.add("image", "a.png", asset_id="picture", prompt="a harbor")
    assets.add("video", "a.mp4", asset_id="film", prompt="a harbor")

    both = [assets.search(query, kind="video") for query in ("", "harbor")]

    assert [[hit.asset.asset_id for hit in page.items] for page in both] == [["film"], ["film"]]


@pytest.mark.parametrize(
    "path", ["../x.png", "/etc/passwd", "a/../../b", "C:\\x", "file:///x", "~/x", "a\\..\\b", "", "a\nb"]
)
def test_a_path_outside_the_project_is_refused(path: str) -> None:
    with pytest.raises(Invalid):
        checked_path(path)


def test_an_upload_lands_under_a_name_of_ours_and_goes_with_a_refused_asset(assets: Assets, tmp_path: Path) -> None:
    made = assets.upload("image", [b"\x89PNG\r\n\x1a\n", b"rest"], prompt="a fox")
    with pytest.raises(Invalid):
        assets.upload("image", [b"\x89PNG\r\n\x1a\n"], clip_id="..")

    stored = list(assets.blobs.listed("media"))

    assert [f"media/{each.key}" for each in stored] == [made.path]
    assert made.path.startswith("media/projects/whales/assets/") and made.url == f"/media/{made.path}"
