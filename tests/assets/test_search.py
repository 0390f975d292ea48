"""A plain sentence finds what it means, whatever it is written with."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from showbible.assets.api import Assets
from showbible.assets.learn.catching_up import LearningTools, catch_up
from showbible.assets.model import AssetInput
from showbible.assets.recall.search import BEST_WORDED, NEAREST
from showbible.assets.record import library
from showbible.errors import TooLarge
from showbible.llm.embeddings.pieces import default
from showbible.settings import Settings
from showbible.storage.blobs import Folder
from showbible.storage.workspace import Workspace
from tests.assets.conftest import WHALES
from tests.builders import a_project


def _found(assets: Assets, query: str) -> list[str]:
    return [hit.asset.asset_id for hit in assets.search(query).items]


@pytest.fixture(scope="module")
def sea() -> Iterator[Assets]:
    """A small project in a folder that stays as it is."""
    with tempfile.TemporaryDirectory() as home:
        workspace = Workspace(Settings(home=Path(home), disk_floor_mb=0))
        a_project(workspace, WHALES)
        assets = Assets(workspace.project(WHALES), default, Folder(Path(home) / "stores"))
        assets.add("image", "a.png", asset_id="one", prompt="whales breaching at dusk")
        yield assets
        workspace.close()


@pytest.mark.parametrize(
    "query", ['a "dusk"', "NEAR(dusk", "dusk*", "mid-dusk dusk", "don't whale dusk", "a:dusk", "DUSK?!", "ｄｕｓｋ"]
)
def test_any_punctuation_is_only_punctuation(sea: Assets, query: str) -> None:
    assert _found(sea, query) == ["one"]


@pytest.mark.parametrize("query", ['"', "NEAR(", "*", "AND NOT", "%", "multi-agent", "(((", "\\", "don't"])
def test_a_question_without_an_answer_finds_nothing_and_breaks_nothing(sea: Assets, query: str) -> None:
    assert _found(sea, query) == []


def test_other_scripts_are_found(assets: Assets) -> None:
    assets.add("image", "de.png", asset_id="de", prompt="ein Leuchtturm im Nebel")
    assets.add("image", "zh.png", asset_id="zh", prompt="鲸鱼在黄昏跃出海面")
    assets.add("image", "ja.png", asset_id="ja", prompt="黒い猫が走る")

    assert [_found(assets, query)[0] for query in ("黄昏的鲸鱼", "猫", "Leuchtturm")] == ["zh", "ja", "de"]


def test_what_only_meaning_finds_is_not_lost(assets: Assets, means: LearningTools) -> None:
    assets.add("image", "a.png", asset_id="one", caption="an infant napping in a cradle")
    assets.add("image", "b.png", asset_id="two", caption="trucks on a motorway")
    catch_up(assets.db, means)

    (hit,) = assets.search("sleeping baby").items

    assert hit.asset.asset_id == "one" and hit.why.startswith("close in meaning")


def test_what_only_the_words_find_is_not_lost(assets: Assets) -> None:
    assets.add("image", "a.png", asset_id="one", prompt="Zyxqorv plate 7")

    (hit,) = assets.search("zyxqorv").items

    assert (hit.asset.asset_id, hit.why.split(";")[0]) == ("one", "prompt says zyxqorv")


def test_what_is_asked_for_by_name_comes_first(assets: Assets) -> None:
    for number in range(3):
        assets.add("image", f"{number}.png", prompt="the frame of a take of the sea, plates, shot")
    assets.add("image", "plates/sea-1.png", asset_id="shot-0042", clip_id="take-9")

    asked = ("shot-0042", "the frame of shot-0042", "take-9", "plates/sea-1.png", "sea-1")

    assert {_found(assets, query)[0] for query in asked} == {"shot-0042"}


def test_a_search_goes_on_page_by_page(assets: Assets) -> None:
    for number in range(7):
        assets.add("image", f"{number}.png", asset_id=f"a{number}", prompt=f"lighthouse {'sea ' * number}")

    first = assets.search("lighthouse", limit=4)
    second = assets.search("lighthouse", limit=4, cursor=first.next_cursor)

    together = [hit.asset.asset_id for hit in (*first.items, *second.items)]
    assert (sorted(together), len(set(together)), second.next_cursor) == (sorted(together), 7, None)


def test_a_page_is_the_same_however_many_are_asked_for(assets: Assets) -> None:
    library.assets(assets.db, [_sea(number) for number in range(120)])

    pages = [assets.search("a lighthouse by the sea", limit=limit).items for limit in (10, 50, 100)]

    assert [[hit.asset.asset_id for hit in page[:10]] for page in pages] == [
        _found(assets, "a lighthouse by the sea")[:10]
    ] * 3


def test_a_kind_is_found_behind_any_number_of_better_assets_of_another(assets: Assets, means: LearningTools) -> None:
    assets.add("video", "old.mp4", asset_id="old", caption="far away, behind rain and some hills, a lighthouse")
    library.assets(assets.db, [_sea(number) for number in range(max(BEST_WORDED, NEAREST) + 100)])
    catch_up(assets.db, means)

    found = assets.search("lighthouse by the sea", kind="video")

    assert ([hit.asset.asset_id for hit in found.items], found.total) == (["old"], 1)


def _sea(number: int) -> AssetInput:
    return AssetInput(
        asset_id=f"sea{number}", kind="image", path=f"{number}.png", caption=f"a lighthouse by the sea, plate {number}"
    )


def test_a_project_never_finds_what_another_has(assets: Assets, workspace: Workspace) -> None:
    from showbible.projects import record as projects
    from showbible.vocabulary import ProjectId

    other = ProjectId("other")
    projects.create(workspace.db, other)
    Assets(workspace.project(other), default, assets.blobs).add("image", "a.png", prompt="a lighthouse")

    assert _found(assets, "lighthouse") == []


def test_a_question_over_its_limit_is_refused(assets: Assets) -> None:
    with pytest.raises(TooLarge):
        assets.search("x" * 1_000_000)


@given(st.text(max_size=200).filter(lambda text: "\x00" not in text and text.isprintable()))
@settings(max_examples=150, deadline=None)
def test_no_question_breaks_the_search(sea: Assets, query: str) -> None:
    assert {hit.asset.asset_id for hit in sea.search(query).items} <= {"one"}
