"""The index follows from the facts, survives its own failures and can be made anew."""

from __future__ import annotations

from showbible.assets.api import Assets
from showbible.assets.model import AssetInput
from showbible.assets.record.library import assets as written
from showbible.assets.record.repair import BATCH, STALE, IndexRepair, repair, wake
from showbible.bible import Bible
from showbible.jobs import queue
from showbible.storage.database import Database
from tests.assets.conftest import WHALES


def _break(db: Database) -> None:
    with db.transaction():
        db.run("ALTER TABLE asset_search RENAME TO asset_search_away")


def _mend(db: Database) -> None:
    with db.transaction():
        db.run("ALTER TABLE asset_search_away RENAME TO asset_search")


def _found(assets: Assets, query: str) -> list[str]:
    return [hit.asset.asset_id for hit in assets.search(query).items]


def _empty(db: Database) -> None:
    with db.transaction():
        for table in ("asset_index", "asset_search", "asset_vectors", "asset_counts"):
            db.run(f"DELETE FROM {table}")


def test_an_asset_outlives_the_failure_of_its_index(assets: Assets) -> None:
    _break(assets.db)
    made = assets.add("image", "a.png", asset_id="one", prompt="a lighthouse")
    _mend(assets.db)

    assert (made.needs_reindex, repair(assets.db)) == (True, 1)
    assert (assets.get("one").needs_reindex, _found(assets, "lighthouse")) == (False, ["one"])


def test_opening_a_project_waits_for_a_part_of_what_is_to_be_repaired(studio: Bible) -> None:
    db = studio.workspace.project(WHALES)
    written(db, [AssetInput(kind="image", path=f"{number}.png") for number in range(BATCH + 1)], announced=True)
    with db.transaction():
        db.run("UPDATE asset_index SET needs_reindex = 1")

    wake(db, model=None)

    waiting = db.value("SELECT COUNT(*) FROM asset_index WHERE needs_reindex = 1")
    assert (waiting, STALE in {job.event for job in queue.listed(studio.db).items}) == (1, True)


def test_a_reindex_repairs_what_failed(assets: Assets) -> None:
    assets.add("image", "b.png", asset_id="two", prompt="a harbor")
    _break(assets.db)
    assets.add("image", "a.png", asset_id="one", prompt="a lighthouse")
    _mend(assets.db)

    assert (assets.reindex(), assets.reindex()) == (
        IndexRepair(indexed=2, repaired=1),
        IndexRepair(indexed=2, repaired=0),
    )


def test_a_backfill_makes_the_index_from_the_facts_alone(assets: Assets) -> None:
    assets.segment("s1", t_start=0, t_end=5, kind="target")
    assets.clip(clip_id="c1", segment_id="s1", output_path="c1.mp4", prompt="whales under ice")
    assets.add("last_frame", "c1.png", asset_id="frame", clip_id="c1", caption="a blue fluke")
    assets.tell("Mara", kind="character", state={"coat": "crimson"}, source_asset_id="frame")
    before = assets.search("").items
    _empty(assets.db)

    assets.backfill()

    assert [hit.asset for hit in assets.search("").items] == [hit.asset for hit in before]
    assert _found(assets, "crimson fluke")[0] == "frame"


def test_a_backfill_covers_takes_that_nobody_recorded_as_assets(assets: Assets) -> None:
    assets.segment("s1", t_start=0, t_end=5, kind="target")
    for number in range(3):
        assets.clip(clip_id=f"c{number}", segment_id="s1", output_path=f"c{number}.mp4", prompt="a developer at night")
    with assets.db.transaction():
        assets.db.run("DELETE FROM artifacts WHERE clip_id <> 'c0'")
    _empty(assets.db)

    done = [assets.backfill() for _ in range(2)]

    assert [each.indexed for each in done] == [3, 3]
    assert (done[1].repaired, len(_found(assets, "developer"))) == (0, 3)


def test_a_reindex_keeps_what_is_known(assets: Assets) -> None:
    assets.add("image", "a.png", asset_id="one", prompt="a fox", caption="red fur", tags=["wild"])
    before = assets.get("one")

    assets.reindex()

    assert assets.get("one") == before


def test_the_count_follows_the_assets(assets: Assets) -> None:
    for number in range(3):
        assets.add("image", f"{number}.png", asset_id=f"a{number}")
    assets.add("video", "0.mp4", asset_id="a0")
    assets.remove("a1")

    assert [assets.search("", kind=kind).total for kind in ("image", "video", None)] == [1, 1, 2]
